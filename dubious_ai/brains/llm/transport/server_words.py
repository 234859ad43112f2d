"""What the words of a foreign server mean: its error texts, turned into a value with fields. Nothing else looks at such text.

Servers agree on few codes, and some have nothing but prose: words are sometimes all there is. So they are read here, once, when a failure comes in;
everything after that decides by `ServerWords`, and the text itself is only shown and logged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Parameter = Literal["max_tokens", "max_completion_tokens", "temperature", "reasoning_effort"]
Topic = Literal[
    "quota",
    "context",
    "unknown model",
    "model",
    "content filter",
    "loading",
    "reply format",
    "list lengths",
    "streams only",
    "stream options",
    "proxy",
]
"""What a text may speak of: the account is empty; the prompt is too long; the model is not there, or is mentioned at all; the request was filtered;
the model is being loaded; the form of reply asked for; how long lists may be; answers come in streams only; counting tokens in them; the proxy."""

_WORDS: dict[Topic, str] = {
    "quota": r"insufficient_quota|exceeded your current quota|billing|insufficient (?:credits|balance|funds)",
    "context": r"context[ _-]?(?:length|size|window)|exceed_context|maximum context|too many tokens|prompt is too long",
    "unknown model": r"model[^.]{0,60}(?:not found|does not exist|unknown|not exist)|model_not_found|no such model|invalid model",
    "model": r"model",
    "content filter": r"content_filter|content management policy|content policy|safety system|moderation",
    "loading": r"\b(?:loading|warming up|starting up|being loaded|not (?:yet )?(?:loaded|ready)|initiali[sz]ing)\b",
    "reply format": r"response_format|json_schema|json_object|json mode|schema|grammar|additionalProperties|structured|\$defs|\$ref|'?text\.format",
    "list lengths": r"(?:min|max)_?items",
    "streams only": r"\b(?:only|must|requires?|enable|set)\b[^.]{0,60}\bstream|stream[^.]{0,40}\b(?:only|required|must|true)\b|non-?stream",
    "stream options": r"stream_options",
    "proxy": r"proxy|socks",
}
_TOPICS: dict[Topic, re.Pattern[str]] = {topic: re.compile(words, re.I) for topic, words in _WORDS.items()}
_PARAMETER = re.compile(
    r"max_completion_tokens|max_tokens|temperature|reasoning_effort|reasoning\.effort|reasoning effort", re.I
)
_CALLED: dict[str, Parameter] = {
    "max_completion_tokens": "max_completion_tokens",
    "max_tokens": "max_tokens",
    "temperature": "temperature",
    "reasoning_effort": "reasoning_effort",
    "reasoning.effort": "reasoning_effort",
    "reasoning effort": "reasoning_effort",
}
_STATUS = re.compile(r"\b[45]\d\d\b")
_STATUS_MEANT = {
    "rate": 429,
    "too many": 429,
    "quota": 402,
    "credit": 402,
    "billing": 402,
    "overloaded": 529,
    "unauthorized": 401,
    "api key": 401,
    "invalid_request": 400,
    "not found": 404,
}
"""What an error without a number means, by words of its code or message."""
OTHERWISE = 500


@dataclass(frozen=True)
class ServerWords:
    """What a text speaks of, and the parameters of a request it names, in its order."""

    topics: frozenset[Topic] = frozenset()
    parameters: tuple[Parameter, ...] = ()

    def of(self, topic: Topic) -> bool:
        """Whether it speaks of this."""
        return topic in self.topics

    @property
    def of_request(self) -> bool:
        """Whether it speaks of something in the request that could be asked for differently."""
        return bool(self.parameters or self.topics & {"reply format", "streams only"})


NOTHING_SAID = ServerWords()


def heard_from(text: str) -> ServerWords:
    """What a server's text, or that of an exception on the way to it, speaks of."""
    return ServerWords(
        frozenset(topic for topic, pattern in _TOPICS.items() if pattern.search(text)),
        tuple(_CALLED[found.group().lower()] for found in _PARAMETER.finditer(text)),
    )


def status_meant(code: str, message: str) -> int:
    """The HTTP status that an error inside a 200 answer stands for: a number it names, else one its words mean, else 500."""
    if numbered := _STATUS.search(code) or _STATUS.search(message):
        return int(numbered.group())
    words = f"{code} {message}".lower()
    return next((status for word, status in _STATUS_MEANT.items() if word in words), OTHERWISE)


def words_of_a_page(body: str) -> str:
    """What an error page says, without its markup."""
    plain = re.sub(r"(?is)<(script|style)[^>]*>.*?</\1>|<[^>]*>|\s+", " ", body[:4000])
    return re.sub(r" +", " ", plain).strip().rstrip(".")[:200]
