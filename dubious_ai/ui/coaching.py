"""The coach at the table: /hint, /check and /guess for the person at one seat.

Every use is put on the record before the help is shown. The coach is given the seat's observation and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dubious_ai.belief.reader import Reader
from dubious_ai.coach import guess as guessing
from dubious_ai.coach.guess import Advice
from dubious_ai.coach.hint import steps as hinting
from dubious_ai.coach.hint.meter import check_draft
from dubious_ai.coach.hint.prepared import nearest_questions
from dubious_ai.coach.hint.steps import STEPS, STRENGTHS, Step, Suggestion
from dubious_ai.coach.hint.target_share import goal, kept, said_before, shares_of
from dubious_ai.coach.seat_view import is_our_question
from dubious_ai.core.model import Kind, Strength
from dubious_ai.core.observe import Observation
from dubious_ai.game.desk import Chair, CoachHelp
from dubious_ai.ui import opinion_prompt
from dubious_ai.ui.commands import Commands
from dubious_ai.ui.page import Page
from dubious_ai.ui.views import coach_views, table_views

if TYPE_CHECKING:
    from dubious_ai.brains.llm.brain import LLMBrain

NEXT: dict[Step, str] = {
    "nudge": "/hint once more sketches images and words, /hint nudge turns to another side.",
    "sketch": "/hint once more writes whole answers.",
    "full": "/hint and a number puts that answer into your line, to be changed or handed in; /hint once more looks for others.",
}


class Coaching:
    """Helps one seat. What it remembers is only what it has shown. A `model`, if there is one, gives a second opinion."""

    def __init__(self, page: Page, chair: Chair, reader: Reader, model: LLMBrain | None = None) -> None:
        self._page = page
        self._chair = chair
        self._reader = reader
        self._texts = reader.library
        self._model = model
        self._recorded: set[tuple[object, ...]] = set()
        self._done: dict[tuple[int, int], list[Step]] = {}
        self._turns: dict[tuple[int, int], int] = {}
        self._offered: dict[tuple[int, int], list[Suggestion]] = {}

    def connect(self, commands: Commands) -> None:
        """Add the coach's commands."""
        commands.add("hint", "/hint", "a nudge; again: a sketch; again: whole answers", self.hint)
        commands.add(
            "check", "/check text", "what readers would make of an answer, before it counts", self.check
        )
        commands.add("guess", "/guess [NAME]", "who the others may be, and why", self.guess)

    # --- commands ---

    def hint(self, rest: str, draft: str) -> str | None:
        """The next step, the step or strength named, or with a number a suggestion for the line."""
        del draft
        seen = self._answering("A hint needs a question on the table.")
        if seen is None:
            return None
        word = rest.casefold()
        at = self._place(seen)
        if word.isdecimal():
            return self._take_over(at, int(word))
        wanted: Step | None = next((s for s in STEPS if word and s.startswith(word)), None)
        strength: Strength | None = next((s for s in STRENGTHS if word and s.startswith(word)), None)
        if word and not wanted and not strength:
            self._page.say(
                "Write /hint, or /hint nudge, sketch, full, subtle, balanced or obvious.", "problem"
            )
            return None
        done = self._done.setdefault(at, [])
        untold: Step | None = next((s for s in STEPS if s not in done), None)
        step: Step = "full" if strength else wanted or untold or "full"
        self._record("hint", at, step)
        if step not in done:
            done.append(step)
        match step:
            case "nudge":
                self._nudge(seen, at)
            case "sketch":
                self._sketch(seen)
            case "full":
                self._full(seen, at, strength)
        return None

    def check(self, rest: str, draft: str) -> str | None:
        """Weigh the text given, else the line being typed; it stays in the line."""
        seen = self._answering("There is no answer to weigh before a question lies on the table.")
        if seen is None:
            return None
        text = rest or draft
        if not text:
            self._page.say("Write /check and the answer you have in mind: /check A parrot, and it swears.")
            return None
        self._record("check", self._place(seen), text)
        self._page.show(*coach_views.check_view(check_draft(self._reader, seen, text), self._texts))
        return text

    def guess(self, rest: str, draft: str) -> None:
        """Read everybody, or with a name one opponent more closely."""
        del draft
        seen = self._chair.seen()
        if seen.phase not in ("answering", "guessing") or not any(a.answers for a in seen.now.asked):
            self._page.say(
                "Nobody has said anything yet that could be read. Ask again after the first answers."
            )
            return
        known = guessing.from_observation(self._reader, seen)
        if rest and not [p for p in known.people if p.name.casefold().startswith(rest.casefold())]:
            names = table_views.listed((p.name for p in known.people), "or")
            self._page.say(
                f"{rest!r} is not at the table. Name {names}, or nobody for all of them.", "problem"
            )
            return
        self._record("guess", self._place(seen), sum(bool(a.answers) for a in seen.now.asked))
        advice = guessing.weigh_guesses(known, self._reader)
        if rest:
            one = [v for v in advice.views if v.name.casefold().startswith(rest.casefold())]
            advice = Advice(advice.setting, tuple(one), ())
        plain = self._page.plain
        self._page.show(*coach_views.guess_view(advice, self._texts, show=5 if rest else 2, plain=plain))
        if self._model is not None:
            opinion_prompt.ask_for_guesses(self._page, self._model, seen, advice, self._texts)

    # --- steps ---

    def _nudge(self, seen: Observation, at: tuple[int, int]) -> None:
        turn = self._turns.get(at, 0)
        self._turns[at] = turn + 1
        told = hinting.nudge(self._reader, seen, turn)
        share = shares_of(self._reader, seen, said_before(seen))[told.kind]
        card = self._name(seen, told.kind)
        self._page.show(*coach_views.nudge_view(told, goal(seen), share, card, NEXT["nudge"]))

    def _sketch(self, seen: Observation) -> None:
        told = hinting.sketch(self._reader, seen)
        names = [self._name(seen, palette.kind) for palette in told.palettes]
        self._page.show(*coach_views.sketch_view(told, names, NEXT["sketch"]))

    def _full(self, seen: Observation, at: tuple[int, int], strength: Strength | None) -> None:
        offered = self._offered.setdefault(at, [])
        shown = frozenset(s.text for group in self._offered.values() for s in group)
        found = hinting.full(self._reader, seen, strength, but=shown)
        if not found:
            self._page.say("I have nothing new to suggest here; what I know of your cards is in the sketch.")
        asked = seen.question.question if seen.question else None
        ours = asked is None or is_our_question(asked)
        if asked and not ours:
            self._page.show(coach_views.borrowed(asked.text, nearest_questions(self._reader, asked.text)[0]))
        if found:
            self._offer(found, offered, seen, ours=ours)
        if self._model is not None:
            written = opinion_prompt.ask_for_suggestions(self._page, self._model, seen, strength)
            if written:
                self._offer(written, offered, seen, ours=True)

    def _offer(
        self, found: Sequence[Suggestion], offered: list[Suggestion], seen: Observation, *, ours: bool
    ) -> None:
        """Show suggestions, numbered on from those before."""
        first = len(offered) + 1
        offered += found
        self._page.show(
            *coach_views.suggestions_view(found, goal(seen), ours=ours, more=NEXT["full"], first=first)
        )

    def _take_over(self, at: tuple[int, int], number: int) -> str | None:
        offered = self._offered.get(at, [])
        if not 1 <= number <= len(offered):
            self._page.say(
                "No whole answers are suggested yet: /hint full shows some."
                if not offered
                else f"There is no suggestion {number}: the numbers go from 1 to {len(offered)}.",
                "problem",
            )
            return None
        return offered[number - 1].text

    # --- what it stands on ---

    def _answering(self, otherwise: str) -> Observation | None:
        """The seat's observation, if a question waits for its answer."""
        seen = self._chair.seen()
        asked = seen.question if seen.phase == "answering" else None
        if asked is None or asked.answers or seen.pair is None:
            self._page.say(otherwise, "problem")
            return None
        return seen

    def _name(self, seen: Observation, kind: Kind) -> str:
        return self._texts.file(kept(seen).of(kind)).name

    def _place(self, seen: Observation) -> tuple[int, int]:
        """Round and question."""
        return seen.now.number, len(seen.now.asked)

    def _record(self, what: CoachHelp, at: tuple[int, int], detail: object) -> None:
        """Put a use on the record, once for each step, text or state of the table."""
        key = (what, at, detail)
        if key in self._recorded:
            return
        self._chair.helped(what, at[1])
        self._recorded.add(key)
