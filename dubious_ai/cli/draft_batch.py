"""`dubious hint --batch`: a list of drafts on the scales, line by line."""

from __future__ import annotations

import json
import sys

from rich.text import Text

from dubious_ai.analysis.sentences import from_to
from dubious_ai.cli.composition import READERS
from dubious_ai.document import text_bytes
from dubious_ai.errors import UsageError
from dubious_ai.teach.rewriting import WeighedDraft, read_drafts
from dubious_ai.ui.lines.terminal import open_terminal
from dubious_ai.ui.views.table_views import NAMED


def weigh_drafts(file: str, setting: str | None, *, as_json: bool, plain: bool) -> None:
    """Every draft of a list on the scales; what cannot be weighed is named. Exit code 2 if nothing could."""
    found, problems = read_drafts(*text_bytes(file), setting, READERS)
    terminal = open_terminal(plain=plain)
    for draft in found:
        if as_json:
            print(json.dumps(_draft_values(draft), ensure_ascii=False))
            continue
        figures = " · ".join(
            f"{NAMED[card.kind]} {from_to(card.before.share, card.after.share)} in 100"
            for card in draft.verdict.cards
        )
        style = {True: "tick", False: "warning", None: ""}[draft.met]
        terminal.show(
            Text.assemble((f"{draft.name}: " if draft.name else "", "name"), f"“{draft.text}”"),
            Text(f"  {figures}", "quiet"),
            Text(f"  {draft.told}", style),
        )
    for problem in problems:
        print(problem, file=sys.stderr)
    if not found:
        raise UsageError("No draft could be weighed.")
    if not as_json:
        met = [draft.met for draft in found if draft.met is not None]
        told = f" {sum(met)} of {len(met)} tasks are met." if met else ""
        terminal.say(f"{len(found)} drafts.{told}", "title")


def _draft_values(draft: WeighedDraft) -> dict[str, object]:
    return {
        "name": draft.name,
        "draft": draft.text,
        **{
            card.kind: {
                "before": round(card.before.share, 4),
                "after": round(card.after.share, 4),
                "verdict": card.loudness,
                "effect": card.effect,
            }
            for card in draft.verdict.cards
        },
        "told": draft.told,
        "met": draft.met,
    }
