"""A few lines for each pupil after their own round: what readers made of it, which answer did most, and one to write again."""

from __future__ import annotations

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis
from dubious_ai.analysis.sentences import KIND_NAMES, card_told, from_to, in_hundred, quoted
from dubious_ai.core.model import KINDS
from dubious_ai.teach.commentary import best_answer, spoken_for
from dubious_ai.teach.rewriting import task_for


def feedback(told: GameAnalysis, player: PlayerAnalysis) -> list[str]:
    """The lines for one pupil; the last is a task."""
    lines = [
        f"In the end {in_hundred(player.card(kind).shares[-1])} readers would name your {KIND_NAMES[kind]}, {card_told(told.setting, kind, player.pair.of(kind))}."
        for kind in KINDS
    ]
    kind = max(KINDS, key=lambda k: best_answer(player, k).rise(k))
    best = best_answer(player, kind)
    if best.verdict.of(kind).helped:
        step, words = best.verdict.of(kind), spoken_for(best, kind)
        heard = f", by {quoted(words)}" if words else ""
        lines.append(
            f"Your answer {best.number} told most: {from_to(step.before.share, step.after.share)} in 100 readers for your {KIND_NAMES[kind]}{heard}."
        )
    task = task_for(player)
    pair = " ".join(f"--{k} {player.pair.of(k)}" for k in KINDS)
    tried = (
        f"To try it: dubious hint --setting {told.texts.slug} {pair} --question “{task.question}” --draft “…”"
    )
    return [*lines, f"{task.told} {tried}"]
