"""What a teacher can say about a lesson: hints, guesses, ticks and the result, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.scoring import Row
from dubious_ai.teach.lesson import Hint, Lesson, PlayerLesson, Reason
from dubious_ai.teach.phrases import ANGLES, KIND_NAMES, card, in_hundred, listed, number, points, quoted

MOVED = 0.04
"""Change of a share from which an answer has told readers something."""
FAR = 0.15
"""Chance below which a right guess was mostly luck."""


def hint_sentence(lesson: Lesson, player: PlayerLesson, hint: Hint, *, full: bool = False) -> str:
    """What one answer hints at and how, and what it did to regular readers."""
    parts = [_aim(lesson, player, hint), _moved(lesson, player, hint, full=full)]
    if full:
        parts += _details(lesson, player, hint)
    return " ".join(part for part in parts if part)


def _moved(lesson: Lesson, player: PlayerLesson, hint: Hint, *, full: bool) -> str:
    """The shares of readers before and after, first of the card hinted at, then of the other if it moved."""
    told: list[str] = []
    meant = None if hint.false else hint.kind
    kinds: list[Kind] = sorted(KINDS, key=lambda k: k != meant)
    for kind in kinds:
        figures = f"{round(100 * hint.before[kind])} → {round(100 * hint.after[kind])}"
        if kind == meant:
            told.append(f"{figures} in 100 readers")
        elif full or abs(hint.rise(kind)) >= MOVED:
            unit = "" if told else " in 100 readers"
            told.append(f"{card(lesson.setting, kind, player.pair.of(kind))} {figures}{unit}")
    return f"{'; '.join(told)}." if told else ""


def _aim(lesson: Lesson, player: PlayerLesson, hint: Hint) -> str:
    how = f" through {ANGLES[hint.by]}" if hint.by else ""
    if hint.false:
        told = (
            f": it points to {card(lesson.setting, hint.kind, hint.card)}{how}"
            if hint.kind and hint.card
            else ""
        )
        return f"A false trail{told}."
    if hint.kind and hint.card:
        words = hint.words[hint.kind]
        listen = f": {quoted(words)}" if words else ""
        return f"Hints at {card(lesson.setting, hint.kind, hint.card)}{how}{listen}."
    risen: list[Kind] = [k for k in KINDS if hint.rise(k) >= MOVED]
    if not risen:
        return "Tells readers little about either card."
    told = listed(
        card(lesson.setting, k, player.pair.of(k))
        + (f" through {quoted(hint.words[k])}" if hint.words[k] else "")
        for k in risen
    )
    return f"Points to {told}."


def _details(lesson: Lesson, player: PlayerLesson, hint: Hint) -> list[str]:
    told: list[str] = []
    if hint.strength:
        told.append(f"Written to be {hint.strength}.")
    if hint.intent and hint.intent.share is not None and not hint.false:
        told.append(
            f"{player.name} expected {in_hundred(hint.intent.share)} at this table to know the card then."
        )
    other: Kind | None = next((k for k in KINDS if k != hint.kind), None)
    if hint.kind and other and not hint.false and hint.rise(other) >= 2 * MOVED and hint.words[other]:
        told.append(
            f"In passing it speaks for {card(lesson.setting, other, player.pair.of(other))} too: {quoted(hint.words[other])}."
        )
    return told


def guess_sentences(lesson: Lesson, player: PlayerLesson, kind: Kind) -> list[str]:
    """Why the guesses about one card were right or wrong; those who said the same share a sentence. Right ones first."""
    groups: dict[tuple[bool, str, bool], list[Reason]] = {}
    for reason in player.reasons:
        if reason.kind == kind:
            key = (not reason.right, reason.guessed or "", reason.own_card)
            groups.setdefault(key, []).append(reason)
    return [_guess(lesson, player, groups[key]) for key in sorted(groups, key=lambda k: k[0])]


def _guess(lesson: Lesson, player: PlayerLesson, same: list[Reason]) -> str:
    first = same[0]
    who = listed(lesson.name(reason.guesser) for reason in same)
    if first.guessed is None:
        return f"{who} left the {KIND_NAMES[first.kind]} blank."
    said = card(lesson.setting, first.kind, first.guessed)
    verdict = "right" if first.right else "wrong"
    return f"{who} said {said}: {verdict}. {_right(same) if first.right else _wrong(lesson, player, same)}"


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _spoken(reasons: list[Reason]) -> str:
    """The words that speak for the guessed card, with where they stand."""
    return listed(f"“{word}” (answer {n})" for n, word in reasons[0].words)


def _right(same: list[Reason]) -> str:
    chance = _mean(r.chance for r in same)
    if chance < FAR:
        return f"Partly luck: from the answers it was {in_hundred(chance)}."
    if same[0].words:
        return f"{_spoken(same)} {'speaks' if len(same[0].words) == 1 else 'speak'} for it."
    return "It was what remained when the other cards were ruled out."


def _wrong(lesson: Lesson, player: PlayerLesson, same: list[Reason]) -> str:
    first = same[0]
    truth = card(lesson.setting, first.kind, player.pair.of(first.kind))
    if first.own_card:
        return f"It could not be: {lesson.name(first.guesser)} had been dealt that card."
    told = [f"That was {_of(lesson.name(first.owner))} card."] if first.owner is not None else []
    chance, true = _mean(r.chance for r in same), _mean(r.truth_chance for r in same)
    if chance > true:
        fits = f": {_spoken(same)}" if first.words else ""
        told.append(f"The answers do fit it better than {truth}{fits}.")
    elif true >= 0.5:
        told.append(f"A misreading: taken together, the answers speak for {truth} ({in_hundred(true)}).")
    elif chance < 0.05:
        told.append(
            f"A long shot: the answers leave {truth} open ({in_hundred(true)}) but hardly suggest this one."
        )
    else:
        told.append(f"The answers leave it open: {truth} {round(100 * true)}, this one {in_hundred(chance)}.")
    return " ".join(told)


def _of(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def row_sentence(lesson: Lesson, row: Row) -> str:
    """The rule that gave the ticks of one card, applied."""
    target, setting = lesson.name(row.target), lesson.setting
    what = f"{KIND_NAMES[row.kind]}, {card(setting, row.kind, row.card)}"
    right = [lesson.name(seat) for seat in row.right]
    match row.outcome:
        case "all":
            return (
                f"{what}: everybody named it. {listed(right)} get 1 each; {_of(target)} {number(len(right))} ticks are crossed out, "
                "because a card that everybody names was not dubious enough."
            )
        case "some":
            get = "gets 1" if len(right) == 1 else "get 1 each"
            return (
                f"{what}: some named it, not all. {listed(right)} {get}, and {target} gets {len(right)}, "
                "one for each reader who named it."
            )
        case "none":
            return _nobody(lesson, row, what)


def _nobody(lesson: Lesson, row: Row, what: str) -> str:
    target = lesson.name(row.target)
    paid = [lesson.name(tick.seat) for tick in row.ticks]
    blank = [lesson.name(seat) for seat, guess in row.guesses if guess is None]
    told = f"{what}: nobody named it, so {target} gets nothing"
    if paid:
        told += f" and {listed(paid)} {'gets 1 for a' if len(paid) == 1 else 'get 1 each for a'} wrong guess"
    if blank:
        told += f"; {listed(blank)} left it blank, and a blank earns nothing"
    return f"{told}."


def result_sentence(lesson: Lesson) -> str:
    """Who won, and by which rule."""
    standing = lesson.standing
    winners = [lesson.name(seat) for seat in standing.winners]
    best = max(standing.totals.values())
    level = [seat for seat, total in standing.totals.items() if total == best]
    match standing.tie_break:
        case "none":
            return f"{winners[0]} wins with {points(best)}."
        case "guess points":
            told = listed(f"{lesson.name(seat)} {standing.guess_points[seat]}" for seat in level)
            return (
                f"{listed(lesson.name(s) for s in level)} have {points(best)} each. The tie is decided by points from guessing "
                f"({told}), so {winners[0]} wins."
            )
        case "shared":
            return f"{listed(winners)} share the victory: {points(best)} each, and as many from guessing."


def brains_sentence(lesson: Lesson) -> str:
    """Which brain wrote what."""
    by_brain: dict[str, list[str]] = {}
    for seat, found in enumerate(lesson.wrote, 1):
        by_brain.setdefault(found[0] if found else "unknown", []).append(lesson.name(seat))
    if len(by_brain) == 1:
        only = next(iter(by_brain))
        told = _BRAINS.get(only, f"All seats were played by the brain {only}.")
    else:
        told = " ".join(f"{listed(names)}: {_AS.get(brain, brain)}." for brain, names in by_brain.items())
    if lesson.substitutions:
        count = len(lesson.substitutions)
        who = listed(dict.fromkeys(lesson.name(s.seat) for s in lesson.substitutions))
        told += f" The house stepped in {number(count)} time{'' if count == 1 else 's'}, for {who}."
    return told


_BRAINS = {
    "house": "All players are bots of the house; their answers were written beforehand, and the game was really played with them.",
    "human": "All players are people.",
    "unknown": "It is not recorded who played.",
}
_AS = {"house": "a bot of the house", "human": "a person", "unknown": "not recorded"}


def figures_sentence(lesson: Lesson) -> str:
    """What the figures of the commentary mean."""
    others = len(lesson.players) - 1
    return (
        "The figures say how many of a hundred regular readers would name a card before and after an answer. With "
        f"{number(others)} others at the table a card earns most near {in_hundred(lesson.aim)}."
    )


def kept_sentence(lesson: Lesson, player: PlayerLesson) -> str:
    """Both cards of a player, for a headline."""
    names = [lesson.setting.card(kind, player.pair.of(kind)).name for kind in KINDS]
    return f"{player.name}: {names[0]} · {names[1]}"


def outcome_words(row: Row) -> str:
    """One row in three words, for tables."""
    return {"all": "everybody named it", "none": "nobody named it"}.get(
        row.outcome, f"{len(row.right)} of {len(row.guesses)} named it"
    )


def best_answer(player: PlayerLesson, kind: Kind) -> Hint:
    """The answer after which most more readers would name the card."""
    return max(player.hints, key=lambda hint: hint.rise(kind))
