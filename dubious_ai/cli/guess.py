"""`dubious guess`: who is who, read from what was said at a table, ours or a real one."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from dubious_ai.belief.reader import Reader
from dubious_ai.brains.llm.brain import LLMBrain
from dubious_ai.cli import options as opt
from dubious_ai.cli.composition import READERS
from dubious_ai.coach import second_opinion
from dubious_ai.coach.guess import weigh_guesses
from dubious_ai.coach.round_input import read_lines, read_round
from dubious_ai.coach.seat_view import listening
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.errors import DubiousError, UsageError
from dubious_ai.game.backends import Backends
from dubious_ai.ui import opinion_prompt
from dubious_ai.ui.lines.round_typing import ask_round
from dubious_ai.ui.lines.terminal import open_terminal
from dubious_ai.ui.views import coach_views

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dubious_ai.coach.guess import Advice, Round

HELP = """Who the others may be: both cards of everybody, ranked, with the words that say so.

FILE (or - for standard input) is a table document in JSON, the short form
{"setting": "antiquity", "me": {"occupations": ["Gladiator", "Senator"], "secrets": ["Zeus", "barbarians"]}, "players": [{"name": "Ann", "answers": [{"question": "What pet do you have?", "text": "A parrot."}]}]}
or plain text, one thing a line:

\b
    setting: antiquity
    me: Gladiator, Senator; Zeus, barbarians
    Q: What pet do you have?
    Ann: A parrot. It once nearly ruined the best hour of my life.
    Bob: A dog. He does not run any more.

"me", the cards dealt to you, may be left out. Without FILE, at a terminal, it asks for everything. With --batch every line of FILE is
one JSON object and every line of the output is one, too; a bad line gives {"line": N, "error": "…"} there and a sentence on standard error.
"""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("guess", help=HELP)(guess)


def guess(
    file: Annotated[
        str | None, typer.Argument(help="What was said; - for standard input.", show_default=False)
    ] = None,
    json: opt.Pipe = False,
    batch: Annotated[bool, typer.Option("--batch", help="JSON lines in, JSON lines out.")] = False,
    brain: Annotated[
        str,
        typer.Option(
            "--brain", "-b", help="A model to read along: openai:MODEL; JSON then holds its reading."
        ),
    ] = "house",
    plain: opt.Plain = False,
) -> None:
    """See HELP."""

    with Backends.from_settings(READERS, named=[brain]) as backends:
        backends.vouch(brain)
        ears = Ears(backends, brain)
        if batch:
            _batch(file or "-", ears)
            return
        if file is None and not sys.stdin.isatty():
            file = "-"
        if file is None and json:
            raise UsageError("--json needs a FILE, or - for standard input.")
        _one(file, ears, as_json=json, plain=plain)


@dataclass(frozen=True)
class Ears:
    """Who reads a round: our reader, and a model where one was asked for."""

    backends: Backends
    spec: str

    def reader(self, known: Round) -> Reader:
        """The reader of a round's setting."""
        return self.backends.readers.of(known.setting)

    def model(self, known: Round) -> LLMBrain | None:
        """The model, if there is one."""
        return opinion_prompt.model_of(self.backends, self.spec, self.reader(known))


def _one(file: str | None, ears: Ears, *, as_json: bool, plain: bool) -> None:

    terminal = open_terminal(plain=plain)
    known = ask_round(terminal) if file is None else read_round(file)
    advice = weigh_guesses(known, ears.reader(known))
    if as_json:
        for view in advice.views:
            if view.doubt:
                print(f"dubious: {view.doubt}", file=sys.stderr)
        print(json.dumps(_values(known, advice, ears), ensure_ascii=False))
        return
    texts = ears.reader(known).library
    terminal.show(*coach_views.guess_view(advice, texts, plain=terminal.plain))
    if (model := ears.model(known)) is not None:
        opinion_prompt.ask_for_guesses(terminal, model, listening(texts, known), advice, texts)


def _values(known: Round, advice: Advice, ears: Ears) -> dict[str, object]:
    """The answer in JSON: every card of a kind, likeliest first, with its probability."""

    ranked: dict[str, Mapping[Kind, Sequence[tuple[str, float]]]] = {v.name: v.ranked for v in advice.views}
    if (model := ears.model(known)) is not None:
        found = second_opinion.model_beliefs(model, listening(model.reader.library, known), threading.Event())
        ranked = {
            name: {kind: sorted(shares[kind].items(), key=lambda item: -item[1]) for kind in KINDS}
            for name, shares in found.items()
        }
    names = {f.slug: f.name for f in ears.reader(known).library.files}
    return {
        "players": [
            {
                "name": view.name,
                **{
                    kind: [{"card": names[slug], "p": p} for slug, p in ranked[view.name][kind]]
                    for kind in KINDS
                },
            }
            for view in advice.views
        ]
    }


def _batch(file: str, ears: Ears) -> None:
    """Line for line; what cannot be read is told and passed over. Exit code 2 if there was any such line."""

    good, bad = 0, 0
    for line in read_lines(file):
        told = _weighed(line.round, ears) if line.round else line.problem
        if isinstance(told, str):
            bad += 1
            print(f"dubious: line {line.number}: {told}", file=sys.stderr)
            print(json.dumps({"line": line.number, "error": told}, ensure_ascii=False))
        else:
            good += 1
            print(json.dumps(told, ensure_ascii=False))
    if not good and not bad:
        raise UsageError(
            "There is no line to read. Write one JSON object a line; `dubious guess --help` shows one."
        )
    if bad:
        sys.stdout.flush()
        told = f"{bad} of {good + bad} lines could not be read." if good else "No line could be read."
        raise UsageError(told)


def _weighed(known: Round, ears: Ears) -> dict[str, object] | str:
    """The answer for one table, or why there is none."""

    try:
        return _values(known, weigh_guesses(known, ears.reader(known)), ears)
    except DubiousError as error:
        return str(error)
