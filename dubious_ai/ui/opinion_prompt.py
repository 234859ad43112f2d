"""The second opinion on the screen: a model is asked while the person waits; Ctrl-C gives up waiting, a failure is a sentence."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from dubious_ai.belief.reader import Reader
from dubious_ai.brains.protocol import Shares
from dubious_ai.coach.guess import Advice
from dubious_ai.coach.hint.steps import Suggestion
from dubious_ai.content.library import Library
from dubious_ai.core.model import Kind, Strength
from dubious_ai.core.observe import Observation
from dubious_ai.errors import DubiousError, UsageError
from dubious_ai.game.backends import Backends
from dubious_ai.ui.page import Page
from dubious_ai.ui.views.coach_views import percent_view
from dubious_ai.ui.views.table_views import NAMED

if TYPE_CHECKING:
    from dubious_ai.brains.llm.brain import LLMBrain

V = TypeVar("V")


def model_of(backends: Backends, spec: str, reader: Reader) -> LLMBrain | None:
    """The model behind a spec; None for the house, which has said its opinion already. Raises UsageError for a brain that cannot be had."""
    if spec.strip().casefold() == "house":
        return None
    from dubious_ai.brains.llm.brain import LLMBrain

    brain = backends.make(spec, reader)
    if not isinstance(brain, LLMBrain):
        raise UsageError(f"{spec!r} is no model. Write openai:MODEL, or house for the offline coach.")
    return brain


def ask_for_suggestions(
    page: Page, model: LLMBrain, seen: Observation, strength: Strength | None
) -> tuple[Suggestion, ...]:
    """Answers the model would give; none if it cannot be asked."""
    from dubious_ai.coach import second_opinion

    found = _waiting(page, model, lambda cancelled: second_opinion.suggestions(model, seen, cancelled))
    if not found:
        return ()
    page.say(f"{model.spec} suggests:", "title")
    return second_opinion.strengths(found, strength)


def ask_for_guesses(page: Page, model: LLMBrain, seen: Observation, advice: Advice, texts: Library) -> None:
    """Say where the model would name another card."""
    from dubious_ai.coach import second_opinion

    found = _waiting(page, model, lambda cancelled: second_opinion.model_beliefs(model, seen, cancelled))
    if found is not None:
        page.say(f"{model.spec} {_compared(advice, found, texts)}")


def _compared(advice: Advice, found: Mapping[str, Mapping[Kind, Shares]], texts: Library) -> str:
    from dubious_ai.coach import second_opinion

    other = second_opinion.differences(advice, found)
    if not other:
        return "finds the same cards likeliest."
    lines = [
        f"{name}'s {NAMED[kind]}: {texts.file(card).name} ({percent_view(p)}) rather than {texts.file(ours).name}"
        for name, kind, card, p, ours in other
    ]
    return f"sees it otherwise for {'; for '.join(lines)}."


def _waiting(page: Page, model: LLMBrain, ask: Callable[[threading.Event], V]) -> V | None:
    """What the model says, or None with a sentence about why it says nothing."""
    cancelled = threading.Event()
    page.say(f"Asking {model.spec} … Ctrl-C goes on without it.", "quiet")
    try:
        return ask(cancelled)
    except KeyboardInterrupt:
        page.say("We go on without it.", "quiet")
    except DubiousError as error:
        page.say(f"{model.spec} gives no opinion: {error}", "warning")
    finally:
        cancelled.set()
    return None
