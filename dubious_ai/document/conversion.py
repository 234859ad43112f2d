"""From a game to a table document and back: a class's own round becomes events like any other game's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dubious_ai.content.card_names import folded
from dubious_ai.content.library import library, setting_slug
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Back, Guess, Kind, Options, Player, Question, Setting
from dubious_ai.core.rules import due
from dubious_ai.core.state import RoundState
from dubious_ai.document.table_document import DocumentError, QuestionAsked, RoundDocument, TableDocument
from dubious_ai.errors import DubiousError
from dubious_ai.storage.record import Loaded


def from_game(game: Game | Loaded) -> TableDocument:
    """Everything a game holds as a table document: all cards, also rejected ones, all opened answers and complete guesses.

    An unfinished game gives what is there; choices and guesses only once everybody has handed in. Raises DocumentError before the
    first deal, RecordError if the record cannot be folded.
    """
    state = (game.game() if isinstance(game, Loaded) else game).state
    if not state.rounds:
        raise DocumentError("This game has not begun: there is no round to write down yet.")
    names = [player.name for player in state.players]
    rounds = tuple(_written(r, names, state.setting) for r in state.rounds)
    return TableDocument(setting=state.setting.slug, players=tuple(names), rounds=rounds)


def _written(r: RoundState, names: list[str], setting: Setting) -> RoundDocument:
    def card(kind: Kind, slug: str) -> str:
        return setting.card(kind, slug).name

    def guessed(guess: Guess) -> tuple[str | None, str | None]:
        occupation, secret = (card(k, slug) if (slug := guess.of(k)) else None for k in KINDS)
        return occupation, secret

    chosen, handed_in = len(r.kept) == len(names), len(r.guesses) == len(names)
    kept: dict[str, tuple[str, str]] = {}
    rejected: dict[str, tuple[str, str]] = {}
    for seat, pair in sorted(r.kept.items()) if chosen else ():
        dealt = r.dealt[seat]
        left_o = next(slug for slug in dealt.occupations if slug != pair.occupation)
        left_s = next(slug for slug in dealt.secrets if slug != pair.secret)
        kept[names[seat - 1]] = (card("occupation", pair.occupation), card("secret", pair.secret))
        rejected[names[seat - 1]] = (card("occupation", left_o), card("secret", left_s))
    opened = len(r.opened)
    answers: dict[str, tuple[str | None, ...]] = {
        name: tuple(next(a.text for a in o.answers if a.seat == seat) for o in r.opened)
        for seat, name in enumerate(names, 1)
    }
    guesses = {
        names[seat - 1]: {names[a.target - 1]: guessed(a.guess) for a in handed.guesses}
        for seat, handed in sorted(r.guesses.items())
    }
    characters = {names[c.seat - 1]: (c.name, c.introduction) for c in r.characters}
    return RoundDocument(
        reader=names[r.reader - 1],
        characters=characters if any(any(told) for told in characters.values()) else None,
        kept=kept if chosen else None,
        rejected=rejected if chosen else None,
        questions=tuple(QuestionAsked(back=a.question.back, text=a.question.text) for a in r.asked[:opened]),
        answers=answers if opened else None,
        guesses=guesses if handed_in else None,
    )


def untold(table: TableDocument) -> list[str]:
    """The players whose rejected cards some round does not tell; `to_events` puts free cards in their place."""
    return [n for n in table.players if any(n not in (r.rejected or {}) for r in table.rounds)]


def to_events(table: TableDocument) -> list[ev.Event]:
    """The table as a finished game. Load it with need=("kept", "guesses", "answers").

    Cards that were rejected and are not told are filled with cards nobody kept (see `untold`). Raises DocumentError, with the
    place, for what a game cannot be without: a question for each round, the same number in each, an answer to each, the reader's turn.
    """
    setting = _setting(table)
    first = table.rounds[0]
    appearance = sum(_back(q) == "appearance" for q in first.questions)
    options = Options(
        rounds=len(table.rounds), appearance=appearance, assorted=len(first.questions) - appearance
    )
    players = tuple(Player(name=name) for name in table.players)
    try:
        game = Game([ev.GameSetUp(setting=setting, players=players, options=options)])
        game.take(ev.BrainsNoted(brains=("human",) * len(players), seed=""))
        while game.state.phase != "over":
            for event in _next(game, table, setting):
                game.take(event)
            game.step("")
    except DubiousError as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(f"This cannot have been a game: {error}") from error
    return game.events


def _next(game: Game, table: TableDocument, setting: Setting) -> Iterator[ev.Event]:
    """What the document says about the step the game has come to; nothing where the rules know it themselves."""
    state = game.state
    if state.phase in ("set-up", "between rounds"):
        number = len(state.rounds)
        if number < len(table.rounds):
            yield from _opening(table, number, setting, state.round.reader if number else None)
        return
    r, waiting = table.rounds[len(state.rounds) - 1], due(state)
    for seat in waiting.seats:
        name = table.players[seat - 1]
        match waiting.action:
            case "keep":
                pair, character = (r.kept or {})[name], (r.characters or {}).get(name, ("", ""))
                yield ev.CardsKept(
                    seat=seat,
                    occupation=_slug(setting, "occupation", pair[0]),
                    secret=_slug(setting, "secret", pair[1]),
                    name=character[0],
                    introduction=character[1],
                )
            case "answer":
                number = len(state.round.asked)
                text = (r.answers or {})[name][number - 1] or ""
                if not text:
                    where = f"rounds[{len(state.rounds) - 1}].answers.{name}[{number - 1}]"
                    raise DocumentError(f"{where}: {name} has no answer to this question.", where)
                yield ev.AnswerHandedIn(seat=seat, number=number, text=text)
            case _:
                yield ev.GuessesHandedIn(seat=seat, guesses=_guesses(table, r, name, setting))


def _opening(
    table: TableDocument, number: int, setting: Setting, last_reader: int | None
) -> Iterator[ev.Event]:
    """Reader, hands and question deck of a round."""
    r, seats = table.rounds[number], len(table.players)
    told = table.players.index(r.reader) + 1 if r.reader else None
    reader = (told or 1) if last_reader is None else last_reader % seats + 1
    if told is not None and told != reader:
        where = f"rounds[{number}].reader"
        raise DocumentError(
            f"{where}: after {table.players[reader - 2]} it is {table.players[reader - 1]}'s turn.", where
        )
    if len(r.questions) != len(table.rounds[0].questions) or not r.questions:
        where = f"rounds[{number}].questions"
        raise DocumentError(
            f"{where}: there are {len(r.questions)} questions; a game has at least one and the same number in each round.",
            where,
        )
    yield ev.RoundStarted(round=number + 1, reader=reader)
    hands = {kind: _dealt(table, r, kind, setting) for kind in KINDS}
    for seat in range(1, seats + 1):
        yield ev.CardsDealt(
            seat=seat, occupations=hands["occupation"][seat - 1], secrets=hands["secret"][seat - 1]
        )
    by_text = {folded(q.text): q for q in setting.questions}
    yield ev.QuestionDeckDrawn(questions=tuple(by_text[folded(q.text)] for q in r.questions))


def _dealt(table: TableDocument, r: RoundDocument, kind: Kind, setting: Setting) -> list[tuple[str, str]]:
    """Both cards of a kind for each seat, kept and rejected in the order of the sheet, so that the order tells nothing."""
    at = KINDS.index(kind)
    kept = [_slug(setting, kind, (r.kept or {})[name][at]) for name in table.players]
    told = {name: _slug(setting, kind, pair[at]) for name, pair in (r.rejected or {}).items()}
    slugs = setting.slugs(kind)
    free = (slug for slug in reversed(slugs) if slug not in kept and slug not in told.values())
    hands = [(mine, told.get(name) or next(free)) for name, mine in zip(table.players, kept, strict=True)]
    return [(min(pair, key=slugs.index), max(pair, key=slugs.index)) for pair in hands]


def _guesses(table: TableDocument, r: RoundDocument, name: str, setting: Setting) -> tuple[ev.Announced, ...]:
    made: list[ev.Announced] = []
    for target, (occupation, secret) in (r.guesses or {})[name].items():
        guess = Guess(
            occupation=_slug(setting, "occupation", occupation) if occupation else None,
            secret=_slug(setting, "secret", secret) if secret else None,
        )
        made.append(ev.Announced(target=table.players.index(target) + 1, guess=guess))
    return tuple(made)


def _slug(setting: Setting, kind: Kind, name: str) -> str:
    return next(card.slug for card in setting.cards(kind) if card.name == name)


def _back(asked: QuestionAsked) -> Back:
    return asked.back or "assorted"


def _setting(table: TableDocument) -> Setting:
    """The setting, with the questions of the document that are not ours added to its piles."""
    setting = library(setting_slug(table.setting)).setting()
    known = {folded(q.text): q for q in setting.questions}
    slugs = {q.slug for q in setting.questions}
    for number, r in enumerate(table.rounds):
        for n, asked in enumerate(r.questions):
            key = folded(asked.text)
            if key in (folded(q.text) for q in r.questions[:n]):
                where = f"rounds[{number}].questions[{n}]"
                raise DocumentError(f"{where}: {asked.text!r} is asked twice in one round.", where)
            if key not in known:
                slug = re.sub(r"\W+", "-", asked.text.casefold()).strip("-")[:60] or "question"
                while slug in slugs:
                    slug += "-x"
                slugs.add(slug)
                known[key] = Question(slug=slug, back=_back(asked), text=asked.text)
    return setting.model_copy(update={"questions": tuple(known.values())})
