"""A walk-through on the screen: pages one after the other, each drawn with the views of the game itself."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from dubious_ai.content.cards import CardFile
from dubious_ai.content.library import Library, Names, library, setting_slugs
from dubious_ai.core.model import KINDS, Setting
from dubious_ai.game.replay import Hand, Walk, WalkRound
from dubious_ai.ui.lines.terminal import THEME, HungUp, Interrupted, Prompt, Terminal
from dubious_ai.ui.views import reveal, table_views

_NO_NAMES = Names(female=("-",) * 6, male=("-",) * 6)


def texts_of(setting: Setting) -> Library:
    """The texts to draw a recorded setting with: the record's own cards, with today's flavour where the card still exists."""
    known = next((library(slug) for slug in setting_slugs() if slug == setting.slug), None)
    today = {file.slug: file for file in known.files} if known else {}
    files: list[CardFile] = []
    for card in (*setting.occupations, *setting.secrets):
        file = today.get(card.slug) or CardFile(
            slug=card.slug, name=card.name, kind=card.kind, number=card.number, flavour="", cues=""
        )
        told = {"name": card.name, "kind": card.kind, "number": card.number}
        files.append(file.model_copy(update=told))
    return Library.model_construct(
        slug=known.slug if known else setting_slugs()[0],
        name=setting.name,
        scene=known.scene if known else "",
        number=known.number if known else 1,
        files=tuple(files),
        questions=setting.questions,
        names=known.names if known else _NO_NAMES,
        introductions=known.introductions if known else (),
    )


def pages(told: Walk, *, plain: bool) -> Iterator[RenderableType]:
    """The walk-through in pages: the table, then for each round the deal, each question, each reveal, the points."""
    texts = texts_of(told.setting)
    head = Text.assemble(
        (f"{told.setting.name} · {table_views.listed(told.names)}", "title"),
        (f"   game {told.game} · {told.started[:10]}", "quiet"),
    )
    if not told.finished:
        head.append(f"\nNot finished: {told.where}.", style="warning")
    if told.changed:
        head.append(f"\n{told.changed}", style="quiet")
    yield head
    for r in told.rounds:
        yield _opening(told, r, texts, plain=plain)
        yield from _questions(told, r, plain=plain)
        yield from _reveals(told, r, texts)
        if r.revealed:
            final = told.finished and r is told.rounds[-1]
            title = "Final standing" if final else f"After round {r.number}"
            points = table_views.standing_view(told.names, r.standing, final=final, me=told.me, plain=plain)
            yield Group(Text(title, "title"), points)
    if told.remarks:
        yield Group(*(Text(remark, "quiet") for remark in told.remarks))


def _label(told: Walk, seat: int) -> str:
    return told.names[seat - 1]


def _opening(told: Walk, r: WalkRound, texts: Library, *, plain: bool) -> RenderableType:
    del plain
    reads = f"Round {r.number} · {_label(told, r.reader)} reads"
    parts: list[RenderableType] = [Text(reads, "title")]
    parts += [_hand(told, hand, texts) for hand in r.hands]
    for character in r.characters:
        if character.name or character.introduction:
            name = _label(told, character.seat)
            parts.append(table_views.introduction(name, character, me=character.seat == told.me))
    return Group(*parts)


def _hand(told: Walk, hand: Hand, texts: Library) -> Text:
    line = Text.assemble((_label(told, hand.seat), "me" if hand.seat == told.me else "name"))
    if hand.kept is None or hand.rejected is None:
        return line.append(" has not chosen yet.")
    line.append(" keeps ")
    for n, (kind, slug) in enumerate(zip(KINDS, hand.kept, strict=True)):
        line.append(" · " if n else "").append(texts.file(slug).name, style=kind)
    gone = table_views.listed(texts.file(slug).name for slug in hand.rejected)
    return line.append(f", rejects {gone}", style="quiet")


def _questions(told: Walk, r: WalkRound, *, plain: bool) -> Iterator[RenderableType]:
    column = max(len(name) for name in told.names)
    reads = f"{_label(told, r.reader)} reads"
    for asked, opened in r.asked:
        parts = [table_views.question(asked, told.questions, reads, plain=plain)]
        for spoken in opened.answers if opened else ():
            me = spoken.seat == told.me
            parts.append(
                table_views.spoken_view(_label(told, spoken.seat), spoken, me=me, plain=plain, column=column)
            )
        if opened is None:
            parts += [
                table_views.indent(Text(f"{_label(told, a.seat)} (sealed): “{a.text}”", "quiet"))
                for a in r.sealed
            ]
        yield Group(*parts)


def _reveals(told: Walk, r: WalkRound, texts: Library) -> Iterator[RenderableType]:
    for revealed in r.revealed:
        rows = [row for row in r.rows if row.target == revealed.seat]
        yield Group(
            *reveal.announcements(revealed, told.names, texts, None),
            reveal.cards_turned(revealed, told.names, texts, None),
            *(reveal.ticks(row, told.names, None) for row in rows),
        )


def show(terminal: Terminal, told: Walk) -> None:
    """Draw the pages: one by one for a person at a terminal (Enter goes on, Ctrl-C or q stops), else all at once."""
    every = list(pages(told, plain=terminal.plain))
    for number, page in enumerate(every, 1):
        terminal.show(page)
        terminal.gap()
        if terminal.live and number < len(every):
            try:
                typed = terminal.read(Prompt(f"{number} of {len(every)} · Enter goes on, q stops ›"))
            except (HungUp, Interrupted, EOFError):
                return
            if typed.casefold() in ("q", "quit", "/quit"):
                return


def as_text(told: Walk, width: int = 80) -> str:
    """The whole walk-through as plain text."""
    from io import StringIO

    from rich.console import Console

    out = StringIO()
    console = Console(
        file=out, width=width, theme=THEME, no_color=True, highlight=False, markup=False, emoji=False
    )
    for page in pages(told, plain=True):
        console.print(page)
        console.print()
    return out.getvalue()
