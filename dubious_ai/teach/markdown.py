"""A lesson as Markdown: to read aloud, to hand out, to put on a club's page. What players wrote is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import (
    CREDIT,
    KIND_NAMES,
    card_told,
    in_hundred,
    listed,
    named_by,
    ranking,
    result_told,
    row_sentence,
    scale_told,
)
from dubious_ai.core.model import KINDS
from dubious_ai.pages.markdown_text import escape_markdown as escape
from dubious_ai.teach.commentary import brains_sentence, hint_sentence
from dubious_ai.teach.discuss import to_discuss
from dubious_ai.teach.feedback import feedback
from dubious_ai.teach.guess_reasons import guess_sentences
from dubious_ai.teach.tiers import GUESS_STARTERS
from dubious_ai.teach.word_list import list_words, round_words, words_markdown

Spoilers = Literal["end", "none", "inline"]
Depth = Literal["off", "short", "full"]
BLANK = "\\_" * 12


def markdown(
    lesson: GameAnalysis,
    *,
    spoilers: Spoilers = "end",
    commentary: Depth = "short",
    shows: str = "",
    pupils: bool = False,
    starters: bool = False,
) -> str:
    """The whole lesson. `shows` says what the round was chosen for; it is told where the solution is, as are lines for each of the `pupils`.
    `starters` say how a guess may be put into words."""
    lines = [f"# {_title(lesson)}", "", *_facts(lesson)]
    for round_ in lesson.rounds:
        lines += ["", *_round(lesson, round_, spoilers, commentary, starters=starters)]
    if spoilers != "none":
        lines += ["", "---", "", *_solution(lesson, spoilers, commentary, shows)]
        lines += pupil_lines(lesson) if pupils else []
    return "\n".join([*lines, "", f"*{CREDIT}*"]) + "\n"


def pupil_lines(lesson: GameAnalysis) -> Iterator[str]:
    """A word for each pupil of a class."""
    yield from ("", "## For each of you")
    for player in lesson.rounds[-1].players:
        yield from ("", f"### {escape(player.name)}", "")
        yield from (f"- {escape(line)}" for line in feedback(lesson, player))


def _title(lesson: GameAnalysis) -> str:
    return f"{'A round' if len(lesson.rounds) == 1 else 'A game'} of Dubious: {escape(lesson.setting.name)}"


def _facts(lesson: GameAnalysis) -> list[str]:
    seed = f" Seed {escape(lesson.seed)}." if lesson.seed else ""
    return [
        f"The scene: {lesson.texts.scene}.",
        "",
        f"*{escape(brains_sentence(lesson))}*{seed}",
        "",
        "Each player keeps one Occupation and one Secret from the lists below and hints at them in every answer. They score when some of the "
        "others name a card, but not all. Read the answers, decide who is who, then turn to the solution.",
    ]


def _round(
    lesson: GameAnalysis, round_: RoundAnalysis, spoilers: Spoilers, commentary: Depth, *, starters: bool
) -> Iterator[str]:
    yield f"## Round {round_.number}"
    yield ""
    inline = spoilers == "inline"
    for seat in round_.order:
        player = round_.player(seat)
        who = f"**{escape(player.name)}**"
        if player.character:
            who += f" as {escape(player.character)}"
        if player.introduction:
            who += f": “{escape(player.introduction)}”"
        yield f"- {who}{f' (**{_cards(lesson, player)}**)' if inline else ''}"
    for number, question in enumerate(round_.questions, 1):
        yield ""
        yield f"### Question {number}: {escape(question.text)}"
        yield ""
        for seat in round_.order:
            player = round_.player(seat)
            hint = player.answers[number - 1]
            manner = f" *({escape(hint.delivery)})*" if hint.delivery else ""
            yield f"- **{escape(player.name)}**{manner}: {escape(hint.text)}"
            if inline and commentary != "off":
                yield f"  - {escape(hint_sentence(lesson, player, hint, full=commentary == 'full'))}"
    if inline:
        return
    yield ""
    yield "### Who is who?"
    yield ""
    yield "| Player | Occupation | Secret |"
    yield "|---|---|---|"
    for seat in round_.order:
        yield f"| {escape(lesson.name(seat))} | {BLANK} | {BLANK} |"
    for kind in KINDS:
        yield ""
        names = (f"{c.number} {escape(c.name)}" for c in lesson.setting.cards(kind))
        yield f"**{KIND_NAMES[kind]}s:** {' · '.join(names)}"
    if starters:
        yield ""
        yield f"*You may say:* {escape(' · '.join(GUESS_STARTERS))}"
    for title, words in (
        ("Hard words of this round", round_words(lesson, round_)),
        ("Hard words on the cards", list_words(lesson)),
    ):
        if words:
            yield ""
            yield f"### {title}"
            yield ""
            yield words_markdown(words)


def _cards(lesson: GameAnalysis, player: PlayerAnalysis) -> str:
    return " · ".join(escape(lesson.setting.card(kind, player.pair.of(kind)).name) for kind in KINDS)


def _solution(lesson: GameAnalysis, spoilers: Spoilers, commentary: Depth, shows: str) -> Iterator[str]:
    yield "## Solution"
    if shows:
        yield ""
        yield f"Chosen because: {escape(shows)}"
    if commentary != "off":
        yield ""
        yield escape(scale_told(lesson.readers, lesson.aim))
    for round_ in lesson.rounds:
        if len(lesson.rounds) > 1:
            yield ""
            yield f"## Round {round_.number}, solved"
        for seat in round_.order:
            yield ""
            yield from _revealed(lesson, round_.player(seat), spoilers, commentary)
    yield ""
    yield "### Points"
    yield ""
    yield from _points(lesson)
    if commentary != "off":
        for round_ in lesson.rounds:
            yield ""
            of = f", round {round_.number}" if len(lesson.rounds) > 1 else ""
            yield f"### Three things to discuss{of}"
            yield ""
            for n, text in enumerate(to_discuss(lesson, round_), 1):
                yield f"{n}. {escape(text)}"


def solution_lines(lesson: GameAnalysis, commentary: Depth) -> Iterator[str]:
    """The solution alone, without its heading."""
    yield from islice(_solution(lesson, "end", commentary, ""), 2, None)


def _revealed(
    lesson: GameAnalysis, player: PlayerAnalysis, spoilers: Spoilers, commentary: Depth
) -> Iterator[str]:
    def who(seats: Iterable[int]) -> str:
        return listed(lesson.name(seat) for seat in seats)

    yield f"### {escape(player.name)}: {_cards(lesson, player)}"
    yield ""
    yield "| Guessed by | Occupation | Secret |"
    yield "|---|---|---|"
    for guesser in dict.fromkeys(g.guesser for g in player.guesses):
        cells: list[str] = []
        for kind in KINDS:
            guess = dict(player.row(kind).guesses)[guesser]
            named = escape(lesson.setting.card(kind, guess).name) if guess else "(blank)"
            cells.append(f"**{named}** ✓" if guesser in player.row(kind).right else named)
        yield f"| {escape(lesson.name(guesser))} | {cells[0]} | {cells[1]} |"
    yield ""
    for row in player.rows:
        yield f"- {escape(row_sentence(lesson.setting, row, who))}"
    if commentary == "off":
        return
    if spoilers == "end":
        yield ""
        yield "How it was hinted at:"
        yield ""
        for hint in player.answers:
            note = hint_sentence(lesson, player, hint, full=commentary == "full")
            yield f"{hint.number}. *{escape(hint.text)}* {escape(note)}"
    yield ""
    yield "Why they guessed so:"
    yield ""
    for kind in KINDS:
        for text in guess_sentences(lesson, player, kind):
            yield f"- {escape(text)}"
    if commentary == "full":
        yield ""
        for kind in KINDS:
            final = player.card(kind).shares[-1]
            yield (
                f"- In the end {in_hundred(final)} readers would name {escape(card_told(lesson.setting, kind, player.pair.of(kind)))}; "
                f"best is {in_hundred(lesson.aim)} ({named_by(player.row(kind))})."
            )


def _points(lesson: GameAnalysis) -> Iterator[str]:
    standing = lesson.standing
    yield "| Player | Being guessed | Guessing | Total |"
    yield "|---|--:|--:|--:|"
    for seat in ranking(standing):
        yield f"| {escape(lesson.name(seat))} | {standing.role_points[seat]} | {standing.guess_points[seat]} | {standing.totals[seat]} |"
    yield ""
    yield escape(result_told(lesson.names, standing))
