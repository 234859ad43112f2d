"""What an answer's words alone say about the cards: rare words, phrases and, where no encoder knows meaning, spelling.

- *rare words*: words that stand in a card's texts literally, and in few others.
- *phrases*: two words that stand together in one passage of a card, and of few others.
- *spelling*: for each word, how often words spelled like it stand in a card's texts, against all cards. Only for installations without the
  encoder: "smuggling" resembles "smuggler", but "customs" nothing that is not spelled like it.

Sources written for reading are asked on their own and the mean of what they say counts: what one pen happened to say, or to leave out, weighs
less than what all of them thought of. Prepared answers only tell how common a word is.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from dubious_ai.belief import words as words_of
from dubious_ai.belief.passages import WRITTEN_FOR_READING, Cards, Passage, Source, card_files, cards_of
from dubious_ai.content.library import Library

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]
    Floats = NDArray[np.float64]

SINGLE_MENTION = 0.3
"""Mentions that a rare word's count is weighed against: log(1 + count / this)."""
HALVED_AT = 3.0
"""A word in this many prepared answers of a voice counts half as a rare one."""
PHRASE_CARDS = 4
"""Cards at which a phrase may be found and still say something."""
SPELLING_SHARPNESS = 7.0
"""How fast the likeness of two words falls off with their letters."""
LETTERS = 512
"""Places that runs of letters are counted in."""
_CAREFUL: tuple[tuple[Source, ...], ...] = (*((s,) for s in WRITTEN_FOR_READING), ("cues", "gist", "hints"))
"""Whose opinions are averaged: each source, and the three running ones together."""


@dataclass(frozen=True)
class Word:
    """A content word of an answer: as typed (clean), its stem, and its place among the words of the text."""

    typed: str
    stem: str
    place: int


