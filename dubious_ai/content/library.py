"""Settings with all their texts: found, read, checked.

A setting exists because its folder does: `content/NAME/` in the installation, or `packs/NAME/` in a person's own data. The texts are written in TOML;
what is read is one compiled file beside them (see `compiled_library`), as long as it fits.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeVar

from pydantic import Field

from dubious_ai.content import shipped
from dubious_ai.content.cards import AnswersFile, CardFile, CardTexts, Prepared
from dubious_ai.content.toml_files import line_of, parse
from dubious_ai.content.voices import VOICES, Voice
from dubious_ai.core.model import KINDS, Back, Kind, Question, Setting, Value
from dubious_ai.errors import ContentError, UsageError

M = TypeVar("M", bound=Value)
SettingSlug = str
"""The name of a setting's folder."""
Deck = Literal["all", "box"]
"""Which questions are played with: all there are, or those that a box of the game has room for."""
ANSWERS_EACH = 2
"""Prepared answers of a complete voice to every question, for every card."""


class Names(Value):
    """Names for characters, by the gender they imply."""

    female: tuple[str, ...] = Field(min_length=6)
    male: tuple[str, ...] = Field(min_length=6)


class Library(Value):
    """A setting with all its texts. `short_names` are other words a person may use for it."""

    slug: SettingSlug
    name: str
    scene: str
    number: int
    short_names: tuple[str, ...] = ()
    files: tuple[CardFile, ...]
    questions: tuple[Question, ...]
    extra_questions: tuple[str, ...] = ()
    names: Names
    introductions: tuple[str, ...]
    pack: str = ""

    def texts(self, kind: Kind) -> tuple[CardFile, ...]:
        """The card files of one kind in reference-sheet order."""
        return self._by_kind[kind]

    @cached_property
    def _by_kind(self) -> dict[Kind, tuple[CardFile, ...]]:
        return {
            kind: tuple(sorted((f for f in self.files if f.kind == kind), key=lambda f: f.number))
            for kind in KINDS
        }

    @cached_property
    def _by_slug(self) -> dict[str, CardFile]:
        return {f.slug: f for f in self.files}

    def file(self, slug: str) -> CardFile:
        """The file of one card. Raises KeyError for an unknown slug."""
        return self._by_slug[slug]

    @cached_property
    def by_text(self) -> dict[str, tuple[CardFile, Prepared]]:
        """Every prepared answer with its card, by its words."""
        return {prepared.text: (f, prepared) for f in self.files for prepared in f.answers}

    @cached_property
    def voices(self) -> tuple[Voice, ...]:
        """The voices that have something to say for every card and question; others are not dealt."""
        wanted = ANSWERS_EACH * len(self.questions)
        asked = {question.slug for question in self.questions}
        spoken = {f.slug: Counter(a.voice for a in f.answers if a.to in asked) for f in self.files}
        return tuple(voice for voice in VOICES if all(count[voice] >= wanted for count in spoken.values()))

    @cached_property
    def digest(self) -> str:
        """What the texts say, as one short text (16 hexadecimal digits): another one as soon as a word of them changes."""
        return hashlib.sha256(self.model_dump_json(exclude_defaults=True).encode()).hexdigest()[:16]

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Library:
        """A library with other texts, which remembers nothing of the first."""
        other = super().model_copy(update=update, deep=deep)
        for name in ("_by_kind", "_by_slug", "by_text", "voices", "digest"):
            vars(other).pop(name, None)
        return other

    def setting(self, exclude: frozenset[str] = frozenset(), deck: Deck = "all") -> Setting:
        """The rules' view: cards and questions without texts, and without the cards in `exclude` (slugs). The deck of the box has no extra questions."""
        occupations, secrets = (
            tuple(f.card() for f in self.texts(kind) if f.slug not in exclude) for kind in KINDS
        )
        left_out = self.extra_questions if deck == "box" else ()
        return Setting(
            slug=self.slug,
            name=self.name,
            occupations=occupations,
            secrets=secrets,
            questions=tuple(q for q in self.questions if q.slug not in left_out),
        )


class _SettingFile(Value):
    slug: SettingSlug
    name: str
    number: int
    scene: str
    short_names: tuple[str, ...] = ()
    names: Names
    introductions: tuple[str, ...] = Field(min_length=6)
    general_questions: bool = True


class _QuestionEntry(Question):
    extra: bool = False

    def card(self) -> Question:
        return Question(slug=self.slug, back=self.back, text=self.text)


class _Questions(Value):
    question: tuple[_QuestionEntry, ...]


@cache
def setting_slugs() -> tuple[SettingSlug, ...]:
    """All settings there are, in the order of their numbers: those of the game, then added packs by name."""
    found = [
        (_head(folder, folder.name).number if not pack else 1000, folder.name)
        for folder, pack in shipped.setting_folders()
    ]
    return tuple(name for _, name in sorted(found))


