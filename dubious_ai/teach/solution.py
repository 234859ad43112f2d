"""The solved part of a lesson as markup: each player revealed, the points, what to discuss. Shared by the stage and the paper sheet."""

from __future__ import annotations

from collections.abc import Iterable

from dubious_ai.analysis.game_analysis import AnswerAnalysis, GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import (
    KIND_NAMES,
    listed,
    ranking,
    result_told,
    row_sentence,
    scale_told,
)
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.scoring import standing
from dubious_ai.pages import Html, Line, line_chart, marked, table, tag
from dubious_ai.pages.names import apart, direction
from dubious_ai.teach.commentary import hint_sentence, spoken_for
from dubious_ai.teach.discuss import to_discuss
from dubious_ai.teach.guess_reasons import guess_sentences
from dubious_ai.teach.markdown import Depth


def reveal(
    lesson: GameAnalysis,
    round_: RoundAnalysis,
    player: PlayerAnalysis,
    commentary: Depth,
    *,
    live: bool,
    hints: bool = True,
) -> Html:
    """One player: what the others guessed, the cards, the ticks with their rule, and with commentary the answers with their clues and the belief graph.

    `live` makes it two slides of the stage that score the reader; `hints` says whether the answers are commented here.
    """
    noted = commentary != "off"
    parts = [_turned(lesson, round_, player, live=live)]
    if noted:
        parts.append(_told(lesson, player, commentary, live=live, hints=hints))
    return tag("section", *parts, class_="card reveal")


def _turned(lesson: GameAnalysis, round_: RoundAnalysis, player: PlayerAnalysis, *, live: bool) -> Html:
    """The moment: the guesses, then the cards, then each tick."""

    def who(seats: Iterable[int]) -> str:
        return listed(lesson.name(seat) for seat in seats)

    cards = [lesson.setting.card(kind, player.pair.of(kind)) for kind in KINDS]
    named = [int(bool(player.row(kind).right)) for kind in KINDS]
    part = "part" if live else None
    return tag(
        "div",
        tag(
            "h3",
            tag("bdi", player.name),
            tag("span", " is …", class_="screen") if live else None,
            tag("span", f": {' · '.join(card.name for card in cards)}", class_="paper" if live else None),
            tabindex="-1" if live else None,
        ),
        tag("div", _guess_table(lesson, player)),
        tag(
            "p",
            *(tag("span", card.name, class_=f"turned {card.kind}") for card in cards),
            class_="cards-turned part screen",
        )
        if live
        else None,
        tag("p", class_="mine part") if live else None,
        *(
            tag(
                "p",
                apart(row_sentence(lesson.setting, row, who), lesson.names),
                class_=f"row {part or ''}".strip(),
            )
            for row in player.rows
        ),
        class_="slide moment" if live else None,
        data_at=f"Reveal: {player.name}",
        data_reveal="yes" if live else None,
        data_round=str(round_.number),
        data_seat=str(player.seat),
        data_cards=",".join(str(n) for n in (*(c.number for c in cards), *named)) if live else None,
    )


def _told(
    lesson: GameAnalysis, player: PlayerAnalysis, commentary: Depth, *, live: bool, hints: bool
) -> Html:
    """How it was said: every answer with its clue lit and the graph beside it, then why they guessed so."""
    why = [text for kind in KINDS for text in guess_sentences(lesson, player, kind)]
    left: list[Html] = []
    if hints:
        left.append(tag("h4", "What the answers hinted at"))
        left.append(
            tag(
                "ol",
                *(
                    _lit(lesson, player, answer, full=commentary == "full", live=live)
                    for answer in player.answers
                ),
                class_="hints",
            )
        )
    reasons = tag(
        "div",
        tag("h4", "Why they guessed so"),
        tag("ul", *(tag("li", apart(text, lesson.names)) for text in why)),
        class_="why part" if live else "why",
    )
    first = player.seat == lesson.rounds[0].order[0] and player is lesson.rounds[0].player(player.seat)
    return tag(
        "div",
        tag("h3", "How ", tag("bdi", player.name), " told it", tabindex="-1") if live else None,
        tag("p", scale_told(lesson.readers, lesson.aim), class_="soft") if first and hints else None,
        tag("div", tag("div", *left), tag("div", graph(lesson, player), class_="grows"), class_="columns"),
        reasons,
        class_="slide told" if live else "told",
        data_at=f"What {player.name} said",
    )


