"""Older records in today's form: one step for each version, from plain JSON values to plain JSON values.

Nothing here knows the present classes, so that a step stays right when they change again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

STRENGTHS_IN_2 = {"novice": 0.45, "regular": 0.63, "sharp": 0.8}
"""The reading strengths version 2 gave the levels of version 1."""
USAGE_IN_2 = (
    "model",
    "server",
    "prompt",
    "rung",
    "calls",
    "prompt_tokens",
    "cached_tokens",
    "completion_tokens",
    "counted_by",
    "cost",
    "seconds",
    "trimmed",
    "raw",
)
_ASKED_AGAIN = "asked again: "

Json = dict[str, Any]


def migrated(version: int, events: Iterable[Mapping[str, Any]]) -> Iterator[Json]:
    """The events of a record of an older version as today's, in order. Raises KeyError, TypeError or ValueError where one is damaged.

    Yields one event for each event given.
    """
    if version == 1:
        return _to_2(events)
    return (dict(event) for event in events)


def _to_2(events: Iterable[Mapping[str, Any]]) -> Iterator[Json]:
    """Version 2: levels belong to seats and not to the public table, what was heard lately to the set-up; asking again is an event of its own; costs and beliefs have fields."""
    levels: list[str] = []
    events = list(events)
    avoided: list[list[str]] = [e.get("avoid") or [] for e in events if e.get("type") == "seat_prepared"]
    heard = next((texts for texts in avoided if texts), list[str]())
    for raw in events:
        event = dict(raw)
        match event.get("type"):
            case "game_set_up":
                levels = [player.get("level", "regular") for player in event["players"]]
                event["players"] = [
                    {key: value for key, value in player.items() if key != "level"}
                    for player in event["players"]
                ]
                event["heard"] = heard
                event["strengths"] = sorted(STRENGTHS_IN_2[level] for level in levels)
            case "seat_prepared":
                event.pop("avoid", None)
                seat = event["seat"]
                if isinstance(seat, int) and 1 <= seat <= len(levels):
                    event["level"] = levels[seat - 1]
            case "answer_handed_in" if event.get("intent"):
                event["intent"] = _intent(event["intent"])
            case "substitution_explained" if str(event["cause"]).startswith(_ASKED_AGAIN):
                event["type"] = "asked_again"
                event["reason"] = event.pop("cause")[len(_ASKED_AGAIN) :]
            case "turn_noted":
                _turn(event)
            case _:
                pass
        yield event


def _intent(raw: Mapping[str, Any]) -> Json:
    intent = dict(raw)
    share = intent.pop("share", None)
    aims = ("occupation", "secret") if intent["aim"] == "both" else (intent["aim"],)
    for aim in aims:
        if share is not None and aim in ("occupation", "secret"):
            intent[f"{aim}_share"] = share
    return intent


def _turn(event: Json) -> None:
    detail: Json = dict(event.pop("detail", None) or {})
    beliefs: dict[str, Json] = detail.pop("beliefs", None) or {}
    event["beliefs"] = [{"target": int(seat), **by_kind} for seat, by_kind in beliefs.items()]
    used = {key: detail[key] for key in USAGE_IN_2 if key in detail}
    if used:
        event["usage"] = used
