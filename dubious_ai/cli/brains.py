"""`dubious doctor`, `dubious brains` and `dubious config`: whether a model can play, how well it did, and which settings hold."""

from __future__ import annotations

from typing import Annotated

import typer

from dubious_ai.cli import options as opt


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("doctor")(doctor)
    app.command("config")(config)
    app.command("brains")(brains)


def doctor(brain: opt.BrainOption = None, plain: opt.Plain = False) -> None:
    """Look whether a brain can play: key, server, model, structured replies, speed, price of a trial call."""
    from dubious_ai.brains.llm.doctor import diagnose
    from dubious_ai.config import load_settings
    from dubious_ai.ui.lines.terminal import open_terminal

    settings = load_settings()
    terminal = open_terminal(plain=plain)
    for note in settings.notes:
        terminal.say(note, "warning")
    report = diagnose(brain or settings.brain, settings, tell=lambda line: terminal.say(line, "quiet"))
    terminal.say(f"Brain {report.spec}", "title")
    for finding in report.findings:
        mark = {"ok": "ok  ", "warn": "mind", "stop": "stop"}[finding.verdict]
        style = {"ok": "quiet", "warn": "warning", "stop": "problem"}[finding.verdict]
        terminal.say(f"  {mark}  {finding.about}: {finding.sentence}", style)
    if not report.works:
        raise typer.Exit(2)


def config(as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False) -> None:
    """Show where the settings file lies, every setting, and where its value comes from. Keys are never shown."""
    from dubious_ai.config import load_settings

    settings = load_settings()
    if as_json:
        import json

        rows = [{"name": r.name, "value": r.value, "source": r.source} for r in settings.rows()]
        whole = {
            "file": str(settings.path),
            "found": settings.found,
            "settings": rows,
            "notes": list(settings.notes),
        }
        print(json.dumps(whole, indent=2))
        return
    print(f"Settings file: {settings.path}{'' if settings.found else ' (none yet)'}")
    for row in settings.rows():
        print(f"  {row.name:<24} {row.value or '-':<28} {row.source}")
    for note in settings.notes:
        print(note)


def brains(as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False) -> None:
    """List the models that have played: games, how many cards they named against how sure they were, cost and time."""
    from dubious_ai.brains.llm.strength import Strengths
    from dubious_ai.brains.llm.table_models import STRENGTHS_FILE
    from dubious_ai.config import load_settings

    found = Strengths(load_settings().path.parent / STRENGTHS_FILE).all()
    if as_json:
        import json

        print(json.dumps({spec: one.model_dump() for spec, one in sorted(found.items())}, indent=2))
        return
    if not found:
        print(
            "No model has played yet. `dubious play --brain openai:MODEL` lets one; the house needs no list."
        )
        return
    for spec, one in sorted(found.items()):
        cards = (
            f"{one.right} of {one.cards} cards first ({one.right / one.cards:.0%}), stated {one.stated / one.cards:.0%}"
            if one.cards
            else "no guesses yet"
        )
        cost = "price unknown" if one.cost is None else f"${one.cost / one.games:.4f} a game"
        pace = f"{one.seconds / one.calls:.1f} s a call" if one.calls else "no calls"
        print(f"{spec}: {one.games} game{'' if one.games == 1 else 's'}; {cards}; {cost}; {pace}")
