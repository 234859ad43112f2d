"""Scoring, S1 to S7: the rulebook's example, and an oracle that counts as a table of people would."""

from __future__ import annotations

import json
from itertools import permutations
from math import isclose
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Guess, Options, Pair
from dubious_ai.core.scoring import (
    Row,
    Standing,
    best_pick_rate,
    expected_role_points,
    score_reveal,
    score_row,
    standing,
)
from tests.play import laid, slug, walk

FIXTURES = Path(__file__).parents[2] / "fixtures"
CARD = "gladiator"
Table = tuple[dict[int, Pair], dict[int, dict[int, Guess]]]


def rows_of(pairs: dict[int, Pair], guesses: dict[int, dict[int, Guess]], order: list[int]) -> list[Row]:
    return [
        row for t in order for row in score_reveal(t, pairs[t], {g: guesses[g][t] for g in pairs if g != t})
    ]


def example() -> tuple[dict[str, object], list[str], Table]:
    raw = json.loads((FIXTURES / "round_example.json").read_text(encoding="utf-8"))
    setting = json.loads((FIXTURES / "settings.json").read_text(encoding="utf-8"))[raw["setting"]]
    slugs = {kind: {name: slug(name) for name in setting[f"{kind}s"]} for kind in KINDS}
    players: list[str] = raw["players"]
    seat = {name: n for n, name in enumerate(players, 1)}
    pairs = {
        seat[name]: Pair(occupation=slugs["occupation"][o], secret=slugs["secret"][s])
        for name, (o, s) in raw["kept"].items()
    }
    guesses = {
        seat[guesser]: {
            seat[target]: Guess(occupation=slugs["occupation"][o], secret=slugs["secret"][s])
            for target, (o, s) in about.items()
        }
        for guesser, about in raw["guesses"].items()
    }
    return raw, players, (pairs, guesses)


def told(result: Standing, players: list[str]) -> dict[str, object]:
    return {
        "totals": {name: result.totals[n] for n, name in enumerate(players, 1)},
        "guess_points": {name: result.guess_points[n] for n, name in enumerate(players, 1)},
        "winners": [players[seat - 1] for seat in result.winners],
    }


def test_the_rulebooks_example_is_scored_as_printed() -> None:
    raw, players, (pairs, guesses) = example()
    result = standing(pairs, rows_of(pairs, guesses, [2, 3, 1]))
    assert told(result, players) == {key: raw[key] for key in ("totals", "guess_points", "winners")}
    assert result.tie_break == "none"


def test_the_rulebooks_what_if_is_decided_by_guess_points() -> None:
    raw, players, (pairs, guesses) = example()
    helen, peter = players.index("Helen") + 1, players.index("Peter") + 1
    guesses[helen][peter] = guesses[helen][peter].model_copy(update={"occupation": pairs[peter].occupation})
    what_if = raw["what_if"]
    assert isinstance(what_if, dict)
    what_if.pop("change")  # pyright: ignore[reportUnknownMemberType]
    result = standing(pairs, rows_of(pairs, guesses, [2, 3, 1]))
    assert told(result, players) == what_if
    assert result.tie_break == "guess points"


# --- each statement of the rules ---


def points(row: Row) -> dict[int, int]:
    return {seat: sum(t.points for t in row.ticks if t.seat == seat) for seat in (1, 2, 3, 4)}


def test_s1_s2_each_who_guessed_it_ticks_one_and_the_target_one_for_each() -> None:
    row = score_row(1, "occupation", CARD, {2: CARD, 3: CARD, 4: "pirate"})
    assert points(row) == {1: 2, 2: 1, 3: 1, 4: 0}
    assert (row.outcome, row.right) == ("some", (2, 3))
    assert [(t.seat, t.reason) for t in row.ticks if t.is_guess] == [
        (2, "guessed right"),
        (3, "guessed right"),
    ]


def test_s2_when_all_guessed_it_the_targets_ticks_are_crossed_out_and_the_guessers_keep_theirs() -> None:
    row = score_row(1, "occupation", CARD, {2: CARD, 3: CARD, 4: CARD})
    assert points(row) == {1: 0, 2: 1, 3: 1, 4: 1}
    assert row.outcome == "all"
    assert [t.crossed for t in row.ticks if t.seat == 1] == [True] * 3


def test_s3_when_nobody_guessed_it_each_incorrect_guess_ticks_one() -> None:
    row = score_row(1, "secret", CARD, {2: "pirate", 3: "potter", 4: "pirate"})
    assert points(row) == {1: 0, 2: 1, 3: 1, 4: 1}
    assert row.outcome == "none"
    assert all(t.is_guess and t.reason == "nobody knew" for t in row.ticks)


def test_p9_a_blank_is_neither_right_nor_wrong_and_ticks_nothing() -> None:
    assert points(score_row(1, "secret", CARD, {2: None, 3: "potter", 4: None})) == {1: 0, 2: 0, 3: 1, 4: 0}
    # one blank among right guesses: not all have guessed it
    assert points(score_row(1, "secret", CARD, {2: None, 3: CARD, 4: CARD})) == {1: 2, 2: 0, 3: 1, 4: 1}
    assert not score_row(1, "secret", CARD, {2: None, 3: None}).ticks


def test_the_rows_of_occupation_and_secret_are_separate() -> None:
    pair = Pair(occupation="potter", secret="pirate")
    first, second = score_reveal(1, pair, {2: Guess(occupation="potter"), 3: Guess(secret="potter")})
    assert (first.kind, first.outcome, second.kind, second.outcome) == (
        "occupation",
        "some",
        "secret",
        "none",
    )


