"""Questions to discuss about single answers: what a sentence tells, how it could tell more or less."""

from __future__ import annotations

from collections.abc import Iterator

from dubious_ai.analysis.game_analysis import AnswerAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import (
    KIND_NAMES,
    in_hundred,
    number,
    possessive,
    quoted,
)
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.teach.commentary import best_answer, spoken_for
from dubious_ai.teach.mould import Asked, Mould, Scene, own_card

LOUD = 0.25
"""Rise of a share that makes one answer the one that told."""
LONG = 8
"""Words from which an answer is worth retelling."""


def _quieter(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for kind in KINDS:
            answer = best_answer(player, kind)
            step = answer.verdict.of(kind)
            if answer.rise(kind) >= LOUD:
                yield (
                    player.seat,
                    f"{possessive(player.name)} answer {answer.number} took {own_card(at, player, kind)} from {round(100 * step.before.share)} to "
                    f"{in_hundred(step.after.share)} readers. Say the same thing more quietly.",
                )


def _louder(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for answer in player.answers:
            kind = answer.aim.kind
            if kind and not answer.aim.false and not answer.verdict.of(kind).moved:
                yield (
                    player.seat,
                    f"“{answer.text}” was meant for {own_card(at, player, kind)} and moved hardly a reader. Change three words so that it does.",
                )


def _one_answer_more(at: Scene) -> Iterator[Asked]:
    cards: list[tuple[PlayerAnalysis, Kind]] = [(p, k) for p in at.round.players for k in KINDS]
    player, kind = min(cards, key=lambda card: card[0].card(card[1]).shares[-1])
    which = "a sixth" if len(at.round.questions) == 5 else "one more"
    yield (
        player.seat,
        f"Write {which} answer for {player.name} that helps readers towards {own_card(at, player, kind)}, without a word of the card itself.",
    )


def _your_turn(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        question = at.round.questions[-1].text
        yield (
            player.seat,
            f"“{question}” Answer it as if you held {own_card(at, player, 'occupation')}, so that two of three readers would know. Then compare with {possessive(player.name)} answer.",
        )


def _false_trail(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for answer in player.answers:
            if answer.aim.false:
                yield (
                    player.seat,
                    f"{possessive(player.name)} answer {answer.number} was a false trail. Who followed it, and was it worth an answer that could have won points?",
                )


def _strike_out(at: Scene) -> Iterator[Asked]:
    for player, answer, kind, words in _hinting(at.round):
        yield (
            player.seat,
            f"Strike {quoted(words[:1])} out of “{answer.text}” What is left? Does it still answer the question, and does it still hint at {own_card(at, player, kind)}?",
        )


def _steps(at: Scene) -> Iterator[Asked]:
    for player, answer, kind, words in _hinting(at.round):
        yield (
            player.seat,
            f"From {quoted(words[:1])} ({player.name}, answer {answer.number}) to {own_card(at, player, kind)}: say each step of the thought. At which step could somebody turn off?",
        )


def _what_else(at: Scene) -> Iterator[Asked]:
    for player, answer, kind, words in _hinting(at.round):
        yield (
            player.seat,
            f"Go through the list of {KIND_NAMES[kind]}s with {quoted(words[:1])} in mind ({player.name}, answer {answer.number}). Which cards does it rule out, and which could it still be?",
        )


def _one_word(at: Scene) -> Iterator[Asked]:
    for player, answer, _, words in _hinting(at.round):
        yield (
            player.seat,
            f"Find two other words for {quoted(words[:1])} in {possessive(player.name)} answer {answer.number}: one that tells more, and one that tells less.",
        )


def _hinting(round_: RoundAnalysis) -> Iterator[tuple[PlayerAnalysis, AnswerAnalysis, Kind, tuple[str, ...]]]:
    """Answers that hint at one of their speaker's cards by words of their own."""
    for player in round_.players:
        for answer in player.answers:
            for kind in KINDS:
                words = spoken_for(answer, kind)
                if words and answer.verdict.of(kind).helped:
                    yield player, answer, kind, words


def _reported(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for answer in player.answers:
            if len(answer.text.split()) >= LONG:
                yield (
                    player.seat,
                    f"Put “{answer.text}” into reported speech: {player.name} said that … What happens to the hint?",
                )


def _other_voice(at: Scene) -> Iterator[Asked]:
    lengths = sorted((sum(len(a.text.split()) for a in p.answers), p.seat) for p in at.round.players)
    short, long = at.round.player(lengths[0][1]), at.round.player(lengths[-1][1])
    if lengths[-1][0] > lengths[0][0]:
        yield (
            short.seat,
            f"{long.name} uses the most words at this table, {short.name} the fewest. Say one answer of {short.name} in {possessive(long.name)} way. Does it tell more?",
        )


def _order(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        if len(player.answers) > 2:
            yield (
                player.seat,
                f"Put {possessive(player.name)} {number(len(player.answers))} answers in order from quiet to loud. Then look at the graph: where do you differ from the readers?",
            )


def _spent(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for answer in player.answers:
            if answer.verdict.about is None and not answer.verdict.unreadable:
                yield (
                    player.seat,
                    f"{possessive(player.name)} answer {answer.number} moved no reader towards either card. Was it wasted, or was it wise to stop there?",
                )


def _both(at: Scene) -> Iterator[Asked]:
    for player in at.round.players:
        for answer in player.answers:
            if all(card.helped for card in answer.verdict.cards):
                yield (
                    player.seat,
                    f"{possessive(player.name)} answer {answer.number} speaks for both cards at once. Which words serve which card? Is that thrift, or a risk?",
                )


ON_ANSWERS: tuple[Mould, ...] = (
    Mould("quieter", "writing", 1.0, _quieter),
    Mould("louder", "writing", 1.0, _louder),
    Mould("one answer more", "writing", 0.6, _one_answer_more),
    Mould("your turn", "writing", 0.7, _your_turn),
    Mould("false trail", "play", 3.0, _false_trail),
    Mould("strike out", "language", 1.0, _strike_out),
    Mould("steps", "inference", 0.9, _steps),
    Mould("what else", "inference", 0.9, _what_else),
    Mould("one word", "language", 1.0, _one_word),
    Mould("reported speech", "language", 1.0, _reported),
    Mould("other voice", "language", 0.9, _other_voice),
    Mould("order", "play", 0.8, _order),
    Mould("spent", "play", 0.9, _spent),
    Mould("both", "play", 1.5, _both),
)
