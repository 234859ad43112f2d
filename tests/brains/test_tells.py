"""How hard the others hint: open tells give more away than fair ones, sly ones less, fitted ones what is asked for."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from dubious_ai.brains.house import HouseBrain
from dubious_ai.core.model import KINDS, Options, Tells
from dubious_ai.core.state import State
from dubious_ai.game.seating import Plan, brains_of, lay
from dubious_ai.game.table import Table
from tests.readers import READERS, reader


@cache
def play(tells: Tells, seed: str, aim: float | None = None, seats: int = 4) -> State:
    plan = Plan(setting="antiquity", seats=seats, seed=seed, options=Options(tells=tells, aim=aim))
    game, chance = lay(plan)
    Table(
        game,
        brains_of(game.state, READERS),
        HouseBrain(reader(game.state.setting.slug)),
        chance,
        parallel=False,
    ).play()
    return game.state


def foreseen(tells: Tells, aim: float | None = None) -> float:
    """What the seats themselves expect of a regular table after their last answer, on average."""
    from dubious_ai.belief.posterior import Said

    found: list[float] = []
    for seed in ("a", "b"):
        now = play(tells, seed, aim).round
        for seat, kept in now.kept.items():
            said = [Said(a.question.text, n[seat].text) for a, n in zip(now.asked, now.answers, strict=True)]
            seen = reader("antiquity").shares(said)
            found += [seen[kept.occupation if kind == "occupation" else kept.secret] for kind in KINDS]
    return sum(found) / len(found)


def test_tells_are_ordered() -> None:
    assert foreseen("open") > foreseen("fair") > foreseen("sly")


def test_fitted_tells_do_what_is_asked() -> None:
    low, middle = foreseen("auto", 0.2), foreseen("auto", 0.5)
    assert low == pytest.approx(0.2, abs=0.1)
    assert middle == pytest.approx(0.5, abs=0.12)


def test_fitted_tells_without_an_aim_are_fair() -> None:
    assert play("auto", "a").round.answers == play("fair", "a").round.answers


def test_a_sly_seat_points_elsewhere_once_at_most() -> None:
    for seed in ("a", "b"):
        now = play("sly", seed).round
        for seat in now.kept:
            intents = [n[seat].intent for n in now.answers]
            assert sum(i is not None and i.aim == "false-trail" for i in intents) <= 1


def test_what_a_sly_seat_says_of_a_card_mostly_fits_one_other_card() -> None:
    def fitting(tells: Tells) -> float:
        found: list[float] = []
        for seed in ("a", "b", "c"):
            now = play(tells, seed).round
            for seat, kept in now.kept.items():
                for card in (kept.occupation, kept.secret):
                    hints = [i for n in now.answers if (i := n[seat].intent) is not None and i.card == card]
                    others = Counter(
                        slug
                        for hint in hints
                        for slug in (*hint.rivals, hint.source.split("/")[1])
                        if slug != card
                    )
                    found.append(max(others.values(), default=0) / len(hints) if hints else 0.0)
        return sum(found) / len(found)

    assert fitting("sly") > fitting("fair") + 0.15


def test_a_sly_seat_hints_at_both_its_cards() -> None:
    for seed in ("a", "b", "c"):
        now = play("sly", seed).round
        for seat, kept in now.kept.items():
            meant = {i.card for n in now.answers if (i := n[seat].intent) is not None}
            assert {kept.occupation, kept.secret} <= meant


def test_nobody_says_what_somebody_else_says() -> None:
    for seed in range(12):
        now = play("sly", f"twins {seed}", seats=6).round
        texts = [given[seat].text for given in now.answers for seat in given]
        assert len(texts) == len(set(texts))
