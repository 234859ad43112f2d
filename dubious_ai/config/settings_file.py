"""The settings file as it may be written, and the variables that set the same things."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from dubious_ai.core.model import MAX_SEATS, MIN_SEATS, Level, Tells, Value

Effort = Literal["none", "minimal", "low", "medium", "high"]
Theme = Literal["evening", "daylight", "high-contrast"]
"""Colours of the full screen: dark, light, and in high contrast."""


class ModelSettings(Value):
    """How to talk to a model. None means: decide by what the server is. Times in seconds, sizes in tokens.

    `timeout` is what one action of a seat may take, retries included; `parallel` how many calls the server gets at once.
    """

    model: str | None = None
    base_url: str | None = None
    api_key: str | None = Field(default=None, repr=False)
    timeout: float | None = Field(default=None, gt=0, le=3600)
    connect_timeout: float | None = Field(default=None, gt=0, le=600)
    retries: int | None = Field(default=None, ge=0, le=10)
    max_wait: float | None = Field(default=None, ge=0, le=600)
    temperature: float | None = Field(default=None, ge=0, le=2)
    reasoning_effort: Effort | None = None
    max_output_tokens: int | None = Field(default=None, ge=16)
    context_window: int | None = Field(default=None, ge=512)
    parallel: int | None = Field(default=None, ge=1, le=64)
    guess_temperature: float | None = Field(default=None, gt=0, le=10)


class BudgetSettings(Value):
    """What a game may spend: dollars, and tokens in plus out."""

    max_cost: float | None = Field(default=None, ge=0)
    max_tokens: int | None = Field(default=None, ge=0)


class PriceRow(Value):
    """Dollars for a million tokens. `cached` is the price of input the provider had in its cache; None: as other input."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)


class EveningSettings(Value):
    """What a person likes at the table. None: nobody has said so. `theme` is a theme of the screen, `setting` the slug of a setting."""

    name: str | None = Field(default=None, max_length=40)
    setting: str | None = None
    players: int | None = Field(default=None, ge=MIN_SEATS, le=MAX_SEATS)
    rounds: int | None = Field(default=None, ge=1, le=20)
    level: Level | None = None
    tells: Tells | None = None
    timers: bool | None = None
    talk: bool | None = None
    theme: Theme | None = None
    reduced_motion: bool | None = None


class SettingsFile(Value):
    """The settings file as it may be written; every part is optional."""

    brain: str | None = None
    coach: str | None = None
    seats: dict[str, str] = Field(default_factory=dict)
    evening: EveningSettings = EveningSettings()
    llm: ModelSettings = ModelSettings()
    brains: dict[str, ModelSettings] = Field(default_factory=dict)
    budget: BudgetSettings = BudgetSettings()
    prices: dict[str, PriceRow] = Field(default_factory=dict)


VARIABLES: dict[str, tuple[str, ...]] = {
    "brain": ("DUBIOUS_BRAIN",),
    "coach": ("DUBIOUS_COACH",),
    "llm.model": ("DUBIOUS_MODEL", "OPENAI_MODEL"),
    "llm.base_url": ("DUBIOUS_BASE_URL", "OPENAI_BASE_URL"),
    "llm.api_key": ("DUBIOUS_API_KEY", "OPENAI_API_KEY"),
    "llm.timeout": ("DUBIOUS_TIMEOUT",),
    "llm.connect_timeout": ("DUBIOUS_CONNECT_TIMEOUT",),
    "llm.retries": ("DUBIOUS_RETRIES",),
    "llm.max_wait": ("DUBIOUS_MAX_WAIT",),
    "llm.temperature": ("DUBIOUS_TEMPERATURE",),
    "llm.reasoning_effort": ("DUBIOUS_REASONING_EFFORT",),
    "llm.max_output_tokens": ("DUBIOUS_MAX_OUTPUT_TOKENS",),
    "llm.context_window": ("DUBIOUS_CONTEXT_WINDOW",),
    "llm.parallel": ("DUBIOUS_PARALLEL",),
    "llm.guess_temperature": ("DUBIOUS_GUESS_TEMPERATURE",),
    "budget.max_cost": ("DUBIOUS_MAX_COST",),
    "budget.max_tokens": ("DUBIOUS_MAX_TOKENS",),
    **{f"evening.{name}": (f"DUBIOUS_{name.upper()}",) for name in EveningSettings.model_fields},
}
"""Every setting with the variables that set it, the stronger one first."""
