"""What version 2 added to the rules: remarks between answers, reading strengths nobody can pin to a seat, and what opens with a reveal."""

from __future__ import annotations

import pytest

from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Intent, Options, Player
from dubious_ai.core.observe import observe
from dubious_ai.core.rules import IllegalAction, due
from tests.play import SETTING, SHORT, forward, hand_in, laid, setup

TALKING = SHORT.model_copy(update={"talk": True})


def remark(**changes: object) -> ev.Reacted:
    return ev.Reacted(seat=2, occasion="answer", text="Well, well.").model_copy(update=changes)


def test_everybody_hears_a_remark_and_it_changes_nothing_else() -> None:
    game, quiet = (forward(laid(options=TALKING), "answering") for _ in range(2))
    game.take(remark(to=1))
    for seat in (1, 2, 3):
        seen = game.observation(seat)
        assert [r.text for r in seen.now.reactions] == ["Well, well."]
        assert seen.now.asked == quiet.observation(seat).now.asked
    assert due(game.state) == due(quiet.state)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"to": 2}, "Seat 2 is nobody to talk to"),
        ({"to": 4}, "Seat 4 is nobody to talk to"),
        ({"text": ""}, "at least one word"),
        ({"text": "two\nlines"}, "line breaks"),
        ({"text": "x" * 301}, "limit is 300"),
    ],
)
def test_a_remark_is_short_clean_and_to_somebody_else(changes: dict[str, object], problem: str) -> None:
    game = forward(laid(options=TALKING), "answering")
    with pytest.raises(IllegalAction, match=problem):
        game.take(remark(**changes))


def test_nobody_talks_where_that_was_not_agreed_nor_before_the_first_round() -> None:
    with pytest.raises(IllegalAction, match="nobody talks"):
        forward(laid(), "answering").take(remark())
    with pytest.raises(IllegalAction, match="during a round"):
        laid(options=TALKING).take(remark())


@pytest.mark.parametrize("strengths", [(0.8, 0.45, 0.63), (0.45, 0.63)])
def test_reading_strengths_are_sorted_and_one_for_each_seat(strengths: tuple[float, ...]) -> None:
    with pytest.raises(IllegalAction, match="sorted"):
        Game([setup().model_copy(update={"strengths": strengths})])


def test_a_seat_knows_how_well_the_others_read_but_not_who() -> None:
    laying: list[ev.Event] = [
        setup().model_copy(update={"strengths": (0.45, 0.63, 0.8)}),
        ev.SeatPrepared(seat=2, level="novice"),
    ]
    assert observe(laying, 1).readers == (0.45, 0.8), "its own, regular by default, left out"
    assert observe(laying, 2).readers == (0.63, 0.8)
    assert observe([setup()], 1).readers == ()


def test_the_card_meant_opens_with_its_seats_reveal_the_strength_does_not() -> None:
    game = forward(laid(), "answering")
    meant = Intent(
        aim="occupation",
        strength="obvious",
        card=game.state.round.pair(2).occupation,
        clue="the words",
        why="because it is so",
    )
    lost = Intent(aim="none", card="no-such-card")
    while game.state.phase == "answering":
        for seat in due(game.state).seats:
            event = hand_in(game, seat)
            assert isinstance(event, ev.AnswerHandedIn)
            intent = {1: lost, 2: meant}.get(seat)
            game.take(event.model_copy(update={"intent": intent}))
        game.step("s")
    assert "because it is so" not in game.observation(1).to_json().decode()
    forward(game, "over", all_in=True)
    opened = {e.seat: e.meant for e in game.events if isinstance(e, ev.PlayerRevealed)}
    assert opened[1] == opened[3] == ()
    assert [(m.number, m.kind, m.clue, m.why) for m in opened[2]] == [
        (number, "occupation", "the words", "because it is so") for number in range(1, SHORT.questions + 1)
    ]
    seen = game.observation(1).to_json().decode()
    assert "because it is so" in seen
    assert "obvious" not in seen


@pytest.mark.parametrize(
    ("intent", "share"),
    [
        (Intent(aim="occupation", occupation_share=0.4, secret_share=0.2), 0.4),
        (Intent(aim="both", occupation_share=0.4, secret_share=0.2), 0.2),
        (Intent(aim="secret", occupation_share=0.4), None),
        (Intent(aim="false-trail", occupation_share=0.4, secret_share=0.2), None),
    ],
)
def test_the_share_of_an_aim(intent: Intent, share: float | None) -> None:
    assert intent.share == share


def test_players_carry_nothing_but_their_names() -> None:
    assert set(Player.model_fields) == {"name"}
    assert SETTING.slug
    assert Options().talk is False


def test_a_seat_remembers_what_it_said_and_heard_in_a_round() -> None:
    game = forward(laid(), "answering")
    event = hand_in(game, 2)
    assert isinstance(event, ev.AnswerHandedIn)
    game.take(event)
    assert game.observation(2).now.texts == {event.text}
    assert game.observation(1).now.texts == frozenset()
    forward(game, "guessing")
    opened = [spoken.text for e in game.events if isinstance(e, ev.AnswersOpened) for spoken in e.answers]
    assert game.observation(1).now.texts == frozenset(opened)
