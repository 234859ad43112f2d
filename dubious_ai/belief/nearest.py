"""The nearest meaning: which of the things written about a card an answer comes closest to, and with which of its words.

The reason a person can check: not "this word moved the figure" but "close to: a bell, a slate, one breath".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dubious_ai.belief import words as words_of
from dubious_ai.belief.answer_reading import AnswerReader
from dubious_ai.belief.encoder import Encoded, Encoder
from dubious_ai.belief.meanings import Meanings
from dubious_ai.belief.passages import Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]
    Floats = NDArray[np.float64]

CARRIES = 0.35
"""A word of the answer is named when it speaks for the card at least this much of what the loudest one does."""
LIKE = 0.3
"""Cosine from which a word of a passage is named beside a word of the answer."""


@dataclass(frozen=True)
class Echo:
    """A passage that an answer comes close to. `said` are the words of the answer (as typed) that speak for the card, loudest first, and `theirs` the
    words of the passage they come closest to."""

    passage: Passage
    said: tuple[str, ...]
    theirs: tuple[str, ...]


def nearest(reader: AnswerReader, question: str, text: str, card: str, n: int = 1) -> tuple[Echo, ...]:
    """The passages of a card (slug) that an answer comes closest to, nearest first; none when nothing in it speaks for the card.

    Without an encoder, passages that share its rarest words. Raises KeyError for an unknown card.
    """
    place = reader.cards.place[card]
    if not reader.lexicon.said(text, question) or reader.unreadable(question, text):
        return ()
    meanings, encoder = reader.meanings, reader.encoder.get()
    if meanings is None or not isinstance(encoder, Encoder):
        return _by_words(reader, question, text, place, n)
    return _by_meaning(reader, meanings, encoder, text, place, n)


def _by_meaning(
    reader: AnswerReader, meanings: Meanings, encoder: Encoder, text: str, card: int, n: int
) -> tuple[Echo, ...]:
    import numpy as np

    said = encoder.encode(reader.mended(text))
    if not len(said.tokens):
        return ()
    speaks = meanings.tokens(said)[:, card] - meanings.compiled.tokens_mean[card] / len(said.tokens)
    gains = np.maximum(speaks, 0.0)
    if not gains.max() > 0:
        return ()
    silent = reader.voices_of(text)
    told = [p.card == card and p.voice not in silent for p in meanings.passages]
    rows = np.flatnonzero(np.array(told)[meanings.token_passage])
    near = meanings.rows(rows) @ meanings.projected(said).T
    owner = meanings.token_passage[rows]
    passages, starts = np.unique(owner, return_index=True)
    score = np.maximum.reduceat(near, starts, axis=0) @ gains
    best = passages[np.argsort(-score, kind="stable")[:n]]
    return tuple(_echo(encoder, meanings.passages[int(p)], text, said, gains) for p in best)


def _echo(encoder: Encoder, passage: Passage, text: str, said: Encoded, gains: Floats) -> Echo:
    """The words of both that go together, those that speak loudest for the card first."""
    theirs = encoder.encode(passage.text)
    near = said.tokens @ theirs.tokens.T
    mine, other = (words_of.spans(words_of.tidied_text(t)) for t in (text, passage.text))
    found: list[tuple[str, str]] = []
    for token in sorted(range(len(gains)), key=lambda t: -gains[t]):
        at = int(near[token].argmax())
        if gains[token] >= CARRIES * gains.max() and near[token, at] >= LIKE:
            found.append((mine[said.word[token]].word, other[theirs.word[at]].word))
    return Echo(passage, tuple(dict.fromkeys(a for a, _ in found)), tuple(dict.fromkeys(b for _, b in found)))


def _by_words(reader: AnswerReader, question: str, text: str, card: int, n: int) -> tuple[Echo, ...]:
    """Passages of the card that share most of the answer's rare words."""
    said = reader.lexicon.said(text, question)
    rare = {w.stem: float(v[card]) for w, v in zip(said, reader.lexicon.rare_words(said), strict=True)}
    typed = {w.stem: w.typed for w in said}
    found: list[tuple[float, Echo]] = []
    for passage in reader.passages:
        if passage.card != card or passage.source == "associations":
            continue
        shared = {words_of.reading_stem(w): w for w in words_of.content_words(passage.text)}
        both = sorted((s for s in shared if rare.get(s, 0.0) > 0), key=lambda s: -rare[s])
        if both:
            echo = Echo(passage, tuple(typed[s] for s in both), tuple(shared[s] for s in both))
            found.append((sum(rare[s] for s in both), echo))
    found.sort(key=lambda pair: -pair[0])
    return tuple(echo for _, echo in found[:n])


def nearness(reader: AnswerReader, asked: str, texts: Sequence[str]) -> list[float]:
    """How near each text is in meaning to `asked`, -1 to 1; without an encoder, by the words they share."""
    encoder = reader.encoder.get()
    if isinstance(encoder, Encoder):
        mine = encoder.remembered(asked)
        return [float(mine @ encoder.remembered(text)) for text in texts]
    wanted = {words_of.reading_stem(w) for w in words_of.content_words(asked)}
    found: list[float] = []
    for text in texts:
        stems = {words_of.reading_stem(w) for w in words_of.content_words(text)}
        found.append(len(stems & wanted) / max(1, len(stems | wanted)))
    return found
