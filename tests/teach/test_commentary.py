"""What a lesson says: each tick by its rule, each guess with a reason, each answer with what it hints at."""

from __future__ import annotations

import re

import pytest

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.game_analysis import GameAnalysis
from dubious_ai.analysis.sentences import ANGLES, card_told, in_hundred, listed, result_told, row_sentence
from dubious_ai.content.cards import Angle
from dubious_ai.content.library import library
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS
from dubious_ai.errors import UsageError
from dubious_ai.teach.commentary import (
    brains_sentence,
    hint_sentence,
)
from dubious_ai.teach.discuss import to_discuss
from dubious_ai.teach.guess_reasons import explain, guess_sentences
from tests.readers import READERS
from tests.teach.classroom import bots_game, class_table, of_table


def row(told: GameAnalysis, seat: int, kind: int) -> str:
    return row_sentence(
        told.setting, told.rounds[0].player(seat).rows[kind], lambda seats: listed(map(told.name, seats))
    )


def test_a_card_that_everybody_named_explains_the_crossed_out_ticks(told: GameAnalysis) -> None:
    sentence = row(told, 1, 0)
    assert "everybody named it" in sentence
    assert "Ben and Cem get 1 each" in sentence
    assert "Ann’s two ticks are crossed out" in sentence


def test_a_card_that_some_named_pays_guesser_and_owner(told: GameAnalysis) -> None:
    assert "Cem gets 1, and Ben gets 1" in row(told, 2, 0)


def test_a_card_that_nobody_named_pays_wrong_guesses_but_not_a_blank(told: GameAnalysis) -> None:
    sentence = row(told, 3, 0)
    assert "nobody named it, so Cem gets nothing" in sentence
    assert "Ann gets 1 for a wrong guess" in sentence
    assert "Ben left it blank" in sentence


def test_the_result_names_the_rule_that_decided(told: GameAnalysis) -> None:
    assert told.standing.totals == {1: 3, 2: 5, 3: 2}
    assert result_told(told.names, told.standing) == "Ben wins with 5 points."


def test_a_shared_victory_is_told_as_one() -> None:
    guesses: dict[str, dict[str, list[str | None]]] = {
        "Ann": {"Ben": ["Potter", None], "Cem": [None, None]},
        "Ben": {"Ann": ["Gladiator", None], "Cem": [None, None]},
        "Cem": {"Ann": [None, None], "Ben": [None, None]},
    }
    tied = analyse(of_table(class_table(guesses)), READERS)
    # Ann: 1 for being named, 1 for naming Ben; Ben the same
    assert tied.standing.totals == {1: 2, 2: 2, 3: 0}
    assert (
        result_told(tied.names, tied.standing)
        == "Ann and Ben share the victory with 2 points each, level in points for guesses too."
    )


def test_a_right_guess_is_explained_by_words_that_were_really_said(told: GameAnalysis) -> None:
    for player in told.rounds[0].players:
        for guess in player.guesses:
            for clue in guess.clues:
                assert all(word in player.answers[clue.number - 1].text for word in clue.words)
    ann = " ".join(guess_sentences(told, told.rounds[0].player(1), "occupation"))
    assert ann.startswith("Ben and Cem said Gladiator: right.")
    assert "“trident”" in ann
    assert "(answer 1" in ann


def test_a_wrong_guess_says_whose_card_it_was(told: GameAnalysis) -> None:
    ben = guess_sentences(told, told.rounds[0].player(2), "secret")
    assert any(
        "Cem said “Obsessed with Atlantis”: wrong." in s and "had been dealt that card" in s for s in ben
    )
    cem = guess_sentences(told, told.rounds[0].player(3), "secret")
    assert "Ann left the Secret blank." in cem


def test_free_answers_are_read_for_what_they_say(told: GameAnalysis) -> None:
    ann = told.rounds[0].player(1)
    sentence = hint_sentence(told, ann, ann.answers[0])
    assert sentence.startswith("Points to Gladiator")
    assert ann.answers[0].rise("occupation") > 0


