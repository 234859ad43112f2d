"""Why guesses were right or wrong, in sentences for a class. A wrong guess is explained by what lured it, or by what could be heard instead; nobody is blamed."""

from __future__ import annotations

from collections.abc import Sequence

from dubious_ai.analysis.clues import WHOLE, Clue
from dubious_ai.analysis.game_analysis import AnswerAnalysis, GameAnalysis, GuessAnalysis, PlayerAnalysis
from dubious_ai.analysis.sentences import KIND_NAMES, card_told, in_hundred, listed, possessive, quoted
from dubious_ai.core.model import Kind

FAR = 0.15
"""Share of readers below which a right guess took a good nose, or luck, and above which a card was hinted at."""
HARDLY = 0.055
"""Share of readers below which a wrong card was hardly to be heard."""
SHORT = 8
"""Words up to which an answer is quoted whole rather than by its clue."""
REASONS = 2
"""Clues for the true card that are told beside a wrong guess."""


def guess_sentences(told: GameAnalysis, player: PlayerAnalysis, kind: Kind) -> list[str]:
    """Why the guesses about one card were right or wrong; those who said the same share a sentence. Right ones first, in the end what spoke for the card."""
    groups: dict[tuple[bool, str, bool], list[GuessAnalysis]] = {}
    for guess in player.about(kind):
        key = (not guess.right, guess.guessed or "", guess.own_card)
        groups.setdefault(key, []).append(guess)
    known: set[int] = set()
    found = [explain(told, player, groups[key], known) for key in sorted(groups, key=lambda k: k[0])]
    if not any(guess.right for guess in player.about(kind)):
        found.append(_truth(told, player, kind, known))
    return found


def explain(
    told: GameAnalysis,
    player: PlayerAnalysis,
    same: list[GuessAnalysis],
    known: set[int] | None = None,
) -> str:
    """Why those who guessed the same were right or wrong. `known` are answers whose reasons stand in a sentence before; those given here are added."""
    first, known = same[0], set[int]() if known is None else known
    who = listed(told.name(guess.guesser) for guess in same)
    if first.guessed is None:
        return f"{who} left the {KIND_NAMES[first.sight.kind]} blank."
    said = f"{who} said {card_told(told.setting, first.sight.kind, first.guessed)}"
    if first.right:
        return f"{said}: right. {_right(player, same, known)}"
    parts = (_whose(told, same), _lure(told, player, first, known), _listen(told, player, first, known))
    return f"{said}: wrong. {' '.join(part for part in parts if part)}"


def clue_told(player: PlayerAnalysis, clue: Clue, known: set[int]) -> str:
    """A clue with its place and, the first time, its reason."""
    if clue.words == (WHOLE,) or (not clue.words and not clue.why):
        return f"answer {clue.number} as a whole"
    place = f"answer {clue.number}"
    words = _cited(player, clue) if clue.words else ""
    if words and clue.number in known:
        return f"{words} ({place})"
    known.add(clue.number)
    if clue.why:
        return f"{words} ({place}: {clue.why})" if words else f"{place} ({clue.why})"
    if clue.example:
        return f"{words} ({place}; somebody with that card might say “{clue.example.rstrip('.')}”)"
    near = f", close to {quoted(clue.near)}" if clue.near and set(clue.near) != set(clue.words) else ""
    return f"{words} ({place}{near})"


def _cited(player: PlayerAnalysis, clue: Clue) -> str:
    """The words of a clue; a short answer stands whole where its author named a part of it."""
    text = player.answers[clue.number - 1].text
    if clue.source in ("meant", "also") and len(text.split()) <= SHORT:
        return f"“{text.rstrip('.')}”"
    return quoted(clue.words)


def _right(player: PlayerAnalysis, same: list[GuessAnalysis], known: set[int]) -> str:
    clues, share = same[0].clues, same[0].sight.truth_share
    found: list[str] = []
    if clues:
        one = len(clues) == 1 and len(clues[0].words) == 1
        heard = listed(clue_told(player, clue, known) for clue in clues)
        found.append(f"{_capital(heard)} {'speaks' if one else 'speak'} for it.")
    if share < FAR:
        found.append(
            f"Only {in_hundred(share)} readers in that chair would have named it: a good nose, or luck."
        )
    return (
        " ".join(found) or f"Taken together the answers lead there: {in_hundred(share)} readers would say so."
    )


