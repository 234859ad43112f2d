"""`python -m dubious_ai` is the `dubious` command."""

from dubious_ai.cli.main import run

run()
