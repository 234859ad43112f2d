"""What one answer says about the cards of a setting: measured by words and by meaning, weighed, and remembered.

Answers prepared by the house are looked up. When one is read anew, as for an explanation, nothing is read from prepared answers in its own voice:
a house bot's line must be as hard to read as a stranger's, and no other card may gain by the gap.
"""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from dubious_ai.belief import compiled
from dubious_ai.belief import words as words_of
from dubious_ai.belief.card_vectors import compile_meanings
from dubious_ai.belief.encoder import Encoded, Encoder, SharedEncoder
from dubious_ai.belief.evidence import (
    BY_MEANING,
    BY_WORDS,
    Measured,
    Reading,
    Weights,
    explained,
    pair_up,
    weigh,
)
from dubious_ai.belief.lexical import Lexicon, Word, lexicon
from dubious_ai.belief.meanings import Meanings
from dubious_ai.belief.passages import Passage, cards_of, passages, question_key
from dubious_ai.belief.readability import Unreadable, unreadable
from dubious_ai.content import shipped
from dubious_ai.content.library import Library

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Vectors = NDArray[np.float32]

TWIN = 0.7
"""Overlap of content words (Jaccard) from which an answer is taken for a prepared one."""
LONG_ANSWER_WORDS = 6.0
"""Content words from which on more words make an answer longer rather than clearer."""
LONG_ANSWER = 0.15
"""Beyond that, word evidence is divided by the length to this power."""
ONE_BY_ONE = 800
"""Prepared answers that are looked up one by one, as a game or two need; who asks for more works all of them out at once (the figures are the same)."""
REMEMBERED = 20_000
"""Readings kept at most; then all are forgotten."""