def test_prepared_answers_are_named_by_what_carries_the_hint(bots: Game) -> None:
    told = analyse(bots, READERS)
    bank: dict[str, tuple[str, Angle]] = {
        a.text: (f.name, a.by) for f in library("antiquity").files for a in f.answers
    }
    seen = 0
    for round_ in told.rounds:
        for player in round_.players:
            for hint in player.answers:
                if hint.text in bank and not hint.aim.false:
                    name, by = bank[hint.text]
                    sentence = hint_sentence(told, player, hint)
                    assert name in sentence
                    assert ANGLES[by] in sentence
                    seen += 1
    assert seen >= 6


def test_shares_before_an_answer_are_those_after_the_one_before(bots: Game) -> None:
    for round_ in analyse(bots, READERS).rounds:
        for player in round_.players:
            for kind in KINDS:
                first, second = player.answers[0], player.answers[1]
                assert second.verdict.of(kind).before == first.verdict.of(kind).after
                # nothing said yet: one of the cards a reader has to choose among
                assert first.verdict.of(kind).before.share == pytest.approx(1 / 12, abs=0.01)


def test_three_different_questions_that_fit_the_round(told: GameAnalysis, bots: Game) -> None:
    asked = to_discuss(told, told.rounds[0])
    assert len(set(asked)) == 3
    assert asked == to_discuss(told, told.rounds[0])
    other = analyse(bots, READERS)
    for round_ in other.rounds:
        assert len(set(to_discuss(other, round_))) == 3


def test_each_export_can_say_who_played(told: GameAnalysis, bots: Game) -> None:
    assert brains_sentence(told) == "All players are people."
    assert "bots of the house" in brains_sentence(analyse(bots, READERS))


def test_an_unfinished_game_is_no_lesson(bots: Game) -> None:
    with pytest.raises(UsageError, match="not finished"):
        analyse(Game(bots.events[:-1]), READERS)


@pytest.mark.parametrize("seed", ["why", "how", "who"])
def test_a_wrong_guess_is_met_with_what_lured_it_or_with_figures_and_always_with_the_true_card(
    seed: str,
) -> None:
    told = analyse(bots_game(seed, 4), READERS)
    wrong = [(p, g) for p in told.rounds[0].players for g in p.guesses if g.guessed and not g.right]
    assert wrong
    for player, guess in wrong:
        sentence = explain(told, player, [guess])
        kind = guess.sight.kind
        truth = card_told(told.setting, kind, player.pair.of(kind))
        for quote in re.findall(r"“([^”]+)” \(answer (\d)", sentence):
            assert quote[0].rstrip(".") in player.answers[int(quote[1]) - 1].text
        lured = "A fair thought" in sentence or "wanted readers to go" in sentence
        share = guess.sight.guessed_share
        if lured:
            assert any(c.source in ("meant", "also") or c.example for c in guess.clues)
        elif "Hardly any reader" in sentence:
            assert share < 0.055
        elif "Few readers" in sentence:
            assert 0.055 <= share < 0.15
        else:
            assert share >= 0.15
            assert in_hundred(share) in sentence
        if player.clues[kind]:
            assert truth in sentence, sentence
        assert "misread" not in sentence


def test_explanations_are_not_one_sentence_over_and_over() -> None:
    """Most wrong guesses of bots have nothing in the answers behind them; then the class hears what could be heard instead, each time something else."""
    reasons: list[str] = []
    for seed in ("one", "two", "three", "four", "five"):
        told = analyse(bots_game(seed, 4), READERS)
        for player in told.rounds[0].players:
            reasons += [
                explain(told, player, [guess]).partition(": wrong. ")[2]
                for guess in player.guesses
                if guess.guessed and not guess.right
            ]
    assert len(reasons) >= 30
    assert sum("A fair thought" in reason for reason in reasons) >= 5
    # one that says neither what lured nor what to listen to is the exception
    assert sum("(answer " in reason for reason in reasons) >= 0.85 * len(reasons)
    assert len(set(reasons)) >= 0.6 * len(reasons)
