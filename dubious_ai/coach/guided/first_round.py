"""The guided first round: a fixed deal in Antiquity, and three players who say and guess what was written for them.

They guess at the learner's cards by what the learner has said, never by what the learner holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import believe
from dubious_ai.brains.protocol import Answer, Ask, Cast, Guesses, Telemetry, Turn
from dubious_ai.content.library import SettingSlug, library
from dubious_ai.core import events as ev
from dubious_ai.core.cleaning import clean
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Guess, Kind, Options, Player, Question
from dubious_ai.core.observe import Observation
from dubious_ai.game.seating import HUMAN, NAME_LIMIT

SPEC = "guide"
"""How the three are named in the record; a game with such a brain belongs to the guided round."""
SETTING: SettingSlug = "antiquity"
LEARNER, BRUNO, CELESTE, DAG = 1, 2, 3, 4
QUESTIONS = ("hands", "pet", "from-afar", "meal", "excuse")
Two = tuple[str, str]
T = TypeVar("T")


@dataclass(frozen=True)
class Part:
    """What one of the three plays: cards (the kept one first), character, answers with their deliveries, and guesses about the other two."""

    name: str
    persona: str
    occupations: Two
    secrets: Two
    character: str
    introduction: str
    answers: tuple[Two, ...]
    guesses: dict[int, Two]


MINE: tuple[Two, Two] = (
    ("gladiator", "senator"),
    ("thinks-that-their-father-is-zeus", "raised-by-barbarians"),
)
"""The learner's four cards."""
PARTS: dict[int, Part] = {
    BRUNO: Part(
        "Bruno",
        "bruno",
        ("winemaker", "philosopher"),
        ("posed-for-a-nude-statue", "obsessed-with-atlantis"),
        "Demeas",
        "I came on foot. It will rain.",
        (
            ("Purple to the wrist. It goes away by December.", "turning them over once"),
            ("A tortoise. That winter we kept still together, I with one arm up.", ""),
            ("By the pigeons. At noon they sit on my head in the forum.", "to the tablecloth"),
            ("Bread, olives, and a cup of the year with the hail.", ""),
            ("'I was told to hold still.' It covers all of one cold March.", "with his arms folded"),
        ),
        {
            CELESTE: ("theater-actor", "witnessed-a-labour-of-hercules"),
            DAG: ("tax-collector", "obsessed-with-atlantis"),
        },
    ),
    CELESTE: Part(
        "Celeste",
        "celeste",
        ("theater-actor", "potter"),
        ("witnessed-a-labour-of-hercules", "steals-food-at-symposia"),
        "Phaedra",
        "Who did your hair? And may I sit next to it?",
        (
            (
                "Chalked white tonight, and up to the elbow, so that they carry to the last row.",
                "holding them up",
            ),
            (
                "None, since I saw a man come out of that cave at Nemea with the lion over his shoulder. And it was still warm.",
                "leaning in",
            ),
            (
                "By the walk: a queen's on Tuesday, her old nurse's today. And by the shoes, which are very thick.",
                "",
            ),
            (
                "Cold. We had all run out to see the boar go by on one man's back. And our king got into the oil jar.",
                "one hand on her heart",
            ),
            (
                "'Somebody gave me the wrong cue.' And there are always fifteen people behind me to say so in unison.",
                "",
            ),
        ),
        {
            BRUNO: ("winemaker", "prepares-for-the-olympic-games"),
            DAG: ("teacher", "plotting-the-emperors-murder"),
        },
    ),
    DAG: Part(
        "Dag",
        "dag",
        ("tax-collector", "legionary"),
        ("burned-down-a-wonder-of-the-world", "in-love-with-a-greek"),
        "Lykon",
        "Forty-one steps up to this door. I use the rail.",
        (
            ("Ten fingers, two of them inky. I count on the other eight.", "evenly"),
            ("One dog. He barks at the door, and then I read out the figure.", ""),
            (
                "Watch the shutters. Thirty close, one after another, and I am walking between them.",
                "pencil in the air",
            ),
            ("Two raw figs. I do not light anything at home, as a rule.", ""),
            (
                "That I have never set foot in Ephesus. Today I said it three times, twice unasked.",
                "reading it twice",
            ),
        ),
        {
            BRUNO: ("organizer-of-bacchanalia", "posed-for-a-nude-statue"),
            CELESTE: ("teacher", "witnessed-a-labour-of-hercules"),
        },
    ),
}
NERVE: dict[int, float] = {BRUNO: 0.0, CELESTE: 0.35, DAG: 0.6}
"""How likely the likeliest card of the learner must be before each of them names it; below that they name the next best."""


