"""Values turned into things to draw: the deal, a question, a spoken answer, the reference sheet, the standing.

Pure: nothing here prints or reads. `plain` leaves out boxes and columns. Text from players is always drawn as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from dubious_ai.analysis.sentences import KIND_NAMES, listed, ranking, result_told
from dubious_ai.content.cards import CardFile
from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Asked, Observation
from dubious_ai.core.scoring import Standing

NAMED = KIND_NAMES


def indent(thing: RenderableType, by: int = 2) -> RenderableType:
    """The thing, moved to the right."""
    return Padding(thing, (0, 0, 0, by))


def masthead() -> Text:
    """The first line of a session."""
    return Text.assemble(
        ("Dubious", "title"), " · a game of half-told truths", ("   unofficial fan project, offline", "quiet")
    )


def round_head(observation: Observation, texts: Library, game: str) -> Text:
    """Where we are: round, setting, who sits here, the saved game's id."""
    names = ["you" if p is observation.players[observation.seat - 1] else p.name for p in observation.players]
    of = f" of {observation.options.rounds}" if observation.options.rounds > 1 else ""
    return Text.assemble(
        (f"Round {observation.now.number}{of}", "title"),
        f" · {texts.name} · {listed(names)}",
        (f"   game {game} · saved" if game else "", "quiet"),
    )


def hand(observation: Observation, texts: Library, *, plain: bool) -> RenderableType:
    """The four cards dealt, numbered within their kind, each with its flavour."""
    dealt = observation.now.dealt
    if dealt is None:
        return Text("No cards are dealt yet.")
    slugs = {"occupation": dealt.occupations, "secret": dealt.secrets}
    rows: list[tuple[Kind, int, CardFile]] = [
        (kind, number, texts.file(slug)) for kind in KINDS for number, slug in enumerate(slugs[kind], 1)
    ]
    if plain:
        lines = [f"{NAMED[kind]} {n}: {file.name} ({file.flavour})" for kind, n, file in rows]
        return Text("\n".join(["You were dealt", *lines]))
    table = Table.grid(padding=(0, 2, 0, 0))
    for kind, number, file in rows:
        table.add_row(
            Text(NAMED[kind] if number == 1 else "", "quiet"),
            Text(f"{number} {file.name}", kind),
            Text(file.flavour, "quiet"),
        )
    return Group(Text("You were dealt"), indent(table))


def mine(observation: Observation, texts: Library) -> Text:
    """The two cards I hold."""
    pair = observation.pair
    if pair is None:
        return Text("You have not chosen your cards yet.")
    return Text.assemble(
        "You are ",
        (texts.file(pair.occupation).name, "occupation"),
        " · ",
        (texts.file(pair.secret).name, "secret"),
    )


def reaction(name: str, said: ev.Reacted, names: Sequence[str], *, plain: bool) -> RenderableType:
    """A remark somebody makes, to the table or to one of them."""
    to = f" to {names[said.to - 1]}" if said.to else ""
    return indent(
        Text.assemble((f"{name}{to}: ", "quiet"), (f"“{said.text}”", "delivery")), 0 if plain else 4
    )


def question(asked: Asked | ev.QuestionRevealed, total: int, reader: str, *, plain: bool) -> RenderableType:
    """A question card as it is turned."""
    back = asked.question.back
    head = f"Question {asked.number} of {total} · {back} · {reader}"
    if plain:
        return Text(f"{head}\n{asked.question.text}")
    card = Panel(Text(asked.question.text, "question"), box=ROUNDED, expand=False, padding=(0, 2))
    return Group(Text(head, "quiet"), card)


def spoken_view(name: str, answer: ev.Spoken, *, me: bool, plain: bool, column: int = 0) -> RenderableType:
    """An answer read aloud; the delivery is set apart from the words."""
    style = "me" if me else "name"
    words = f"“{answer.text}”"
    told = Text.assemble((f"({answer.delivery}) ", "delivery"), words) if answer.delivery else Text(words)
    if plain:
        return Text.assemble(f"{name}: ", told)
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=max(column, len(name)), no_wrap=True)
    table.add_column(ratio=1)
    table.add_row(Text(name, style), told)
    return indent(table)


def introduction(name: str, character: ev.Introduced, *, me: bool) -> Text:
    """How somebody introduces their character."""
    style = "me" if me else "name"
    if not character.name and not character.introduction:
        return Text.assemble((name, style), " gives no name.")
    if not character.name:
        return Text.assemble((name, style), f": “{character.introduction}”")
    line = f" “{character.introduction}”" if character.introduction else ""
    return Text.assemble((name, style), " is ", (character.name, "title"), f" tonight.{line}")


def all_answers(observation: Observation, seat: int, *, plain: bool) -> RenderableType:
    """Everything one player has said in this round."""
    lines: list[RenderableType] = []
    for asked in observation.now.asked:
        for answer in asked.answers:
            if answer.seat == seat:
                lines.append(Text(f"{asked.number}. {asked.question.text}", "quiet"))
                lines.append(indent(Text(f"“{answer.text}”"), 0 if plain else 3))
    return Group(*lines) if lines else Text("Nothing yet.", "quiet")


def reference(texts: Library, *, plain: bool) -> RenderableType:
    """The reference sheet: every card of the setting with its number."""
    if plain:
        lines = [f"{NAMED[kind]} {f.number}: {f.name}" for kind in KINDS for f in texts.texts(kind)]
        return Text("\n".join(lines))
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_row(Text("Occupations", "occupation"), Text("Secrets", "secret"))
    for left, right in zip(texts.texts("occupation"), texts.texts("secret"), strict=True):
        table.add_row(Text(f"{left.number:>2} {left.name}"), Text(f"{right.number:>2} {right.name}"))
    return indent(table)


def standing_view(
    names: list[str], points: Standing, *, final: bool, me: int | None, plain: bool
) -> RenderableType:
    """Points and where they came from; after the last round also who wins, and why if it was close."""
    order = ranking(points)
    parts: list[RenderableType] = []
    if plain:
        parts += [
            Text(
                f"{names[s - 1]}: {points.totals[s]} ({points.role_points[s]} for own cards, {points.guess_points[s]} for guesses)"
            )
            for s in order
        ]
    else:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="quiet")
        for head in ("", "own cards", "guesses", "total"):
            table.add_column(head, justify="left" if not head else "right")
        for s in order:
            table.add_row(
                Text(names[s - 1], "me" if s == me else "name"),
                str(points.role_points[s]),
                str(points.guess_points[s]),
                Text(str(points.totals[s]), "title"),
            )
        parts.append(indent(table))
    if final:
        parts.append(Text(result_told(names, points), "title"))
    return Group(*parts)
