"""What is dealt and said: settings, cards with their cue texts and prepared answers, questions, personas.

Owns the reading and validation of the files under `content/`. A damaged file is reported with its name, line and field.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any, Literal, TypeVar, get_args

from pydantic import BaseModel, Field, ValidationError, field_validator

from dubious_ai.content import shipped
from dubious_ai.core.model import KINDS, Back, Card, Kind, Question, Setting, Strength, Value
from dubious_ai.errors import ContentError, UsageError

SettingSlug = Literal["science-fiction", "cthulhu", "antiquity"]
SETTINGS: tuple[SettingSlug, ...] = get_args(SettingSlug)
MIN_WORDS, MAX_WORDS = 6, 35
"""Length band of a prepared or requested answer, in words: one for the whole project."""

Angle = Literal[
    "tool", "place", "time", "trace", "habit", "others", "fear", "grudge", "debt", "myth", "missing"
]
Tone = Literal["gruff", "polite", "gossip", "proud", "dry", "warm", "odd"]
M = TypeVar("M", bound=BaseModel)


class Prepared(Value):
    """An answer written beforehand for one card and one question.

    `voice` is the way of talking it is told in, `by` names what carries the hint, `claims` ("topic:value") what it says about the speaker that another answer could contradict.
    """

    to: str
    strength: Strength
    by: Angle
    tone: Tone
    text: str
    voice: str = "dry"
    claims: tuple[str, ...] = ()

    @field_validator("text")
    @classmethod
    def _length(cls, text: str) -> str:
        words = len(text.split())
        if not MIN_WORDS <= words <= MAX_WORDS:
            raise ValueError(f"has {words} words, must have {MIN_WORDS} to {MAX_WORDS}")
        return text


def answer_id(card: str, prepared: Prepared) -> str:
    """What a prepared answer is called in a record, e.g. "potter/hands/subtle"."""
    return f"{card}/{prepared.to}/{prepared.strength}"


class CardFile(Value):
    """One file under `cards/`: a card and everything written about it.

    For reading other people's answers, each by another pen: `cues` (running text), `gist` (the same in brief), `hints` (how ordinary
    players hint at it) and `associations` (lists of words). For speaking: `answers`.
    """

    slug: str
    name: str
    kind: Kind
    number: int
    flavour: str
    risque: bool = False
    aliases: tuple[str, ...] = ()
    cues: str
    gist: str = ""
    hints: tuple[str, ...] = ()
    associations: tuple[str, ...] = ()
    answers: tuple[Prepared, ...] = ()

    def card(self) -> Card:
        """The card itself, as the rules know it."""
        return Card(slug=self.slug, name=self.name, kind=self.kind, number=self.number)


class Persona(Value):
    """A regular of the house: who sits at the table when no human does. The persona shows in how, never in what.

    `tones` are the ways of talking this person prefers, best first; `deliveries` are short gestures or manners of voice.
    """

    slug: str
    name: str
    temper: str
    habits: tuple[str, ...]
    tones: tuple[Tone, ...]
    guessing: Literal["bold", "careful", "jealous"]
    deliveries: tuple[str, ...]
    on_win: str
    on_loss: str


class Names(Value):
    """Names for characters, by the gender they imply."""

    female: tuple[str, ...] = Field(min_length=6)
    male: tuple[str, ...] = Field(min_length=6)


class Library(Value):
    """A setting with all its texts."""

    slug: SettingSlug
    name: str
    scene: str
    number: int
    files: tuple[CardFile, ...]
    questions: tuple[Question, ...]
    names: Names
    introductions: tuple[str, ...]

    def texts(self, kind: Kind) -> tuple[CardFile, ...]:
        """The card files of one kind in reference-sheet order."""
        return tuple(sorted((f for f in self.files if f.kind == kind), key=lambda f: f.number))

    def file(self, slug: str) -> CardFile:
        """The file of one card. Raises KeyError for an unknown slug."""
        for f in self.files:
            if f.slug == slug:
                return f
        raise KeyError(slug)

    def setting(self, exclude: frozenset[str] = frozenset()) -> Setting:
        """The rules' view: cards and questions without texts, and without the cards in `exclude` (slugs)."""
        occupations, secrets = (
            tuple(f.card() for f in self.texts(kind) if f.slug not in exclude) for kind in KINDS
        )
        return Setting(
            slug=self.slug, name=self.name, occupations=occupations, secrets=secrets, questions=self.questions
        )


class _SettingFile(Value):
    slug: SettingSlug
    name: str
    number: int
    scene: str
    names: Names
    introductions: tuple[str, ...] = Field(min_length=6)


class _Questions(Value):
    question: tuple[Question, ...]


