"""One request over the official client, and nothing more: no retries, no reading of the reply.

Owns the client library (imported when first used), the listing of models, and what may come in: bodies bounded in time and in
size, compressed or not, read piece by piece so that a server that drips can be left, and no way on to another server.
"""

from __future__ import annotations

import os
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urljoin, urlsplit

from dubious_ai.brains.llm.endpoint import DUMMY_KEY, Endpoint, proxy_for
from dubious_ai.brains.llm.spec import origin
from dubious_ai.brains.llm.transport import failures
from dubious_ai.brains.llm.transport.redaction import Redactor
from dubious_ai.core.cleaning import clean

if TYPE_CHECKING:
    import httpx2
    import openai

MAX_BODY = 4_000_000
"""Bytes of a reply, unpacked. A reply of ours has a few thousand."""
MAX_ERROR = 64_000
"""Bytes of an error page that are read; the rest is left unread."""
ACCEPTED = "gzip, deflate"


def unpacked(pieces: Iterable[bytes], encoding: str, limit: int) -> Iterator[bytes]:
    """The body in plain bytes, at most `limit` and one more of them, however small it was packed. Raises zlib.error."""
    packed = None if encoding in ("", "identity") else zlib.decompressobj(zlib.MAX_WBITS | 32)
    left = limit + 1
    for piece in pieces:
        data = piece
        while data and left > 0:
            if packed is None:
                plain, data = data[:left], b""
            else:
                plain = packed.decompress(data, left)
                data = packed.unconsumed_tail
            left -= len(plain)
            yield plain
        if left <= 0:
            return


def guard(endpoint: Endpoint) -> Callable[[httpx2.Response], None]:
    """A hook for every response of this endpoint's client. It raises CallFailed for what is not let in."""
    import httpx2

    class Bounded(httpx2.SyncByteStream):
        def __init__(self, stream: httpx2.SyncByteStream, encoding: str, *, error: bool) -> None:
            self._stream = stream
            self._encoding = encoding
            self._error = error

        def __iter__(self) -> Iterator[bytes]:
            limit = MAX_ERROR if self._error else MAX_BODY
            read = 0
            try:
                for plain in unpacked(self._stream, self._encoding, limit):
                    read += len(plain)
                    if read > limit and not self._error:
                        raise failures.too_much(endpoint)
                    yield plain
            except zlib.error:
                raise failures.broken_off(endpoint) from None

        def close(self) -> None:
            self._stream.close()

    def look(response: httpx2.Response) -> None:
        if response.has_redirect_location:
            there = urljoin(str(response.request.url), response.headers["location"])
            if not _same_server(str(response.request.url), there):
                raise failures.sent_elsewhere(endpoint, there)
        encoding = response.headers.pop("content-encoding", "").strip().lower()
        if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise failures.unreadable_reply(endpoint, encoding)
        stream = response.stream
        if isinstance(stream, httpx2.SyncByteStream):
            response.stream = Bounded(stream, encoding, error=response.status_code >= 400)

    return look


def _same_server(here: str, there: str) -> bool:
    """Whether a redirect stays at the same server; from http to https of the same name counts, the other way does not."""
    try:
        if origin(here) == origin(there):
            return True
        a, b = urlsplit(here), urlsplit(there)
        return (a.scheme, b.scheme) == ("http", "https") and a.hostname == b.hostname and b.port is None
    except ValueError:
        return False


CONNECT_TIMEOUT = 10.0
Payload = Mapping[str, object]


class Wire(Protocol):
    """Sends one chat completion and returns the body of a 200 answer, without keys. Raises CallFailed."""

    def send(self, payload: Payload, seconds: float, cancelled: threading.Event) -> str:
        """Send the payload (the JSON of the call, `model` and `messages` included) and wait at most these seconds for all of the body."""
        ...

    def models(self, timeout: float) -> tuple[str, ...]:
        """The names of the models the server has, as far as it tells. Raises CallFailed."""
        ...

    def close(self) -> None:
        """Let go of what is held open."""
        ...


