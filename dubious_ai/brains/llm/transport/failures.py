"""What went wrong with one call: a cause for the record, a sentence for people, and whether trying again makes sense.

Owns the translation of everything the client library and the servers throw into `CallFailed`. No text of theirs gets through
without passing the redactor; what a server's words mean is read in `server_words`.
"""

from __future__ import annotations

import email.utils
import json
import os
from collections.abc import Collection, Mapping
from typing import Literal
from urllib.parse import urlsplit

from dubious_ai.brains.llm.endpoint import Endpoint, proxy_for
from dubious_ai.brains.llm.reply.completion import NotACompletion, error_of
from dubious_ai.brains.llm.transport.redaction import Redactor
from dubious_ai.brains.llm.transport.server_words import (
    NOTHING_SAID,
    ServerWords,
    heard_from,
    status_meant,
    words_of_a_page,
)
from dubious_ai.core.cleaning import clean
from dubious_ai.errors import BackendError, Fate

Cause = Literal[
    "network",
    "timeout",
    "rate",
    "quota",
    "auth",
    "model",
    "refusal",
    "length",
    "format",
    "budget",
    "server",
    "cancelled",
]
BUSY_STATUS = {425, 503, 529}
LOADING_STATUS = {425, 500, 502, 503}
RETRIED_BELOW_500 = {408, 409, 425, 429}

Sign = Literal["busy", "loading", "about the request"]
"""What else a failure tells."""


class CallFailed(BackendError):
    """One call came to nothing. Beside the fields of every brain's failure:

    `wait` is what the server asked us to wait, in seconds; `detail` what it said, without keys, to be shown; `said` what that speaks of.
    Of the signs `busy` and `loading` say that it will answer later; `about_request` that it may be what was asked for that it did not take.
    """

    def __init__(
        self,
        cause: Cause,
        sentence: str,
        retryable: bool = False,
        wait: float | None = None,
        status: int = 0,
        detail: str = "",
        said: ServerWords = NOTHING_SAID,
        signs: Collection[Sign] = (),
    ) -> None:
        fate: Fate = "refused" if cause == "refusal" else "retryable" if retryable else "final"
        # a server's own words are part of both: nothing in them may move a cursor
        super().__init__(clean(sentence), cause, fate)
        self.cause: Cause = cause
        self.sentence = clean(sentence)
        self.detail = clean(detail)
        self.said = said
        self.wait = wait
        self.status = status
        self.busy = "busy" in signs
        self.loading = "loading" in signs
        self.about_request = "about the request" in signs

    @property
    def retryable(self) -> bool:
        """Whether the same call may work a moment later."""
        return self.fate == "retryable"


def from_status(
    status: int, headers: Mapping[str, str], body: str, endpoint: Endpoint, redact: Redactor, now: float
) -> CallFailed:
    """The failure behind an HTTP status other than 200. `now` (seconds since 1970) turns a Retry-After date into seconds."""
    try:
        message, code = error_of(json.loads(body))
    except (ValueError, RecursionError):
        message, code = words_of_a_page(body), ""
    detail = redact(f"{message} {code}".strip())
    return _failure(status, code, detail, retry_after(headers, now), endpoint)


def from_body(error: NotACompletion, endpoint: Endpoint) -> CallFailed:
    """The failure behind a 200 whose body is no completion: a page, half a body, or an error in disguise."""
    host = endpoint.host
    detail = f"{error.message} {error.code}".strip()
    match error.kind:
        case "error":
            return _failure(status_meant(error.code, error.message), error.code, detail, None, endpoint)
        case "cut":
            return CallFailed("server", f"{host} broke off its answer.", True, detail=detail)
        case "fault":
            return CallFailed("server", f"{host} {error.message}.", True, detail=detail)
        case "page" | "other":
            hint = "" if endpoint.base_url.endswith("/v1") else " Most servers' addresses end in /v1."
            words = words_of_a_page(error.page)[:120] if error.page else ""
            said = f" It says: {words}." if words else ""
            return CallFailed(
                "server",
                f"{host} answers with something else than a chat completion.{said}{hint}",
                detail=detail,
            )


