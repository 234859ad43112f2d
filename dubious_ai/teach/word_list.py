"""Hard words of a round and of the cards with plain meanings, as markup, as Markdown, and as cards for Anki."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dubious_ai.analysis.game_analysis import GameAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import CREDIT, KIND_NAMES
from dubious_ai.content.glossary import Entry, card_words, glossary, hard_words_in
from dubious_ai.content.library import Library
from dubious_ai.core.model import KINDS
from dubious_ai.pages import Html, join, tag


def round_words(lesson: GameAnalysis, round_: RoundAnalysis) -> tuple[Entry, ...]:
    """The hard words in what was asked and said in a round; they tell nothing about who is who."""
    said = [a.text for p in round_.players for a in p.answers]
    introduced = [p.introduction for p in round_.players]
    return hard_words_in(lesson.texts.slug, [*(q.text for q in round_.questions), *said, *introduced])


def list_words(lesson: GameAnalysis) -> tuple[Entry, ...]:
    """The hard words on the cards to choose from."""
    return hard_words_in(
        lesson.texts.slug, [card.name for kind in KINDS for card in lesson.setting.cards(kind)]
    )


def words_markup(entries: Iterable[Entry]) -> Html:
    """The entries as a list of terms."""
    parts = (tag("div", tag("dt", e.word), tag("dd", e.means)) for e in entries)
    return tag("dl", *parts, class_="words")


def words_section(title: str, entries: Sequence[Entry], class_: str | None = None) -> Html | None:
    """A heading with the entries under it; nothing where there are none."""
    if not entries:
        return None
    return tag("div", tag("h3", title, class_="small"), words_markup(entries), class_=class_)


def setting_words(texts: Library) -> tuple[Entry, ...]:
    """Everything explained for a setting: cards, questions, and what people at its table talk about."""
    return glossary(texts.slug)


def anki_text(texts: Library) -> str:
    """Cards and hard words of a setting as notes to import into Anki: plain text, front and back divided by a tab."""
    meanings = {e.word.casefold(): e.means for e in card_words(texts)}
    lines = [
        "#separator:tab",
        f"# {CREDIT}",
        "#html:false",
        f"#deck:Dubious: {texts.name}",
        "#columns:Front\tBack\tTags",
        "#tags column:3",
    ]
    for kind in KINDS:
        for file in texts.texts(kind):
            known = hard_words_in(texts.slug, [file.name])
            means = meanings.get(file.name.casefold(), "")
            told = means or "; ".join(f"{e.word}: {e.means}" for e in known)
            back = f"{KIND_NAMES[kind]}: {file.flavour}" + (f" ({told})" if told else "")
            lines.append(_note(file.name, back, f"dubious {texts.slug} {kind}"))
    lines += [_note(e.word, e.means, f"dubious {texts.slug} word") for e in setting_words(texts)]
    return "\n".join(lines) + "\n"


def _note(front: str, back: str, tags: str) -> str:
    return "\t".join(" ".join(part.split()) for part in (front, back, tags))


def words_markdown(entries: Iterable[Entry]) -> str:
    """The entries in one paragraph, words set apart; ours, so nothing needs escaping."""
    return "; ".join(f"**{e.word}**: {e.means}" for e in entries) + "."


def words_beside(entries: Iterable[Entry]) -> Html:
    """The entries in one line of small print."""
    told = [join(tag("strong", e.word), f": {e.means}") for e in entries]
    parts = [part for n, piece in enumerate(told) for part in (("; ", piece) if n else (piece,))]
    return tag("p", *parts, ".", class_="soft words-beside")
