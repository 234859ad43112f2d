"""The `dubious` command: imports the one command that is called and turns every DubiousError into its sentence.

The only place that catches DubiousError. `--version` and `--help` answer without importing anything.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import NamedTuple

from dubious_ai import __version__
from dubious_ai.errors import DubiousError


class Command(NamedTuple):
    """A command: its module in this package, and what it does in a line."""

    module: str
    line: str


ABOUT = "Play, practise and teach Dubious: New Realms alone at a keyboard. An unofficial fan project."
COMMANDS: dict[str, dict[str, Command]] = {
    "Play": {
        "play": Command("play", "A game against the house."),
        "resume": Command("play", "Go on with a saved game at the very step where it stopped."),
        "today": Command("play", "Tonight's table: one deal for everybody, one go a day."),
        "watch": Command("watch", "A game played by bots only."),
        "games": Command("games", "The saved games; delete or repair one, or sum up a career."),
        "replay": Command("games", "Walk through a finished game again, or export it."),
        "rules": Command("info", "The rules on one page."),
        "cards": Command("info", "All Occupations and Secrets of a setting, and the questions."),
    },
    "Practise": {
        "learn": Command("learn", "A first round in ten minutes, with somebody at your shoulder."),
        "drill": Command("drill", "Short exercises: who gave these answers, and one to write."),
        "progress": Command("drill", "How practice goes over time."),
        "review": Command("review", "Look back on a game: what gave you away, what you could have said."),
        "hint": Command("hint", "Help with one answer, for a game at a real table."),
        "guess": Command("guess", "Who is who, read from what was said at any table."),
        "score": Command("score", "Points of a round played at a real table, tick by tick."),
    },
    "Teach": {
        "sample": Command("sample", "Sample rounds with commentary, as lessons or data."),
        "sheet": Command("sheet", "Sheets to print, for a table of people or as an exercise."),
        "class": Command("class_loop", "Sheets for a class, its texts collected, lessons of its own round."),
    },
    "Workshop": {
        "doctor": Command("brains", "Whether a model can play: key, server, replies, speed."),
        "config": Command("brains", "Which settings hold, and where they come from."),
        "brains": Command("brains", "Known models: games, hits, calibration, cost, speed."),
        "arena": Command("arena", "A tournament of brains, rated apart for hiding and reading."),
    },
}
"""Every command, in the four groups of the help page."""
START = "start"
"""The screen's first place, opened by `dubious` alone at a terminal."""
WRITTEN_OUT = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG, errno.EBADF)
"""What an output answers that takes nothing more."""


def help_page() -> str:
    """What `dubious --help` prints."""
    lines = ["Usage: dubious COMMAND [OPTIONS]", "", f"  {ABOUT}"]
    for group, commands in COMMANDS.items():
        lines += ["", f"{group}:", *(f"  {name:<10} {told.line}" for name, told in commands.items())]
    lines += ["", "`dubious COMMAND --help` explains one of them; `dubious --version` shows the version."]
    return "\n".join(lines)


def run(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 when all went well, 2 for a wrong request, 1 for other failures."""
    arguments = sys.argv[1:] if arguments is None else arguments
    _open_streams()
    code = 1
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except DubiousError as error:
        _say(str(error))
        code = error.exit_code
    except BrokenPipeError:
        # whoever read our output has gone: nothing more to say
        _forget_output()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        code = 130
    except Exception as error:
        if os.environ.get("DUBIOUS_DEBUG"):
            raise
        if isinstance(error, OSError) and error.errno in WRITTEN_OUT and error.filename is None:
            _forget_output()
            _say(f"The output takes nothing more ({error.strerror}). What was saved is safe.")
        else:
            print(report(error, arguments), file=sys.stderr)
    if arguments != ["--version"]:
        sys.exit(code)


def _run(arguments: list[str]) -> int:
    name = arguments[0] if arguments else ""
    if name == "--version":
        print(f"dubious {__version__}")
        return 0
    if not name and sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        name, arguments = START, [START]
    if name in ("-h", "--help", "help", ""):
        # called without anything, it was not asked for help but needs it
        print(help_page(), file=sys.stdout if name else sys.stderr)
        return 0 if name else 2
    known = {word: told for commands in COMMANDS.values() for word, told in commands.items()}
    known[START] = Command("play", "")
    if name not in known:
        what = "option" if name.startswith("-") else "command"
        _say(
            f"There is no {what} {_shown(name)}. {_nearest(name, known)}`dubious --help` lists what there is."
        )
        return 2
    # our matrices are small: a second thread of the linear algebra library would mostly wait; must be said before numpy loads
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import typer

    app = typer.Typer(
        name="dubious",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(lambda: None)
    import_module(f"dubious_ai.cli.{known[name].module}").register(app)
    try:
        app(arguments, prog_name="dubious")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 1 if leaving.code else 0
    return 0


def _nearest(name: str, known: dict[str, Command]) -> str:
    from difflib import get_close_matches

    found = get_close_matches(name, known, n=1, cutoff=0.6)
    return f"Did you mean {found[0]}? " if found else ""


def _shown(text: str) -> str:
    """An argument as it may stand in a sentence."""
    from dubious_ai.core.cleaning import clean

    return repr(clean(text)[:60])


def _say(sentence: str) -> None:
    from dubious_ai.ui.called import as_called

    print(f"dubious: {as_called(sentence)}", file=sys.stderr)


def report(error: BaseException, arguments: list[str]) -> str:
    """What somebody can copy who wants to tell us: where it broke, and nothing of what was typed, said or stored."""
    # loaded when something broke: `--version` is to cost nothing
    import traceback
    from pathlib import Path

    package = Path(__file__).resolve().parents[1]
    places = [
        f"    {Path(frame.filename).resolve().relative_to(package)}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).resolve().is_relative_to(package)
    ]
    command = arguments[0] if arguments and arguments[0].isalpha() else "-"
    return "\n".join(
        [
            "dubious: this should not have happened. What was saved is safe. Please report it; these lines are all that is needed:",
            "",
            f"    dubious {__version__}, Python {sys.version.split()[0]}, {sys.platform}, command {command}",
            f"    {type(error).__name__}",
            *places[-8:],
            "",
            "DUBIOUS_DEBUG=1 shows more, with what was typed and said.",
        ]
    )


def _open_streams() -> None:
    """Streams that were closed before we began are given something to stand on; no output ever fails over a character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (lives as long as we do)
    for stream in (sys.stdout, sys.stderr):
        encoding = getattr(stream, "encoding", None) or "ascii"
        if not encoding.lower().replace("-", "").startswith("utf"):
            from dubious_ai.ui.views.encoding import forgive

            forgive()
        elif reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def _forget_output() -> None:
    """Let the interpreter end without trying once more to write."""
    for name in ("stdout", "stderr"):
        try:
            getattr(sys, name).flush()
        except (OSError, ValueError):
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (lives as long as we do)
