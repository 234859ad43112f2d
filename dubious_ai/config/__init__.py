"""Settings: where they lie, what holds, and where each value came from.

Precedence, highest first: the command line, `DUBIOUS_*` variables, `OPENAI_*` variables, the settings file, the default.
The file is `config.toml` in `DUBIOUS_HOME`, else in the platform's config folder. A `[brains."SPEC"]` table in it holds for
that one brain and beats the general `[llm]` table and the variables, because it is the more particular of the two.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from dubious_ai.config.settings_file import (
    VARIABLES,
    BudgetSettings,
    EveningSettings,
    ModelSettings,
    PriceRow,
    SettingsFile,
)
from dubious_ai.config.written_words import hidden_passwords, plain_word, readable_by_others, unwrapped
from dubious_ai.core.model import Value
from dubious_ai.errors import UsageError

FILE_NAME = "config.toml"
SECRET = "(set, not shown)"

_PARTS: dict[str, type[Value]] = {
    "llm": ModelSettings,
    "budget": BudgetSettings,
    "evening": EveningSettings,
}


@dataclass(frozen=True, slots=True)
class Held:
    """One line of `dubious config`: a setting, its value in words (a key is never shown) and where the value came from."""

    name: str
    value: str
    source: str


@dataclass(frozen=True)
class Config:
    """What holds. `sources` names, for each dotted setting that was set, where the value came from; `notes` are sentences a person should read."""

    path: Path
    found: bool
    brain: str = "house"
    coach: str = "house"
    seats: Mapping[int, str] = field(default_factory=dict[int, str])
    llm: ModelSettings = field(default_factory=ModelSettings)
    brains: Mapping[str, ModelSettings] = field(default_factory=dict[str, ModelSettings])
    budget: BudgetSettings = field(default_factory=BudgetSettings)
    evening: EveningSettings = field(default_factory=EveningSettings)
    prices: Mapping[str, PriceRow] = field(default_factory=dict[str, PriceRow])
    sources: Mapping[str, str] = field(default_factory=dict[str, str])
    notes: tuple[str, ...] = ()

    def for_brain(self, spec: str) -> ModelSettings:
        """The settings for one brain: its own table over the general ones."""
        own = self.brains.get(spec)
        if own is None:
            return self.llm
        return self.llm.model_copy(update=own.model_dump(exclude_none=True))

    def key_source(self, spec: str) -> str:
        """In words, where the key for this brain comes from ("" if there is none)."""
        own = self.brains.get(spec)
        if own is not None and own.api_key is not None:
            return f'[brains."{spec}"] in {self.path}'
        return self.sources.get("llm.api_key", "")

    def rows(self) -> tuple[Held, ...]:
        """Every setting, in a stable order, for showing. No row ever holds a key."""
        rows: list[Held] = []
        for name in VARIABLES:
            value = _get(self, name)
            shown = (
                "" if value is None else SECRET if name.endswith("api_key") else hidden_passwords(str(value))
            )
            rows.append(Held(name, shown, self.sources.get(name, "default")))
        rows += [
            Held(f"seats.{n}", hidden_passwords(spec), str(self.path))
            for n, spec in sorted(self.seats.items())
        ]
        for spec, own in sorted(self.brains.items()):
            for name, value in own.model_dump(exclude_none=True).items():
                shown = SECRET if name == "api_key" else hidden_passwords(str(value))
                rows.append(Held(f'brains."{hidden_passwords(spec)}".{name}', shown, str(self.path)))
        rows += [
            Held(f'prices."{m}"', f"{p.input} in, {p.output} out", str(self.path))
            for m, p in sorted(self.prices.items())
        ]
        return tuple(rows)


def config_folder(env: Mapping[str, str] | None = None) -> Path:
    """The folder of the settings file: DUBIOUS_HOME, else the platform's config folder."""
    home = (os.environ if env is None else env).get("DUBIOUS_HOME", "").strip()
    if home:
        return Path(home).expanduser()
    from platformdirs import user_config_path

    return user_config_path("dubious", appauthor=False)


