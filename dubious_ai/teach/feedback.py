"""A few lines for each pupil after their own round: what readers made of it, which answer did most, and one to write again."""

from __future__ import annotations

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis
from dubious_ai.analysis.sentences import KIND_NAMES, card_told, from_to, in_hundred, quoted
from dubious_ai.core.model import KINDS
from dubious_ai.teach.commentary import best_answer, spoken_for


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
    return [*lines, _task(told, player)]


def _task(told: GameAnalysis, player: PlayerAnalysis) -> str:
    """What to write again: something quieter where a card is out, something more telling where nobody could know."""
    shares = {kind: player.card(kind).shares[-1] for kind in KINDS}
    loud, quiet = max(KINDS, key=lambda k: shares[k]), min(KINDS, key=lambda k: shares[k])
    if player.card(loud).stands == "loud":
        answer = best_answer(player, loud)
        card = answer.verdict.of(loud)
        between = (card.before.share + card.after.share) / 2
        ask = f"so that fewer than {in_hundred(between)} readers would name your {KIND_NAMES[loud]} after it"
    elif player.card(quiet).stands == "quiet":
        answer = min(player.answers, key=lambda a: max(abs(a.rise(k)) for k in KINDS))
        ask = f"so that it helps readers towards your {KIND_NAMES[quiet]}, without a word of the card itself"
    else:
        return "Both cards stand well. Choose the answer you like least and say it in ten words."
    pair = " ".join(f"--{k} {player.pair.of(k)}" for k in KINDS)
    return (
        f"Write answer {answer.number} again, “{answer.text}”, {ask}. To try it: dubious hint --setting {told.slug} {pair} "
        f"--question “{answer.question.text}” --draft “…”"
    )
