"""Whether a table document makes sense: the setting, the people, each card and each guess, counts and gaps.

Turns names and cards into the way the game writes them. Errors name place and bad value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Literal, TypeVar

from dubious_ai.content.card_names import folded, resolve_card
from dubious_ai.content.library import SettingSlug, library, setting_slug, setting_slugs
from dubious_ai.core.cleaning import clean
from dubious_ai.core.model import ANSWER_LIMIT, KINDS, MAX_SEATS, MIN_SEATS, Kind, Setting
from dubious_ai.core.rules import LINE_LIMIT, NAME_LIMIT
from dubious_ai.document.json_text import Path, place
from dubious_ai.document.table_document import (
    DocumentError,
    MyCards,
    QuestionAsked,
    RoundDocument,
    TableDocument,
)
from dubious_ai.errors import UnknownCard, UsageError

Need = Literal["kept", "guesses", "answers"]
V = TypeVar("V")
BLANKS = ("", "-")
LACKS = {
    "kept": 'It says which cards each player kept: "kept": {"Ann": ["Gladiator", "Raised by barbarians"], …}.',
    "guesses": 'It says who guessed what: "guesses": {"Ann": {"Ben": ["Potter", null], …}, …}.',
    "answers": 'It holds what everybody said, in the order of the questions: "answers": {"Ann": ["A goose.", …], …}.',
}
"""What a document without a field needs, as an example."""


@cache
def named_setting(slug: SettingSlug) -> Setting:
    """The rules' view of a setting, built once."""
    return library(slug).setting()


@cache
def _aliases(slug: SettingSlug) -> dict[str, tuple[str, ...]]:
    return {file.slug: file.aliases for file in library(slug).files}


