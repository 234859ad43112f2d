"""What a teacher can say about a round: what each answer hinted at, what led each guess, who played. A wrong guess is explained by what lured it, never blamed."""

from __future__ import annotations

from dubious_ai.analysis.clues import WHOLE
from dubious_ai.analysis.game_analysis import AnswerAnalysis, GameAnalysis, PlayerAnalysis
from dubious_ai.analysis.sentences import (
    ANGLES,
    card_told,
    from_to,
    in_hundred,
    listed,
    number,
    quoted,
)
from dubious_ai.analysis.verdict import NOTICED
from dubious_ai.analysis.verdict_sentences import UNREADABLE
from dubious_ai.core.model import KINDS, Kind


def hint_sentence(
    told: GameAnalysis, player: PlayerAnalysis, answer: AnswerAnalysis, *, full: bool = False
) -> str:
    """What one answer hints at and how, and what it did to readers."""
    parts = [_aim(told, player, answer), _moved(told, player, answer, full=full)]
    if full:
        parts += _details(told, player, answer)
    return " ".join(part for part in parts if part)


def _moved(told: GameAnalysis, player: PlayerAnalysis, answer: AnswerAnalysis, *, full: bool) -> str:
    """The shares of readers before and after, first of the card hinted at, then of the other if it moved."""
    found: list[str] = []
    meant = None if answer.aim.false else answer.aim.kind
    kinds: list[Kind] = sorted(KINDS, key=lambda k: k != meant)
    for kind in kinds:
        card = answer.verdict.of(kind)
        figures = from_to(card.before.share, card.after.share)
        if kind == meant:
            found.append(f"{figures} in 100 readers")
        elif full or card.moved:
            unit = "" if found else " in 100 readers"
            found.append(f"{card_told(told.setting, kind, player.pair.of(kind))} {figures}{unit}")
    return f"{'; '.join(found)}." if found else ""


def _aim(told: GameAnalysis, player: PlayerAnalysis, answer: AnswerAnalysis) -> str:
    aim = answer.aim
    how = f" through {ANGLES[aim.bank.by]}" if aim.bank else ""
    if aim.kind and aim.card:
        words = (aim.clue,) if aim.clue else () if aim.false else spoken_for(answer, aim.kind)
        because = f" ({aim.why})" if aim.why else ""
        listen = f": {quoted(words)}{because}" if words else f":{because}" if because else ""
        what = f"{card_told(told.setting, aim.kind, aim.card)}{how}{listen}"
        return f"A false trail: it points to {what}." if aim.false else f"Hints at {what}."
    if aim.false:
        return "A false trail."
    if answer.verdict.unreadable:
        return UNREADABLE[answer.verdict.unreadable]
    risen: list[Kind] = [c.kind for c in answer.verdict.cards if c.helped]
    lost: list[Kind] = [c.kind for c in answer.verdict.cards if c.effect == "led away"]
    if lost and not risen:
        cards = (card_told(told.setting, k, player.pair.of(k)) for k in lost)
        return f"Leads readers away from {listed(cards)}."
    if not risen:
        return "Tells readers little about either card."
    pointed = listed(
        card_told(told.setting, k, player.pair.of(k))
        + (f" through {quoted(spoken_for(answer, k))}" if spoken_for(answer, k) else "")
        for k in risen
    )
    return f"Points to {pointed}."


def spoken_for(answer: AnswerAnalysis, kind: Kind) -> tuple[str, ...]:
    """The words of an answer that speak for its speaker's card, none where it misled or only the whole did it."""
    if answer.verdict.of(kind).effect == "led away":
        return ()
    return tuple(w for w in answer.words[kind] if w != WHOLE)


def _details(told: GameAnalysis, player: PlayerAnalysis, answer: AnswerAnalysis) -> list[str]:
    found: list[str] = []
    aim = answer.aim
    if aim.also and aim.kind:
        others = listed((card_told(told.setting, aim.kind, c) for c in _known(told, aim.also)), "or")
        if others:
            found.append(f"An honest reader could also take it for {others}.")
    if aim.bank:
        found.append(f"Written to be {aim.bank.strength}.")
    if answer.intent and answer.intent.share is not None and not aim.false:
        found.append(
            f"{player.name} expected {in_hundred(answer.intent.share)} at this table to know the card then."
        )
    other: Kind | None = next((k for k in KINDS if k != aim.kind), None)
    if (
        aim.kind
        and other
        and not aim.false
        and answer.rise(other) >= 2 * NOTICED
        and spoken_for(answer, other)
    ):
        found.append(
            f"In passing it speaks for {card_told(told.setting, other, player.pair.of(other))} too: {quoted(spoken_for(answer, other))}."
        )
    return found


def _known(told: GameAnalysis, cards: tuple[str, ...]) -> list[str]:
    """Those of the cards that are in play as cards of some kind."""
    return [c for c in cards if any(c in told.setting.slugs(kind) for kind in KINDS)]


def brains_sentence(told: GameAnalysis) -> str:
    """Which brain wrote what."""
    by_brain: dict[str, list[str]] = {}
    for seat, found in enumerate(told.wrote, 1):
        by_brain.setdefault(found[0] if found else "unknown", []).append(told.name(seat))
    if len(by_brain) == 1:
        only = next(iter(by_brain))
        had = "were given to" if told.substitutions else "were played by"
        line = _BRAINS.get(only, f"All seats {had} the brain {only}.")
    else:
        line = " ".join(f"{listed(names)}: {_AS.get(brain, brain)}." for brain, names in by_brain.items())
    if told.substitutions:
        count = len(told.substitutions)
        who = listed(dict.fromkeys(told.name(s.seat) for s in told.substitutions))
        line += f" The house stepped in {number(count)} time{'' if count == 1 else 's'}, for {who}."
    return line


_BRAINS = {
    "house": "All players are bots of the house; their answers were written beforehand, and the game was really played with them.",
    "human": "All players are people.",
    "unknown": "It is not recorded who played.",
}
_AS = {"house": "a bot of the house", "human": "a person", "unknown": "not recorded"}


def best_answer(player: PlayerAnalysis, kind: Kind) -> AnswerAnalysis:
    """The answer after which most more readers would name the card."""
    return max(player.answers, key=lambda answer: answer.rise(kind))
