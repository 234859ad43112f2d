"""Which server, which model, which key: resolved from a brain's name and the settings, before anything is sent.

Owns the sentences a person reads when that cannot work: no key, no model, an address without /v1, a key over plain http.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from dubious_ai.brains.llm.spec import BrainSpec, check_url, origin, parse_spec
from dubious_ai.brains.llm.transport.redaction import MASK, Key, looks_like_a_key
from dubious_ai.config import Config, ModelSettings
from dubious_ai.config.written_words import unwrapped
from dubious_ai.errors import UsageError

OPENAI_URL = "https://api.openai.com/v1"
DUMMY_KEY = "none"
REMOTE_TIMEOUT, LOCAL_TIMEOUT = 60.0, 180.0
"""Seconds one request may take when the settings do not say. Slow local models need more."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model behind an address. `key` is None for a local server without one; then a dummy is sent."""

    base_url: str
    model: str
    settings: ModelSettings = field(default_factory=ModelSettings)
    key: Key | None = None

    @property
    def host(self) -> str:
        """The server's name or number, without port."""
        return urlsplit(self.base_url).hostname or ""

    @property
    def local(self) -> bool:
        """Whether the server is this machine or lies in a private network."""
        return is_local(self.host)

    @property
    def loopback(self) -> bool:
        """Whether the server is this very machine."""
        return is_loopback(self.host)

    @property
    def official(self) -> bool:
        """Whether this is OpenAI's own server."""
        return self.host == "api.openai.com"

    @property
    def versioned(self) -> bool:
        """Whether the address names a version of the interface, as most servers' do (…/v1)."""
        return any(
            part[:1] == "v" and part[1:2].isdecimal() for part in urlsplit(self.base_url).path.split("/")
        )

    @property
    def timeout(self) -> float:
        """Seconds one request may take."""
        return self.settings.timeout or (LOCAL_TIMEOUT if self.local else REMOTE_TIMEOUT)

    def __str__(self) -> str:
        return f"{self.model} at {self.base_url}"


def is_loopback(host: str) -> bool:
    """Whether a host name or number means this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_local(host: str) -> bool:
    """Whether a host is this machine or in a private network, as far as its name tells."""
    if is_loopback(host) or host.endswith((".local", ".lan", ".home", ".internal")) or "." not in host + ":":
        return True
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host
    return found.is_private or found.is_link_local


Origin = tuple[str, str, int]


def settings_servers(config: Config, specs: Iterable[str] = ()) -> frozenset[Origin]:
    """The servers that the settings, and these further names of brains, speak of."""
    addresses = [unwrapped(config.llm.base_url or OPENAI_URL)]
    for spec in (config.brain, config.coach, *config.seats.values(), *config.brains, *specs):
        try:
            addresses.append(parse_spec(spec).base_url)
        except UsageError:
            continue  # it is refused, with a sentence, where it is used
    addresses += [own.base_url for own in config.brains.values() if own.base_url]
    found: set[Origin] = set()
    for address in addresses:
        try:
            found.add(origin(address))
        except ValueError:
            continue
    return frozenset(found)


def resolve(spec: BrainSpec | str, config: Config, *, stranger: bool = False) -> Endpoint:
    """The endpoint a brain's name means under these settings.

    `stranger`: neither settings nor command line name its server; then it gets no key, whatever keys there are. Raises UsageError when
    no model is named, or when a server that is not local has no key.
    """
    parsed = parse_spec(spec) if isinstance(spec, str) else spec
    settings = config.for_brain(str(parsed))
    model = parsed.model or settings.model or ""
    if not model:
        raise UsageError(
            f"{parsed} names no model. Write openai:MODEL, or set OPENAI_MODEL, or model under [llm] in {config.path}."
        )
    if looks_like_a_key(model):
        raise UsageError(
            f"What stands as the model's name in {config.sources.get('llm.model', config.path)} looks like a key. Put a model there, and the key into OPENAI_API_KEY."
        )
    base_url = parsed.base_url or check_url(settings.base_url or OPENAI_URL)
    if stranger:
        return Endpoint(base_url, model, settings.model_copy(update={"api_key": None}))
    key = Key(settings.api_key, config.key_source(str(parsed))) if settings.api_key else None
    if key is not None and not (key.reveal().isascii() and key.reveal().isprintable()):
        raise UsageError(f"The key from {key.source} has characters no key has. Copy it again.")
    endpoint = Endpoint(base_url, model, settings, key)
    if key is None and not endpoint.local:
        raise UsageError(
            f"There is no key for {endpoint.host}. Set OPENAI_API_KEY, or play against the house with --brain house."
        )
    return endpoint


def cautions(endpoint: Endpoint, env: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """What a person should know before the first call, a sentence each. Nothing is sent to find out."""
    env = os.environ if env is None else env
    found: list[str] = []
    parts = urlsplit(endpoint.base_url)
    if not parts.path.strip("/"):
        found.append(f"{endpoint.base_url} has no /v1 at its end; most servers want {endpoint.base_url}/v1.")
    if parts.scheme == "http" and not endpoint.local and endpoint.key is not None:
        found.append(
            f"Your key would travel to {endpoint.host} unencrypted. Use https unless you trust every wire on the way."
        )
    if proxy := proxy_for(endpoint, env):
        found.append(f"Calls to {endpoint.host} go through the proxy {proxy.shown} ({proxy.variable}).")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy the environment sets: the variable that names it, its address, and the address without its password."""

    variable: str
    url: str = field(repr=False)
    shown: str


def proxy_for(endpoint: Endpoint, env: Mapping[str, str]) -> Proxy | None:
    """The proxy the environment sets for this server, if it is not excluded. This machine is never reached by proxy."""
    if endpoint.loopback or _excluded(endpoint, env.get("NO_PROXY") or env.get("no_proxy") or ""):
        return None
    scheme = urlsplit(endpoint.base_url).scheme
    for name in (f"{scheme}_proxy".upper(), "ALL_PROXY"):
        variable = name if env.get(name) else name.lower()
        proxy = unwrapped(env.get(variable) or "")
        if not proxy:
            continue
        url = proxy if "://" in proxy else f"http://{proxy}"
        try:
            parts = urlsplit(url)
            port = f":{parts.port}" if parts.port else ""
        except ValueError:
            return Proxy(variable, url, f"in {variable}")
        shown = f"{parts.scheme}://{MASK + '@' if parts.username else ''}{parts.hostname or ''}{port}"
        return Proxy(variable, url, shown)
    return None


def _excluded(endpoint: Endpoint, listed: str) -> bool:
    """Whether NO_PROXY names this server: by name, by the end of its name, by number or network, or all of them."""
    host, port = endpoint.host, origin(endpoint.base_url)[2]
    for part in (part.strip().lower() for part in listed.split(",")):
        name, colon, number = part.rpartition(":")
        if colon and number.isdigit() and "]" not in number and name.count(":") == 0:
            if int(number) != port:
                continue
            part = name
        part = part.removeprefix("*").strip("[]").lstrip(".") or ("*" if part.startswith("*") else "")
        if part == "*" or (part and (host == part or host.endswith(f".{part}"))):
            return True
        try:
            if "/" in part and ipaddress.ip_address(host) in ipaddress.ip_network(part, strict=False):
                return True
        except ValueError:
            continue
    return False
