"""One game in the form of an order, and the request as it is noted in each sample."""

from __future__ import annotations

from dubious_ai.analysis.analyse import analyse
from dubious_ai.belief.readers import Readers
from dubious_ai.teach.export import Made, sample_document
from dubious_ai.teach.lesson_page import lesson_page
from dubious_ai.teach.markdown import Spoilers, markdown
from dubious_ai.teach.orders import Order
from dubious_ai.teach.sample_games import Sample, Wish


def render(sample: Sample, order: Order, readers: Readers, made: Made | None = None) -> str:
    """One game in the form of an order."""
    told = analyse(sample.game, readers, hear=order.form != "jsonl")
    spoilers: Spoilers = "none" if order.key else order.spoilers
    match order.form:
        case "md":
            return markdown(
                told,
                spoilers=spoilers,
                commentary=order.commentary,
                shows=sample.shows,
                pupils=order.feedback,
                starters=order.starters,
            )
        case "html":
            return lesson_page(
                told,
                spoilers=spoilers,
                commentary=order.commentary,
                shows=sample.shows,
                pupils=order.feedback,
                starters=order.starters,
            )
        case _:
            data = sample_document(
                sample.game,
                told,
                number=sample.number,
                made=made,
                shows=sample.shows,
                spoilers=order.spoilers,
                commentary=order.commentary,
            )
            return data.text() if order.form == "json" else data.line() + "\n"


def made_of(wish: Wish, order: Order) -> Made:
    """The request, as it is noted in each sample."""
    plan = wish.plan
    return Made(
        seed=wish.seed,
        setting=wish.setting,
        players=plan.seats,
        rounds=plan.options.rounds,
        questions=f"{plan.options.appearance}+{plan.options.assorted}",
        hard=plan.options.hard,
        level=plan.level,
        brains=tuple(plan.brains.get(seat, plan.brain) for seat in range(1, plan.seats + 1)),
        company=plan.company,
        excluded=tuple(sorted(plan.exclude)),
        family=wish.family,
        tier=wish.tier,
        show=wish.show,
        spoilers=order.spoilers,
        commentary=order.commentary,
    )
