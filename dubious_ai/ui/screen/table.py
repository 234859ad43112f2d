"""The table on the screen: question pinned above, the talk below it, the sheet beside, the answer at the foot."""

from __future__ import annotations

import time

from rich.panel import Panel
from rich.text import Text
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from dubious_ai.brains.protocol import Answer, Cast
from dubious_ai.core import events as ev
from dubious_ai.core.cleaning import clean
from dubious_ai.core.model import Kind
from dubious_ai.core.observe import Observation
from dubious_ai.core.rules import LINE_LIMIT, NAME_LIMIT
from dubious_ai.game.listener import Choice
from dubious_ai.ui import answer_doubts
from dubious_ai.ui.coaching import Coaching
from dubious_ai.ui.screen import drawing
from dubious_ai.ui.screen.bridge import DeskRequest, Seen
from dubious_ai.ui.screen.sheet import Sheet
from dubious_ai.ui.screen.table_frame import REST, TableFrame
from dubious_ai.ui.screen.widgets import Drawn, Editor, Offer
from dubious_ai.ui.typed import command_of
from dubious_ai.ui.views.afterwards import told_cause
from dubious_ai.ui.views.table_views import NAMED

SAVED = 0.5
LONG_WAIT = 8.0
"""Seconds after which something can be done about those who have not handed in."""
WRITING: tuple[Offer, ...] = (
    ("Enter", "hands in", "screen.hand_in"), ("Tab", "sheet", "screen.sheet"), ("F1", "keys", "screen.keys"),
    ("F2", "hint", "screen.command('/hint')"), ("F3", "meter", "screen.meter"),
)  # fmt: skip
GUESSING: tuple[Offer, ...] = (
    ("Enter", "begins the guessing", "screen.read_on"), ("Tab", "sheet", "screen.sheet"), ("F4", "guess coach", "screen.command('/guess')"),
)  # fmt: skip
WAITING: tuple[Offer, ...] = (
    ("u", "takes your answer back", "screen.undo"),
    ("Tab", "sheet", "screen.sheet"),
)
LONG: tuple[Offer, ...] = (
    ("r", "asks again", "screen.in_wait('retry')"), ("h", "lets the house speak", "screen.in_wait('house')"), *WAITING,
)  # fmt: skip
SEALED: tuple[Offer, ...] = (
    ("Enter", "reads on", "screen.read_on"), ("u", "takes it back", "screen.undo"), ("Tab", "sheet", "screen.sheet"),
)  # fmt: skip
HEARING: tuple[Offer, ...] = (
    ("Enter", "hears the next", "screen.read_on"), ("m", "marks this one for later", "screen.later"), ("Tab", "sheet", "screen.sheet"),
)  # fmt: skip


