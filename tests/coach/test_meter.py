"""The meter: what a draft gives away, to whom it points, and what is wrong with it."""

from __future__ import annotations

from dubious_ai.belief import Said
from dubious_ai.coach.hint.meter import check_draft
from dubious_ai.coach.hint.target_share import shares_of
from dubious_ai.core.model import KINDS
from tests.readers import reader_for

from .seats import HANDS, PET, seat, texts

LOUD = "Two geese and a tenth of a herd of goats, all of it owed to the treasury and entered in my ledger with the arrears."
MILD = "A goose. She walks beside me to the market."


def test_a_loud_draft_is_louder_than_a_mild_one_and_says_by_which_words() -> None:
    loud, mild = (
        check_draft(reader_for(seat()), seat(), LOUD).of("occupation"),
        check_draft(reader_for(seat()), seat(), MILD).of("occupation"),
    )
    assert loud.after > mild.after
    assert loud.verdict.loudness == "loud"
    assert loud.telling
    assert all(word.word in LOUD and word.without < loud.after for word in loud.telling[:1])


def test_before_and_after_are_the_shares_of_the_readers_at_this_table() -> None:
    said = (Said(HANDS, "Inky."),)
    seen = seat(PET, said)
    told = check_draft(reader_for(seen), seen, MILD)
    before, after = (
        shares_of(reader_for(seen), seen, said),
        shares_of(reader_for(seen), seen, (*said, Said(PET, MILD))),
    )
    assert {kind: (told.of(kind).before, told.of(kind).after) for kind in KINDS} == {
        kind: (before[kind], after[kind]) for kind in KINDS
    }


def test_the_cards_own_words_are_found_in_any_form() -> None:
    assert check_draft(reader_for(seat()), seat(), "My taxes come on four legs.").of(
        "occupation"
    ).own_words == ("taxes",)
    assert check_draft(reader_for(seat()), seat(), "I collected two geese.").of("occupation").own_words == (
        "collected",
    )
    assert check_draft(reader_for(seat()), seat(), "A BARBARIAN's hound.").of("secret").own_words


def test_an_answer_that_fits_another_card_is_a_false_trail() -> None:
    potter = next(a for a in texts().file("potter").answers if a.to == "hands" and a.strength == "obvious")
    told = check_draft(
        reader_for(seat(HANDS)),
        seat(HANDS),
        "Clay under the nails from the wheel, and a burn from the kiln where I fire my jars.",
    )
    assert told.verdict.trail == "potter"
    assert "potter" in told.points_to
    assert "tax-collector" not in check_draft(reader_for(seat(HANDS)), seat(HANDS), potter.text).points_to


def test_an_answer_without_a_content_word_says_nothing() -> None:
    assert check_draft(reader_for(seat()), seat(), "Not really, no.").verdict.unreadable == "nothing"
    assert check_draft(reader_for(seat()), seat(), LOUD).verdict.unreadable is None


def test_another_language_is_not_read() -> None:
    for text in ("Ich habe eine Ziege, die alles frisst und niemals schläft.", "山羊がいます"):
        told = check_draft(reader_for(seat()), seat(), text)
        assert told.verdict.unreadable == "another language"
        assert told.verdict.advice == "say something that can be read"
        assert not any(gauge.verdict.moved for gauge in told.gauges)
    assert (
        check_draft(
            reader_for(seat()), seat(), "lol my goat eats evrything and nevr sleeps"
        ).verdict.unreadable
        is None
    )


def test_what_a_hint_comes_close_to_is_quoted() -> None:
    gauge = check_draft(
        reader_for(seat()), seat(), "They hide a tenth of the grain when I come with my scales."
    ).of("occupation")
    assert gauge.verdict.moved
    assert gauge.close_to
    assert texts().file("tax-collector").slug == gauge.card
    assert set(gauge.close_to.said) <= {"hide", "tenth", "grain", "come", "scales"}


def test_a_copy_of_the_question_is_noticed() -> None:
    assert check_draft(
        reader_for(seat("What do people notice about your eyes?")),
        seat("What do people notice about your eyes?"),
        "What do people notice about your eyes?",
    ).problem


def test_an_answer_handed_in_and_weighed_again_does_not_count_twice() -> None:
    from dubious_ai.core import events as ev

    from .seats import game_at_question

    game = game_at_question(1)
    before = check_draft(reader_for(game.observation(1)), game.observation(1), MILD)
    game.take(ev.AnswerHandedIn(seat=1, number=1, text=LOUD))
    assert check_draft(reader_for(game.observation(1)), game.observation(1), MILD) == before