class AnswerReader:
    """Reads single answers. Loads what it needs when it needs it; safe to use from several threads."""

    def __init__(
        self, library: Library, encoder: SharedEncoder | None = None, folder: Traversable | None = None
    ) -> None:
        """`folder` holds the compiled files (by default those shipped with the setting)."""
        self.library = library
        self.cards = cards_of(library)
        self.encoder = encoder or SharedEncoder()
        self._folder = folder or shipped.root().joinpath("content", library.slug)
        self._lock = threading.RLock()
        self._readings: dict[tuple[str, str], Reading] = {}
        self._looked = 0

    # what is needed, when it is needed

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Everything written about the cards."""
        return passages(self.library)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of the setting."""
        with self._lock:
            return lexicon(self.library, self.passages)

    @cached_property
    def stored(self) -> Mapping[tuple[str, str], compiled.StoredReading]:
        """The shipped readings of prepared answers by question and text."""
        return compiled.readings(self.library, self.passages, self._folder, repr(BY_MEANING))

    @cached_property
    def meanings(self) -> Meanings | None:
        """The vectors of the setting, or None without an encoder. Compiles them when none that fit are shipped."""
        with self._lock:
            encoder = self.encoder.get()
            if not isinstance(encoder, Encoder):
                return None
            held = compiled.meanings(self.library, self.cards, self.passages, self._folder)
            if held is not None:
                return held
            questions = [q.text for q in self.library.questions]
            return compile_meanings(self.cards, self.passages, questions, encoder)

    @property
    def weights(self) -> Weights:
        """Those of the method in use."""
        return BY_MEANING if self.meanings else BY_WORDS

    @property
    def missing(self) -> str | None:
        """Why answers are read by their words alone, as a sentence; None when they are not."""
        found = self.encoder.get()
        return None if isinstance(found, Encoder) else found.reason

    def prepare(self) -> None:
        """Load everything that reading strangers takes."""
        if self.meanings:
            self.measure("", "The rope, and a little salt.")
        else:
            _ = self.lexicon

    def prepare_quickly(self) -> None:
        """The same, but only what is shipped ready: nothing that takes seconds."""
        if isinstance(self.encoder.get(), Encoder) and (self._folder / compiled.MEANINGS).is_file():
            self.prepare()

    # reading

    def evidence(self, question: str, text: str) -> Reading:
        """What an answer says about each card. An empty or unreadable answer says nothing."""
        key = (question, text)
        found = self._readings.get(key)
        if found is None:
            held = self.stored.get(key)
            found = self.read_anew(question, text) if held is None else self._looked_up(key, held)
            if len(self._readings) >= REMEMBERED:
                self._readings = {}
            self._readings[key] = found
        return found

    def _looked_up(self, key: tuple[str, str], held: compiled.StoredReading) -> Reading:
        self._looked += 1
        if self._looked <= ONE_BY_ONE:
            one = held.cards.astype("float64")
            pair = pair_up(one, self.cards, BY_MEANING.competition)
            return Reading(one, pair, held.known, held.words_said, lambda: self.read_anew(*key).words)
        cards, pairs, place = self._paired
        n = place[key]
        return Reading(cards[n], pairs[n], held.known, held.words_said, lambda: self.read_anew(*key).words)

    @cached_property
    def _paired(self) -> tuple[Floats, Floats, dict[tuple[str, str], int]]:
        """The evidence of all prepared answers, for cards and for pairs, and where each answer stands: worked out at once, not one by one."""
        import numpy as np

        cards = np.array([held.cards for held in self.stored.values()], dtype=np.float64)
        place = {key: n for n, key in enumerate(self.stored)}
        return cards, pair_up(cards, self.cards, BY_MEANING.competition), place

    def read_anew(self, question: str, text: str) -> Reading:
        """The same, without looking at what was read before."""
        import numpy as np

        said = self.lexicon.said(text, question)
        if not said or self.unreadable(question, text):
            none = np.zeros(len(self.cards))
            pairs = pair_up(none, self.cards, self.weights.competition)
            return Reading(none, pairs, 0.0, len(said), lambda: ())
        measured = self.measure(question, text)
        weights = self.weights
        cards = weigh(measured.values, weights)
        pairs = pair_up(cards, self.cards, weights.competition)
        content = len(set(words_of.content_words(text)))
        return Reading(cards, pairs, len(said) / content, len(said), lambda: explained(measured, weights))

    def unreadable(self, question: str, text: str) -> Unreadable | None:
        """Why a text is no answer that can be read, or None if it is. What is prepared can be read."""
        if (question, text) in self.stored:
            return None
        asked = {words_of.reading_stem(w) for w in words_of.content_words(question)}
        return unreadable(self.mended(text), self._english, asked)

    def mended(self, text: str) -> str:
        """A text with slips of the finger mended: words that are none, but nearly one of the setting's. Words keep their number and order."""
        text = words_of.tidied_text(text)
        parts: list[str] = []
        at = 0
        for span in words_of.spans(text):
            if span.content and words_of.reading_stem(span.word) not in self._english:
                better = self.lexicon.mender.mend(span.word)
                if better != span.word:
                    parts += [text[at : span.start], better]
                    at = span.end
        return "".join((*parts, text[at:]))

    @cached_property
    def _english(self) -> frozenset[str]:
        """Stems of English words: those of the setting's texts and, where there is an encoder, those it knows."""
        found = {words_of.reading_stem(w) for p in self.passages for w in words_of.reading_words(p.text)}
        encoder = self.encoder.get()
        if isinstance(encoder, Encoder):
            found |= {words_of.reading_stem(w) for w in encoder.vocabulary()}
        return frozenset(found)

    def measure(self, question: str, text: str) -> Measured:
        """Every measure of the method in use. The text has at least one word that can be evidence."""
        import numpy as np

        said = self.lexicon.said(text, question)
        shorter = max(1.0, len(said) / LONG_ANSWER_WORDS) ** -LONG_ANSWER
        rows = {
            "rare words": self.lexicon.rare_words(said) * shorter,
            "phrases": self.lexicon.phrases(said) / max(1, len(said)) ** LONG_ANSWER,
        }
        whole = np.zeros(len(self.cards))
        meanings = self.meanings
        if meanings is None:
            rows["spelling"] = self.lexicon.spelling(said) * shorter
        else:
            encoder = self.encoder.get()
            assert isinstance(encoder, Encoder)
            encoded = encoder.encode(self.mended(text))
            tokens, bank = self._by_token(meanings, encoder, encoded, question, text)
            rows["tokens"], rows["bank"] = (_by_word(v, encoded.word, said) for v in (tokens, bank))
            whole = meanings.whole(encoded) - meanings.compiled.wholes_mean
        names = self.weights.names
        parts = np.array([rows.get(name, np.zeros((len(said), len(self.cards)))) for name in names])
        values = parts.sum(axis=1)
        if "sentences" in names:
            values[names.index("sentences")] += whole
        return Measured(values, tuple((w.typed, parts[:, n]) for n, w in enumerate(said)))

    def _by_token(
        self, meanings: Meanings, encoder: Encoder, encoded: Encoded, question: str, text: str
    ) -> tuple[Floats, Floats]:
        """Evidence from the sources and from the bank (each tokens x cards), less the cards' means."""
        import numpy as np

        n = len(encoded.tokens)
        if not n:
            return np.zeros((0, len(self.cards))), np.zeros((0, len(self.cards)))
        tokens = meanings.tokens(encoded) - meanings.compiled.tokens_mean / n
        asked = self._vector_of(question, meanings, encoder)
        voices = meanings.bank(encoded, asked, self.voices_of(text))
        means = dict(zip(meanings.voices, meanings.compiled.bank_mean, strict=True))
        found = [values - means[voice] / n for voice, values in voices.items()]
        return tokens, np.mean(found, axis=0) if found else np.zeros_like(tokens)

    def voices_of(self, text: str) -> Collection[str]:
        """The voices in which a text (or its twin) was prepared by the house."""
        stems = {words_of.reading_stem(w) for w in words_of.content_words(words_of.tidied_text(text))}
        held = self._prepared
        shared = Counter(n for s in stems for n in held[1].get(s, ()))
        return {
            self.passages[n].voice
            for n, both in shared.items()
            if both >= TWIN * (len(stems) + held[0][n] - both)
        }

    @cached_property
    def _prepared(self) -> tuple[dict[int, int], dict[str, list[int]]]:
        """How many content stems each prepared answer (passage) has, and which have a stem."""
        sizes: dict[int, int] = {}
        having: defaultdict[str, list[int]] = defaultdict(list)
        for n, p in enumerate(self.passages):
            if p.source == "answers":
                stems = {words_of.reading_stem(w) for w in words_of.content_words(p.text)}
                sizes[n] = len(stems)
                for stem in stems:
                    having[stem].append(n)
        return sizes, dict(having)

    def _vector_of(self, question: str, meanings: Meanings, encoder: Encoder) -> Vectors | None:
        """The vector of a question; None for an empty one."""
        key = question_key(question)
        place = self._questions.get(key)
        if place is not None:
            return meanings.compiled.questions[place]
        return encoder.remembered(question) if key else None

    @cached_property
    def _questions(self) -> dict[str, int]:
        return {question_key(q.text): n for n, q in enumerate(self.library.questions)}


def _by_word(values: Floats, word: Sequence[int], said: Sequence[Word]) -> Floats:
    """Evidence of tokens (tokens x cards) gathered by the words of the answer (words x cards). What belongs to no listed word (the question's,
    or a word said twice) goes to the first one that is spelled alike, else evenly to all."""
    import numpy as np

    place = {w.place: n for n, w in enumerate(said)}
    found = np.zeros((len(said), values.shape[1]))
    if not said:
        return found
    for row, at in zip(values, word, strict=True):
        if at in place:
            found[place[at]] += row
        else:
            found += row / len(said)
    return found