def _folder(slug: SettingSlug) -> tuple[Traversable, str]:
    """The folder of a setting and the pack it came from ("" for the game's own). Raises UsageError when there is none."""
    for folder, pack in shipped.setting_folders():
        if folder.name == slug:
            return folder, pack
    raise UsageError(f"There is no setting {slug!r:.60}. Choose one of: {', '.join(setting_slugs())}.")


def _head(folder: Traversable, slug: str) -> _SettingFile:
    return _load(_SettingFile, folder, slug, "setting.toml")


def _load(model: type[M], folder: Traversable, slug: str, *parts: str) -> M:
    place = "/".join(("content", slug, *parts))
    return parse(shipped.text_of(folder.joinpath(*parts)), place, model, ours=shipped.is_ours(folder))


@cache
def library(slug: SettingSlug) -> Library:
    """All texts of a setting, read once per process. Raises ContentError for a damaged file, UsageError for an unknown setting."""
    from dubious_ai.content.compiled_library import stored

    folder, pack = _folder(slug)
    return stored(folder, Library) or read_sources(folder, slug, pack)


def read_sources(folder: Traversable, slug: SettingSlug, pack: str = "") -> Library:
    """A setting out of its TOML files. Raises ContentError with file, line and field."""
    head = _head(folder, slug)
    entries = _load(_Questions, folder, slug, "questions.toml").question
    if head.general_questions:
        general = shipped.root().joinpath("content", "general")
        entries = _load(_Questions, general, "general", "questions.toml").question + entries
    questions = tuple(entry.card() for entry in entries)
    names = _toml_names(folder.joinpath("cards"))
    found = {name: _load(CardTexts, folder, slug, "cards", name) for name in names}
    _check(folder, slug, found)
    return Library(
        slug=slug,
        name=head.name,
        number=head.number,
        scene=head.scene,
        short_names=head.short_names,
        files=tuple(_with_answers(folder, slug, texts, questions) for texts in found.values()),
        questions=questions,
        extra_questions=tuple(entry.slug for entry in entries if entry.extra),
        names=head.names,
        introductions=head.introductions,
        pack=pack,
    )


def _toml_names(folder: Traversable) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))


def _with_answers(
    folder: Traversable, slug: str, texts: CardTexts, questions: tuple[Question, ...]
) -> CardFile:
    """The card with what every voice says for it."""
    asked = {q.slug for q in questions}
    answers: list[Prepared] = []
    sketches: dict[Voice, str] = {}
    for voice in VOICES:
        name = f"{texts.slug}.toml"
        if not folder.joinpath("answers", voice, name).is_file():
            continue
        spoken = _load(AnswersFile, folder, slug, "answers", voice, name)
        for field, value, wanted in (("card", spoken.card, texts.slug), ("voice", spoken.voice, voice)):
            if value != wanted:
                raise _damage(
                    folder,
                    slug,
                    ("answers", voice, name),
                    (field,),
                    f"{value!r} does not fit the place of the file",
                )
        for n, answer in enumerate(spoken.answers):
            if answer.to not in asked:
                raise _damage(
                    folder,
                    slug,
                    ("answers", voice, name),
                    ("answers", n, "to"),
                    f"there is no question {answer.to!r}",
                )
        answers += spoken.told()
        sketches[voice] = spoken.sketch
    return CardFile(**dict(texts), answers=tuple(answers), sketches=sketches)


def _check(folder: Traversable, slug: str, found: dict[str, CardTexts]) -> None:
    """What one file alone cannot show: numbers are unique, slugs fit the names."""
    for kind in KINDS:
        numbers = sorted(f.number for f in found.values() if f.kind == kind)
        if numbers != list(range(1, len(numbers) + 1)):
            raise ContentError(
                f"content/{slug}/cards: the numbers of the {kind} cards are {numbers}, not 1 to {len(numbers)}."
            )
    for name, f in found.items():
        if name != f"{f.slug}.toml":
            raise _damage(
                folder, slug, ("cards", name), ("slug",), f"{f.slug!r} does not fit the name of the file"
            )


def _damage(
    folder: Traversable, slug: str, parts: tuple[str, ...], location: tuple[int | str, ...], problem: str
) -> ContentError:
    line = line_of(shipped.text_of(folder.joinpath(*parts)), location)
    field = ".".join(str(part) for part in location)
    return ContentError(f"content/{slug}/{'/'.join(parts)}, line {line}, {field}: {problem}.")


def setting_slug(text: str) -> SettingSlug:
    """The setting somebody means by a slug, a name, a number or the beginning of one. Raises UsageError with the choices."""
    known = setting_slugs()
    if text in known:
        return text
    wanted = re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-").removesuffix("-world")
    if wanted in known:
        return wanted
    for slug in known:
        texts = library(slug)
        if wanted and (wanted in (str(texts.number), *texts.short_names) or slug.startswith(wanted)):
            return slug
    raise UsageError(f"There is no setting {text!r}. Choose one of: {', '.join(known)}.")


def pile(questions: tuple[Question, ...], back: Back) -> tuple[Question, ...]:
    """The question cards with one back."""
    return tuple(q for q in questions if q.back == back)