class Checker:
    """Checks one table. `flat` and `heard` tell how places are written in the short forms."""

    def __init__(self, table: TableDocument, *, flat: bool = False, heard: bool = False) -> None:
        self._table = table
        self._flat = flat
        self._heard = heard
        try:
            self._slug = setting_slug(clean(table.setting))
        except UsageError as error:
            raise DocumentError(str(error), "setting") from error
        self._setting = named_setting(self._slug)
        self._names = self._players()

    def checked(self, need: Collection[Need]) -> TableDocument:
        """The document as the game writes it. Raises DocumentError."""
        if {"kept", "guesses"}.intersection(need) and not MIN_SEATS <= len(self._names) <= MAX_SEATS:
            raise DocumentError(
                f"a table has {MIN_SEATS} to {MAX_SEATS} players, not {len(self._names)}.", "players"
            )
        return TableDocument(
            setting=self._slug,
            players=tuple(self._names),
            me=self._me(),
            rounds=tuple(self._round(r, number, need) for number, r in enumerate(self._table.rounds)),
        )

    # --- people ---

    def _players(self) -> list[str]:
        names: list[str] = []
        for index, written in enumerate(self._table.players):
            name = clean(written)
            where = place(("players", index, "name") if self._heard else ("players", index))
            if not name:
                raise DocumentError("this player has no name.", where)
            if len(name) > NAME_LIMIT:
                raise DocumentError(
                    f"the name {name[:20]}… has {len(name)} characters; {NAME_LIMIT} is the limit.", where
                )
            if name.casefold() in (known.casefold() for known in names):
                raise DocumentError(f"the name {name!r} is used twice. Names at a table must differ.", where)
            names.append(name)
        return names

    def _who(self, written: str, path: Path) -> str:
        wanted = clean(written).casefold()
        for name in self._names:
            if name.casefold() == wanted:
                return name
        raise DocumentError(f"{written!r:.60} is not at this table: {', '.join(self._names)}.", place(path))

    def _by_name(self, given: Mapping[str, V], path: Path) -> dict[str, tuple[V, Path]]:
        """Entries under the players' proper names, in the order of the players, each with the path it came from."""
        found: dict[str, tuple[V, Path]] = {}
        for written, value in given.items():
            name = self._who(written, (*path, written))
            if name in found:
                raise DocumentError(f"{name} stands here twice.", place((*path, written)))
            found[name] = (value, (*path, written))
        return {name: found[name] for name in self._names if name in found}

    def _me(self) -> str | MyCards | None:
        me = self._table.me
        if isinstance(me, str):
            return self._who(me, ("me",))
        if me is None:
            return None
        mine: dict[Kind, tuple[str, ...]] = {
            kind: tuple(self._card(kind, text, ("me", f"{kind}s", n)) for n, text in enumerate(written))
            for kind, written in zip(KINDS, (me.occupations, me.secrets), strict=True)
        }
        for kind, names in mine.items():
            if len(set(names)) < len(names):
                raise DocumentError(f"{names[0]!r} stands here twice.", place(("me", f"{kind}s")))
        return MyCards(occupations=mine["occupation"], secrets=mine["secret"])

    # --- cards ---

    def _card(self, kind: Kind, text: str, path: Path) -> str:
        if len(text) > LINE_LIMIT:
            raise DocumentError(f"{text[:30]!r}… is too long for a card's name.", place(path))
        try:
            return resolve_card(self._setting, kind, text, _aliases(self._slug)).name
        except UnknownCard as error:
            raise DocumentError(f"{error}{self._elsewhere(kind, text)}", place(path)) from error

    def _elsewhere(self, kind: Kind, text: str) -> str:
        """A word where the text does name a card, only not one that can stand here."""
        other: Kind = "secret" if kind == "occupation" else "occupation"
        if folded(text) in (folded(card.name) for card in self._setting.cards(other)):
            return f" It is {'an Occupation' if other == 'occupation' else 'a Secret'}: the Occupation stands first, then the Secret."
        for slug in setting_slugs():
            if slug != self._slug and folded(text) in (
                folded(c.name) for c in named_setting(slug).cards(kind)
            ):
                return f" It belongs to {named_setting(slug).name}."
        return ""

    def _pair(self, written: Iterable[str | None], path: Path) -> tuple[str | None, str | None]:
        first, second = (
            None if text is None or clean(text) in BLANKS else self._card(kind, text, path)
            for kind, text in zip(KINDS, written, strict=True)
        )
        return first, second

    def _hands(self, given: Mapping[str, tuple[str, str]], path: Path) -> dict[str, tuple[str, str]]:
        hands: dict[str, tuple[str, str]] = {}
        for name, (pair, where) in self._by_name(given, path).items():
            occupation, secret = self._pair(pair, where)
            if occupation is None or secret is None:
                what = "Occupation" if occupation is None else "Secret"
                raise DocumentError(f"{name}'s {what} is empty.", place(where))
            hands[name] = (occupation, secret)
        return hands

    def _held_once(
        self, kept: dict[str, tuple[str, str]], rejected: dict[str, tuple[str, str]], path: Path
    ) -> None:
        """Cards are dealt without replacement: nobody else can hold any of my four."""
        holder: dict[str, tuple[str, str]] = {}
        for field, hands in (("kept", kept), ("rejected", rejected)):
            for name, pair in hands.items():
                for card in pair:
                    if card in holder:
                        first, before = holder[card]
                        raise DocumentError(
                            f"{card!r} cannot be dealt twice: it stands under {before} for {first}.",
                            place((*path, field, name)),
                        )
                    holder[card] = (name, field)

    # --- a round ---

    def _round(self, r: RoundDocument, number: int, need: Collection[Need]) -> RoundDocument:
        path: Path = () if self._flat or self._heard else ("rounds", number)
        kept = None if r.kept is None else self._hands(r.kept, (*path, "kept"))
        rejected = None if r.rejected is None else self._hands(r.rejected, (*path, "rejected"))
        self._held_once(kept or {}, rejected or {}, path)
        guesses = None if r.guesses is None else self._guesses(r.guesses, (*path, "guesses"))
        questions = tuple(self._question(q, (*path, "questions", n)) for n, q in enumerate(r.questions))
        answers = None if r.answers is None else self._answers(r.answers, len(questions), (*path, "answers"))
        for wanted, there in (("kept", kept), ("guesses", guesses), ("answers", answers)):
            if wanted in need:
                self._everybody(there, (*path, wanted))
        if "guesses" in need:
            for name in self._names:
                given = (guesses or {})[name]
                for target in self._names:
                    if target != name and target not in given:
                        raise DocumentError(
                            f"{name}'s guess about {target} is missing. Write [null, null] if it was left blank.",
                            place((*path, "guesses", name)),
                        )
        return RoundDocument(
            reader=None if r.reader is None else self._who(r.reader, (*path, "reader")),
            characters=None
            if r.characters is None
            else self._characters(r.characters, (*path, "characters")),
            kept=kept,
            rejected=rejected,
            questions=questions,
            answers=answers,
            guesses=guesses,
        )

    def _everybody(self, there: Mapping[str, object] | None, path: Path) -> None:
        if there is None:
            raise DocumentError(
                f"the field {path[-1]!r} is missing. {LACKS[str(path[-1])]}", place(path[:-1])
            )
        for name in self._names:
            if name not in there:
                raise DocumentError(f"{name} is missing.", place(path))

    def _guesses(
        self, given: Mapping[str, Mapping[str, tuple[str | None, str | None]]], path: Path
    ) -> dict[str, dict[str, tuple[str | None, str | None]]]:
        guesses: dict[str, dict[str, tuple[str | None, str | None]]] = {}
        for name, (targets, where) in self._by_name(given, path).items():
            guesses[name] = {}
            for target, (pair, at) in self._by_name(targets, where).items():
                if target == name:
                    raise DocumentError(f"{name} cannot guess about {name}.", place(at))
                guesses[name][target] = self._pair(pair, at)
        return guesses

    def _question(self, asked: QuestionAsked, path: Path) -> QuestionAsked:
        text = clean(asked.text)
        if not text:
            raise DocumentError("this question is empty.", place(path))
        known = next((q for q in self._setting.questions if folded(q.text) == folded(text)), None)
        return QuestionAsked(back=asked.back or (known.back if known else "assorted"), text=text)

    def _answers(
        self, given: Mapping[str, tuple[str | None, ...]], questions: int, path: Path
    ) -> dict[str, tuple[str | None, ...]]:
        answers: dict[str, tuple[str | None, ...]] = {}
        for name, (texts, where) in self._by_name(given, path).items():
            if len(texts) != questions:
                told = f"{len(texts)} answer{'' if len(texts) == 1 else 's'}"
                raise DocumentError(
                    f"{name} has {told} to {questions} question{'' if questions == 1 else 's'}.", place(where)
                )
            answers[name] = tuple(self._line(t or "", ANSWER_LIMIT, (*where, n)) for n, t in enumerate(texts))
        return answers

    def _characters(self, given: Mapping[str, tuple[str, str]], path: Path) -> dict[str, tuple[str, str]]:
        return {
            name: (self._line(who, NAME_LIMIT, (*where, 0)), self._line(line, LINE_LIMIT, (*where, 1)))
            for name, ((who, line), where) in self._by_name(given, path).items()
        }

    def _line(self, text: str, limit: int, path: Path) -> str:
        cleaned = clean(text)
        if len(cleaned) > limit:
            raise DocumentError(f"this has {len(cleaned)} characters; {limit} is the limit.", place(path))
        return cleaned
