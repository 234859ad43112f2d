"""Seats to be coached: one that has to answer, and games at a table of the real contents."""

from __future__ import annotations

from collections.abc import Sequence

from dubious_ai.belief import Said
from dubious_ai.coach.seat_view import own_seat
from dubious_ai.content.library import Library, library
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options, Pair, Player
from dubious_ai.core.observe import Observation, observe
from dubious_ai.core.rules import due

PAIR = Pair(occupation="tax-collector", secret="raised-by-barbarians")
PET = "What pet do you have?"
HANDS = "What do your hands look like?"


def texts() -> Library:
    return library("antiquity")


def seat(
    question: str = PET, answered: Sequence[Said] = (), *, players: int = 4, questions: int = 5
) -> Observation:
    return own_seat(texts(), PAIR, question, answered, players=players, questions=questions)


def avoiding(avoid: tuple[str, ...]) -> Observation:
    """The same seat, which has heard `avoid` in earlier games."""
    setting = texts().setting()
    players = tuple(Player(name=name) for name in ("Ann", "Ben", "Cleo"))
    question = next(q for q in setting.questions if q.text == PET)
    return observe(
        [
            ev.GameSetUp(setting=setting, players=players, options=Options(), heard=avoid),
            ev.SeatPrepared(seat=1),
            ev.RoundStarted(round=1, reader=1),
            ev.CardsDealt(
                seat=1,
                occupations=("tax-collector", "senator"),
                secrets=(PAIR.secret, "obsessed-with-atlantis"),
            ),
            ev.CardsKept(seat=1, occupation=PAIR.occupation, secret=PAIR.secret),
            ev.CharactersIntroduced(characters=()),
            ev.QuestionRevealed(number=1, question=question),
        ],
        1,
    )


def game_at_question(number: int, seats: int = 3) -> Game:
    """A game of the real contents in which `number - 1` questions are answered and the next one lies on the table."""
    setting = texts().setting()
    players = tuple(Player(name=name) for name in ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn")[:seats])
    game = Game([ev.GameSetUp(setting=setting, players=players, options=Options())])
    game.take(ev.BrainsNoted(brains=("human", *["house"] * (seats - 1)), seed="s"))
    while (
        game.state.phase != "answering" or len(game.state.round.asked) < number or not due(game.state).seats
    ):
        if game.step("s") is None:
            for who in due(game.state).seats:
                game.take(_plainly(game, who))
    return game


def _plainly(game: Game, who: int) -> ev.Event:
    now = game.state.round
    if game.state.phase == "choosing":
        dealt = now.dealt[who]
        return ev.CardsKept(seat=who, occupation=dealt.occupations[0], secret=dealt.secrets[0])
    words = (
        "ledger and scales",
        "wine and barrels",
        "paint on plaster",
        "nets and sails",
        "a toga",
        "a flute",
    )
    return ev.AnswerHandedIn(seat=who, number=len(now.asked), text=f"Something about {words[who - 1]} again.")
