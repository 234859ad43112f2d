"""What a table of house brains does that a person would notice: fresh, consistent, aimed, never the card's own words."""

from __future__ import annotations

from collections import Counter

import pytest

from dubious_ai.brains.house import HouseBrain
from dubious_ai.content.cards import Prepared
from dubious_ai.content.library import SettingSlug, library, setting_slugs
from dubious_ai.content.own_words import own_words
from dubious_ai.content.people import personas
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Options
from dubious_ai.game.seating import Plan, brains_of, lay
from dubious_ai.game.table import Table
from tests.readers import READERS, reader


def played(
    setting: SettingSlug, seed: str, *, seats: int = 4, rounds: int = 1, avoid: tuple[str, ...] = ()
) -> Game:
    """A finished game of the house against itself."""
    game, _ = lay(Plan(setting=setting, seats=seats, options=Options(rounds=rounds), seed=seed, heard=avoid))
    Table(
        game,
        brains_of(game.state, READERS),
        HouseBrain(reader(game.state.setting.slug)),
        seed,
        parallel=False,
    ).play()
    return game


def answers(game: Game) -> list[ev.AnswerHandedIn]:
    """Everything that was handed in."""
    return [e for e in game.events if isinstance(e, ev.AnswerHandedIn)]


def prepared(setting: SettingSlug) -> dict[str, tuple[str, Prepared]]:
    """Every prepared answer with its card."""
    return {a.text: (f.slug, a) for f in library(setting).files for a in f.answers}


@pytest.mark.parametrize("setting", setting_slugs())
def test_every_answer_answers_the_question_on_the_table(setting: SettingSlug) -> None:
    game, bank = played(setting, "to the point"), prepared(setting)
    asked = {e.number: e.question.slug for e in game.events if isinstance(e, ev.QuestionRevealed)}
    assert all(bank[a.text][1].to == asked[a.number] for a in answers(game))


@pytest.mark.parametrize("setting", setting_slugs())
def test_nobody_uses_a_word_of_their_own_cards_in_words_or_gesture(setting: SettingSlug) -> None:
    game = played(setting, "own words", seats=6, rounds=2)
    kept: dict[int, ev.CardsKept] = {}
    for event in game.events:
        if isinstance(event, ev.CardsKept):
            kept[event.seat] = event
        if isinstance(event, ev.AnswerHandedIn):
            for slug in (kept[event.seat].occupation, kept[event.seat].secret):
                name = library(setting).file(slug).name
                assert not own_words(name, f"{event.text} {event.delivery}")


def test_no_answer_is_heard_twice_in_a_long_game() -> None:
    heard = Counter(a.text for a in answers(played("cthulhu", "again and again", seats=6, rounds=6)))
    assert [text for text, times in heard.items() if times > 1] == []


def test_what_was_heard_in_the_last_games_is_avoided_while_others_remain() -> None:
    first = played("antiquity", "twice")
    lately = tuple(e.intent.source for e in first.events if isinstance(e, ev.AnswerHandedIn) and e.intent)
    second = played("antiquity", "twice", avoid=lately)
    assert len(lately) == 20
    assert not set(lately) & {a.text for a in answers(second)}


@pytest.mark.parametrize("setting", setting_slugs())
def test_one_character_never_contradicts_itself(setting: SettingSlug) -> None:
    bank, texts = prepared(setting), library(setting)
    for seed in range(8):
        game = played(setting, f"claims {seed}", seats=6)
        for seat in game.state.seats:
            name = game.state.round.kept[seat].name
            claims = {"gender:female"} if name in texts.names.female else {"gender:male"}
            for answer in answers(game):
                if answer.seat == seat:
                    claims |= set(bank[answer.text][1].claims)
            topics = Counter(claim.partition(":")[0] for claim in claims)
            assert [t for t, n in topics.items() if n > 1] == [], (seed, seat, claims)


def test_hints_go_to_both_cards_over_a_round() -> None:
    one_sided = 0
    for seed in range(12):
        game = played(setting_slugs()[seed % 3], f"both {seed}")
        for seat in game.state.seats:
            aims = {a.intent.aim for a in answers(game) if a.seat == seat and a.intent}
            one_sided += len(aims & set(KINDS)) < 2
    assert one_sided <= 2


def test_at_most_one_false_trail_in_a_round() -> None:
    for seed in range(12):
        game = played(setting_slugs()[seed % 3], f"trail {seed}", seats=3)
        trails = Counter(a.seat for a in answers(game) if a.intent and a.intent.aim == "false-trail")
        assert all(times <= 1 for times in trails.values())


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    one, same, other = (played("antiquity", seed).events for seed in ("x", "x", "y"))
    assert one == same
    assert one[3:] != other[3:]


def test_characters_at_one_table_have_different_names_and_lines() -> None:
    for seed in range(6):
        opened = next(
            e
            for e in played("antiquity", str(seed), seats=6).events
            if isinstance(e, ev.CharactersIntroduced)
        )
        names = [c.name for c in opened.characters]
        lines = [c.introduction for c in opened.characters if c.introduction]
        assert len(set(names)) == 6
        assert len(set(lines)) == len(lines)


def test_a_careful_guesser_names_no_card_twice() -> None:
    careful = {p.slug: p.name for p in personas() if p.guessing == "careful"}
    for seed in range(6):
        game, _ = lay(Plan(seats=4, seed=f"careful {seed}", company=tuple(careful)[:4]))
        Table(
            game,
            brains_of(game.state, READERS),
            HouseBrain(reader(game.state.setting.slug)),
            f"careful {seed}",
            parallel=False,
        ).play()
        for handed in game.state.round.guesses.values():
            for kind in KINDS:
                picks = [a.guess.of(kind) for a in handed.guesses]
                assert len(set(picks)) == len(picks)


def test_a_bot_keeps_its_intent_and_beliefs_to_itself() -> None:
    game = played("cthulhu", "private")
    for seat in game.state.seats:
        seen = game.observation(seat)
        others = [a.intent.share for a in answers(game) if a.seat != seat and a.intent and a.intent.share]
        told = seen.to_json().decode()
        assert "beliefs" not in told
        assert len([s for s in others if f'"share":{s}' in told]) < len(others)