def _failure(status: int, code: str, detail: str, wait: float | None, endpoint: Endpoint) -> CallFailed:
    """What a status and the server's words mean."""
    who, said = endpoint.host, heard_from(detail)
    if status == 429 or code == "insufficient_quota" or status == 402:
        if status == 402 or said.of("quota"):
            told = f" ({detail[:120].rstrip('.')})" if detail else ""
            sentence = f"{who} says that the quota is used up{told}. Top up the account there, or play with --brain house."
            return CallFailed("quota", sentence, status=status, detail=detail, said=said)
        sentence = f"{who} gets too many calls and asks to wait."
        return CallFailed("rate", sentence, True, wait, status, detail, said, ("busy",))
    if status in (401, 403):
        key = (
            f"the key from {endpoint.key.source or 'the settings'}"
            if endpoint.key
            else "a call without a key"
        )
        sentence = f"{who} refuses {key} ({status}). Set OPENAI_API_KEY to a key of that server."
        return CallFailed("auth", sentence, status=status, detail=detail, said=said)
    if said.of("content filter") and 400 <= status < 500:
        return CallFailed(
            "refusal", f"{who} refused the request for its content.", status=status, detail=detail, said=said
        )
    if said.of("context"):
        sentence = f"The prompt is longer than {endpoint.model} can read. Give it a larger context window at the server, or set context_window."
        return CallFailed("length", sentence, status=status, detail=detail, said=said)
    if status != 503 and (said.of("unknown model") or (status == 404 and said.of("model"))):
        sentence = f"{who} has no model {endpoint.model!r}. `dubious doctor` lists those it has."
        return CallFailed("model", sentence, status=status, detail=detail, said=said)
    told = f": {detail[:120]}" if detail else ""
    if status in (404, 405) and not said.of_request:
        hint = "" if endpoint.versioned else f" Most servers want {endpoint.base_url}/v1."
        sentence = f"{endpoint.base_url} answers {status}: there is no such service at this address.{hint}"
        return CallFailed("server", sentence, status=status, detail=detail, said=said)
    signs: dict[Sign, bool] = {
        "busy": status in BUSY_STATUS,
        "loading": status in LOADING_STATUS and said.of("loading"),
        "about the request": status in (400, 415, 422) or said.of_request,
    }
    return CallFailed(
        "server",
        f"{who} answers with error {status}{told}.",
        status in RETRIED_BELOW_500 or status >= 500,
        wait,
        status,
        detail,
        said,
        [sign for sign, seen in signs.items() if seen],
    )


def from_exception(
    error: Exception, endpoint: Endpoint, redact: Redactor, seconds: float = 0.0
) -> CallFailed:
    """The failure behind an exception of the transport: no connection, no answer within these seconds, a broken answer."""
    own = next((e for e in (error.__cause__, error.__context__) if isinstance(e, CallFailed)), None)
    if own is not None:
        return own
    names = {kind.__name__ for kind in type(error).__mro__}
    text = redact(" ".join(filter(None, (str(error), str(error.__cause__ or "")))))[:200]
    if any("Timeout" in name for name in names):
        return silent(endpoint, seconds or endpoint.timeout)
    start = (
        "Is the server running, and is the address right?" if endpoint.local else "Is this machine online?"
    )
    sentence = f"Cannot reach {endpoint.base_url}. {start} `dubious doctor` finds out more."
    proxy = proxy_for(endpoint, os.environ)
    if proxy and heard_from(text).of("proxy"):
        sentence = f"Cannot reach {endpoint.base_url} through the proxy {proxy.shown}. Correct {proxy.variable}, or name {endpoint.host} in NO_PROXY."
        return CallFailed("network", sentence, detail=text)
    if names & {"RemoteProtocolError", "ReadError", "DecodingError", "LocalProtocolError"}:
        sentence = f"{endpoint.host} broke off its answer."
    return CallFailed("network", sentence, True, detail=f"{type(error).__name__}: {text}")


def silent(endpoint: Endpoint, seconds: float, *, retryable: bool = True) -> CallFailed:
    """No complete answer in time."""
    sentence = f"{endpoint.host} did not answer within {seconds:.2g} seconds. Slow models need a larger timeout in the settings."
    return CallFailed("timeout", sentence, retryable)


def too_much(endpoint: Endpoint) -> CallFailed:
    """A body beyond all measure."""
    return CallFailed("format", f"{endpoint.host} sends far more than a reply.")


def broken_off(endpoint: Endpoint) -> CallFailed:
    """A body that ends, or goes wrong, in its middle."""
    return CallFailed("network", f"{endpoint.host} broke off its answer.", True)


def unreadable_reply(endpoint: Endpoint, encoding: str) -> CallFailed:
    """A body packed in a way we did not ask for."""
    return CallFailed(
        "server", f"{endpoint.host} packs its answer as {encoding[:20]!r}, which nobody asked for."
    )


def sent_elsewhere(endpoint: Endpoint, there: str) -> CallFailed:
    """A redirect to another server: it gets nothing."""
    try:
        parts = urlsplit(there)
        place = f"{parts.scheme}://{parts.hostname or ''}" + (f":{parts.port}" if parts.port else "")
    except ValueError:
        place = "another address"
    sentence = f"{endpoint.host} sends us on to {place[:100]}. Nothing was sent there; if you trust that server, name it as the address."
    return CallFailed("server", sentence)


def cancelled() -> CallFailed:
    """Nobody waits any more."""
    return CallFailed("cancelled", "The call was cancelled.")


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds a server asks to wait, from Retry-After (seconds or a date) or retry-after-ms; None if it says nothing usable."""
    try:
        if text := headers.get("retry-after-ms", ""):
            seconds = float(text) / 1000
        elif text := headers.get("retry-after", "").strip():
            dated = not text.replace(".", "").isdecimal()
            seconds = email.utils.parsedate_to_datetime(text).timestamp() - now if dated else float(text)
        else:
            return None
    except (ValueError, OverflowError):
        return None
    return max(0.0, seconds) if seconds < 1e9 else None