def load_settings(
    env: Mapping[str, str] | None = None,
    overrides: Mapping[str, object] | None = None,
    path: Path | None = None,
) -> Config:
    """The settings that hold now.

    `overrides` maps dotted names ("brain", "budget.max_cost") to what the command line said; None values are ignored.
    Raises UsageError, with the place and the value, for a damaged file or a value that cannot be.
    """
    env = os.environ if env is None else env
    path = path or config_folder(env) / FILE_NAME
    written, found = _read(path)
    values: dict[str, object] = {}
    sources: dict[str, str] = {}
    keys = [written.llm.api_key, *(own.api_key for own in written.brains.values())]
    notes = readable_by_others(path, keys) if found else []
    for name, variables in VARIABLES.items():
        if (value := _get(written, name)) is not None:
            values[name], sources[name] = plain_word(name, value, str(path), notes), str(path)
        for variable in reversed(variables):
            if text := env.get(variable, "").strip():
                value = plain_word(name, env[variable], variable, notes)
                if text and value:
                    values[name], sources[name] = _convert(name, value, variable), variable
        given = (overrides or {}).get(name)
        if given is not None:
            value = plain_word(name, given, "The command line", notes)
            values[name], sources[name] = _convert(name, value, "the command line"), "command line"
    unknown = set(overrides or {}) - set(VARIABLES)
    if unknown:
        raise KeyError(f"not a setting: {sorted(unknown)}")
    return Config(
        path=path,
        found=found,
        brain=str(values.get("brain", "house")),
        coach=str(values.get("coach", "house")),
        seats=_seats(written.seats, path),
        llm=ModelSettings.model_validate(_under("llm", values)),
        brains=_unwrapped_brains(written.brains, path, notes),
        budget=BudgetSettings.model_validate(_under("budget", values)),
        evening=EveningSettings.model_validate(_under("evening", values)),
        prices=written.prices,
        sources=sources,
        notes=tuple(dict.fromkeys(notes)),
    )


def _unwrapped_brains(
    brains: Mapping[str, ModelSettings], path: Path, notes: list[str]
) -> dict[str, ModelSettings]:
    found: dict[str, ModelSettings] = {}
    for spec, own in brains.items():
        words = {
            leaf: plain_word(leaf, value, f'{path}, [brains."{hidden_passwords(spec)}"]', notes)
            for leaf, value in own.model_dump(exclude_none=True).items()
        }
        found[unwrapped(spec)] = ModelSettings.model_validate(words)
    return found


def _under(part: str, values: Mapping[str, object]) -> dict[str, object]:
    return {name.partition(".")[2]: value for name, value in values.items() if name.startswith(f"{part}.")}


def _get(holder: Config | SettingsFile, name: str) -> object:
    """The value behind a dotted name, or None."""
    found: object = holder
    for step in name.split("."):
        found = getattr(found, step)
    return found


def _convert(name: str, value: object, source: str) -> object:
    """One value, checked against its field. Raises UsageError with value and source; a key is never quoted."""
    part, _, leaf = name.rpartition(".")
    if not part:
        return str(value)
    model = _PARTS[part]
    try:
        return getattr(model.model_validate({leaf: value}, strict=False), leaf)
    except ValidationError as error:
        shown = SECRET if leaf == "api_key" else repr(value)
        raise UsageError(f"{source}: {shown} cannot be {leaf}. {_reason(error)}.") from None


def _reason(error: ValidationError) -> str:
    return error.errors(include_input=False)[0]["msg"].rstrip(".")


def _read(path: Path) -> tuple[SettingsFile, bool]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return SettingsFile(), False
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(
            f"Cannot read the settings in {path}: {reason}. Correct or remove the file."
        ) from None
    try:
        raw = TypeAdapter(dict[str, object]).validate_python(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not valid TOML: {error}. Correct or remove the file.") from None
    try:
        return SettingsFile.model_validate(raw), True
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        place = ".".join(str(step) for step in first["loc"])
        if first["type"] == "extra_forbidden":
            raise UsageError(
                f"{path}: there is no setting {place!r}. `dubious config` lists them all."
            ) from None
        raise UsageError(f"{path}, {place}: {first['msg']}. Correct the file.") from None


def _seats(written: Mapping[str, str], path: Path) -> dict[int, str]:
    seats: dict[int, str] = {}
    for text, spec in written.items():
        if not text.isdecimal() or not 1 <= int(text) <= 6:
            raise UsageError(f"{path}, seats: {text!r} is no seat. Seats are numbered from 1 to 6.")
        seats[int(text)] = spec
    return seats
