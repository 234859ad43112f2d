"""Five places speak of an answer: the meter, hints, drills, reviews and lessons. Whatever is said, all of them say the same, and it holds against the figures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest
from rich.console import Console, RenderableType

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.game_analysis import AnswerAnalysis, GameAnalysis, PlayerAnalysis
from dubious_ai.analysis.sentences import from_to
from dubious_ai.analysis.verdict import Verdict
from dubious_ai.coach.drill.characters import Character
from dubious_ai.coach.drill.exercises import HintExercise, weigh_attempt
from dubious_ai.coach.hint.meter import check_draft
from dubious_ai.coach.hint.steps import full, nudge
from dubious_ai.coach.hint.target_share import goal, said_before, shares_of
from dubious_ai.coach.review import review_sentences
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import best_pick_rate
from dubious_ai.teach.commentary import hint_sentence
from dubious_ai.ui.drilling import worth_told
from dubious_ai.ui.views import coach_views
from tests.project.tree import ROOT
from tests.readers import READERS, reader, reader_for
from tests.teach.classroom import bots_game

SEEDS = ("one", "two", "three")
ODD = ("asdf qwer zxcv", "Ich habe eine Ziege und keinen Hund.", "Hm.", "It was a nice day, all in all.")
NOTHING = re.compile(
    r"no hint|nothing to go by|little about either|nothing about either|moves? no reader|adds nothing"
)
OUT = re.compile(r"\bloud\b|\bout (already|before)\b|Leave out “|\bis out\b|A loud one")
WELL = re.compile(r"That will do\. Hand it in|Well weighed|stands? well")
LITTLE = re.compile(r"still quiet|A word more|Work on your")


@cache
def written() -> list[str]:
    """Answers as strangers wrote them."""
    lines = (ROOT / "fixtures" / "dev_answers.jsonl").read_text(encoding="utf-8").splitlines()
    return [answer["text"] for line in lines if line.strip() for answer in json.loads(line)["answers"]]


@dataclass(frozen=True)
class Moment:
    """An answer of a finished game, and the table as its speaker saw it just before."""

    told: GameAnalysis
    player: PlayerAnalysis
    answer: AnswerAnalysis
    seen: Observation

    @property
    def aim(self) -> float:
        return best_pick_rate(self.told.readers)


def moments(seed: str) -> Iterator[Moment]:
    """Every third answer of a game."""
    game = bots_game(seed, 4)
    told = analyse(game, READERS)
    for at, event in enumerate(game.events):
        if isinstance(event, ev.AnswerHandedIn) and (at + event.seat) % 3 == 0:
            player = told.rounds[0].player(event.seat)
            before = Game(game.events[:at]).observation(event.seat)
            yield Moment(told, player, player.answers[event.number - 1], before)


def text(*things: RenderableType) -> str:
    console = Console(width=200, no_color=True)
    with console.capture() as caught:
        for thing in things:
            console.print(thing)
    return " ".join(caught.get().split())


def holds(told: str, found: Verdict, aim: float, plan: float) -> None:
    """That a text about an answer says nothing which the figures of its verdict deny."""
    shares = [card.after.share for card in found.cards]
    if NOTHING.search(told):
        assert not any(card.moved for card in found.cards), told
    if OUT.search(told):
        assert max(shares) > aim, told
    if WELL.search(told):
        assert all(plan / 3 < share < aim + 0.21 for share in shares), told
    if LITTLE.search(told):
        assert min(shares) < plan, told


@pytest.mark.parametrize("seed", SEEDS)
def test_before_and_after_the_verdict_is_the_same(seed: str) -> None:
    for at in moments(seed):
        then, now = check_draft(reader_for(at.seen), at.seen, at.answer.text).verdict, at.answer.verdict
        assert [(c.effect, c.loudness) for c in then.cards] == [(c.effect, c.loudness) for c in now.cards]
        assert [c.after.share for c in then.cards] == pytest.approx([c.after.share for c in now.cards])


@pytest.mark.parametrize("seed", SEEDS)
def test_meter_review_and_lesson_say_what_the_figures_say(seed: str) -> None:
    for at in moments(seed):
        found, plan = at.answer.verdict, goal(at.seen).now
        checked = text(
            *coach_views.check_view(check_draft(reader_for(at.seen), at.seen, at.answer.text), at.told.texts)
        )
        lesson = hint_sentence(at.told, at.player, at.answer)
        reviewed = [review_sentences.step_told(card, ()) for card in found.cards if card.moved]
        for told in (
            checked,
            lesson,
            *reviewed,
            "" if reviewed else review_sentences.nothing_told(at.answer),
        ):
            holds(told, found, at.aim, plan)
        for card in found.cards:
            if card.moved:
                figures = from_to(card.before.share, card.after.share)
                assert figures in lesson
                assert any(figures in told and card.effect in told for told in reviewed)


@pytest.mark.parametrize("seed", SEEDS)
def test_hints_say_what_the_figures_say(seed: str) -> None:
    for at in list(moments(seed))[::4]:
        found, aim, name = nudge(reader_for(at.seen), at.seen), goal(at.seen), "it"
        now = shares_of(reader_for(at.seen), at.seen, said_before(at.seen))
        told = text(*coach_views.nudge_view(found, aim, now[found.kind], name, ""))
        if OUT.search(told):
            assert all(share > aim.end for share in now.values()), told
        if LITTLE.search(told):
            assert now[found.kind] < aim.now, told
        if WELL.search(told):
            assert all(share > aim.now / 3 for share in now.values()), told
        for suggestion in full(reader_for(at.seen), at.seen):
            holds(
                text(*coach_views.suggestions_view([suggestion], aim, ours=True, more="")),
                suggestion.verdict,
                0,
                1,
            )
            again = check_draft(reader_for(at.seen), at.seen, suggestion.text).verdict
            assert [c.loudness for c in again.cards] == [c.loudness for c in suggestion.verdict.cards]


@pytest.mark.parametrize("seed", SEEDS)
def test_drills_say_what_the_figures_say(seed: str) -> None:
    game = bots_game(seed, 4)
    told = analyse(game, READERS)
    rng = Random(seed)
    drafts = rng.sample(written(), 4)
    for player in told.rounds[0].players:
        character = Character(told.texts.slug, player.pair, tuple(a.said for a in player.answers))
        exercise = HintExercise(character)
        for draft in (exercise.house, *drafts, *ODD):
            weighed = weigh_attempt(reader(exercise.character.setting), exercise, draft)
            said = worth_told(weighed)
            holds(said, weighed.verdict, best_pick_rate(3), best_pick_rate(3))
            if weighed.verdict.unreadable:
                assert "read" in said
            if weighed.verdict.loudest.louder:
                assert weighed.points <= 7
            if weighed.points == 0:
                assert "Well weighed" not in said or all(
                    abs(card.gain) < 0.2 for card in weighed.verdict.cards
                )


def test_what_cannot_be_read_is_said_alike_everywhere() -> None:
    at = next(moments("one"))
    for draft in ODD[:3]:
        check = check_draft(reader_for(at.seen), at.seen, draft)
        assert check.verdict.unreadable
        assert not any(card.moved for card in check.verdict.cards)
        assert {kind: check.of(kind).before for kind in KINDS} == pytest.approx(
            {kind: check.of(kind).after for kind in KINDS}
        )
