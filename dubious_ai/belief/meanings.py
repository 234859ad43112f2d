"""What an answer means, compared with what has been written about the cards, word by word and as a whole.

- *tokens* (late interaction): for each token of the answer, the log mean of exp(sharpness * cosine) over all tokens of a card's cues, gist and
  hints. Each of the three is asked on its own and the mean counts.
- *bank*: the same over the prepared answers, voice by voice, where answers to questions near the asked one weigh more.
- *sentences*: the same with one vector for the whole answer and one for each sentence of a card.

All are centred within the kinds, less the card's mean over answers in character, so that a card about everyday things is not favoured by
every answer. Token vectors are kept in the directions in which the texts of the setting differ most.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from dubious_ai.belief.encoder import Encoded
from dubious_ai.belief.passages import NO_QUESTION, Cards, Passage, Source

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]
    Floats = NDArray[np.float64]
    Bytes = NDArray[np.int8]
    Places = NDArray[np.intp]

SHARPNESS = 10.0
"""Of the comparison of tokens: how much more the nearest tokens of a card count than the rest."""
WHOLE_SHARPNESS = 30.0
"""The same for whole sentences, whose cosines lie closer together."""
QUESTION_SHARPNESS = 3.0
"""Of the weight of a prepared answer: exp(this * cosine of its question and the asked one)."""
DIRECTIONS = 128
"""Of SIZE that are kept; more read no better."""
LONG_ANSWER = 0.15
"""An answer of n tokens counts for the sum over them divided by n to this power."""
COMPARED: tuple[Source, ...] = ("cues", "gist", "hints")


@dataclass(frozen=True)
class Compiled:
    """The vectors of a setting as they are stored; rows follow `passages`.

    `basis` (SIZE x DIRECTIONS); `tokens` (tokens x DIRECTIONS, 8 bits) with `token_step` (tokens) and `token_counts` (passages; associations have
    none); `wholes` (passages of cues, gist and hints x SIZE, 8 bits) with `whole_step`; `questions` (questions x SIZE).
    """

    basis: Array
    tokens: Bytes
    token_step: Array
    token_counts: Places
    wholes: Bytes
    whole_step: Array
    questions: Array
    tokens_mean: Floats
    bank_mean: Floats
    wholes_mean: Floats


@dataclass(frozen=True)
class _Group:
    """Consecutive rows of one source or voice: those of each card that has any (`owners`, `starts`, relative to `rows`)."""

    rows: slice
    owners: Places
    starts: Places
    sizes: Places
    questions: Places


def _group(rows: slice, card: Places, question: Places) -> _Group:
    import numpy as np

    owners, starts, sizes = np.unique(card[rows], return_index=True, return_counts=True)
    return _Group(rows, owners, starts, sizes, question[rows])


def _log_means(
    near: Array, group: _Group, sharpness: float, cards: int, weights: Array | None = None
) -> Floats:
    """log of the mean of exp(sharpness * near) over each card's rows (said x cards); cards without rows get the mean of the others.

    `near` (rows of the group x said); `weights` (rows of the group).
    """
    import numpy as np

    raised = np.exp(np.float32(sharpness) * near)
    if weights is None:
        sums = np.add.reduceat(raised, group.starts, axis=0) / group.sizes[:, None]
    else:
        sums = np.add.reduceat(raised * weights[:, None], group.starts, axis=0)
        sums = sums / np.add.reduceat(weights, group.starts)[:, None]
    found = np.log(np.maximum(sums, 1e-12)).astype(np.float64).T / sharpness
    values = np.repeat(found.mean(axis=1, keepdims=True), cards, axis=1)
    values[:, group.owners] = found
    return values


@dataclass(frozen=True)
class Meanings:
    """The vectors of a setting, ready for comparing."""

    cards: Cards
    passages: tuple[Passage, ...] = field(repr=False)
    voices: tuple[str, ...]
    compiled: Compiled = field(repr=False)

    @cached_property
    def _tokens(self) -> Array:
        held = self.compiled
        real = held.tokens.astype("float32")
        real *= held.token_step[:, None]
        return real

    @cached_property
    def _wholes(self) -> Array:
        held = self.compiled
        real = held.wholes.astype("float32")
        real *= held.whole_step[:, None]
        return real

    @cached_property
    def token_passage(self) -> Places:
        """The passage (place) of every stored token."""
        import numpy as np

        return np.repeat(np.arange(len(self.passages), dtype=np.intp), self.compiled.token_counts)

    @cached_property
    def _groups(self) -> tuple[dict[str, _Group], dict[str, _Group], dict[str, _Group]]:
        """Rows of the tokens of each compared source, of the tokens of each voice, of the sentences of each compared source."""
        import numpy as np

        key = np.array([p.voice if p.source == "answers" else p.source for p in self.passages])
        is_answer = np.array([p.source == "answers" for p in self.passages])
        card = np.array([p.card for p in self.passages], dtype=np.intp)
        question = np.array([p.question for p in self.passages], dtype=np.intp)

        def groups(at: Places, names: Sequence[str], answers: bool) -> dict[str, _Group]:
            found: dict[str, _Group] = {}
            for name in names:
                rows = np.flatnonzero((key[at] == name) & (is_answer[at] == answers))
                if len(rows):
                    found[name] = _group(slice(int(rows[0]), int(rows[-1]) + 1), card[at], question[at])
            return found

        compared = np.array([n for n, p in enumerate(self.passages) if p.source in COMPARED], dtype=np.intp)
        return (
            groups(self.token_passage, COMPARED, False),
            groups(self.token_passage, self.voices, True),
            groups(compared, COMPARED, False),
        )

    def rows(self, at: Places) -> Array:
        """Some of the stored token vectors (rows x DIRECTIONS)."""
        return self._tokens[at]

    def projected(self, said: Encoded) -> Array:
        """The tokens of an answer in the kept directions (tokens x DIRECTIONS)."""
        import numpy as np

        return np.asarray(said.tokens @ self.compiled.basis, dtype=np.float32)

    def tokens(self, said: Encoded) -> Floats:
        """Evidence of each token of an answer from cues, gist and hints (tokens x cards), before the card's mean is taken off."""
        import numpy as np

        near = self.projected(said).T
        found = [
            _log_means(self._tokens[g.rows] @ near, g, SHARPNESS, len(self.cards))
            for g in self._groups[0].values()
        ]
        return self._shortened(
            np.mean(found, axis=0) if found else np.zeros((near.shape[1], len(self.cards)))
        )

    def bank(
        self,
        said: Encoded,
        question: Array | None,
        left_out: Collection[str] = (),
        except_to: int = NO_QUESTION,
    ) -> dict[str, Floats]:
        """Evidence of each token from the prepared answers (tokens x cards) by voice, before the card's mean is taken off.

        `question` is the vector of the asked one, if there is any; nothing is read from voices in `left_out`, nor from answers to
        the question `except_to` (place).
        """
        near = self.projected(said).T
        weight = self.question_weights(question)
        if except_to != NO_QUESTION:
            weight[except_to] = 0.0
        return {
            voice: self._shortened(
                _log_means(self._tokens[g.rows] @ near, g, SHARPNESS, len(self.cards), weight[g.questions])
            )
            for voice, g in self._groups[1].items()
            if voice not in left_out
        }

    def question_weights(self, question: Array | None) -> Array:
        """What a prepared answer to each question of the setting weighs."""
        import numpy as np

        if question is None:
            return np.ones(len(self.compiled.questions), dtype=np.float32)
        near = self.compiled.questions @ question
        return np.exp(np.float32(QUESTION_SHARPNESS) * near)

    def whole(self, said: Encoded) -> Floats:
        """Evidence of an answer as a whole (cards), before the card's mean is taken off."""
        import numpy as np

        near = said.whole[:, None]
        found = [
            _log_means(self._wholes[g.rows] @ near, g, WHOLE_SHARPNESS, len(self.cards))
            for g in self._groups[2].values()
        ]
        return self.cards.centred(np.mean(found, axis=0)[0]) if found else np.zeros(len(self.cards))

    def _shortened(self, values: Floats) -> Floats:
        """Evidence of tokens centred within the kinds and made smaller in long answers."""
        return self.cards.centred(values) / max(1, len(values)) ** LONG_ANSWER