class OpenAIWire:
    """The real thing. `http_client` is for tests; without it the client library makes its own connection pool."""

    def __init__(
        self,
        endpoint: Endpoint,
        redact: Redactor,
        http_client: httpx2.Client | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.endpoint = endpoint
        self._redact = redact
        self._given = http_client
        self._clock = clock
        self._now = now
        self._lock = threading.Lock()
        self._client: openai.OpenAI | None = None
        if endpoint.key:
            redact.learn(endpoint.key)

    def client(self) -> openai.OpenAI:
        """The client, made at the first call. Raises CallFailed if it cannot be made (a proxy it cannot use)."""
        with self._lock:
            if self._client is None:
                try:
                    self._client = self._make()
                except Exception as error:
                    raise failures.from_exception(error, self.endpoint, self._redact) from None
            return self._client

    def _make(self) -> openai.OpenAI:
        import openai

        key = self.endpoint.key.reveal() if self.endpoint.key else DUMMY_KEY
        return openai.OpenAI(
            api_key=key,
            base_url=self.endpoint.base_url,
            max_retries=0,
            http_client=self._given or self._pool(),
        )

    def _pool(self) -> httpx2.Client:
        """Connections that take the proxy meant for this server, if any, and let nothing in that is too large or leads elsewhere."""
        import httpx2
        import openai

        proxy = proxy_for(self.endpoint, os.environ)
        # a transport of our own: the library's would load every proxy the environment names, wanted or not
        transport = httpx2.HTTPTransport(
            proxy=proxy.url if proxy else None, limits=openai.DEFAULT_CONNECTION_LIMITS
        )
        return openai.DefaultHttpxClient(
            transport=transport,
            headers={"Accept-Encoding": ACCEPTED},
            event_hooks={"response": [guard(self.endpoint)]},
        )

    def _timeout(self, seconds: float) -> httpx2.Timeout:
        import openai

        connect = min(self.endpoint.settings.connect_timeout or CONNECT_TIMEOUT, seconds)
        return openai.Timeout(seconds, connect=connect)

    def send(self, payload: Payload, seconds: float, cancelled: threading.Event) -> str:
        """See Wire.send."""
        client = self.client()
        until = self._clock() + seconds
        try:
            with client.chat.completions.with_streaming_response.create(
                messages=[],
                model=self.endpoint.model,
                extra_body=dict(payload),
                timeout=self._timeout(seconds),
            ) as response:
                body = self._read(response.iter_bytes(), until, seconds, cancelled)
        except failures.CallFailed:
            raise
        except Exception as error:
            raise self._failed(error, seconds) from None
        return self._redact(body)

    def _read(self, pieces: Iterable[bytes], until: float, seconds: float, cancelled: threading.Event) -> str:
        body = bytearray()
        for piece in pieces:
            body += piece
            if cancelled.is_set():
                raise failures.cancelled()
            if self._clock() > until:
                raise failures.silent(self.endpoint, seconds)
            if len(body) > MAX_BODY:
                raise failures.too_much(self.endpoint)
        return body.decode("utf-8", "replace")

    def _failed(self, error: Exception, seconds: float) -> failures.CallFailed:
        import openai

        if isinstance(error, openai.APIStatusError):
            try:
                body = error.response.text[:MAX_ERROR]
            except Exception:
                body = str(error.body or "")
            headers = {name.lower(): value for name, value in error.response.headers.items()}
            return failures.from_status(
                error.status_code, headers, body, self.endpoint, self._redact, self._now()
            )
        return failures.from_exception(error, self.endpoint, self._redact, seconds)

    def models(self, timeout: float) -> tuple[str, ...]:
        """See Wire.models."""
        client = self.client()
        try:
            page = client.models.list(timeout=self._timeout(timeout))
            return tuple(sorted({clean(self._redact(str(model.id)))[:100] for model in (page.data or [])}))
        except failures.CallFailed:
            raise
        except Exception as error:
            raise self._failed(error, timeout) from None

    def close(self) -> None:
        """Let go of the connections; calls under way end with an error."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()
