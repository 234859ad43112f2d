"""What can happen in a game, and who may know it.

A game *is* its list of events; state, observations and scores are folds over it. Events hold no clock reading and no random
identifier. `visibility` gives each kind one audience; the table in docs/EVENTS.md is checked against this file.
"""

from __future__ import annotations

from typing import Annotated, Literal, assert_never

from pydantic import Field, TypeAdapter

from dubious_ai.core.model import (
    Action,
    Guess,
    Intent,
    Kind,
    Level,
    Options,
    Player,
    Question,
    Setting,
    Usage,
    Value,
)

Visibility = Literal["public", "seat", "after the game", "note"]
"""public: everybody, at once. seat: the seat named in the event. after the game: everybody, once it is over. note: nobody at the table."""


class GameSetUp(Value):
    """The table is laid: the setting with all its cards, who sits where (seat 1 first), what was agreed.

    `strengths` are the reading strengths (0 to 1) of all seats, sorted, so that they do not tell whose is whose. `heard` holds the ids of
    prepared answers and questions met in the latest games, to be avoided where there is a choice. `pack` names the pack a setting came from.
    """

    type: Literal["game_set_up"] = "game_set_up"
    setting: Setting
    players: tuple[Player, ...]
    options: Options
    strengths: tuple[float, ...] = ()
    heard: tuple[str, ...] = ()
    pack: str = ""


class SeatPrepared(Value):
    """What a seat brings along: its persona, how well it guesses, and the voice it speaks in."""

    type: Literal["seat_prepared"] = "seat_prepared"
    seat: int
    persona: str | None = None
    level: Level = "regular"
    voice: str = "dry"


class BrainsNoted(Value):
    """Which brain plays which seat ("human", "house", "openai:…"), and the seed of the table's chance."""

    type: Literal["brains_noted"] = "brains_noted"
    brains: tuple[str, ...]
    seed: str


class RoundStarted(Value):
    """A round begins with its reader."""

    type: Literal["round_started"] = "round_started"
    round: int
    reader: int


class CardsDealt(Value):
    """Two Occupations and two Secrets, by slug, for one seat."""

    type: Literal["cards_dealt"] = "cards_dealt"
    seat: int
    occupations: tuple[str, str]
    secrets: tuple[str, str]


class QuestionDeckDrawn(Value):
    """The round's question deck, top card first. Nobody at the table sees it before each card is revealed."""

    type: Literal["question_deck_drawn"] = "question_deck_drawn"
    questions: tuple[Question, ...]


class CardsKept(Value):
    """A seat's choice, with the name and introduction of the character (both optional)."""

    type: Literal["cards_kept"] = "cards_kept"
    seat: int
    occupation: str
    secret: str
    name: str = ""
    introduction: str = ""


class Introduced(Value):
    """How one character introduces themselves."""

    seat: int
    name: str = ""
    introduction: str = ""


class CharactersIntroduced(Value):
    """Everybody has chosen; names and introductions are heard, from the reader clockwise."""

    type: Literal["characters_introduced"] = "characters_introduced"
    characters: tuple[Introduced, ...]


class QuestionRevealed(Value):
    """The reader turns the next card. `number` counts from 1 within the round."""

    type: Literal["question_revealed"] = "question_revealed"
    number: int
    question: Question


class AnswerHandedIn(Value):
    """A written answer, sealed until every seat has handed in. Delivery and intent never leave the rules' evidence."""

    type: Literal["answer_handed_in"] = "answer_handed_in"
    seat: int
    number: int
    text: str
    delivery: str = ""
    intent: Intent | None = None


class AnswerTakenBack(Value):
    """A seat takes its sealed answer back to write another."""

    type: Literal["answer_taken_back"] = "answer_taken_back"
    seat: int
    number: int


class Spoken(Value):
    """An answer as it is read aloud. The delivery (voice or gesture) is shown but is never evidence."""

    seat: int
    text: str
    delivery: str = ""


class AnswersOpened(Value):
    """All answers to a question, from the reader clockwise."""

    type: Literal["answers_opened"] = "answers_opened"
    number: int
    answers: tuple[Spoken, ...]


class NoteTaken(Value):
    """A private note about an opponent: free text, or marks of one kind that replace the earlier ones: candidate cards (slugs), the likeliest first, and cards crossed off."""

    type: Literal["note_taken"] = "note_taken"
    seat: int
    target: int
    text: str = ""
    kind: Kind | None = None
    candidates: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()


class GuessingOpened(Value):
    """The last question is answered; the answers are read once more."""

    type: Literal["guessing_opened"] = "guessing_opened"


class AnswersReread(Value):
    """A player has read all their answers once more."""

    type: Literal["answers_reread"] = "answers_reread"
    seat: int


