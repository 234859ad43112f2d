"""The guided first round at the keyboard: the table as always, with somebody at the learner's shoulder who explains."""

from __future__ import annotations

from pathlib import Path

from rich.table import Table
from rich.text import Text

from dubious_ai.analysis.sentences import KIND_NAMES, from_to, percent
from dubious_ai.belief.by_setting import read
from dubious_ai.belief.posterior import Heard
from dubious_ai.belief.seat import answers_of, predict, setting_of
from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Answer, Ask, Brain, Cast, Guesses, Leave, Turn
from dubious_ai.coach.guided import explanations as words
from dubious_ai.coach.guided.first_round import LEARNER, PARTS, SETTING, SPEC, Guided, is_guided, lay
from dubious_ai.content.library import library
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Kind, Pair
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import best_pick_rate, score_reveal
from dubious_ai.errors import RecordError, UsageError
from dubious_ai.game.listener import Choice
from dubious_ai.game.table import Table as GameTable
from dubious_ai.storage.home import Draft, history, new_game
from dubious_ai.storage.record import read as read_record
from dubious_ai.storage.record_writer import Record
from dubious_ai.ui.lines.coaching import Coaching
from dubious_ai.ui.lines.commands import Commands
from dubious_ai.ui.lines.human import Human
from dubious_ai.ui.lines.show import Show
from dubious_ai.ui.lines.terminal import Terminal

QUIET, LOUD = 0.03, 0.2
"""Changes of a share too small to speak of, and how far above the aim is too loud."""


def unfinished() -> Path | None:
    """The guided round somebody left, if there is one."""
    return next((path for path, game in history().sound if not game.finished and SPEC in game.brains), None)


def belongs_here(path: Path) -> bool:
    """Whether a record is an unfinished guided round. False for anything that cannot be read: others will say why."""
    try:
        loaded = read_record(path)
    except RecordError:
        return False
    return not loaded.finished and is_guided(loaded.events)


def begin(terminal: Terminal, name: str) -> None:
    """A guided round from the start, for somebody of this name. Raises UsageError for a name that is taken or no name."""
    game = lay(name)
    game_id, path = new_game(SETTING)
    with Record.create(path, game_id, game.events, number=history().next_number()) as record:
        _say(terminal, *words.WELCOME)
        _play(terminal, game, record, game_id)


def go_on(terminal: Terminal, path: Path) -> None:
    """Go on with a guided round where it was left. Raises DubiousError if it is open elsewhere or damaged."""
    record, loaded = Record.reopen(path)
    with record:
        if loaded.finished:
            raise UsageError("This guided round is finished. `dubious learn --again` begins another.")
        game = loaded.game()
        terminal.say(f"Going on with the guided round ({loaded.header.game}) where you left it.")
        _play(terminal, game, record, loaded.header.game)


def _play(terminal: Terminal, game: Game, record: Record, game_id: str) -> None:
    texts = library(SETTING)
    show = Show(terminal, game, texts, LEARNER)
    person = Human(terminal, texts, show, seat=LEARNER, draft=Draft(record.path), timers=False, game=game_id)
    brains: dict[int, Brain] = {LEARNER: Learner(terminal, person), **{seat: Guided() for seat in PARTS}}
    table = GameTable(
        game,
        brains,
        HouseBrain(),
        SPEC,
        humans=frozenset({LEARNER}),
        sink=record.store,
        listener=Shoulder(terminal, game, show),
        parallel=False,
    )
    commands = Commands(terminal, table, texts, LEARNER)
    Coaching(terminal, table, texts, LEARNER).connect(commands)
    person.sit_down(table, commands)
    try:
        person.catch_up()
        table.play()
    except (Leave, KeyboardInterrupt):
        record.sync()
        terminal.gap()
        terminal.say("Saved. `dubious learn` brings you back to this chair.")
        return
    _say(terminal, *words.ENDING, f"And `dubious review {game_id}` looks back on tonight, answer by answer.")


def _say(terminal: Terminal, *sentences: str) -> None:
    """The voice at the shoulder: set apart by an empty line, and by a mark where colour is not to be had."""
    terminal.gap()
    for sentence in sentences:
        if terminal.plain:
            terminal.say(f"» {sentence}")
        else:
            line = Table.grid(padding=(0, 1, 0, 0))
            line.add_row(Text("»", "tick"), Text(sentence))
            terminal.show(line)
        terminal.breathe(1.0)


class Learner:
    """The person at the keyboard, with a word before each decision. See Brain for the contract."""

    spec = "human"

    def __init__(self, terminal: Terminal, person: Human) -> None:
        self._terminal = terminal
        self._person = person

    def cast(self, ask: Ask) -> Turn[Cast]:
        """Which cards to keep."""
        if not ask.refused:
            _say(self._terminal, *words.CAST)
        return self._person.cast(ask)

    def answer(self, ask: Ask) -> Turn[Answer]:
        """What to write."""
        asked = ask.observation.question
        if asked and not ask.refused:
            _say(self._terminal, *words.BEFORE[asked.number - 1])
        return self._person.answer(ask)

    def guess(self, ask: Ask) -> Turn[Guesses]:
        """Whom to suspect."""
        _say(self._terminal, words.LOCK)
        return self._person.guess(ask)


