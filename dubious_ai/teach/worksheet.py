"""What is read and guessed in a lesson, as markup: who is there, questions with answers, the lines or lists to guess with.

`live` parts wait for the page's script, `open` ones carry their notes, `paper` ones are to be written on.
"""

from __future__ import annotations

from typing import Literal

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import KIND_NAMES
from dubious_ai.core.model import KINDS, Question
from dubious_ai.pages import Html, join, tag
from dubious_ai.teach.commentary import hint_sentence
from dubious_ai.teach.markdown import Depth

Mode = Literal["live", "open", "paper"]


def worksheet(lesson: GameAnalysis, round_: RoundAnalysis, mode: Mode, commentary: Depth = "off") -> Html:
    """One round up to the guesses. Only `open` uses the commentary, and has nothing left to guess."""
    live = mode == "live"
    number = round_.number
    people = [_introduced(round_.player(seat), lesson, inline=mode == "open") for seat in round_.order]
    head = tag(
        "div",
        tag("h2", f"Round {number}"),
        tag("ul", *people, class_="people"),
        class_="step" if live else None,
        data_kind="round",
        data_go=f"Begin round {number}",
        data_at=f"Round {number}: {len(round_.questions)} questions, {len(round_.players)} players",
    )
    asked = [
        _question(lesson, round_, n, question, mode, commentary)
        for n, question in enumerate(round_.questions, 1)
    ]
    return tag(
        "section", head, *asked, _guessing(lesson, round_, mode) if mode != "open" else None, class_="round"
    )


def _introduced(player: PlayerAnalysis, lesson: GameAnalysis, *, inline: bool) -> Html:
    cards = " · ".join(lesson.setting.card(kind, player.pair.of(kind)).name for kind in KINDS)
    return tag(
        "li",
        tag("strong", player.name),
        f" as {player.character}" if player.character else "",
        f": “{player.introduction}”" if player.introduction else "",
        tag("span", cards, class_="note") if inline else None,
    )


def _question(
    lesson: GameAnalysis,
    round_: RoundAnalysis,
    number: int,
    question: Question,
    mode: Mode,
    commentary: Depth,
) -> Html:
    live = mode == "live"
    count = len(round_.questions)
    head = tag(
        "h3",
        f"{number}. {question.text} ",
        tag("span", "Appearance" if question.back == "appearance" else "Assorted", class_="kind"),
        class_="step" if live else None,
        data_kind="question",
        data_go=f"Question {number}",
        data_at=f"Question {number} of {count}",
    )
    answers: list[Html] = []
    for place, seat in enumerate(round_.order, 1):
        player = round_.player(seat)
        hint = player.answers[number - 1]
        noted = mode == "open" and commentary != "off"
        note = hint_sentence(lesson, player, hint, full=commentary == "full") if noted else ""
        answers.append(
            tag(
                "div",
                tag("strong", player.name),
                tag("span", f" ({hint.delivery})", class_="manner") if hint.delivery else None,
                ": ",
                hint.text,
                tag("span", note, class_="note") if note else None,
                class_="answer step" if live else "answer",
                data_kind="answer",
                data_go=f"Next answer: {player.name}",
                data_at=f"Question {number} of {count} · answer {place} of {len(round_.order)}",
            )
        )
    return tag("div", head, *answers, class_="question")


def _guessing(lesson: GameAnalysis, round_: RoundAnalysis, mode: Mode) -> Html:
    live = mode == "live"
    fields = [_field(round_, round_.player(seat), live=live) for seat in round_.order]
    lists = [
        tag(
            "p",
            tag("strong", f"{KIND_NAMES[kind]}s: "),
            " · ".join(c.name for c in lesson.setting.cards(kind)),
        )
        for kind in KINDS
    ]
    return tag(
        "form",
        tag("h3", "Who is who?", tabindex="-1" if live else None),
        tag("p", "One Occupation and one Secret for each player. A blank earns nothing.", class_="soft"),
        *fields,
        tag("div", *lists, class_="paper"),
        class_="guess step" if live else "guess",
        data_kind="guess",
        data_go="Now guess",
        data_at="Lock in a guess for each player",
    )


def card_lists(lesson: GameAnalysis) -> Html:
    """The cards as options, once for all lists of a page; its script puts them in."""
    lists: list[Html] = []
    for kind in KINDS:
        options = (
            tag("option", f"{c.number} {c.name}", value=str(c.number)) for c in lesson.setting.cards(kind)
        )
        lists.append(tag("template", *options, id=f"list-{kind}"))
    return join(*lists)


def _field(round_: RoundAnalysis, player: PlayerAnalysis, *, live: bool) -> Html:
    lines = tag(
        "p",
        *(tag("span", f"{KIND_NAMES[kind]} ", tag("span", class_="line")) for kind in KINDS),
        class_="paper",
    )
    if not live:
        return tag("fieldset", tag("legend", player.name), lines)
    again = tag(
        "details",
        tag("summary", f"{player.name}’s answers again"),
        tag(
            "ol",
            *(
                tag("li", tag("span", f"{question.text} ", class_="soft"), hint.text)
                for question, hint in zip(round_.questions, player.answers, strict=True)
            ),
        ),
        class_="screen",
    )
    picks: list[Html] = []
    for kind in KINDS:
        name = f"r{round_.number}s{player.seat}{kind}"
        picks.append(
            tag(
                "p",
                tag("label", KIND_NAMES[kind], for_=name),
                tag("select", tag("option", "no guess", value=""), id=name, data_list=kind),
                class_="screen",
            )
        )
    lock, change = f"Lock in {player.name}", f"Change {player.name}"
    return tag(
        "fieldset",
        tag("legend", player.name),
        again,
        *picks,
        lines,
        tag("button", lock, type="button", class_="screen", data_lock=lock, data_change=change),
        data_round=str(round_.number),
    )