class Announced(Value):
    """A guess about one target. `sure` (1 to 5) says how sure the guesser is of it, if they said so; it is never opened."""

    target: int
    guess: Guess
    sure: int | None = Field(default=None, ge=1, le=5)


class GuessesHandedIn(Value):
    """A seat's guesses about every opponent, final and sealed until each target is revealed."""

    type: Literal["guesses_handed_in"] = "guesses_handed_in"
    seat: int
    guesses: tuple[Announced, ...]


class GuessHeard(Value):
    """Who guessed what about the player being revealed."""

    seat: int
    guess: Guess


class Meant(Value):
    """Which card an answer was meant to hint at, told when its author is revealed: the words that carry it, and why."""

    number: int
    kind: Kind
    card: str
    clue: str = ""
    why: str = ""


class PlayerRevealed(Value):
    """A player's cards, the guesses made about them, and what their answers were meant to hint at."""

    type: Literal["player_revealed"] = "player_revealed"
    seat: int
    occupation: str
    secret: str
    guesses: tuple[GuessHeard, ...]
    meant: tuple[Meant, ...] = ()


class Reacted(Value):
    """A short remark of a player about what just happened, to another seat or to the table (None). Never evidence."""

    type: Literal["reacted"] = "reacted"
    seat: int
    occasion: str
    text: str
    to: int | None = None
    number: int = 0


class GameEnded(Value):
    """The last round is scored."""

    type: Literal["game_ended"] = "game_ended"


class Substituted(Value):
    """The house brain acted for a seat whose own brain could not. `cause` is "withheld" where it would give a card away."""

    type: Literal["substituted"] = "substituted"
    seat: int
    action: Action
    number: int = 0
    cause: str


class SubstitutionExplained(Value):
    """The true cause of a substitution whose cause was withheld."""

    type: Literal["substitution_explained"] = "substitution_explained"
    seat: int
    action: Action
    number: int = 0
    cause: str


class AskedAgain(Value):
    """A brain handed in something that was not taken, and was asked again with the reason."""

    type: Literal["asked_again"] = "asked_again"
    seat: int
    action: Action
    number: int = 0
    reason: str


class CoachUsed(Value):
    """A seat asked the coach for help: `what` is hint, check or guess."""

    type: Literal["coach_used"] = "coach_used"
    seat: int
    what: Literal["hint", "check", "guess"]
    number: int = 0


class Believed(Value):
    """The probabilities (0 to 1) behind a guess about one target, by card slug; small ones are left out."""

    target: int
    occupation: dict[str, float] = Field(default_factory=dict)
    secret: dict[str, float] = Field(default_factory=dict)


class TurnNoted(Value):
    """Which brain took an action ("react": put remarks into words), what it cost, and what it believed when it guessed: for reports, never for play."""

    type: Literal["turn_noted"] = "turn_noted"
    seat: int
    action: Action | Literal["react"]
    number: int = 0
    brain: str
    usage: Usage | None = None
    beliefs: tuple[Believed, ...] = ()


Event = (
    GameSetUp
    | SeatPrepared
    | BrainsNoted
    | RoundStarted
    | CardsDealt
    | QuestionDeckDrawn
    | CardsKept
    | CharactersIntroduced
    | QuestionRevealed
    | AnswerHandedIn
    | AnswerTakenBack
    | AnswersOpened
    | NoteTaken
    | GuessingOpened
    | AnswersReread
    | GuessesHandedIn
    | PlayerRevealed
    | Reacted
    | GameEnded
    | Substituted
    | SubstitutionExplained
    | AskedAgain
    | CoachUsed
    | TurnNoted
)
EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="type")])
"""Reads and writes any event as JSON."""


def visibility(event: Event) -> Visibility:
    """Who may know this event. A new kind without an audience fails type checking."""
    match event:
        case (
            GameSetUp()
            | RoundStarted()
            | CharactersIntroduced()
            | QuestionRevealed()
            | AnswersOpened()
            | GuessingOpened()
            | AnswersReread()
            | PlayerRevealed()
            | Reacted()
            | GameEnded()
            | Substituted()
        ):
            return "public"
        case (
            SeatPrepared()
            | CardsDealt()
            | CardsKept()
            | AnswerHandedIn()
            | AnswerTakenBack()
            | NoteTaken()
            | GuessesHandedIn()
        ):
            return "seat"
        case SubstitutionExplained() | AskedAgain() | CoachUsed():
            return "after the game"
        case QuestionDeckDrawn() | BrainsNoted() | TurnNoted():
            return "note"
        case _:
            assert_never(event)


def may_see(event: Event, seat: int, *, over: bool = False) -> bool:
    """Whether this seat may know the event; `over` tells whether the game has ended."""
    audience = visibility(event)
    if audience == "seat":
        return getattr(event, "seat", None) == seat
    return audience == "public" or (over and audience == "after the game")
