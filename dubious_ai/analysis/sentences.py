"""What is said over and over: lists, kinds, cards, readers in a hundred, ticks, who wins and by which rule. Plain text, told once for all.

The terminal, lessons, reviews and replays only dress these sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Literal

from dubious_ai.belief import words as words_of
from dubious_ai.content.cards import Angle
from dubious_ai.core.model import Kind, Setting
from dubious_ai.core.scoring import Row, Standing

ANGLES: dict[Angle, str] = {
    "tool": "a tool",
    "place": "a place",
    "time": "a time of the day or the year",
    "trace": "a trace on the body or the clothes",
    "habit": "a habit",
    "others": "what other people do",
    "fear": "a fear",
    "grudge": "a grudge",
    "debt": "a debt",
    "myth": "a myth or a piece of history",
    "missing": "something missing",
}
"""What carries a hint, as it is called in a lesson."""
KIND_NAMES: dict[Kind, str] = {"occupation": "Occupation", "secret": "Secret"}
CREDIT = "Made with dubious-ai, an unofficial fan project under the MIT licence. The cards’ names are the publisher’s; all other texts are ours."
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SMALL = ("no", "one", "two", "three", "four", "five", "six")
TickStyle = Literal["", "tick", "struck"]
Who = Callable[[Iterable[int]], str]
"""Seats as a list of names; one may be "you"."""


def listed(parts: Iterable[str], last: str = "and") -> str:
    """ "Ann, Ben and Cleo"; an empty text for nobody."""
    names = list(parts)
    return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def number(n: int) -> str:
    """Small numbers as words."""
    return _SMALL[n] if 0 <= n < len(_SMALL) else str(n)


def points(n: int) -> str:
    """ "1 point", "4 points"."""
    return f"{n} point{'' if n == 1 else 's'}"


def gained(value: float) -> str:
    """Points with a sign, for changes."""
    return f"{value:+.1f}".replace("-", "−") if abs(value) >= 0.05 else "±0"


def hundredth(share: float) -> str:
    """A share (0 to 1) as readers of a hundred, never a false 0 or 100."""
    return "<1" if 0 < share < 0.005 else ">99" if 0.995 < share < 1 else f"{100 * share:.0f}"


def in_hundred(share: float) -> str:
    """ "41 in 100"."""
    few, many = 0 < share < 0.005, 0.995 < share < 1
    return f"{'fewer than 1' if few else 'more than 99' if many else hundredth(share)} in 100"


def from_to(before: float, after: float) -> str:
    """ "11 → 21"."""
    return f"{hundredth(before)} → {hundredth(after)}"


def percent(share: float) -> str:
    """A probability as people write it, never a false 0 or 100."""
    return "under 1%" if 0 < share < 0.005 else "over 99%" if 0.995 < share < 1 else f"{share:.0%}"


def possessive(name: str) -> str:
    """ "Ann’s", "Dolores’"."""
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def card_told(setting: Setting, kind: Kind, slug: str) -> str:
    """A card inside a sentence: an Occupation by its name, a Secret in quotation marks."""
    name = setting.card(kind, slug).name
    return name if kind == "occupation" else f"“{name}”"


def quoted(found: Sequence[str]) -> str:
    """Words out of an answer, each in quotation marks."""
    return listed(f"“{word}”" for word in found)


@lru_cache(maxsize=4096)
def _spoken(answer: str) -> dict[str, str]:
    """The words of an answer as the evidence names them, each with the token it stands in."""
    found: dict[str, str] = {}
    for token in _TOKEN.findall(answer):
        for word in words_of.reading_words(token):
            found.setdefault(word, token)
    return found


def as_typed(answer: str, word: str) -> str:
    """A word the evidence names (lower case, without accents or endings) as it stands in the answer."""
    return _spoken(answer).get(word, word)


def scale_told(others: int, aim: float) -> str:
    """What the figures mean, told where the first of them stands."""
    return (
        "The figures count readers: of a hundred people who read like those at this table, how many would name the card after an answer. "
        f"With {number(others)} others at the table a card earns its owner most near {in_hundred(aim)}."
    )


def ticks_told(row: Row, who: Who) -> list[tuple[str, TickStyle]]:
    """Who ticks what for one card, and why, in pieces: ticks and struck ones are set apart."""
    right, owner = list(row.right), who([row.target])
    match row.outcome:
        case "some":
            each = "+1 each" if len(right) > 1 else "+1"
            return [
                (f"named by {who(right)}, ", ""),
                (each, "tick"),
                (f"; {owner} ", ""),
                (f"+{len(right)}", "tick"),
            ]
        case "all":
            return [
                (f"named by {who(right)}, ", ""),
                ("+1 each", "tick"),
                (f"; {owner} ", ""),
                (f"+{len(right)}", "struck"),
                (" struck out, because everybody knew", ""),
            ]
        case "none":
            missed = [tick.seat for tick in row.ticks]
            if not missed:
                return [("nobody guessed at all, so nobody ticks anything", "")]
            return [
                (f"nobody knew, so {who(missed)}", ""),
                (" +1 each" if len(missed) > 1 else " +1", "tick"),
            ]


def row_sentence(setting: Setting, row: Row, who: Who) -> str:
    """The rule that gave the ticks of one card, applied."""
    target, right = who([row.target]), who(row.right)
    what = f"{KIND_NAMES[row.kind]}, {card_told(setting, row.kind, row.card)}"
    match row.outcome:
        case "all":
            return (
                f"{what}: everybody named it. {right} get 1 each; {possessive(target)} {number(len(row.right))} ticks are crossed out, "
                "because a card that everybody names was not dubious enough."
            )
        case "some":
            get = "gets 1" if len(row.right) == 1 else "get 1 each"
            return (
                f"{what}: some named it, not all. {right} {get}, and {target} gets {len(row.right)}, "
                "one for each reader who named it."
            )
        case "none":
            paid = [tick.seat for tick in row.ticks]
            blank = [seat for seat, guess in row.guesses if guess is None]
            told = f"{what}: nobody named it, so {target} gets nothing"
            if paid:
                told += (
                    f" and {who(paid)} {'gets 1 for a' if len(paid) == 1 else 'get 1 each for a'} wrong guess"
                )
            if blank:
                told += f"; {who(blank)} left it blank, and a blank earns nothing"
            return f"{told}."


def named_by(row: Row) -> str:
    """One row in three words, for tables."""
    told = {"all": "everybody named it", "none": "nobody named it"}
    return told.get(row.outcome, f"{len(row.right)} of {len(row.guesses)} named it")


def result_told(names: Sequence[str], found: Standing) -> str:
    """Who wins, in a sentence, with the tie-break where it mattered and who fell out by it. `names` from seat 1."""

    def who(seats: Iterable[int]) -> str:
        return listed(names[seat - 1] for seat in seats)

    best = max(found.totals.values())
    level = [seat for seat, total in found.totals.items() if total == best]
    lost = [seat for seat in level if seat not in found.winners]
    most = found.guess_points[found.winners[0]]
    winners = who(found.winners)
    match found.tie_break:
        case "none":
            return f"{winners} wins with {points(best)}."
        case "guess points":
            others = listed(str(n) for n in sorted({found.guess_points[seat] for seat in lost}, reverse=True))
            return f"{who(level)} have {points(best)} each; {winners} wins with more points for guesses ({most} against {others})."
        case "shared" if lost:
            behind = listed(f"{names[seat - 1]} has {found.guess_points[seat]}" for seat in lost)
            return f"{who(level)} have {points(best)} each; {winners} share the victory with {most} for guesses each, {behind}."
        case "shared":
            return f"{winners} share the victory with {points(best)} each, level in points for guesses too."


def ranking(found: Standing) -> list[int]:
    """Seats as they end: by points, then by points for guesses, then by seat."""
    return sorted(found.totals, key=lambda seat: (-found.totals[seat], -found.guess_points[seat], seat))
