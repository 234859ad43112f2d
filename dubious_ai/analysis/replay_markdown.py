"""The walk-through of a recorded game as Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from dubious_ai.analysis.sentences import CREDIT, KIND_NAMES, listed, ranking, result_told, ticks_told
from dubious_ai.core.model import KINDS
from dubious_ai.game.replay import Walk, WalkRound
from dubious_ai.pages.markdown_text import escape_markdown as escaped


def replay_markdown(told: Walk) -> str:
    """The walk-through as Markdown."""
    names = [escaped(name) for name in told.names]
    lines = [f"# Dubious · {escaped(told.setting.name)}", ""]
    who = (
        [f"{name} ({escaped(b)})" for name, b in zip(names, told.brains, strict=True)]
        if told.brains
        else names
    )
    lines += [f"Game {told.game}, {told.started[:10]}. At the table: {', '.join(who)}.", ""]
    if not told.finished:
        lines += [f"*Not finished: {told.where}.*", ""]
    if told.changed:
        lines += [f"*{escaped(told.changed)}*", ""]
    for r in told.rounds:
        lines += _markdown_round(told, r, names)
    if told.remarks:
        lines += ["## After the game", "", *(f"- {escaped(remark)}" for remark in told.remarks), ""]
    lines += [f"*{CREDIT}*", ""]
    return "\n".join(lines)


def _pair(told: Walk, slugs: tuple[str | None, str | None]) -> str:
    return " · ".join(
        escaped(told.card(kind, slug)) if slug else "no guess"
        for kind, slug in zip(KINDS, slugs, strict=True)
    )


def _markdown_round(told: Walk, r: WalkRound, names: list[str]) -> list[str]:

    def who(seats: Iterable[int]) -> str:
        return listed(names[seat - 1] for seat in seats)

    lines = [f"## Round {r.number}", "", f"{names[r.reader - 1]} reads.", ""]
    for hand in r.hands:
        if hand.kept and hand.rejected:
            lines.append(
                f"- {names[hand.seat - 1]} keeps {_pair(told, hand.kept)} and rejects {_pair(told, hand.rejected)}."
            )
    for c in r.characters:
        if c.name or c.introduction:
            line = f": “{escaped(c.introduction)}”" if c.introduction else "."
            lines.append(f"- {names[c.seat - 1]} is {escaped(c.name) or 'nameless'} tonight{line}")
    lines.append("")
    for asked, opened in r.asked:
        lines += [f"### {asked.number}. {escaped(asked.question.text)} ({asked.question.back})", ""]
        for spoken in opened.answers if opened else ():
            manner = f" *({escaped(spoken.delivery)})*" if spoken.delivery else ""
            lines.append(f"- **{names[spoken.seat - 1]}**{manner} “{escaped(spoken.text)}”")
        lines += [f"- **{names[a.seat - 1]}** (sealed) “{escaped(a.text)}”" for a in r.sealed if not opened]
        lines.append("")
    rows = {seat: list(found) for seat, found in groupby(r.rows, key=lambda row: row.target)}
    for revealed in r.revealed:
        title = _pair(told, (revealed.occupation, revealed.secret))
        lines += [f"### {names[revealed.seat - 1]} was {title}", ""]
        lines += [
            f"- {names[h.seat - 1]} said {_pair(told, (h.guess.occupation, h.guess.secret))}"
            for h in revealed.guesses
        ]
        for row in rows[revealed.seat]:
            ticks = "".join(
                f"~~{piece}~~" if style == "struck" else piece for piece, style in ticks_told(row, who)
            )
            lines.append(f"- {KIND_NAMES[row.kind]}: {ticks}.")
        lines.append("")
    if r.revealed:
        lines += _points(told, r, names)
    return lines


def _points(told: Walk, r: WalkRound, names: list[str]) -> list[str]:
    s = r.standing
    final = told.finished and r is told.rounds[-1]
    lines = ["### Final standing" if final else f"### After round {r.number}", ""]
    lines += ["| Player | Own cards | Guesses | Total |", "|---|---:|---:|---:|"]
    lines += [
        f"| {names[x - 1]} | {s.role_points[x]} | {s.guess_points[x]} | {s.totals[x]} |" for x in ranking(s)
    ]
    if final:
        lines += ["", f"**{result_told(names, s)}**"]
    return [*lines, ""]