def _whose(told: GameAnalysis, same: list[GuessAnalysis]) -> str:
    """What the cards on the table say against a wrong guess."""
    first = same[0]
    if first.own_card:
        who = listed(told.name(guess.guesser) for guess in same)
        return f"{who} had been dealt that card, so nobody else could hold it."
    return f"It was {possessive(told.name(first.owner))} card." if first.owner is not None else ""


def _lure(told: GameAnalysis, player: PlayerAnalysis, guess: GuessAnalysis, known: set[int]) -> str:
    """What led to a wrong card, as a fair thought where the answer fits it too; or that nothing did."""
    clues = [c for c in guess.clues if c.source in ("meant", "also") or c.example]
    if not clues or guess.guessed is None:
        return _nothing_led(told, player, guess)
    card = card_told(told.setting, guess.sight.kind, guess.guessed)
    heard = listed(f"{_cited(player, c)} (answer {c.number})" for c in clues)
    example = next((c.example for c in clues if c.example), "")
    compare = f" Somebody with that card might say “{example}”" if example else ""
    match clues[0].source:
        case "meant":
            return f"That is where {player.name} wanted readers to go: {listed(clue_told(player, c, known) for c in clues)}."
        case "also":
            found = f"A fair thought: {heard} could belong to {card} as well.{compare}"
        case _:
            found = f"A fair thought: answer {clues[0].number} is not far from {card}.{compare}"
    return f"{found} {_meant(told, player, [player.answers[c.number - 1] for c in clues], known)}".rstrip()


def _meant(
    told: GameAnalysis, player: PlayerAnalysis, answers: Sequence[AnswerAnalysis], known: set[int]
) -> str:
    """What answers that lured somebody were really for, with their author's reasons."""
    by_card: dict[tuple[Kind, str], list[str]] = {}
    for answer in answers:
        aim = answer.aim
        if aim.kind and aim.card and aim.card == player.pair.of(aim.kind) and aim.why:
            reasons = by_card.setdefault((aim.kind, aim.card), [])
            if answer.number not in known:
                reasons.append(aim.why)
                known.add(answer.number)
    parts = [
        f"{player.name} meant {'them' if len(answers) > 1 and len(by_card) == 1 else 'it'} for {card_told(told.setting, kind, card)}"
        + (f": {'; '.join(why)}." if why else ".")
        for (kind, card), why in by_card.items()
    ]
    return " ".join(parts)


def _nothing_led(told: GameAnalysis, player: PlayerAnalysis, guess: GuessAnalysis) -> str:
    sight = guess.sight
    would = f"{in_hundred(sight.guessed_share)} readers would say so"
    if sight.guessed_share < FAR:
        few = "Hardly any reader" if sight.guessed_share < HARDLY else "Few readers"
        return (
            f"{few} would hear that in {possessive(player.name)} answers: {in_hundred(sight.guessed_share)}."
        )
    truth = card_told(told.setting, sight.kind, sight.truth)
    return f"No single answer leads there; taken together {would}, and {in_hundred(sight.truth_share)} would name {truth}."


def _listen(told: GameAnalysis, player: PlayerAnalysis, guess: GuessAnalysis, known: set[int]) -> str:
    """Where the true card could be heard: its loudest clues in other answers than those that lured."""
    kind = guess.sight.kind
    lured = {clue.number for clue in guess.clues if clue.source in ("meant", "also") or clue.example}
    others = [c for c in player.clues[kind] if c.number not in lured and c.words and c.words != (WHOLE,)]
    if not others:
        return ""
    best = sorted(others, key=lambda c: -player.answers[c.number - 1].rise(kind))[:REASONS]
    heard = listed(clue_told(player, clue, known) for clue in sorted(best, key=lambda c: c.number))
    truth = card_told(told.setting, kind, player.pair.of(kind))
    if not lured:
        return f"Listen again to {heard}, for {truth}."
    return f"What tells {truth} is {heard}."


def _truth(told: GameAnalysis, player: PlayerAnalysis, kind: Kind, known: set[int]) -> str:
    """What spoke for a card that nobody named."""
    share, clues = player.card(kind).shares[-1], player.clues[kind]
    card = card_told(told.setting, kind, player.pair.of(kind))
    would = f"{in_hundred(share)} readers would name it"
    if not clues:
        if share < FAR:
            return f"{_capital(card)} itself was hardly hinted at: only {would}."
        return f"No single word tells {card}, but taken together the answers do: {would}."
    heard = listed(clue_told(player, clue, known) for clue in clues)
    return f"What spoke for {card}: {heard}; {'only ' if share < FAR else ''}{would}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