@dataclass(frozen=True)
class Lexicon:
    """The words of one setting. `rare` (cards x terms) is how literally a term is a card's own; `found` are the passages of each term."""

    cards: Cards
    terms: Mapping[str, int]
    surface: tuple[str, ...] = field(repr=False)
    mender: words_of.Mender = field(repr=False)
    rare: Array = field(repr=False)
    found: tuple[frozenset[int], ...] = field(repr=False)
    owner: tuple[int, ...] = field(repr=False)
    _count: Callable[[], Array] = field(repr=False, compare=False)

    def said(self, text: str, question: str) -> list[Word]:
        """The words of an answer that may be evidence, each once: none of the question's, typing slips mended."""
        asked = {words_of.reading_stem(w) for w in words_of.content_words(question)}
        known: dict[str, Word] = {}
        for place, span in enumerate(words_of.spans(words_of.tidied_text(text))):
            if span.content and span.word.isascii() and words_of.reading_stem(span.word) not in asked:
                stem = words_of.reading_stem(self.mender.mend(span.word))
                known.setdefault(span.word, Word(span.word, stem, place))
        return list(known.values())

    def rare_words(self, said: Sequence[Word]) -> Floats:
        """Evidence of each word (words x cards), centred within the kinds."""
        import numpy as np

        values = np.zeros((len(said), len(self.cards)))
        for row, word in enumerate(said):
            at = self.terms.get(word.stem)
            if at is not None:
                values[row] = self.rare[:, at]
        return self.cards.centred(values)

    def phrases(self, said: Sequence[Word]) -> Floats:
        """Evidence of phrases, half of it to each of the two words (words x cards), centred within the kinds."""
        import numpy as np

        values = np.zeros((len(said), len(self.cards)))
        most = math.log(len(self.cards))
        for (m, first), (n, second) in combinations(enumerate(said), 2):
            a, b = self.terms.get(first.stem), self.terms.get(second.stem)
            if a is None or b is None or a == b:
                continue
            there = sorted({self.owner[p] for p in self.found[a] & self.found[b]})
            if 0 < len(there) <= PHRASE_CARDS:
                rarity = (self._rarity[a] + self._rarity[b]) / 2
                values[m, there] += rarity * (most - math.log(len(there))) / most / 2
                values[n, there] += rarity * (most - math.log(len(there))) / most / 2
        return self.cards.centred(values)

    @cached_property
    def _rarity(self) -> tuple[float, ...]:
        """For each term: 1 at a single card, 0 at all of them."""
        most = math.log(len(self.cards))
        owners = ({self.owner[p] for p in found} for found in self.found)
        return tuple(1 - math.log(max(1, len(at))) / most for at in owners)

    def spelling(self, said: Sequence[Word]) -> Floats:
        """Evidence of words spelled like those of the cards (words x cards), centred, less the mean over ordinary words."""
        import numpy as np

        values = [self._like(word.stem) for word in said]
        return self.cards.centred(np.array(values).reshape(len(said), len(self.cards))) - self._ordinary

    @cached_property
    def _ordinary(self) -> Floats:
        import numpy as np

        some = [
            self._like(words_of.reading_stem(w)) for w in self.surface[:: max(1, len(self.surface) // 400)]
        ]
        return self.cards.centred(np.mean(some, axis=0))

    def _like(self, stem: str) -> Floats:
        import numpy as np

        near = self._spelled @ _letters([stem])[0]
        at = self.terms.get(stem)
        if at is not None:
            near[at] = 1.0
        kernel = np.exp(SPELLING_SHARPNESS * (near - 1.0))
        likely = np.log(self._opinions @ kernel + 1e-6).reshape(len(_CAREFUL), len(self.cards))
        return np.asarray(likely.mean(axis=0), dtype=np.float64)

    @cached_property
    def _spelled(self) -> Array:
        return _letters(list(self.terms))

    @cached_property
    def _opinions(self) -> Array:
        """What each opinion says of each card word by word (opinions * cards x terms; rows sum to 1)."""
        import numpy as np

        weighed = [np.asarray(counts**0.7, dtype=np.float32) for counts in self._count()]
        rows: list[Array] = []
        for counts in weighed:
            rare = np.log(1 + len(self.cards) / np.maximum((counts > 0).sum(axis=0), 1))
            weights = counts * rare
            rows.append(np.asarray(weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-9)))
        return np.concatenate(rows)


def _letters(stems: Sequence[str]) -> Array:
    """Unit vectors (stems x LETTERS) of the runs of three and four letters in each stem."""
    import numpy as np

    table = np.zeros((len(stems), LETTERS), dtype=np.float32)
    for row, stem in enumerate(stems):
        word = f"<{stem}>"
        runs = {word[i : i + n] for n in (3, 4) for i in range(max(1, len(word) - n + 1))}
        places = sorted({zlib.crc32(run.encode()) % LETTERS for run in runs})
        table[row, places] = 1.0 / len(places) ** 0.5
    return table


def _counts(
    cards: int, terms: int, named: Sequence[Counter[int]], told: Sequence[tuple[int, Source, list[int]]]
) -> Array:
    """How often each opinion says each term of each card (opinions x cards x terms). `named` are the terms of the names, `told` those of the passages."""
    import numpy as np

    counts = np.zeros((len(_CAREFUL), cards, terms), dtype=np.float32)
    for opinion, sources in enumerate(_CAREFUL):
        for card, own in enumerate(named):
            counts[opinion, card, list(own)] += np.array(list(own.values()), dtype=np.float32)
        for card, source, said in told:
            if source in sources:
                np.add.at(counts[opinion, card], said, 1.0)
    return counts


def lexicon(library: Library, written: Sequence[Passage]) -> Lexicon:
    """The words of a setting, counted."""
    import numpy as np

    cards = cards_of(library)
    terms: dict[str, int] = {}
    surface: list[str] = []

    def places(text: str) -> list[int]:
        found: list[int] = []
        for word in words_of.content_words(words_of.tidied_text(text)):
            at = terms.setdefault(words_of.reading_stem(word), len(terms))
            if at == len(surface):
                surface.append(word)
            found.append(at)
        return found

    named = [Counter(places(f"{f.name}. {'. '.join(f.aliases)}.")) for f in card_files(library)]
    reading = [(p, places(p.text)) for p in written if p.source in WRITTEN_FOR_READING]
    found: defaultdict[int, set[int]] = defaultdict(set)
    for number, (_, said) in enumerate(reading):
        for term in said:
            found[term].add(number)
    told: list[tuple[int, Source, list[int]]] = [(p.card, p.source, said) for p, said in reading]
    counts = _counts(len(cards), len(terms), named, told)
    seen = np.zeros(len(terms), dtype=np.float32)
    answers = [p for p in written if p.source == "answers"]
    for p in answers:
        stems = {words_of.reading_stem(w) for w in words_of.content_words(p.text)}
        seen[[terms[s] for s in stems if s in terms]] += 1
    seen /= max(1, len({p.voice for p in answers}))
    return Lexicon(
        cards=cards,
        terms=terms,
        surface=tuple(surface),
        mender=words_of.Mender(surface),
        rare=np.log1p(counts / SINGLE_MENTION).mean(axis=0) / (1 + seen / HALVED_AT),
        found=tuple(frozenset(found[t]) for t in range(len(terms))),
        owner=tuple(p.card for p, _ in reading),
        _count=lambda: _counts(len(cards), len(terms), named, told),
    )
