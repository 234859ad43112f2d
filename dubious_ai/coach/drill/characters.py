"""Characters to guess at: cast and answered by the house for a chosen pair of cards, or met in finished games."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from dubious_ai.belief.posterior import Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import answers_of
from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Ask
from dubious_ai.content.library import Library, SettingSlug, pile
from dubious_ai.content.people import personas
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import BACKS, KINDS, Back, Options, Pair, Player, Question
from dubious_ai.core.state import RoundState
from dubious_ai.errors import DubiousError
from dubious_ai.game.seating import HUMAN
from dubious_ai.storage.record import Loaded

SEATS, TRIES = 4, 6
ASKED: dict[Back, int] = {"appearance": 2, "assorted": 3}


@dataclass(frozen=True)
class Character:
    """Somebody with two cards (slugs) and what they answered. `source` is "house" or the id of a game."""

    setting: SettingSlug
    pair: Pair
    answers: tuple[Said, ...]
    source: str = "house"

    @property
    def texts(self) -> tuple[str, ...]:
        """The answers alone."""
        return tuple(a.text for a in self.answers)


def invented(reader: Reader, pair: Pair, rng: Random, used: Collection[str]) -> Character:
    """A character of the house with this pair, at a table of four. Texts in `used` come only where nothing else is left."""
    best: Character | None = None
    for _ in range(TRIES):
        found = _play(reader, pair, rng, frozenset(used))
        if best is None or _stale(found, used) < _stale(best, used):
            best = found
        if not _stale(best, used):
            break
    if best is None:
        raise ValueError("a character needs at least one try")
    return best


def _stale(character: Character, used: Collection[str]) -> int:
    return sum(text in used for text in character.texts)


def _play(reader: Reader, pair: Pair, rng: Random, used: frozenset[str]) -> Character:
    """A round in which seat 1 holds the pair and the house answers for it; the others keep quiet."""
    texts = reader.library
    setting = texts.setting()
    game = Game(
        [
            ev.GameSetUp(
                setting=setting,
                players=tuple(Player(name=f"P{n}") for n in range(1, SEATS + 1)),
                options=Options(),
                heard=tuple(used),
            )
        ]
    )
    game.take(ev.SeatPrepared(seat=1, persona=rng.choice(personas()).slug))
    game.take(ev.RoundStarted(round=1, reader=1))
    others = {
        kind: rng.sample([s for s in setting.slugs(kind) if s != pair.of(kind)], 2 * SEATS - 1)
        for kind in KINDS
    }
    hands = {kind: [pair.of(kind), *others[kind]] for kind in KINDS}
    for seat in range(1, SEATS + 1):
        occupations, secrets = (hands[kind][2 * seat - 2 : 2 * seat] for kind in KINDS)
        game.take(
            ev.CardsDealt(
                seat=seat, occupations=(occupations[0], occupations[1]), secrets=(secrets[0], secrets[1])
            )
        )
    game.take(ev.QuestionDeckDrawn(questions=_deck(texts, pair, rng, used)))
    for seat in range(1, SEATS + 1):
        dealt = game.state.round.dealt[seat]
        game.take(ev.CardsKept(seat=seat, occupation=dealt.occupations[0], secret=dealt.secrets[0]))
    brain = HouseBrain(reader)
    while not game.state.round.guessing:
        event = game.step("")
        if not isinstance(event, ev.QuestionRevealed):
            continue
        answer = brain.answer(Ask(game.observation(1), rng)).value
        game.take(ev.AnswerHandedIn(seat=1, number=event.number, text=answer.text, intent=answer.intent))
        for seat in range(2, SEATS + 1):
            game.take(ev.AnswerHandedIn(seat=seat, number=event.number, text="…"))
    return Character(texts.slug, pair, answers_of(game.observation(1), 1))


def _deck(texts: Library, pair: Pair, rng: Random, used: frozenset[str]) -> tuple[Question, ...]:
    """Five questions, Appearance first and third, those first to which most is left to say."""
    files = [texts.file(pair.of(kind)) for kind in KINDS]

    def spent(question: Question) -> tuple[bool, float]:
        fresh = sum(a.to == question.slug and a.text not in used for file in files for a in file.answers)
        return fresh == 0, rng.random()

    drawn = {back: sorted(pile(texts.questions, back), key=spent)[: ASKED[back]] for back in BACKS}
    a, b = drawn["appearance"], drawn["assorted"]
    return (a[0], b[0], a[1], b[1], b[2])


def met(loaded: Loaded, texts: Library) -> Iterator[Character]:
    """The characters of a finished game in this setting that were not played by a person; none from a game that cannot be read any more."""
    if not loaded.finished:
        return
    try:
        state = loaded.game().state
    except DubiousError:
        return
    if state.setting.slug != texts.slug:
        return
    brains = state.noted.brains if state.noted else ()
    for r in state.rounds:
        for seat, brain in enumerate(brains, 1):
            character = _met(r, seat, texts.slug, loaded.header.game)
            if brain != HUMAN and len(character.answers) >= 3 and _fair(character, texts):
                yield character


def _met(r: RoundState, seat: int, setting: SettingSlug, game: str) -> Character:
    answers = tuple(
        Said(asked.question.text, opened[seat].text)
        for asked, opened in zip(r.asked, r.answers, strict=False)
        if seat in opened
    )
    return Character(setting, r.pair(seat), answers, game)


def _fair(character: Character, texts: Library) -> bool:
    """Whether the reader can be asked about a character: its cards are known, and no answer is a text it learned from, said to another question."""
    if not {character.pair.of(kind) for kind in KINDS} <= {f.slug for f in texts.files}:
        return False
    prepared = _questions_of_texts(texts)
    return all(a.question in prepared.get(a.text, {a.question}) for a in character.answers)


def _questions_of_texts(texts: Library) -> dict[str, set[str]]:
    """The questions (as asked) that each prepared text answers."""
    asked = {q.slug: q.text for q in texts.questions}
    found: dict[str, set[str]] = {}
    for file in texts.files:
        for answer in file.answers:
            found.setdefault(answer.text, set()).add(asked[answer.to])
    return found


def met_in(records: Iterable[Loaded], texts: Library) -> list[Character]:
    """All such characters of a setting, latest game first."""
    return [c for loaded in records for c in met(loaded, texts)]
