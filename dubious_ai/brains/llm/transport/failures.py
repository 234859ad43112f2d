"""What went wrong with one call: a cause for the record, a sentence for people, and whether trying again makes sense.

Owns the translation of everything the client library and the servers throw into `CallFailed`. No text of theirs gets through
without passing the redactor.
"""

from __future__ import annotations

import email.utils
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.reply.completion import error_of
from dubious_ai.brains.llm.transport.redaction import Redactor

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
RETRIED_STATUS = {408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529}
_QUOTA = re.compile(
    r"insufficient_quota|exceeded your current quota|billing|insufficient (?:credits|balance|funds)", re.I
)
_CONTEXT = re.compile(
    r"context[ _-]?(?:length|size|window)|exceed_context|maximum context|too many tokens|prompt is too long",
    re.I,
)
_MODEL = re.compile(
    r"model[^.]{0,60}(?:not found|does not exist|unknown|not exist)|model_not_found|no such model|invalid model",
    re.I,
)
_FILTER = re.compile(
    r"content_filter|content management policy|content policy|safety system|moderation", re.I
)


@dataclass(eq=False)
class CallFailed(Exception):
    """One call came to nothing. `detail` is what the server said, without keys; `wait` what it asked us to wait, in seconds."""

    cause: Cause
    sentence: str
    retryable: bool = False
    wait: float | None = None
    status: int = 0
    detail: str = ""

    def __str__(self) -> str:
        return self.sentence


def from_status(
    status: int, headers: Mapping[str, str], body: str, endpoint: Endpoint, redact: Redactor, now: float
) -> CallFailed:
    """The failure behind an HTTP status other than 200. `now` (seconds since 1970) turns a Retry-After date into seconds."""
    try:
        message, code = error_of(json.loads(body))
    except (ValueError, RecursionError):
        message, code = re.sub(r"<[^>]*>|\s+", " ", body[:2000]).strip()[:200], ""
    detail = redact(f"{message} {code}".strip())
    who = endpoint.host
    wait = retry_after(headers, now)
    if status == 429 or code == "insufficient_quota" or status == 402:
        if status == 402 or _QUOTA.search(detail):
            sentence = (
                f"{who} says that the quota is used up. Top up the account there, or play with --brain house."
            )
            return CallFailed("quota", sentence, status=status, detail=detail)
        return CallFailed("rate", f"{who} gets too many calls and asks to wait.", True, wait, status, detail)
    if status in (401, 403):
        key = (
            f"the key from {endpoint.key.source or 'the settings'}"
            if endpoint.key
            else "a call without a key"
        )
        sentence = f"{who} refuses {key} ({status}). Set OPENAI_API_KEY to a key of that server."
        return CallFailed("auth", sentence, status=status, detail=detail)
    if _FILTER.search(detail) and 400 <= status < 500:
        return CallFailed(
            "refusal", f"{who} refused the request for its content.", status=status, detail=detail
        )
    if _CONTEXT.search(detail):
        sentence = f"The prompt is longer than {endpoint.model} can read. Give it a larger context window at the server, or set context_window."
        return CallFailed("length", sentence, status=status, detail=detail)
    if _MODEL.search(detail) or (status == 404 and "model" in detail.lower()):
        sentence = f"{who} has no model {endpoint.model!r}. `dubious doctor` lists those it has."
        return CallFailed("model", sentence, status=status, detail=detail)
    if status in (404, 405):
        hint = "" if re.search(r"/v\d", endpoint.base_url) else f" Most servers want {endpoint.base_url}/v1."
        sentence = f"{endpoint.base_url} answers {status}: there is no such service at this address.{hint}"
        return CallFailed("server", sentence, status=status, detail=detail)
    retryable = status in RETRIED_STATUS or status >= 500
    told = f": {detail[:120]}" if detail else ""
    return CallFailed("server", f"{who} answers with error {status}{told}.", retryable, wait, status, detail)


def from_exception(error: Exception, endpoint: Endpoint, redact: Redactor) -> CallFailed:
    """The failure behind an exception of the transport: no connection, no answer in time, a broken answer."""
    names = {kind.__name__ for kind in type(error).__mro__}
    text = redact(" ".join(filter(None, (str(error), str(error.__cause__ or "")))))[:200]
    if any("Timeout" in name for name in names):
        return silent(endpoint)
    start = (
        "Is the server running, and is the address right?" if endpoint.local else "Is this machine online?"
    )
    sentence = f"Cannot reach {endpoint.base_url}. {start} `dubious doctor` finds out more."
    if "proxy" in text.lower() or "socks" in text.lower():
        sentence = (
            f"Cannot reach {endpoint.base_url} through the proxy that is set. Correct or unset HTTPS_PROXY."
        )
        return CallFailed("network", sentence, detail=text)
    if names & {"RemoteProtocolError", "ReadError", "DecodingError", "LocalProtocolError"}:
        sentence = f"{endpoint.host} broke off its answer."
    return CallFailed("network", sentence, True, detail=f"{type(error).__name__}: {text}")


def silent(endpoint: Endpoint) -> CallFailed:
    """No complete answer in time."""
    sentence = f"{endpoint.host} did not answer within {endpoint.timeout:g} seconds. Slow models need a larger timeout in the settings."
    return CallFailed("timeout", sentence, True)


def cancelled() -> CallFailed:
    """Nobody waits any more."""
    return CallFailed("cancelled", "The call was cancelled.")


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds a server asks to wait, from Retry-After (seconds or a date) or retry-after-ms; None if it says nothing usable."""
    try:
        if text := headers.get("retry-after-ms", ""):
            seconds = float(text) / 1000
        elif text := headers.get("retry-after", "").strip():
            seconds = (
                float(text)
                if re.fullmatch(r"[\d.]+", text)
                else email.utils.parsedate_to_datetime(text).timestamp() - now
            )
        else:
            return None
    except (ValueError, OverflowError):
        return None
    return max(0.0, seconds) if seconds < 1e9 else None