class _Personas(Value):
    persona: tuple[Persona, ...]


def _line_of(text: str, location: tuple[int | str, ...]) -> int:
    """The line (from 1) in TOML `text` where a field lies. Follows table headers and one-line list items; falls back to the nearest parent."""
    lines = text.splitlines()
    at = 0
    for step, after in zip(location, (*location[1:], None), strict=True):
        if isinstance(step, str) and isinstance(after, int):
            heads = [
                i for i, line in enumerate(lines) if re.match(rf"\s*\[\[\s*{re.escape(step)}\s*\]\]", line)
            ]
            if heads:
                at = heads[min(after, len(heads) - 1)]
                continue
            start = next(
                (i for i, line in enumerate(lines) if re.match(rf"\s*{re.escape(step)}\s*=", line)), at
            )
            items = [i for i in range(start + 1, len(lines)) if re.match(r"\s*[{\"']", lines[i])]
            at = items[after] if after < len(items) else start
        elif isinstance(step, str):
            found = next(
                (i for i in range(at, len(lines)) if re.match(rf"\s*{re.escape(step)}\s*=", lines[i])), at
            )
            at = found
    return at + 1


def parse(text: str, place: str, model: type[M]) -> M:
    """Read TOML `text` as `model`. Raises ContentError with `place`, line and field."""
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{place} is not valid TOML: {error}.") from error
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the file"
        line = _line_of(text, first["loc"])
        raise ContentError(
            f"{place}, line {line}, {field}: {first['msg']} (found {first['input']!r:.80})."
        ) from error


def _load(model: type[M], *parts: str) -> M:
    return parse(shipped.read("content", *parts), "/".join(("content", *parts)), model)


@cache
def library(slug: SettingSlug) -> Library:
    """All texts of a setting, read once per process. Raises ContentError for a damaged file."""
    head = _load(_SettingFile, slug, "setting.toml")
    questions = (
        _load(_Questions, "general", "questions.toml").question
        + _load(_Questions, slug, "questions.toml").question
    )
    folder = shipped.root().joinpath("content", slug, "cards")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    found = tuple(_load(CardFile, slug, "cards", name) for name in names)
    _check(slug, dict(zip(names, found, strict=True)), questions)
    return Library(
        slug=slug,
        name=head.name,
        number=head.number,
        scene=head.scene,
        files=found,
        questions=questions,
        names=head.names,
        introductions=head.introductions,
    )


def _check(slug: str, found: dict[str, CardFile], questions: tuple[Question, ...]) -> None:
    """What one file alone cannot show: numbers and slugs are unique, answers go to questions that exist."""
    asked = {q.slug for q in questions}
    for kind in KINDS:
        numbers = sorted(f.number for f in found.values() if f.kind == kind)
        if numbers != list(range(1, len(numbers) + 1)):
            raise ContentError(
                f"content/{slug}/cards: the numbers of the {kind} cards are {numbers}, not 1 to {len(numbers)}."
            )
    for name, f in found.items():
        if name != f"{f.slug}.toml":
            raise _damage(slug, name, ("slug",), f"{f.slug!r} does not fit the name of the file")
        for n, answer in enumerate(f.answers):
            if answer.to not in asked:
                raise _damage(slug, name, ("answers", n, "to"), f"there is no question {answer.to!r}")


def _damage(slug: str, name: str, location: tuple[int | str, ...], problem: str) -> ContentError:
    line = _line_of(shipped.read("content", slug, "cards", name), location)
    field = ".".join(str(part) for part in location)
    return ContentError(f"content/{slug}/cards/{name}, line {line}, {field}: {problem}.")


@cache
def personas() -> tuple[Persona, ...]:
    """The people who can sit down at the table."""
    return _load(_Personas, "personas.toml").persona


_ALSO: dict[str, SettingSlug] = {
    "1": "science-fiction",
    "2": "cthulhu",
    "3": "antiquity",
    "sf": "science-fiction",
    "sci-fi": "science-fiction",
    "scifi": "science-fiction",
}


def setting_slug(text: str) -> SettingSlug:
    """The setting somebody means by a slug, a name, a number or the beginning of one. Raises UsageError with the choices."""
    wanted = re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-").removesuffix("-world")
    if wanted in _ALSO:
        return _ALSO[wanted]
    for slug in SETTINGS:
        if wanted and slug.startswith(wanted):
            return slug
    raise UsageError(f"There is no setting {text!r}. Choose one of: {', '.join(SETTINGS)}.")


def pile(questions: tuple[Question, ...], back: Back) -> tuple[Question, ...]:
    """The question cards with one back."""
    return tuple(q for q in questions if q.back == back)
