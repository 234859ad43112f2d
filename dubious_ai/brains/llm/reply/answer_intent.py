"""The private plan that comes with an answer: read, checked against the lists and against what readers will make of the words."""

from __future__ import annotations

from dubious_ai.belief.posterior import Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import answers_of, predict
from dubious_ai.brains.llm.prompt.transcript import legal_names
from dubious_ai.brains.llm.repair import Unusable
from dubious_ai.brains.llm.reply.reply_models import AnswerReply, card_named
from dubious_ai.brains.llm.reply.spoken_words import tidy
from dubious_ai.core.model import KINDS, Intent, Kind
from dubious_ai.core.observe import Observation

RIVAL_SHARE = 1 / 3
"""Of the true card's share of readers, what a rival must still have to be one."""
SEEN = 0.45
"""The chance of the true card from which on that matters: a card nobody sees yet deserves any hint."""
WHY_LIMIT = 120
"""Characters of the reason that go on the record."""


class RivalLost(Unusable):
    """After such an answer a rival fits much worse than the card itself."""


def answer_intent(
    reader: Reader, seen: Observation, reply: AnswerReply, text: str, *, strict: bool
) -> Intent:
    """The intent of an answer, as the record keeps it.

    Raises, where `strict`, Unusable for a rival or a false trail that is none of the lists, and RivalLost for a rival that no longer fits what was
    said; else what cannot be used is left out.
    """
    hinted: tuple[Kind, ...] = KINDS if reply.aim == "both" else tuple(k for k in KINDS if k == reply.aim)
    rivals: dict[Kind, str] = {
        kind: _listed(seen, kind, _named(reply, kind), strict=strict and kind in hinted) for kind in KINDS
    }
    card = _meant(seen, reply, strict=strict)
    if strict:
        _must_still_fit(reader, seen, {kind: rivals[kind] for kind in hinted}, text)
    words = tidy(reply.clue)
    return Intent(
        aim=reply.aim,
        occupation_share=_share(reply.occupation_share),
        secret_share=_share(reply.secret_share),
        card=card,
        clue=words if words and words.casefold() in text.casefold() else "",
        why=tidy(reply.why)[:WHY_LIMIT],
        rivals=tuple(slug for slug in rivals.values() if slug),
    )


def _named(reply: AnswerReply, kind: Kind) -> str:
    return reply.rival_occupation if kind == "occupation" else reply.rival_secret


def _listed(seen: Observation, kind: Kind, name: str, *, strict: bool) -> str:
    """The slug of a rival: any card but one's own. The card laid aside may be one, too: nobody else can know it is."""
    card = card_named(seen.setting, kind, name) if name.strip() else None
    if card is not None and (seen.pair is None or card.slug != seen.pair.of(kind)):
        return card.slug
    if not strict:
        return ""
    what = f"{name[:60]!r} cannot be the rival" if name.strip() else "no rival is named"
    raise Unusable(f"{what} of your {kind.title()}.", "; ".join(legal_names(seen, kind)))


def _meant(seen: Observation, reply: AnswerReply, *, strict: bool) -> str | None:
    """The card an answer points to: one's own, or that of a false trail."""
    pair = seen.pair
    if pair is None or reply.aim in ("none", "both"):
        return None
    if reply.aim in KINDS:
        return pair.of("occupation" if reply.aim == "occupation" else "secret")
    for kind in KINDS:
        card = card_named(seen.setting, kind, _named(reply, kind))
        if card is not None and card.slug not in (pair.occupation, pair.secret):
            return card.slug
    if strict:
        legal = "; ".join(name for kind in KINDS for name in legal_names(seen, kind))
        raise Unusable("a false trail names the card it points to as a rival.", legal)
    return None


def _must_still_fit(reader: Reader, seen: Observation, rivals: dict[Kind, str], text: str) -> None:
    """Raises RivalLost unless readers who hear this, too, could still believe in each rival."""
    pair, asked = seen.pair, seen.question
    if pair is None or asked is None or not any(rivals.values()):
        return
    after = predict(reader, seen, (*answers_of(seen, seen.seat), Said(asked.question.text, text)))
    for kind, rival in rivals.items():
        card = pair.of(kind)
        if rival and after[card] >= SEEN and after[rival] < RIVAL_SHARE * after[card]:
            names = [seen.setting.card(kind, slug).name for slug in (card, rival)]
            raise RivalLost(
                f"after it, with all you said before, {100 * after[card]:.0f} of 100 readers would name {names[0]} and {100 * after[rival]:.0f} its rival {names[1]}; "
                f"a third as many should. Say something that is true of {names[1]}."
            )


def _share(given: float) -> float | None:
    """A share out of 100 (or of 1) as a part of 1."""
    return min(1.0, given / 100 if given > 1 else given) if given >= 0 else None
