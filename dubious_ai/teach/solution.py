"""The solved part of a lesson as markup: each player revealed, the points, what to discuss. Shared by the page and the paper sheet."""

from __future__ import annotations

from collections.abc import Iterable

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import KIND_NAMES, listed, ranking, result_told, row_sentence, scale_told
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.pages import Html, Line, line_chart, table, tag
from dubious_ai.teach.commentary import guess_sentences, hint_sentence
from dubious_ai.teach.discuss import to_discuss
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
    """One player: cards, what the others guessed, the ticks with their rule, and with commentary the reasons and the belief graph.

    `live` makes it a step of the page that scores the reader; `hints` says whether the answers are commented here.
    """

    def who(seats: Iterable[int]) -> str:
        return listed(lesson.name(seat) for seat in seats)

    cards = [lesson.setting.card(kind, player.pair.of(kind)) for kind in KINDS]
    named = [int(bool(player.row(kind).right)) for kind in KINDS]
    left = [
        _guess_table(lesson, player),
        tag("ul", *(tag("li", row_sentence(lesson.setting, row, who)) for row in player.rows)),
    ]
    if commentary != "off":
        left.append(tag("h4", "Why they guessed so"))
        left.append(
            tag("ul", *(tag("li", text) for kind in KINDS for text in guess_sentences(lesson, player, kind)))
        )
    right: list[Html] = []
    if commentary != "off":
        if hints:
            right.append(tag("h4", "What the answers hinted at"))
            full = commentary == "full"
            right.append(
                tag(
                    "ol",
                    *(
                        tag(
                            "li",
                            tag("q", hint.text),
                            " ",
                            tag("span", hint_sentence(lesson, player, hint, full=full), class_="soft"),
                        )
                        for hint in player.answers
                    ),
                )
            )
        right.append(graph(lesson, player))
    return tag(
        "section",
        tag("h3", f"{player.name}: {cards[0].name} · {cards[1].name}"),
        tag("p", class_="mine") if live else None,
        tag("div", tag("div", *left), tag("div", *right), class_="columns"),
        class_="card reveal step" if live else "card reveal",
        data_kind="reveal",
        data_go=f"Reveal {player.name}",
        data_at=f"{player.name} is revealed",
        data_round=str(round_.number),
        data_seat=str(player.seat),
        data_cards=",".join(str(n) for n in (*(c.number for c in cards), *named)) if live else None,
    )


def _guess_table(lesson: GameAnalysis, player: PlayerAnalysis) -> Html:
    guesses = {kind: dict(player.row(kind).guesses) for kind in KINDS}
    rows = [
        [lesson.name(seat), *(_guess_cell(lesson, player, kind, seat) for kind in KINDS)]
        for seat in guesses["occupation"]
    ]
    return table(["Guessed by", *KIND_NAMES.values()], rows)


def _guess_cell(lesson: GameAnalysis, player: PlayerAnalysis, kind: Kind, seat: int) -> str | Html:
    guess = dict(player.row(kind).guesses)[seat]
    if guess is None:
        return "left blank"
    name = lesson.setting.card(kind, guess).name
    return tag("span", f"{name} ✓", class_="right") if seat in player.row(kind).right else name


def graph(lesson: GameAnalysis, player: PlayerAnalysis) -> Html:
    """How many readers would name each card, answer by answer, against the share that earns most."""
    labels = ["start", *(str(hint.number) for hint in player.answers)]
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


def points(lesson: GameAnalysis, round_: RoundAnalysis, *, live: bool, last: bool, shows: str = "") -> Html:
    """The points of the game after its last round, of the round alone before; on the page also the reader's own."""
    standing = lesson.standing
    rows: list[list[str | Html]] = []
    if last:
        order = ranking(standing)
        rows = [
            [
                lesson.name(s),
                str(standing.role_points[s]),
                str(standing.guess_points[s]),
                str(standing.totals[s]),
            ]
            for s in order
        ]
    else:
        won = {seat: [0, 0] for seat in range(1, len(lesson.players) + 1)}
        for player in round_.players:
            for row in player.rows:
                for tick in row.ticks:
                    won[tick.seat][tick.is_guess] += tick.points
        rows = [[lesson.name(s), str(a), str(b), str(a + b)] for s, (a, b) in won.items()]
    title = "Points" if last else f"Points in round {round_.number}"
    return tag(
        "section",
        tag("h3", title),
        tag("p", class_="mine") if live else None,
        table(["Player", "Being guessed", "Guessing", "Total"], rows, numbers=(1, 2, 3)),
        tag("p", tag("strong", result_told(lesson.names, standing))) if last else None,
        tag("p", f"This round was chosen because: {shows}", class_="screen")
        if shows and round_.number == 1
        else None,
        tag("p", scale_told(lesson.readers, lesson.aim), class_="soft"),
        class_="step" if live else None,
        data_kind="points",
        data_go=title,
        data_at=title,
        data_round=str(round_.number),
    )


def discussion(lesson: GameAnalysis, round_: RoundAnalysis, *, live: bool) -> Html:
    """Three questions."""
    return tag(
        "section",
        tag("h3", "To discuss"),
        tag("ol", *(tag("li", text) for text in to_discuss(lesson, round_))),
        class_="step" if live else None,
        data_kind="discuss",
        data_go="To discuss",
        data_at="Three questions to discuss",
    )
