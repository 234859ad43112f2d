"""What is read and guessed in a lesson, as markup: who is there, questions with answers, the lines or lists to guess with.

`live` parts are slides of the stage, `open` ones carry their notes, `paper` ones are to be written on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import KIND_NAMES
from dubious_ai.core.model import KINDS, Question
from dubious_ai.pages import Html, join, tag
from dubious_ai.pages.names import direction
from dubious_ai.teach.commentary import hint_sentence
from dubious_ai.teach.markdown import Depth
from dubious_ai.teach.tiers import GUESS_STARTERS
from dubious_ai.teach.word_list import round_words, words_markup, words_section

Mode = Literal["live", "open", "paper"]
TEAMS = ("a", "b")
"""Marks of the teams that can guess on one screen."""


def worksheet(
    lesson: GameAnalysis,
    round_: RoundAnalysis,
    mode: Mode,
    commentary: Depth = "off",
    *,
    starters: bool = False,
) -> Html:
    """One round up to the guesses. Only `open` uses the commentary, and has nothing left to guess; `starters` say how a guess may be put into words."""
    people = [_introduced(round_.player(seat), lesson, inline=mode == "open") for seat in round_.order]
    words = round_words(lesson, round_)
    head = tag(
        "div",
        tag("h2", f"Round {round_.number}", tabindex="-1" if mode == "live" else None),
        tag("ul", *people, class_="people"),
        tag(
            "details",
            tag("summary", "Hard words of this round"),
            words_markup(words),
            class_="screen scripted",
        )
        if words and mode == "live"
        else None,
        class_="slide" if mode == "live" else None,
        data_at=f"Round {round_.number}: who is here",
    )
    asked = [
        _question(lesson, round_, n, question, mode, commentary)
        for n, question in enumerate(round_.questions, 1)
    ]
    listed = words_section("Hard words", words, "paper" if mode == "live" else "word-list")
    guessing = _guessing(lesson, round_, live=mode == "live", starters=starters) if mode != "open" else None
    return tag("section", head, *asked, listed, guessing, class_="round")


def _introduced(player: PlayerAnalysis, lesson: GameAnalysis, *, inline: bool) -> Html:
    cards = " · ".join(lesson.setting.card(kind, player.pair.of(kind)).name for kind in KINDS)
    return tag(
        "li",
        tag("strong", tag("bdi", player.name)),
        join(" as ", tag("bdi", player.character)) if player.character else None,
        join(": ", tag("span", f"“{player.introduction}”", dir=direction(player.introduction)))
        if player.introduction
        else None,
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
    answers: list[Html] = []
    for seat in round_.order:
        player = round_.player(seat)
        answer = player.answers[number - 1]
        noted = mode == "open" and commentary != "off"
        note = hint_sentence(lesson, player, answer, full=commentary == "full") if noted else ""
        answers.append(
            tag(
                "div",
                tag("strong", tag("bdi", player.name)),
                tag("span", f" ({answer.delivery})", class_="manner", dir=direction(answer.delivery))
                if answer.delivery
                else None,
                ": ",
                tag("span", answer.text, class_="said", dir=direction(answer.text)),
                tag("span", note, class_="note") if note else None,
                class_="answer part" if live else "answer",
                data_seat=str(seat) if live else None,
            )
        )
    back = "Appearance" if question.back == "appearance" else "Assorted"
    return tag(
        "div",
        tag(
            "h3",
            f"{number}. ",
            tag("span", question.text, class_="asks", dir=direction(question.text)),
            " ",
            tag("span", back, class_="kind"),
            tabindex="-1" if live else None,
        ),
        *answers,
        class_="question slide" if live else "question",
        data_at=f"Question {number} of {len(round_.questions)}",
    )


def _guessing(lesson: GameAnalysis, round_: RoundAnalysis, *, live: bool, starters: bool) -> Html:
    lists = [
        tag(
            "p",
            tag("strong", f"{KIND_NAMES[kind]}s: "),
            " · ".join(c.name for c in lesson.setting.cards(kind)),
        )
        for kind in KINDS
    ]
    fields = [_field(round_, round_.player(seat), live=live, starters=starters) for seat in round_.order]
    lock = tag(
        "div",
        tag("h3", "All guesses in?", tabindex="-1"),
        tag("ul", class_="guessed"),
        tag("p", "Going on locks them for good; going back, you can still change them.", class_="soft"),
        class_="slide lock screen",
        data_at="Before the reveal",
        data_round=str(round_.number),
    )
    return tag(
        "div",
        tag("h3", "Who is who?", class_="paper"),
        tag("p", "One Occupation and one Secret for each player. A blank earns nothing.", class_="paper"),
        _begin(GUESS_STARTERS, "paper") if starters else None,
        *fields,
        tag("div", *lists, class_="paper"),
        lock if live else None,
        class_="guess",
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


def _begin(starters: Sequence[str], class_: str) -> Html:
    """How a sentence may begin."""
    return tag("p", "You may say: ", " · ".join(starters), class_=f"soft {class_}")


def _field(round_: RoundAnalysis, player: PlayerAnalysis, *, live: bool, starters: bool) -> Html:
    lines = tag(
        "p",
        *(tag("span", f"{KIND_NAMES[kind]} ", tag("span", class_="line")) for kind in KINDS),
        class_="paper",
    )
    if not live:
        return tag("fieldset", tag("legend", tag("bdi", player.name)), lines)
    return tag(
        "div",
        tag("h3", "Who is ", tag("bdi", player.name), "?", tabindex="-1"),
        # the script puts the answers here again
        tag("ol", class_="again screen scripted"),
        tag("div", *(_lists(round_, player, team) for team in TEAMS), class_="teams screen"),
        _begin(GUESS_STARTERS, "screen scripted") if starters else None,
        lines,
        class_="slide who",
        data_seat=str(player.seat),
        data_at=f"Guess: {player.name}",
    )


def _lists(round_: RoundAnalysis, player: PlayerAnalysis, team: str) -> Html:
    picks: list[Html] = []
    for kind in KINDS:
        name = f"{team}{round_.number}s{player.seat}{kind}"
        picks.append(
            tag(
                "p",
                tag("label", KIND_NAMES[kind], for_=name),
                tag("select", tag("option", "no guess", value=""), id=name, data_list=kind),
            )
        )
    return tag(
        "fieldset",
        tag("legend", f"Team {team.upper()}", class_="team-name", data_team=team),
        *picks,
        data_team=team,
        data_round=str(round_.number),
        class_="pick",
    )
