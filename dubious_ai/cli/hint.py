"""`dubious hint`: help with one answer, for a game at a real table."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Annotated

import typer

from dubious_ai.belief.reader import Reader
from dubious_ai.brains.llm.brain import LLMBrain
from dubious_ai.cli import options as opt
from dubious_ai.cli.composition import READERS
from dubious_ai.cli.draft_batch import weigh_drafts
from dubious_ai.coach import second_opinion
from dubious_ai.coach.card_requests import card_of
from dubious_ai.coach.hint import steps as hinting
from dubious_ai.coach.hint.meter import check_draft
from dubious_ai.coach.hint.own_answers import read_answered
from dubious_ai.coach.hint.prepared import nearest_questions
from dubious_ai.coach.hint.steps import STEPS, STRENGTHS
from dubious_ai.coach.hint.target_share import goal, kept, said_before, shares_of
from dubious_ai.coach.seat_view import is_our_question, own_seat
from dubious_ai.core.cleaning import clean
from dubious_ai.core.model import ANSWER_LIMIT, KINDS, Pair
from dubious_ai.errors import UsageError
from dubious_ai.game.backends import Backends
from dubious_ai.ui import opinion_prompt
from dubious_ai.ui.lines.terminal import open_terminal
from dubious_ai.ui.views import coach_views

if TYPE_CHECKING:
    from dubious_ai.coach.hint.steps import Step
    from dubious_ai.coach.hint.target_share import Shares
    from dubious_ai.core.model import Kind, Strength
    from dubious_ai.core.observe import Observation
    from dubious_ai.ui.lines.terminal import Terminal


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("hint")(hint)


def hint(
    occupation: Annotated[
        str | None, typer.Option("--occupation", "-o", help="Your Occupation: name, part or number.")
    ] = None,
    secret: Annotated[str | None, typer.Option("--secret", help="Your Secret: name, part or number.")] = None,
    question: Annotated[
        str | None, typer.Option("--question", help="The question, one of the game's or any other.")
    ] = None,
    setting: Annotated[
        str | None, typer.Option("--setting", "-s", help="The setting, by its name or the beginning of it.")
    ] = None,
    answered: Annotated[
        str | None,
        typer.Option(
            "--answered",
            help="File with your answers so far: lines of Q: and A:, or JSON; - reads standard input.",
        ),
    ] = None,
    players: Annotated[int, typer.Option("--players", "-p", help="How many at the table, 3 to 6.")] = 4,
    questions: Annotated[
        int | None, typer.Option("--questions", "-q", help="How many questions the round has; 5 if not said.")
    ] = None,
    step: Annotated[
        str | None,
        typer.Option("--step", help="nudge: an angle. sketch: images and words. full: whole answers."),
    ] = None,
    strength: Annotated[
        str | None,
        typer.Option("--strength", help="subtle, balanced or obvious: whole answers of one strength."),
    ] = None,
    draft: Annotated[
        str | None,
        typer.Option("--draft", help="An answer of your own, to see what readers would make of it."),
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option(
            "--batch",
            help="Weigh every draft of a list: a spreadsheet with columns occupation, secret, question, draft, as `sample --tasks` makes it; - reads standard input.",
        ),
    ] = None,
    brain: Annotated[
        str,
        typer.Option("--brain", "-b", help="A model for a second opinion on whole answers: openai:MODEL."),
    ] = "house",
    json: opt.Pipe = False,
    plain: opt.Plain = False,
) -> None:
    """Help with an answer in three steps, each asked for by itself: a nudge, a sketch, whole answers.

    Every suggestion shows how many of the readers at this table would name your cards before and after it, and what to aim for at this table.
    """

    if batch is not None:
        weigh_drafts(batch, setting, as_json=json, plain=plain)
        return
    given = {"--setting": setting, "--occupation": occupation, "--secret": secret, "--question": question}
    if missing := [name for name, value in given.items() if value is None]:
        raise UsageError(
            f"Missing: {', '.join(missing)}. A whole list of drafts is weighed with --batch FILE."
        )
    with Backends.from_settings(READERS, named=[brain]) as backends:
        reader = backends.readers.of(setting or "")
        pair = Pair(
            occupation=card_of(reader.library, "occupation", occupation or "").slug,
            secret=card_of(reader.library, "secret", secret or "").slug,
        )
        loudness = _strength(strength)
        wanted = _step(step, loudness, model=brain != "house")
        said = read_answered(answered) if answered else ()
        seen = own_seat(reader.library, pair, question or "", said, players=players, questions=questions)
        text = _draft(draft)
        model = opinion_prompt.model_of(backends, brain, reader)
        if json:
            _print_json(reader, seen, wanted, loudness, text, model)
            return
        terminal = open_terminal(plain=plain)
        if text is not None:
            terminal.show(*coach_views.check_view(check_draft(reader, seen, text), reader.library))
            return
        _show(terminal, reader, seen, wanted, loudness, model)


def _step(text: str | None, strength: Strength | None, *, model: bool) -> Step:
    """The step asked for; a strength or a model alone asks for whole answers."""

    if text is None:
        return "full" if strength or model else "nudge"
    found: Step | None = next((s for s in STEPS if s == text.strip().casefold()), None)
    if found is None:
        raise UsageError(f"There is no step {text!r}. Choose nudge, sketch or full.")
    if strength and found != "full":
        raise UsageError(f"--strength is for whole answers; with --step {found} leave it out.")
    return found


def _strength(text: str | None) -> Strength | None:

    if text is None:
        return None
    found: Strength | None = next((s for s in STRENGTHS if s == text.strip().casefold()), None)
    if found is None:
        raise UsageError(f"There is no strength {text!r}. Choose subtle, balanced or obvious.")
    return found


def _draft(text: str | None) -> str | None:

    if text is None:
        return None
    draft = clean(text)
    if not draft:
        raise UsageError("The draft is empty. Give the answer you have in mind, e.g. --draft “A goose.”")
    if len(draft) > ANSWER_LIMIT:
        raise UsageError(f"The draft has {len(draft)} characters; {ANSWER_LIMIT} is the limit.")
    return draft


def _show(
    terminal: Terminal,
    reader: Reader,
    seen: Observation,
    step: Step,
    strength: Strength | None,
    model: LLMBrain | None,
) -> None:

    pair, aim, texts = kept(seen), goal(seen), reader.library

    def name(kind: Kind) -> str:
        return texts.file(pair.of(kind)).name

    asked = seen.now.asked[-1].question
    if step == "nudge":
        told = hinting.nudge(reader, seen)
        share = shares_of(reader, seen, said_before(seen))[told.kind]
        more = "--step sketch gives images and words, --step full whole answers."
        terminal.show(*coach_views.nudge_view(told, aim, share, name(told.kind), more))
    elif step == "sketch":
        drawn = hinting.sketch(reader, seen)
        names = [name(palette.kind) for palette in drawn.palettes]
        terminal.show(*coach_views.sketch_view(drawn, names, "--step full gives whole answers."))
    else:
        found = hinting.full(reader, seen, strength)
        if not is_our_question(asked):
            terminal.show(coach_views.borrowed(asked.text, nearest_questions(reader, asked.text)[0]))
        more = "--draft “…” weighs an answer of your own."
        terminal.show(*coach_views.suggestions_view(found, aim, ours=is_our_question(asked), more=more))
        written = opinion_prompt.ask_for_suggestions(terminal, model, seen, strength) if model else ()
        if written:
            terminal.show(
                *coach_views.suggestions_view(written, aim, ours=True, more="", first=len(found) + 1)
            )


def _print_json(
    reader: Reader,
    seen: Observation,
    step: Step,
    strength: Strength | None,
    draft: str | None,
    model: LLMBrain | None,
) -> None:

    pair, aim, texts = kept(seen), goal(seen), reader.library
    asked = seen.now.asked[-1].question
    told: dict[str, object] = {
        "setting": texts.slug,
        **{kind: texts.file(pair.of(kind)).name for kind in KINDS},
        "question": asked.text,
        "nearest_question": None if is_our_question(asked) else nearest_questions(reader, asked.text)[0].text,
        "number": aim.number,
        "questions": aim.questions,
        "target": {"after_this_question": round(aim.now, 4), "after_the_last": round(aim.end, 4)},
        "now": _rounded(shares_of(reader, seen, said_before(seen))),
    }
    if draft is not None:
        told["check"] = _check(reader, seen, draft)
    elif step == "nudge":
        nudge = hinting.nudge(reader, seen)
        told["nudge"] = {
            "card": nudge.kind,
            "angle": nudge.angle,
            "think_of": nudge.words,
            "strength": nudge.strength,
        }
    elif step == "sketch":
        sketch = hinting.sketch(reader, seen)
        told["sketch"] = {p.kind: {"images": p.images, "use": p.use} for p in sketch.palettes}
        told["avoid"] = sketch.avoid
    else:
        found = [("house", s) for s in hinting.full(reader, seen, strength)]
        if model is not None:
            written = second_opinion.suggestions(model, seen, threading.Event())
            found += [(model.spec, s) for s in second_opinion.strengths(written, strength)]
        told["suggestions"] = [
            {
                "by": by,
                "strength": s.strength,
                "text": s.text,
                "card": s.kind,
                "before": _rounded(s.before),
                "after": _rounded(s.after),
                "nearest_to_plan": s.nearest_to_plan,
                "written_for": s.written_for.text if s.written_for else None,
            }
            for by, s in found
        ]
    print(json.dumps(told, ensure_ascii=False, indent=2))


def _rounded(shares: Shares) -> dict[str, float]:
    return {kind: round(share, 4) for kind, share in shares.items()}


def _check(reader: Reader, seen: Observation, draft: str) -> dict[str, object]:

    told, texts = check_draft(reader, seen, draft), reader.library
    return {
        "draft": told.draft,
        **{
            gauge.kind: {
                "before": round(gauge.before, 4),
                "after": round(gauge.after, 4),
                "verdict": gauge.verdict.loudness,
                "readers": [round(share, 4) for share in gauge.verdict.after.by_reader],
                "named_by": gauge.verdict.after.numbers,
                "telling": {t.word: round(t.without, 4) for t in gauge.telling},
                "own_words": gauge.own_words,
            }
            for gauge in told.gauges
        },
        "also_fits": [texts.file(slug).name for slug in told.points_to],
        "false_trail": texts.file(told.verdict.trail).name if told.verdict.trail else None,
        "problem": told.problem,
        "unreadable": told.verdict.unreadable,
    }
