"""Encoding everything written about the cards of a setting, once, so that answers can be compared with it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dubious_ai.belief.encoder import SIZE, Encoded, Encoder
from dubious_ai.belief.meanings import COMPARED, DIRECTIONS, Compiled, Meanings
from dubious_ai.belief.passages import NO_QUESTION, Cards, Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]
    Floats = NDArray[np.float64]
    Bytes = NDArray[np.int8]

SAMPLE = 96
"""Answers in character that a card's mean is taken over."""


def rounded(rows: Array) -> tuple[Bytes, Array]:
    """Rows as 8-bit whole numbers, and the step of each row."""
    import numpy as np

    step = np.maximum(np.abs(rows).max(axis=1), 1e-9) / 127
    return np.rint(rows / step[:, None]).astype(np.int8), np.asarray(step, dtype=np.float32)


def basis_of(tokens: Array) -> Array:
    """The DIRECTIONS (SIZE x DIRECTIONS) that keep most of the token vectors."""
    import numpy as np

    _, found = np.linalg.eigh(tokens.astype(np.float64).T @ tokens.astype(np.float64))
    kept = found[:, ::-1][:, :DIRECTIONS]
    largest = kept[np.abs(kept).argmax(axis=0), np.arange(kept.shape[1])]
    return np.ascontiguousarray(kept * np.sign(largest), dtype=np.float32)


def compile_meanings(
    cards: Cards, passages: tuple[Passage, ...], questions: Sequence[str], encoder: Encoder
) -> Meanings:
    """Encode everything written about the cards. Takes some milliseconds a passage."""
    import numpy as np

    encoded = [encoder.encode(p.text) if p.source != "associations" else None for p in passages]
    tokens = [e.tokens if e else np.zeros((0, SIZE), np.float32) for e in encoded]
    compared = [n for n, p in enumerate(passages) if p.source in COMPARED]
    basis = basis_of(np.concatenate([np.zeros((1, SIZE), np.float32), *(tokens[n] for n in compared)]))
    kept = np.concatenate([np.zeros((0, SIZE), np.float32), *tokens]) @ basis
    token_rows, token_step = rounded(kept)
    wholes = [e.whole for n in compared if (e := encoded[n])]
    whole_rows, whole_step = rounded(np.array(wholes, dtype=np.float32).reshape(-1, SIZE))
    voices = tuple(sorted({p.voice for p in passages if p.source == "answers"}))
    asked = np.array([encoder.encode(q).whole for q in questions], dtype=np.float32).reshape(-1, SIZE)
    none = np.zeros(len(cards))
    raw = Compiled(
        basis,
        token_rows,
        token_step,
        np.array([len(t) for t in tokens], dtype=np.intp),
        whole_rows,
        whole_step,
        asked,
        none,
        np.zeros((len(voices), len(cards))),
        none,
    )
    made = Meanings(cards, passages, voices, raw)
    return Meanings(cards, passages, voices, _with_means(made, encoded))


def _with_means(made: Meanings, encoded: Sequence[Encoded | None]) -> Compiled:
    """The same with each card's mean over answers in character: prepared ones, in other voices than the one that is compared, or cues where there are none."""
    import numpy as np

    some = [n for n, p in enumerate(made.passages) if p.source == "answers"]
    some = some or [n for n, p in enumerate(made.passages) if p.source == "cues"]
    sample = [(made.passages[n], e) for n in some[3 :: max(1, len(some) // SAMPLE)] if (e := encoded[n])]
    sample = [(p, e) for p, e in sample if len(e.tokens)]
    if not sample:
        return made.compiled
    bank: list[Floats] = []
    for voice in made.voices:
        others = [(p, e) for p, e in sample if p.voice != voice] or sample
        found: list[Floats] = []
        for p, e in others:
            asked = None if p.question == NO_QUESTION else made.compiled.questions[p.question]
            told = made.bank(
                e, asked, set(made.voices) - {voice}, p.question if p.voice == voice else NO_QUESTION
            )
            found.append(told[voice].sum(axis=0))
        bank.append(np.mean(found, axis=0))
    return dataclasses.replace(
        made.compiled,
        tokens_mean=np.mean([made.tokens(e).sum(axis=0) for _, e in sample], axis=0),
        bank_mean=np.array(bank).reshape(len(made.voices), len(made.cards)),
        wholes_mean=np.mean([made.whole(e) for _, e in sample], axis=0),
    )