class Shoulder:
    """Shows the game as always and explains what has just happened."""

    def __init__(self, terminal: Terminal, game: Game, show: Show) -> None:
        self._terminal = terminal
        self._game = game
        self._show = show

    def happened(self, event: ev.Event) -> None:
        """See Listener. What is said first prepares for what is shown, the rest explains it."""
        match event:
            case ev.GuessingOpened():
                _say(self._terminal, *words.GUESSING)
            case ev.PlayerRevealed() if len(self._game.state.round.revealed) == 1:
                _say(self._terminal, words.LOCKED)
            case _:
                pass
        self._show.happened(event)
        match event:
            case ev.CharactersIntroduced():
                _say(self._terminal, words.INTRODUCED)
            case ev.AnswersOpened():
                _say(self._terminal, *words.AFTER[event.number - 1], *self._about_yours())
            case ev.PlayerRevealed():
                _say(self._terminal, *self._about_ticks(event))
            case _:
                pass

    def progress(self) -> None:
        """See Listener."""
        self._show.progress()

    def waiting(self, seats: tuple[int, ...]) -> Choice:
        """See Listener."""
        return self._show.waiting(seats)

    def interrupted(self, seats: tuple[int, ...]) -> Choice:
        """See Listener."""
        return self._show.interrupted(seats)

    def _about_yours(self) -> list[str]:
        return [about_yours(self._game.observation(LEARNER))]

    def _about_ticks(self, event: ev.PlayerRevealed) -> list[str]:
        """Each row: why it went as it did, and the rule it follows."""
        told: list[str] = []
        pair = Pair(occupation=event.occupation, secret=event.secret)
        rows = score_reveal(event.seat, pair, {h.seat: h.guess for h in event.guesses})
        explained = {row.outcome for row in self._game.state.round.rows[: -len(rows)]}
        for row in rows:
            rule = words.AGAIN[row.outcome] if row.outcome in explained else words.RULE[row.outcome]
            why = words.TICKS.get((row.target, row.kind)) or words.YOURS[row.outcome]
            also = words.ALSO.get((row.target, row.kind, row.outcome), "")
            told.append(f"{KIND_NAMES[row.kind]}: {rule} {why} {also}".rstrip())
            explained.add(row.outcome)
        return told


def about_yours(observation: Observation) -> str:
    """What readers would now make of the learner's two cards, by which words, and what follows from that."""
    pair = observation.pair
    said = answers_of(observation, LEARNER)
    if pair is None or not said:
        return ""
    before, after = predict(observation, said[:-1]), predict(observation, said)
    belief = read(setting_of(observation), [Heard(said)])[0]
    told: list[str] = []
    for kind in KINDS:
        slug = pair.of(kind)
        reasons = belief.why(slug, 1000)
        last = [r.word for r in reasons if r.answer == len(said) - 1 and r.word and r.nats > 0.15]
        because = (
            f" ({', '.join(dict.fromkeys(last[:2]))})" if last and after[slug] > before[slug] + QUIET else ""
        )
        told.append(
            f"{observation.setting.card(kind, slug).name} {from_to(before[slug], after[slug])} in 100{because}"
        )
    moves: dict[Kind, float] = {kind: after[pair.of(kind)] - before[pair.of(kind)] for kind in KINDS}
    advice = _advice(observation, {kind: after[pair.of(kind)] for kind in KINDS}, moves)
    return (
        f"You: readers who would name your cards, before and after this answer: {'; '.join(told)}. {advice}"
    )


def _advice(observation: Observation, shares: dict[Kind, float], moves: dict[Kind, float]) -> str:
    aim = best_pick_rate(len(observation.opponents))
    loud: list[Kind] = [kind for kind in KINDS if shares[kind] > aim + LOUD]
    if loud:
        return (
            f"Your {KIND_NAMES[loud[0]]} is out; leave it alone from here on, and let them look at the other."
        )
    if all(abs(move) < QUIET for move in moves.values()):
        return "That answer told them nothing. A thing, a place or a moment next time: something only a few of these people could have in the house."
    if any(move < -2 * QUIET for move in moves.values()) and max(moves.values()) < QUIET:
        return "That one led away from you. Allowed, but you only score when somebody finds you."
    if all(shares[kind] > aim - LOUD for kind in KINDS):
        return "Both stand well; from here on less is more."
    stands: list[Kind] = [kind for kind in KINDS if shares[kind] > aim - LOUD]
    if stands:
        return f"Your {KIND_NAMES[stands[0]]} stands where it should, near {percent(aim)}. Let it rest, and give the other card its turn."
    return f"Good: it says something and leaves room. By the end aim near {percent(aim)} for each."
