"""Whole games as text, with what every seat knows at each step. Scripted seats with fixed texts at a setting of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dubious_ai.brains.protocol import Answer, Cast, Guesses
from dubious_ai.brains.scripted import Scripted
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Guess, Intent, Kind, Options
from dubious_ai.core.observe import Observation, RoundSeen
from dubious_ai.errors import BackendError
from dubious_ai.game.table import Table
from tests.play import SETTING, setup

TEXTS = (
    "Ask the widow next door, she writes it down.",
    "Only on Fridays, and never with the window open.",
    "It came with the house, like the smell.",
    "Three, if you count the one I sat on.",
    "My mother would have said the same, and louder.",
    "None that I would show to strangers.",
    "Wet, mostly. It is a wet sort of life.",
)


def cast(observation: Observation) -> Cast:
    """Keep by seat: odd seats the first cards, even ones the second."""
    dealt = observation.now.dealt
    assert dealt
    i = 1 - observation.seat % 2
    name = ("", "Old Nell", "Captain Fig", "Mr Under", "", "Twice Jane")[observation.seat - 1]
    return Cast(dealt.occupations[i], dealt.secrets[i], name, f"{name}, good evening." if i else "")


def answer(observation: Observation) -> Answer:
    """A text by round, question and seat."""
    number = observation.question.number if observation.question else 0
    text = TEXTS[(observation.seat * 3 + number * 2 + observation.now.number) % len(TEXTS)]
    delivery = "with a cough" if observation.seat == 2 else ""
    return Answer(text, delivery, Intent(aim="occupation", occupation_share=0.5))


def guess(observation: Observation) -> Guesses:
    """Walk along the sheet from a place of one's own; seat 3 leaves Secrets blank."""

    def card(kind: Kind, target: int) -> str:
        free = [slug for slug in SETTING.slugs(kind) if slug not in observation.excluded(kind)]
        return free[(target * 2 + observation.now.number + (observation.seat == 1)) % len(free)]

    blank = observation.seat == 3
    return Guesses(
        {
            target: Guess(
                occupation=card("occupation", target), secret=None if blank else card("secret", target)
            )
            for target in observation.opponents
        }
    )


def say(**about: tuple[str, str | None]) -> Scripted:
    """A seat that guesses what it is told, by the names of the others."""

    def told(observation: Observation) -> Guesses:
        seats = {observation.name(s): s for s in observation.opponents}
        return Guesses({seats[name]: Guess(occupation=o, secret=s) for name, (o, s) in about.items()})

    return Scripted(cast, answer, told)


def away(observation: Observation) -> Answer:
    """A brain without a server at the second question."""
    if observation.question and observation.question.number == 2:
        raise BackendError("The server is away.", "network")
    return answer(observation)


def tactless(observation: Observation) -> Answer:
    """A brain that says what it is."""
    pair = observation.pair
    assert pair
    return Answer(f"I am the {SETTING.card('occupation', pair.occupation).name}, of course.")


@dataclass(frozen=True)
class Script:
    """One game to be played through."""

    seats: int
    options: Options
    seed: str
    odd: dict[int, Scripted]


GAMES = {
    "three-at-the-table": Script(
        3,
        Options(appearance=1, assorted=2),
        "one",
        # all know Ben's Occupation, one knows his Secret, nobody knows Cleo's cards, one leaves a slot blank
        {
            1: say(Ben=("fortune-teller", "shot-the-weathercock"), Cleo=("judge", None)),
            2: say(Ann=("night-watchman", "collects-keys"), Cleo=("diver", "talks-to-bees")),
            3: say(Ann=("postman", "buried-a-piano"), Ben=("fortune-teller", "afraid-of-geese")),
        },
    ),
    "four-and-two-brains-that-fail": Script(
        4,
        Options(appearance=1, assorted=1),
        "two",
        {
            2: Scripted(cast, away, guess, "away"),
            4: Scripted(cast, tactless, guess, "tactless"),
        },
    ),
    "three-in-two-hard-rounds": Script(
        3, Options(rounds=2, appearance=1, assorted=1, hard=True), "three", {}
    ),
}