def _lit(
    lesson: GameAnalysis, player: PlayerAnalysis, answer: AnswerAnalysis, *, full: bool, live: bool
) -> Html:
    """An answer with the words lit that carry its hint."""
    clue = (answer.aim.clue,) if answer.aim.clue else ()
    words = clue or [w for kind in KINDS if answer.verdict.of(kind).moved for w in spoken_for(answer, kind)]
    return tag(
        "li",
        tag("q", marked(answer.text, words), dir=direction(answer.text)),
        " ",
        tag("span", apart(hint_sentence(lesson, player, answer, full=full), lesson.names), class_="soft"),
        class_="part" if live else None,
        data_answer=str(answer.number),
    )


def _guess_table(lesson: GameAnalysis, player: PlayerAnalysis) -> Html:
    rows = [
        [tag("bdi", lesson.name(seat)), *(_guess_cell(lesson, player, kind, seat) for kind in KINDS)]
        for seat, _ in player.row("occupation").guesses
    ]
    return table(["Guessed by", *KIND_NAMES.values()], rows)


def _guess_cell(lesson: GameAnalysis, player: PlayerAnalysis, kind: Kind, seat: int) -> str | Html:
    guess = dict(player.row(kind).guesses)[seat]
    if guess is None:
        return "left blank"
    name = lesson.setting.card(kind, guess).name
    return (
        tag("span", name, tag("span", " ✓", class_="tick"), class_="right")
        if seat in player.row(kind).right
        else name
    )


def graph(lesson: GameAnalysis, player: PlayerAnalysis) -> Html:
    """How many readers would name each card, answer by answer, against the share that earns most."""
    labels = ["start", *(str(answer.number) for answer in player.answers)]
    lines = [
        Line(lesson.setting.card(kind, player.pair.of(kind)).name, player.card(kind).shares) for kind in KINDS
    ]
    return line_chart(
        f"{player.name}: readers in 100 who would name each card, after each answer",
        labels,
        lines,
        aim=lesson.aim,
        aim_name="best",
    )


def points_markup(
    lesson: GameAnalysis,
    round_: RoundAnalysis,
    *,
    live: bool,
    last: bool,
    shows: str = "",
) -> Html:
    """The points of the game after its last round, of the round alone before; on the stage also the readers' own."""
    rows = [row for player in round_.players for row in player.rows]
    found = lesson.standing if last else standing(range(1, len(lesson.players) + 1), rows)
    cells = [
        [
            tag("bdi", lesson.name(s)),
            str(found.role_points[s]),
            str(found.guess_points[s]),
            str(found.totals[s]),
        ]
        for s in (ranking(found) if last else found.totals)
    ]
    title = "Points" if last else f"Points in round {round_.number}"
    return tag(
        "section",
        tag("h3", title, tabindex="-1" if live else None),
        tag("p", class_="mine") if live else None,
        table(["Player", "Being guessed", "Guessing", "Total"], cells, numbers=(1, 2, 3)),
        tag("p", tag("strong", apart(result_told(lesson.names, found), lesson.names))) if last else None,
        tag("p", f"This round was chosen because: {shows}", class_="screen")
        if shows and round_.number == 1
        else None,
        class_="slide points" if live else "points",
        data_at=title,
        data_points="yes" if live else None,
        data_round=str(round_.number),
    )


def discussion(lesson: GameAnalysis, round_: RoundAnalysis, *, live: bool) -> Html:
    """Three questions."""
    asked = to_discuss(lesson, round_)
    return tag(
        "section",
        tag("h3", "To discuss", tabindex="-1" if live else None),
        tag(
            "ol",
            *(tag("li", apart(text, lesson.names), class_="part" if live else None) for text in asked),
            class_="discuss",
        ),
        class_="slide" if live else None,
        data_at="To discuss",
    )