class TableScreen(TableFrame):
    """See module. Requests of the game come in by `take`."""

    def on_mount(self) -> None:
        """A table somebody comes back to is told so far."""
        Coaching(self._page, self.chair, self._reader, self._model).connect(self.commands)
        self._quiet()
        # what was said last stays in view, whatever opens above or below
        self.query_one("#talk").anchor()
        seen = self.chair.seen()
        if seen.rounds:
            self._talk(*drawing.arrival(seen, self._reader.library))
        if seen.rounds and seen.now.kept:
            self._talk(*drawing.so_far(seen))
            self._sit()
        self._head(seen)
        self.set_interval(SAVED, self._now_and_then)

    # --- what the game wants ---

    def take(self, request: DeskRequest) -> None:
        """A request of the game."""
        seen = request.seen
        if request.what == "say":
            self._talk(*(Text.assemble(("» ", "tick"), sentence) for sentence in request.sentences))
            return
        self.request = request
        if seen is None:
            return
        self._head(seen)
        match request.what:
            case "choose":
                self._choose(seen)
            case "answer":
                self._answer(seen, request)
            case "look" if request.event:
                self._look(seen, request.event)
            case _:
                pass

    def _give(self, value: object) -> None:
        request, self.request = self.request, None
        if request:
            request.give(value)

    def _look(self, seen: Observation, event: ev.Event) -> None:
        match event:
            case ev.RoundStarted():
                self.query_one("#talk").remove_children()
                self.query_one("#question", Drawn).draw("")
                self._talk(*drawing.arrival(seen, self._reader.library))
            case ev.CharactersIntroduced():
                self._quiet()
                self._talk(*drawing.introductions(seen))
                self._sit()
            case ev.QuestionRevealed():
                self._question(seen)
                self._talk(drawing.asked_line(event.number, event.question.text))
            case ev.AnswersOpened():
                if self._draft:
                    self._draft.keep("")
                self._read_aloud(seen, event)
                return
            case ev.Reacted():
                self._talk(drawing.remark(seen, event))
            case ev.GuessingOpened():
                self.query_one("#question", Drawn).draw("")
                self._talk(Text("The questions are answered. Everybody reads once more.", "title"))
                self._talk(
                    Text(
                        "For each of them you have thirty seconds, counted once all their answers stand there; two minutes at the end for all."
                        if self._clocks
                        else "Mark two cards for each of them; nothing counts before you lock all of them."
                    )
                )
                self._status("", GUESSING)
                self.place("guessing")
                return
            case ev.Substituted():
                who = "You" if event.seat == seen.seat else seen.name(event.seat)
                self._talk(Text(f"The house spoke for {who}: {told_cause(event.cause)}.", "warning"))
            case _:
                pass
        self._give(Seen())

    # --- the two cards ---

    def _choose(self, seen: Observation) -> None:
        self._chosen = {}
        self._ask_card(seen, "occupation")

    def _ask_card(self, seen: Observation, kind: Kind) -> None:
        dealt = seen.now.dealt
        if dealt is None:
            return
        self._quiet()
        slugs = dealt.occupations if kind == "occupation" else dealt.secrets
        ask = Text.assemble("Keep one ", (NAMED[kind], kind), ". Nobody else can hold the two you reject.")
        self._asks(ask)
        choices = self.query_one("#choices", OptionList)
        choices.clear_options()
        for number, slug in enumerate(slugs, 1):
            file = self._texts.file(slug)
            text = Text.assemble((f"{number} {file.name}", kind), f"\n  {file.flavour}")
            choices.add_option(Option(text, id=f"{kind}:{slug}"))
        choices.display = True
        choices.highlighted = 0
        choices.focus()
        self.place("choose " + kind)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A card was kept."""
        event.stop()
        kind, _, slug = (event.option.id or "").partition(":")
        self._chosen[kind] = slug
        if kind == "occupation":
            self._ask_card(self.chair.seen(), "secret")
        else:
            self._ask_short("name", "What is your character called tonight? Enter for no name.")

    def _ask_short(self, what: str, ask: str) -> None:
        self._quiet()
        self._asks(ask)
        box = self.query_one("#short", Input)
        box.max_length = NAME_LIMIT if what == "name" else LINE_LIMIT
        box.value = ""
        box.display = True
        box.focus()
        self.place(what)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The name, then the introduction."""
        event.stop()
        value = clean(event.value)
        if "name" not in self._chosen:
            self._chosen["name"] = value
            self._ask_short("introduction", "How do you introduce yourself? Enter for nothing.")
            return
        self._quiet()
        chosen = self._chosen
        self._status("The others are choosing.")
        self._give(Cast(chosen["occupation"], chosen["secret"], chosen["name"], value))

    # --- the answer ---

    def _question(self, seen: Observation) -> None:
        if seen.question:
            self.query_one("#question", Drawn).draw(
                Panel(Text(seen.question.question.text, "question"), padding=(0, 1))
            )

    def _answer(self, seen: Observation, request: DeskRequest) -> None:
        self._question(seen)
        editor = self.query_one("#editor", Editor)
        if request.refused:
            self.notify(request.refused[-1].reason, severity="error")
            editor.text = request.refused[-1].value
        elif self._draft and (kept := self._draft.read(self._where(seen))):
            editor.text = kept
        self._write()

    def _write(self) -> None:
        self._sealed = ""
        self._quiet()
        editor = self.query_one("#editor", Editor)
        editor.read_only = False
        editor.display = True
        editor.move_cursor(editor.document.end)
        editor.focus()
        self._measure()
        self.place("answer")

    def on_text_area_changed(self, event: Editor.Changed) -> None:
        """The draft changed."""
        event.stop()
        self._measure()
        if self._metered:
            if self._resting:
                self._resting.stop()
            self._resting = self.set_timer(REST, self._meter)

    def _measure(self) -> None:
        editor = self.query_one("#editor", Editor)
        words = len(editor.line.split())
        told = f"{words} word{'' if words == 1 else 's'}" if words else "Write as the person you are tonight."
        self._status(told, WRITING)

    def on_editor_hand_in(self, event: Editor.HandIn) -> None:
        """Enter in the editor: a command, or the answer."""
        event.stop()
        self.action_hand_in()

    def action_hand_in(self) -> None:
        """What stands in the editor: a command, or the answer."""
        editor = self.query_one("#editor", Editor)
        if not editor.display:
            return
        text = editor.line
        command = command_of(text)
        if command:
            editor.text = ""
            self.action_command(command)
            return
        if self._sealed:
            self.action_read_on()
            return
        if told := answer_doubts.problem(text):
            self.notify(told, severity="warning")
            return
        found = answer_doubts.doubts(self._reader, self.chair.seen(), text, self.commands.ends_in_one(text))
        if found and text != self._doubted:
            self._doubted = text
            self._status(" ".join(found) + " Enter hands it in all the same.", style="warning")
            return
        self.keep()
        self._sealed = text
        editor.read_only = True
        self.set_focus(None)
        writing = drawing.writing(self.chair.seen(), self.chair.writing())
        self._status(writing, SEALED)
        self.place("sealed")

    def action_undo(self) -> None:
        """Take the answer back, as long as nobody has heard it."""
        if self._sealed:
            self._write()
        elif self.request is None and self.chair.take_back():
            self._status("You take your answer back.")

    def action_read_on(self) -> None:
        """The moment after handing in is over; or the next answer is read."""
        if self._sealed:
            text, self._sealed = self._sealed, ""
            editor = self.query_one("#editor", Editor)
            editor.text = ""
            self._quiet()
            self._wait()
            self._give(Answer(text))
        elif self._unread:
            self._next_answer()
        elif self._at == "guessing":
            self._tab = False
            self._arrange()
            self._status("")
            self.place("")
            self._give(Seen())

    def _wait(self) -> None:
        self._waiting_since = time.monotonic()
        self.place("waiting")
        self._now_and_then()

    def action_hear(self) -> None:
        """Space reads on like Enter, and never hands in."""
        if not self._sealed:
            self.action_read_on()

    def action_in_wait(self, choice: Choice) -> None:
        """What shall be done about somebody whose server is silent."""
        if self._at == "waiting" and self._long_wait():
            self._waiting_since = time.monotonic()
            self.on_choice(choice)

    def _long_wait(self) -> bool:
        return time.monotonic() - self._waiting_since > LONG_WAIT

    # --- reading aloud ---

    def _read_aloud(self, seen: Observation, event: ev.AnswersOpened) -> None:
        self._quiet()
        self._question(seen)
        self._unread = [drawing.drawn_answer(seen, answer) for answer in event.answers]
        self._last_answers = event.answers
        self.place("reading")
        self._next_answer()

    def _next_answer(self) -> None:
        if self._breath:
            self._breath.stop()
            self._breath = None
        if not self._unread:
            return
        self._talk(self._unread.pop(0))
        at = len(self._last_answers) - len(self._unread) - 1
        if not self._unread:
            self._status("")
            self.place("heard")
            self._give(Seen())
            return
        self._status("", HEARING)
        if self._pace:
            length = len(self._last_answers[at].text)
            self._breath = self.set_timer((0.8 + length / 60) * self._pace, self._next_answer)

    def action_later(self) -> None:
        """Remember the answer just heard."""
        at = len(self._last_answers) - len(self._unread) - 1
        if self._unread and at >= 0 and self._last_answers[at].seat != self.chair.seat:
            heard = self._last_answers[at]
            asked = self.chair.seen().question
            self.chair.note(heard.seat, f"mind answer {asked.number if asked else ''}")
            self.query_one(Sheet).renew()
            self._status("Noted for later.")

    def _now_and_then(self) -> None:
        self.keep()
        if self._at == "waiting":
            told = drawing.writing(self.chair.seen(), self.chair.writing())
            self._status(told, LONG if told and self._long_wait() else WAITING if told else ())

    def keep(self) -> None:
        """The draft on the disk, while it is one."""
        seen = self.chair.seen()
        text = self.query_one("#editor", Editor).line
        if self._draft and text and seen.phase == "answering" and not command_of(text):
            self._draft.keep(text, self._where(seen))
