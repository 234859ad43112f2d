"""What a teacher can say about a round: what each answer hinted at, what led each guess, who played. A wrong guess is explained by what lured it, never blamed."""

from __future__ import annotations

from dubious_ai.analysis.clues import WHOLE, Clue
from dubious_ai.analysis.game_analysis import AnswerAnalysis, GameAnalysis, GuessAnalysis, PlayerAnalysis
from dubious_ai.analysis.sentences import (
    ANGLES,
    KIND_NAMES,
    card_told,
    from_to,
    in_hundred,
    listed,
    number,
    possessive,
    quoted,
)
from dubious_ai.analysis.verdict import NOTICED
from dubious_ai.analysis.verdict_sentences import UNREADABLE
from dubious_ai.core.model import KINDS, Kind

FAR = 0.15
"""Share of readers below which a right guess took a good nose, or luck, and above which a card was hinted at."""


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


def guess_sentences(told: GameAnalysis, player: PlayerAnalysis, kind: Kind) -> list[str]:
    """Why the guesses about one card were right or wrong; those who said the same share a sentence. Right ones first, in the end what spoke for the card."""
    groups: dict[tuple[bool, str, bool], list[GuessAnalysis]] = {}
    for guess in player.about(kind):
        key = (not guess.right, guess.guessed or "", guess.own_card)
        groups.setdefault(key, []).append(guess)
    found = [_guess(told, player, groups[key]) for key in sorted(groups, key=lambda k: k[0])]
    if not any(guess.right for guess in player.about(kind)):
        found.append(_truth(told, player, kind))
    return found


def _guess(told: GameAnalysis, player: PlayerAnalysis, same: list[GuessAnalysis]) -> str:
    first = same[0]
    who = listed(told.name(guess.guesser) for guess in same)
    if first.guessed is None:
        return f"{who} left the {KIND_NAMES[first.sight.kind]} blank."
    said = f"{who} said {card_told(told.setting, first.sight.kind, first.guessed)}"
    return f"{said}: right. {_right(same)}" if first.right else f"{said}: wrong. {_wrong(told, player, same)}"


def clue_told(clue: Clue) -> str:
    """A clue with its place and its reason."""
    if clue.words == (WHOLE,):
        return f"answer {clue.number} as a whole"
    words = quoted(clue.words) if clue.words else f"answer {clue.number}"
    place = f"answer {clue.number}"
    if clue.why:
        return f"{words} ({place}: {clue.why})" if clue.words else f"{place} ({clue.why})"
    near = f", close to {quoted(clue.near)}" if clue.near and set(clue.near) != set(clue.words) else ""
    return f"{words} ({place}{near})"


def _right(same: list[GuessAnalysis]) -> str:
    clues, share = same[0].clues, same[0].sight.truth_share
    found: list[str] = []
    if clues:
        one = len(clues) == 1 and len(clues[0].words) == 1
        found.append(f"{_capital(listed(map(clue_told, clues)))} {'speaks' if one else 'speak'} for it.")
    if share < FAR:
        found.append(
            f"Only {in_hundred(share)} readers in that chair would have named it: a good nose, or luck."
        )
    return (
        " ".join(found) or f"Taken together the answers lead there: {in_hundred(share)} readers would say so."
    )


def _wrong(told: GameAnalysis, player: PlayerAnalysis, same: list[GuessAnalysis]) -> str:
    first, found = same[0], list[str]()
    if first.own_card:
        who = listed(told.name(guess.guesser) for guess in same)
        found.append(f"{who} had been dealt that card, so nobody else could hold it.")
    elif first.owner is not None:
        found.append(f"It was {possessive(told.name(first.owner))} card.")
    found.append(_lure(told, player, first))
    return " ".join(found)


def _lure(told: GameAnalysis, player: PlayerAnalysis, guess: GuessAnalysis) -> str:
    """What led to a wrong card, as a fair thought where the words fit it too; or that nothing did. Then where the true card could be heard."""
    kind, clues = guess.sight.kind, guess.clues
    other: Kind = "secret" if kind == "occupation" else "occupation"
    heard = listed(map(clue_told, clues))
    one = len(clues) == 1 and len(clues[0].words) == 1
    elsewhere = all(player.answers[c.number - 1].aim.card == player.pair.of(other) for c in clues)
    match clues[0].source if clues else None:
        case None:
            share = guess.sight.guessed_share
            found = (
                f"Nothing that {player.name} said leads there; only {in_hundred(share)} readers would say so."
                if share < FAR
                else f"No single answer leads there, but taken together they let {in_hundred(share)} readers say so."
            )
        case "meant":
            found = f"That is where {player.name} wanted readers to go: {heard}."
        case "also":
            found = f"A fair thought: {heard} {'fits' if len(clues) == 1 else 'fit'} it as well."
        case _ if elsewhere:
            whose = card_told(told.setting, other, player.pair.of(other))
            found = f"{_capital(heard)} {'sounds' if one else 'sound'} like it, but {'belongs' if one else 'belong'} to the {KIND_NAMES[other]}, {whose}."
        case _:
            found = f"{_capital(heard)} {'sounds' if one else 'sound'} like it, so it was a fair thought."
    return f"{found}{_listen(told, player, guess)}"


def _listen(told: GameAnalysis, player: PlayerAnalysis, guess: GuessAnalysis) -> str:
    """Where the true card could be heard: its loudest clue in another answer than the one that lured."""
    kind = guess.sight.kind
    lured = {clue.number for clue in guess.clues}
    others = [c for c in player.clues[kind] if c.number not in lured and c.words and c.words != (WHOLE,)]
    if not others:
        return ""
    best = max(others, key=lambda c: player.answers[c.number - 1].rise(kind))
    where = f"{quoted(best.words)} (answer {best.number})"
    truth = card_told(told.setting, kind, player.pair.of(kind))
    if not guess.clues:
        return f" Listen again to {where}, for {truth}."
    return f" What tells {truth} is {where}."


def _truth(told: GameAnalysis, player: PlayerAnalysis, kind: Kind) -> str:
    """What spoke for a card that nobody named."""
    share, clues = player.card(kind).shares[-1], player.clues[kind]
    card = card_told(told.setting, kind, player.pair.of(kind))
    would = f"{in_hundred(share)} readers would name it"
    if not clues:
        if share < FAR:
            return f"{_capital(card)} itself was hardly hinted at: only {would}."
        return f"No single word tells {card}, but taken together the answers do: {would}."
    return f"What spoke for {card}: {listed(map(clue_told, clues))}; {'only ' if share < FAR else ''}{would}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


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