def test_s5_a_full_tie_is_a_shared_victory() -> None:
    rows = [
        score_row(1, "secret", CARD, {2: CARD, 3: None}),
        score_row(2, "secret", CARD, {1: CARD, 3: None}),
    ]
    result = standing((1, 2, 3), rows)
    assert result.totals == {1: 2, 2: 2, 3: 0}
    assert result.winners == (1, 2)
    assert result.tie_break == "shared"


def test_s5_before_any_row_everybody_stands_at_nothing() -> None:
    assert standing((1, 2, 3), ()).winners == (1, 2, 3)


# --- the oracle: a record sheet filled in by hand, written from the rules without a look at the code ---


def oracle(
    pairs: dict[int, Pair], guesses: dict[int, dict[int, Guess]]
) -> tuple[dict[int, int], dict[int, int], set[int]]:
    beside_guess = dict.fromkeys(pairs, 0)
    beside_role = dict.fromkeys(pairs, 0)
    for kind in KINDS:
        for target in pairs:
            card = pairs[target].of(kind)
            others = [seat for seat in pairs if seat != target]
            knew = sum(1 for seat in others if guesses[seat][target].of(kind) == card)
            for seat in others:
                said = guesses[seat][target].of(kind)
                if (said == card) or (knew == 0 and said is not None):
                    beside_guess[seat] += 1
            if 0 < knew < len(others):
                beside_role[target] += knew
    total = {seat: beside_guess[seat] + beside_role[seat] for seat in pairs}
    winners = {
        seat
        for seat in pairs
        if all((total[seat], beside_guess[seat]) >= (total[o], beside_guess[o]) for o in pairs)
    }
    return total, beside_guess, winners


FEW = ("a", "b", "c")
"""Three cards only, so that right guesses, all-knew and nobody-knew are all frequent."""


@st.composite
def tables(draw: st.DrawFn) -> Table:
    seats = range(1, draw(st.integers(3, 6)) + 1)
    card, slot = st.sampled_from(FEW), st.sampled_from((*FEW, None))
    pairs = {seat: Pair(occupation=draw(card), secret=draw(card)) for seat in seats}
    return pairs, {
        seat: {t: Guess(occupation=draw(slot), secret=draw(slot)) for t in seats if t != seat}
        for seat in seats
    }


@settings(max_examples=150)
@given(tables(), st.randoms(use_true_random=False))
def test_any_table_is_scored_as_the_oracle_counts_and_s6_in_any_order(table: Table, rng: Random) -> None:
    pairs, guesses = table
    order = list(pairs)
    rng.shuffle(order)
    result = standing(pairs, rows_of(pairs, guesses, order))
    total, beside_guess, winners = oracle(pairs, guesses)
    assert result.totals == total
    assert result.guess_points == beside_guess
    assert set(result.winners) == winners
    assert all(result.totals[s] == result.guess_points[s] + result.role_points[s] for s in pairs)
    leaders = [s for s in pairs if total[s] == max(total.values())]
    expected = "none" if len(leaders) == 1 else "guess points" if len(winners) == 1 else "shared"
    assert result.tie_break == expected


@given(st.integers(3, 6), st.integers(0, 999))
def test_s4_the_game_total_is_the_sum_over_rounds_and_every_seat_sees_the_same(seats: int, seed: int) -> None:
    game = laid(seats, Options(rounds=2, appearance=0, assorted=1))
    for _ in walk(game, Random(seed)):
        pass
    total = dict.fromkeys(game.state.seats, 0)
    for number in (0, 1):
        now = game.state.rounds[number]
        pairs = {s: now.pair(s) for s in game.state.seats}
        guesses = {s: {t: now.guess(s, t) for t in pairs if t != s} for s in pairs}
        for seat, won in oracle(pairs, guesses)[0].items():
            total[seat] += won
    assert game.state.standing().totals == total
    for seat in game.state.seats:
        assert game.observation(seat).standing == game.state.standing()


def test_s6_the_example_scores_the_same_in_every_order_of_revealing() -> None:
    _, _, (pairs, guesses) = example()
    results = [standing(pairs, rows_of(pairs, guesses, list(order))) for order in permutations(pairs)]
    assert all(result == results[0] for result in results)


def test_a_folded_game_replays_to_the_same_standing() -> None:
    game = laid(5)
    for _ in walk(game, Random(5)):
        pass
    assert Game(game.events).state.standing() == game.state.standing()


@pytest.mark.parametrize(("opponents", "rate"), [(2, 0.50), (3, 0.58), (4, 0.63), (5, 0.67)])
def test_s7_the_best_pick_rate_is_the_one_no_other_beats(opponents: int, rate: float) -> None:
    best = best_pick_rate(opponents)
    assert abs(best - rate) < 0.005
    top = expected_role_points(opponents, best)
    assert all(expected_role_points(opponents, p / 1000) <= top + 1e-12 for p in range(1001))


@pytest.mark.parametrize("p", [0.0, 0.3, 0.5, 1.0])
def test_s7_expected_role_points_are_those_of_counting_all_cases(p: float) -> None:
    expected = 0.0
    for case in range(2**3):
        right = [bool(case >> i & 1) for i in range(3)]
        chance = 1.0
        for hit in right:
            chance *= p if hit else 1 - p
        row = score_row(0, "secret", CARD, {i + 1: CARD if hit else None for i, hit in enumerate(right)})
        expected += chance * sum(t.points for t in row.ticks if not t.is_guess)
    assert isclose(expected_role_points(3, p), expected, abs_tol=1e-12)


def test_s7_with_one_opponent_nobody_can_score_for_their_own() -> None:
    with pytest.raises(ValueError, match="fewer than two"):
        best_pick_rate(1)
