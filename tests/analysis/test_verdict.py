"""One verdict: whatever the figures, what it says about loudness, about the card and what to do never contradicts itself."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.analysis.verdict import CardVerdict, best_points, loudness, turning, verdict
from dubious_ai.belief.foresight import Foreseen
from dubious_ai.core.scoring import best_pick_rate, expected_role_points

SHARE = st.floats(0.02, 0.98)


@st.composite
def card(draw: st.DrawFn) -> CardVerdict:
    readers = draw(st.integers(2, 5))
    before, after = (tuple(sorted(draw(SHARE) for _ in range(readers))) for _ in range(2))
    plan, aim = draw(SHARE), draw(st.floats(0.5, 0.7))
    seen = Foreseen(after, 2)
    return CardVerdict("occupation", "pirate", Foreseen(before, 1), seen, loudness(seen.share, plan, aim))


@given(card(), card(), st.sampled_from([None, "potter"]), st.booleans())
def test_what_to_do_follows_from_how_it_stands(
    first: CardVerdict, second: CardVerdict, trail: str | None, copied: bool
) -> None:
    told = verdict((first, second), trail=trail, copied=copied)
    standing = {c.loudness for c in told.cards}
    if copied:
        assert told.advice == "say it in your own words"
        return
    match told.advice:
        case "leave out the loudest word":
            assert any(c.louder for c in told.cards)
        case "it was out before":
            assert "loud" in standing
            assert not any(c.louder for c in told.cards)
        case "it leads away from you":
            assert not any(c.helped for c in told.cards)
            assert "loud" not in standing
        case "a word more would do no harm":
            assert standing == {"quiet"}
            assert any(c.helped for c in told.cards)
        case "say something about a card":
            assert standing == {"quiet"}
            assert told.about is None
        case "think of the other card next":
            assert "quiet" in standing
            assert len(standing) == 2
        case "hand it in":
            assert standing == {"about right"}
        case other:
            raise AssertionError(other)
    assert (told.about is None) == (not any(c.moved for c in told.cards))
    assert not (told.trail and any(c.helped for c in told.cards))


@given(card())
def test_what_an_answer_does_for_a_card_follows_from_the_figures(found: CardVerdict) -> None:
    match found.effect:
        case "no hint":
            assert abs(found.rise) < 0.04
        case "led away":
            assert found.rise < 0
        case "quiet hint" | "fine hint" | "loud hint":
            assert found.rise > 0
            assert (found.effect == "loud hint") == (found.loudness == "loud")


@given(st.integers(2, 5), SHARE, SHARE)
def test_nothing_is_loud_below_the_aim_nor_quiet_above_it(readers: int, share: float, plan: float) -> None:
    aim = best_pick_rate(readers)
    told = loudness(share, min(plan, aim), aim)
    assert told != "loud" or share > aim
    assert told != "quiet" or share < aim


def test_nobody_gains_more_than_the_best_there_is() -> None:
    for readers in (2, 3, 4, 5):
        assert best_points(readers) >= expected_role_points(readers, 0.5)


def test_the_turning_answer_is_the_one_that_moved_readers_most() -> None:
    def curve(*shares: float) -> list[CardVerdict]:
        seen = [Foreseen((share, share), n) for n, share in enumerate(shares)]
        return [CardVerdict("secret", "x", a, b, "about right") for a, b in pairwise(seen)]

    assert turning(curve(0.08, 0.15, 0.5, 0.45)) == 2
    assert turning(curve(0.08, 0.1, 0.12, 0.11)) is None


def test_what_cannot_be_read_is_told_before_anything_else_but_the_cards_own_word() -> None:
    quiet = CardVerdict("occupation", "pirate", Foreseen((0.1, 0.1), 0), Foreseen((0.1, 0.1), 1), "quiet")
    named = CardVerdict(
        "secret", "in-love-with-a-greek", quiet.before, quiet.after, "quiet", own_words=("greek",)
    )
    assert verdict((quiet, quiet), unreadable="nothing").advice == "say something that can be read"
    assert verdict((quiet, named), unreadable="nothing").advice == "leave out the card's own word"


def test_the_sharpest_reader_alone_is_pointed_out() -> None:
    before = Foreseen((0.1, 0.1, 0.1), 0)
    alone = CardVerdict("secret", "x", before, Foreseen((0.2, 0.4, 0.8), 1), "about right")
    shared = CardVerdict("secret", "x", before, Foreseen((0.2, 0.6, 0.8), 1), "loud")
    assert alone.only_the_sharpest
    assert not shared.only_the_sharpest
