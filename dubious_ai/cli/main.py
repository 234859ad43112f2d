"""The `dubious` command: collects the command groups and turns every DubiousError into its sentence.

The only place that catches DubiousError. `--version` answers without importing anything.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from dubious_ai import __version__
from dubious_ai.errors import DubiousError

GROUPS = (
    "play",
    "watch",
    "games",
    "info",
    "score",
    "brains",
    "sample",
    "sheet",
    "class_loop",
    "hint",
    "guess",
    "review",
    "drill",
    "learn",
)
"""Modules of this package with a `register(app)`, in the order of the help page."""


def run(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 when all went well, 2 for a wrong request, 1 for other failures."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments == ["--version"]:
        print(f"dubious {__version__}")
        return
    import typer

    app = typer.Typer(
        name="dubious",
        help="Play, practise and teach Dubious: New Realms alone at a keyboard. An unofficial fan project.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def _(  # pyright: ignore[reportUnusedFunction]
        version: bool = typer.Option(False, "--version", help="Show the version and leave."),
    ) -> None:
        if version:
            print(f"dubious {__version__}")
            raise typer.Exit

    # our matrices are small: a second thread of the linear algebra library would mostly wait; must be said before numpy loads
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for group in GROUPS:
        import_module(f"dubious_ai.cli.{group}").register(app)
    try:
        app(arguments)
    except DubiousError as error:
        print(f"dubious: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # whoever read our output has gone: nothing more to say
        sys.stderr.close()
        sys.exit(1)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        if os.environ.get("DUBIOUS_DEBUG"):
            raise
        print(
            f"dubious: this should not have happened ({type(error).__name__}: {error}). What was saved is safe. "
            "Set DUBIOUS_DEBUG=1 to see where, and please report it.",
            file=sys.stderr,
        )
        sys.exit(1)
