"""Looking back on a game that is known through and through."""

from __future__ import annotations

import pytest

from dubious_ai.belief import Said
from dubious_ai.belief.seat import answers_of, predict
from dubious_ai.brains.protocol import Guesses
from dubious_ai.coach.guided.first_round import BRUNO, CELESTE, DAG, LEARNER
from dubious_ai.coach.review import review_sentences
from dubious_ai.coach.review.better_answer import better_answers, unprepared
from dubious_ai.coach.review.report import review
from dubious_ai.content.library import library
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Guess, Kind
from dubious_ai.errors import UsageError
from tests.readers import READERS, reader_for
from tests.review.played import QUIET, loud, played

RIGHT: dict[int, Guess] = {
    BRUNO: Guess(occupation="winemaker", secret="posed-for-a-nude-statue"),
    CELESTE: Guess(occupation="theater-actor", secret="witnessed-a-labour-of-hercules"),
    DAG: Guess(occupation="tax-collector", secret="burned-down-a-wonder-of-the-world"),
}


def test_a_plain_answer_is_found_as_the_turning_one_with_the_words_that_did_it() -> None:
    seen = review(Game(loud()), READERS)
    secret = seen.analysis.rounds[0].players[CELESTE - 1].cards[1]
    assert secret.turning == 2
    assert {"lion", "nemea", "cave"} & set(
        seen.analysis.rounds[0].players[CELESTE - 1].answers[1].words["secret"]
    )
    assert secret.shares[2] > 0.4 > secret.shares[1]


def test_the_curve_is_what_the_seat_itself_could_have_predicted() -> None:
    seen = review(Game(loud()), READERS)
    for player in seen.analysis.rounds[0].players:
        observation = seen.analysis.seats[player.seat - 1]
        said = answers_of(observation, player.seat)
        for card in player.cards:
            assert len(card.shares) == len(said) + 1
            assert card.shares[-1] == pytest.approx(
                predict(reader_for(observation), observation, said)[card.slug]
            )


def test_what_is_earned_is_what_the_table_scored() -> None:
    seen = review(Game(loud()), READERS)
    for player in seen.analysis.rounds[0].players:
        assert (
            sum(card.earned or 0 for card in player.cards) == seen.analysis.standing.role_points[player.seat]
        )


def test_a_chair_sees_nothing_of_hidden_cards() -> None:
    """Had the others kept their other two cards and said the same, the best guesses from my chair would have been the same."""
    kept: dict[int, tuple[str, str]] = {
        BRUNO: ("philosopher", "obsessed-with-atlantis"),
        CELESTE: ("potter", "steals-food-at-symposia"),
        DAG: ("legionary", "in-love-with-a-greek"),
    }
    other: list[ev.Event] = []
    for event in loud():
        if isinstance(event, ev.CardsKept | ev.PlayerRevealed) and event.seat in kept:
            occupation, secret = kept[event.seat]
            other.append(event.model_copy(update={"occupation": occupation, "secret": secret}))
        else:
            other.append(event)
    mine, theirs = (
        [
            (look.best, look.best_share)
            for trail in review(Game(events), READERS).trails(1, LEARNER)
            for look in trail.seen
        ]
        for events in (loud(), other)
    )
    assert mine == theirs


def test_the_trail_says_from_when_on_the_right_card_led() -> None:
    seen = review(Game(loud()), READERS)
    trail = next(t for t in seen.trails(1, LEARNER) if t.last.target == CELESTE and t.last.kind == "secret")
    start = trail.leads_from
    assert start is not None
    assert all(look.led for look in trail.seen[start:])
    assert not trail.seen[start - 1].led


def test_better_answers_are_mine_to_give_and_keep_what_they_promise() -> None:
    seen = review(Game(played(QUIET)), READERS)
    found = better_answers(seen.analysis, LEARNER)
    assert found
    observation = seen.analysis.seats[LEARNER - 1]
    said = answers_of(observation, LEARNER)
    texts = library("antiquity")
    mine: dict[Kind, str] = {"occupation": "gladiator", "secret": "thinks-that-their-father-is-zeus"}
    for better in found:
        slug = next(q.slug for q in texts.questions if q.text == better.question)
        assert (slug, better.text) in {(a.to, a.text) for a in texts.file(mine[better.kind]).answers}
        assert better.gain > 0
        changed = list(said)
        changed[better.number - 1] = Said(better.question, better.text)
        then = predict(reader_for(observation), observation, tuple(changed))
        assert {k: then[mine[k]] for k in KINDS} == pytest.approx(better.after)
    assert not unprepared(seen.analysis, LEARNER)


def test_an_unfinished_game_is_refused_unless_asked_for() -> None:
    half = [e for e in loud() if not isinstance(e, ev.GameEnded | ev.PlayerRevealed | ev.GuessesHandedIn)]
    with pytest.raises(UsageError, match="not finished"):
        review(Game(half), READERS)
    seen = review(Game(half), READERS, spoil=True)
    assert not seen.analysis.finished
    assert all(
        card.row is None and card.earned is None for p in seen.analysis.rounds[0].players for card in p.cards
    )


def test_before_the_first_answer_there_is_nothing_to_look_back_on() -> None:
    start = [e for e in loud() if isinstance(e, ev.GameSetUp | ev.BrainsNoted)]
    with pytest.raises(UsageError, match="Nobody has answered"):
        review(Game(start), READERS, spoil=True)


def test_a_right_guess_out_of_nowhere_is_admitted() -> None:
    """Nothing I said tells who I am; whoever names me all the same is told as unexplained."""
    events = [
        e.model_copy(
            update={
                "guesses": tuple(
                    ev.Announced(target=a.target, guess=Guess(occupation="gladiator"))
                    if a.target == LEARNER
                    else a
                    for a in e.guesses
                )
            }
        )
        if isinstance(e, ev.GuessesHandedIn) and e.seat == DAG
        else e.model_copy(
            update={
                "guesses": tuple(
                    ev.GuessHeard(seat=h.seat, guess=Guess(occupation="gladiator")) if h.seat == DAG else h
                    for h in e.guesses
                )
            }
        )
        if isinstance(e, ev.PlayerRevealed) and e.seat == LEARNER
        else e
        for e in played(QUIET)
    ]
    seen = review(Game(events), READERS)
    told = [review_sentences.surprise_told(seen.analysis, s) for s in seen.surprises]
    assert any("Dag named Ann's Occupation (Gladiator)" in line for line in told)


def test_another_language_is_called_unreadable() -> None:
    polish = ("Mam brudne ręce od pracy w polu.",) * 4 + ("Zawsze boli mnie głowa wieczorem.",)
    seen = review(Game(played(polish)), READERS)
    assert review_sentences.doubts_told(seen.analysis.rounds[0].players[0])
    assert not review_sentences.doubts_told(seen.analysis.rounds[0].players[CELESTE - 1])


def test_a_coached_game_says_so() -> None:
    used = [
        ev.CoachUsed(seat=LEARNER, what="hint", number=1),
        ev.CoachUsed(seat=LEARNER, what="check", number=1),
    ]
    assert review_sentences.coached_told(review(Game(played(aside=used)), READERS).analysis) == [
        "Ann played with the coach's help: check 1×, hint 1×."
    ]


def test_right_guesses_are_counted_against_what_was_expected() -> None:
    seen = review(Game(played(guesses=Guesses(RIGHT))), READERS)
    rows = [card.row for player in seen.analysis.rounds[0].players for card in player.cards if card.row]
    assert seen.right == sum(len(row.right) for row in rows)
    assert 0 < seen.expected_right < 24
