"""What may come in over the wire: bodies of bounded size, compressed or not, and no way on to another server.

Owns a hook for the client's responses. It runs before a body is read or a redirect followed, so that neither a few kilobytes
that unpack to gigabytes nor an answer that sends us elsewhere with key and prompt gets any further.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.spec import origin
from dubious_ai.brains.llm.transport import failures

if TYPE_CHECKING:
    import httpx2

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
            raise failures.unreadable(endpoint, encoding)
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