def lay_guided(name: str) -> Game:
    """The table of the guided round, dealt and ready for the first choice. Raises UsageError for a name that is taken, or no name."""
    texts = library(SETTING)
    names = {LEARNER: clean(name)[:NAME_LIMIT], **{seat: part.name for seat, part in PARTS.items()}}
    game = Game(
        [
            ev.GameSetUp(
                setting=texts.setting(),
                players=tuple(Player(name=names[seat]) for seat in sorted(names)),
                options=Options(),
            )
        ]
    )
    for seat, part in PARTS.items():
        game.take(ev.SeatPrepared(seat=seat, persona=part.persona))
    game.take(ev.BrainsNoted(brains=(HUMAN, SPEC, SPEC, SPEC), seed=SPEC))
    game.take(ev.RoundStarted(round=1, reader=BRUNO))
    game.take(ev.CardsDealt(seat=LEARNER, occupations=MINE[0], secrets=MINE[1]))
    for seat, part in PARTS.items():
        game.take(ev.CardsDealt(seat=seat, occupations=part.occupations, secrets=part.secrets))
    asked: dict[str, Question] = {q.slug: q for q in texts.questions}
    game.take(ev.QuestionDeckDrawn(questions=tuple(asked[slug] for slug in QUESTIONS)))
    return game


def is_guided(events: tuple[ev.Event, ...]) -> bool:
    """Whether a record belongs to the guided round."""
    return any(isinstance(e, ev.BrainsNoted) and SPEC in e.brains for e in events)


@dataclass(frozen=True)
class Guided:
    """Plays a part of the guided round. See Brain for the contract."""

    reader: Reader
    spec: str = SPEC

    def cast(self, ask: Ask) -> Turn[Cast]:
        """Keep what the part says."""
        part = PARTS[ask.observation.seat]
        return self._turn(Cast(part.occupations[0], part.secrets[0], part.character, part.introduction))

    def answer(self, ask: Ask) -> Turn[Answer]:
        """Say what the part says."""
        asked = ask.observation.question
        text, delivery = PARTS[ask.observation.seat].answers[asked.number - 1 if asked else 0]
        return self._turn(Answer(text, delivery))

    def guess(self, ask: Ask) -> Turn[Guesses]:
        """The part's guesses about the other two, and about the learner what the answers suggest, boldly or less so."""
        observation = ask.observation
        told = PARTS[observation.seat].guesses
        picks = {seat: Guess(occupation=two[0], secret=two[1]) for seat, two in told.items()}
        picks[LEARNER] = _about_learner(self.reader, observation)
        return self._turn(Guesses(picks))

    def _turn(self, value: T) -> Turn[T]:
        return Turn(value, Telemetry(self.spec))


def _about_learner(reader: Reader, observation: Observation) -> Guess:
    """The likeliest card of each kind where it is likely enough for this guesser, else the second."""
    opponents, posterior = believe(reader, observation)
    belief = posterior[opponents.index(LEARNER)]
    picked: dict[Kind, str] = {}
    for kind in KINDS:
        (first, chance), (second, _) = belief.best(kind, 2)
        picked[kind] = first if chance >= NERVE[observation.seat] else second
    return Guess(occupation=picked["occupation"], secret=picked["secret"])
