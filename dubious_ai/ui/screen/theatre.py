"""The reveal of one player as a row of scenes, and each scene drawn so that all of it stands in the window. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.text import Text

from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import Row, Standing, standing
from dubious_ai.ui.screen.drawing import mark, person
from dubious_ai.ui.views import reveal
from dubious_ai.ui.views.table_views import NAMED

HIDDEN = "▒▒▒▒▒▒▒▒▒▒▒▒"
LABEL = 12
Moment = Literal["guesses", "card", "sentence", "ticks"]
Lines = Callable[[Text], int]
"""How many lines of the window a text takes."""


@dataclass(frozen=True)
class RevealScene:
    """What lies open at one step: in the act for one card, so many guesses turned, the card itself, so many sentences, the ticks."""

    act: int
    moment: Moment
    turned: int
    sentences: int = 0


def scenes(acts: Sequence[reveal.Act]) -> list[RevealScene]:
    """All steps of a reveal: the guesses are turned over one by one, then the card, then the sentences that did it, then the ticks."""
    found: list[RevealScene] = []
    for at, act in enumerate(acts):
        many = len(act.row.guesses)
        found += [RevealScene(at, "guesses", turned) for turned in range(many + 1)]
        found.append(RevealScene(at, "card", many))
        found += [RevealScene(at, "sentence", many, n + 1) for n in range(len(act.sentences))]
        found.append(RevealScene(at, "ticks", many, len(act.sentences)))
    return found


@dataclass(frozen=True)
class Stage:
    """A player's reveal, to be drawn scene by scene."""

    seen: Observation
    revealed: ev.PlayerRevealed
    acts: tuple[reveal.Act, ...]
    texts: Library

    @classmethod
    def of(cls, seen: Observation, revealed: ev.PlayerRevealed, texts: Library) -> Stage:
        """The stage of a player who is revealed in this observation."""
        return cls(seen, revealed, reveal.acts(seen, revealed), texts)

    def standing(self, scene: RevealScene) -> Standing:
        """The points as far as this scene has counted them."""
        hidden = [act.row for act in self.acts[scene.act + (scene.moment == "ticks") :]]
        rows = [
            row
            for played in self.seen.rounds
            for row in played.rows
            if played is not self.seen.now or row not in hidden
        ]
        return standing(range(1, len(self.seen.players) + 1), rows)

    def drawn(self, scene: RevealScene, room: int, lines: Lines, remarks: Sequence[Text] = ()) -> list[Text]:
        """The scene in at most `room` lines. What has been shown before gives way first: old sentences, then the guesses."""
        act = self.acts[scene.act]
        head = [
            person(self.seen, self.revealed.seat, whole=True),
            *map(self._card, self.acts, self._open(scene)),
        ]
        gap = [Text("")]
        guesses = [*gap, *self._guesses(act, scene)]
        told = list(act.sentences[: scene.sentences])
        ticks = [self._rule(act.row)] if scene.moment == "ticks" else []
        after = [*gap, *remarks] if remarks else []

        def fits(parts: Sequence[Text]) -> bool:
            return sum(map(lines, parts)) <= room

        for draw, first in (
            *((reveal.sentence_told, n) for n in range(max(1, len(told)))),
            *((reveal.hint_words_told, n) for n in range(len(told) + 1)),
        ):
            sentences = [draw(sentence) for sentence in told[first:]]
            parts = [*head, *guesses, *(gap if sentences or ticks else ()), *sentences, *ticks, *after]
            if fits(parts):
                return parts
        if fits(found := [*head, *guesses, *ticks, *after]):
            return found
        return [*head, *ticks, *after]

    def _open(self, scene: RevealScene) -> list[bool]:
        return [
            at < scene.act or (at == scene.act and scene.moment != "guesses") for at in range(len(self.acts))
        ]

    def _card(self, act: reveal.Act, open: bool) -> Text:
        """A card, face down or open."""
        name = self.texts.file(act.row.card).name.upper() if open else HIDDEN
        return Text.assemble((f"{NAMED[act.kind]:<{LABEL}}", "quiet"), (name, act.kind if open else "quiet"))

    def _guesses(self, act: reveal.Act, scene: RevealScene) -> list[Text]:
        """Who says what about the card of this act, and what it brought."""
        row, shown = act.row, scene.moment != "guesses"
        wide = max(len(self._name(seat)) for seat, _ in row.guesses)
        found: list[Text] = []
        for n, (seat, guess) in enumerate(row.guesses):
            line = Text.assemble((f"{mark(seat)} {self._name(seat):<{wide}}  ", f"player{seat}"))
            if n >= scene.turned:
                line.append(HIDDEN, "quiet")
            elif shown:
                line.append_text(reveal.guess_told(row, seat, guess, self.texts))
                if scene.moment == "ticks":
                    line.append_text(self._ticks(row, seat))
            else:
                line.append(self.texts.file(guess).name if guess else "no guess", "" if guess else "quiet")
            found.append(line)
        owner = self.revealed.seat
        if scene.moment == "ticks" and any(tick.seat == owner for tick in row.ticks):
            found.append(
                Text.assemble((f"{mark(owner)} {self._name(owner):<{wide}} ", f"player{owner}")).append_text(
                    self._ticks(row, owner)
                )
            )
        return found

    def _name(self, seat: int) -> str:
        return "You" if seat == self.seen.seat else self.seen.name(seat)

    def _ticks(self, row: Row, seat: int) -> Text:
        line = Text()
        for tick in row.ticks:
            if tick.seat == seat:
                line.append(" ").append("+1", "struck" if tick.crossed else "tick")
        return line

    def _rule(self, row: Row) -> Text:
        names = [player.name for player in self.seen.players]
        told = reveal.rule_told(row, names, self.seen.seat)
        return Text.assemble(told.plain[:1].upper(), told[1:], ".")