def played(name: str) -> Game:
    """Play one of GAMES."""
    script = GAMES[name]
    game = Game([setup(script.seats, script.options)])
    brains = {s: script.odd.get(s, Scripted(cast, answer, guess)) for s in game.state.seats}
    Table(game, brains, Scripted(cast, answer, guess, "house"), script.seed, parallel=False).play()
    return game


# --- drawing ---


def _card(slug: str | None) -> str:
    if slug is None:
        return "(blank)"
    return next(card.name for kind in KINDS for card in SETTING.cards(kind) if card.slug == slug)


def _pair(of: ev.CardsKept | ev.PlayerRevealed | Guess) -> str:
    return f"{_card(of.occupation)} / {_card(of.secret)}"


def _round(seen: RoundSeen, names: list[str]) -> Iterator[str]:
    """What a seat knows of a round, a line for each thing."""
    r = f"r{seen.number}"
    if seen.dealt:
        dealt = (*seen.dealt.occupations, *seen.dealt.secrets)
        yield f"{r} my four cards: {', '.join(map(_card, dealt))}"
    if seen.kept:
        yield f"{r} I keep {_pair(seen.kept)}, named {seen.kept.name or '(nobody)'}"
    for who in seen.characters:
        yield f"{r} {names[who.seat - 1]} is {who.name or '(nobody)'}: {who.introduction or '(silent)'}"
    for asked in seen.asked:
        q = f"{r} q{asked.number}"
        yield f"{q} {asked.question.back}: {asked.question.text}"
        if asked.mine:
            yield f"{q} I wrote: {asked.mine.text}"
        for spoken in asked.answers:
            how = f" ({spoken.delivery})" if spoken.delivery else ""
            yield f"{q} {names[spoken.seat - 1]} says{how}: {spoken.text}"
    for seat in seen.reread:
        yield f"{r} {names[seat - 1]} has read everything once more"
    for told in seen.guesses:
        yield f"{r} I guess {names[told.target - 1]} is {_pair(told.guess)}"
    for shown in seen.revealed:
        yield f"{r} {names[shown.seat - 1]} was {_pair(shown)}"
        for heard in shown.guesses:
            yield f"{r} of {names[shown.seat - 1]}, {names[heard.seat - 1]} said {_pair(heard.guess)}"
    for row in seen.rows:
        ticks = ", ".join(
            f"{names[t.seat - 1]}{' crossed out' if t.crossed else ''} ({t.reason})" for t in row.ticks
        )
        yield f"{r} {names[row.target - 1]}'s {row.kind}, {row.outcome} knew: {ticks or 'no tick'}"


def view(observation: Observation) -> list[str]:
    """What a seat knows, a line for each thing."""
    names = [player.name for player in observation.players]
    return [line for seen in observation.rounds for line in _round(seen, names)]


def render(events: list[ev.Event]) -> str:
    """A game as a text: after every event, what each seat has learned by it."""
    game, known, lines = Game(), dict[int, list[str]](), list[str]()
    for number, event in enumerate(events, 1):
        game.take(event)
        seat = getattr(event, "seat", None)
        name = f" {game.state.players[seat - 1].name}" if isinstance(seat, int) else ""
        extra = f" ({event.cause})" if isinstance(event, ev.Substituted | ev.SubstitutionExplained) else ""
        extra = f" ({event.reason})" if isinstance(event, ev.AskedAgain) else extra
        lines.append(f"{number}. {event.type}{name}{extra} · {ev.visibility(event)}")
        news = {
            s: [x for x in view(game.observation(s)) if x not in known.get(s, [])] for s in game.state.seats
        }
        shared = [line for line in news[1] if all(line in news[s] for s in game.state.seats)]
        lines += [f"   all: {line}" for line in shared]
        for s in game.state.seats:
            lines += [
                f"   {game.state.players[s - 1].name}: {line}" for line in news[s] if line not in shared
            ]
            known[s] = view(game.observation(s))
    standing = game.state.standing()
    points = ", ".join(f"{p.name} {standing.totals[s]}" for s, p in enumerate(game.state.players, 1))
    winners = " and ".join(game.state.players[s - 1].name for s in standing.winners)
    lines.append(f"Standing: {points}. Won by {winners} (tie-break: {standing.tie_break}).")
    return "\n".join(lines) + "\n"
