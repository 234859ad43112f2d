"""The prompts a model sees: files under `prompts/`, each with a front matter in TOML between two lines of `+++`.

    +++
    name = "answer"                  # the file's name without .md
    version = 1                      # raise it whenever the wording changes: records name prompt and version
    variables = ["question"]         # exactly the {{names}} of the body
    reply = "answer"                 # the reply's shape, "" for a prompt that is no request by itself
    +++
    The question: {{question}}

A new prompt needs nothing but its file: `prompts.load("coach-hint", reply="coach_hint").render(draft=…)`. What is wrong with a
file (an undeclared or unused variable, another reply than its caller reads) is an error when it is loaded, never during play.
Values are put in once and never looked at again, so a value cannot smuggle in a variable.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache

from pydantic import Field, ValidationError

from dubious_ai.content import shipped
from dubious_ai.core.model import Value
from dubious_ai.errors import ContentError

_FILE = re.compile(r"\+\+\+\n(?P<head>.*?)\n\+\+\+\n(?P<body>.*)", re.DOTALL)
_VARIABLE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_NAME = r"^[a-z][a-z0-9_]*$"


class _Head(Value):
    name: str
    version: int = Field(ge=1)
    variables: tuple[str, ...] = ()
    reply: str = Field(default="", pattern=r"^[a-z0-9_]*$")


class PromptFile(Value):
    """A loaded prompt. `label` names it in records."""

    name: str
    version: int
    variables: tuple[str, ...]
    reply: str
    body: str

    @property
    def label(self) -> str:
        """E.g. "answer 1"."""
        return f"{self.name} {self.version}"

    def render(self, **values: str) -> str:
        """The prompt with its variables filled in. Raises ValueError unless exactly the declared ones are given."""
        if set(values) != set(self.variables):
            raise ValueError(f"prompt {self.name} takes {sorted(self.variables)}, not {sorted(values)}")
        return _VARIABLE.sub(lambda found: values[found[1]], self.body)


def parse_prompt(text: str, place: str) -> PromptFile:
    """Read a prompt file. Raises ContentError with the place and what is wrong."""
    found = _FILE.fullmatch(text.replace("\r\n", "\n"))
    if found is None:
        raise ContentError(f"{place} must begin with its front matter between two lines of +++.")
    try:
        head = _Head.model_validate(tomllib.loads(found["head"]))
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{place}, front matter: {error}.") from None
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(step) for step in first["loc"])
        raise ContentError(f"{place}, {field}: {first['msg']} (found {first['input']!r:.80}).") from None
    body = found["body"].strip()
    used = {name.strip() for name in _VARIABLE.findall(body)}
    for name in sorted(used | set(head.variables)):
        if not re.match(_NAME, name):
            raise ContentError(f"{place}: {name!r} is no name for a variable; use lower-case letters and _.")
        if name not in head.variables:
            raise ContentError(f"{place}: {{{{{name}}}}} is used but not declared in variables.")
        if name not in used:
            raise ContentError(f"{place}: the variable {name!r} is declared but never used.")
    if not body:
        raise ContentError(f"{place} has no text below its front matter.")
    body = _VARIABLE.sub(lambda name: "{{" + name[1].strip() + "}}", body)
    return PromptFile(
        name=head.name, version=head.version, variables=head.variables, reply=head.reply, body=body
    )


@cache
def load_prompt(name: str, reply: str = "", variables: frozenset[str] | None = None) -> PromptFile:
    """The prompt `prompts/NAME.md`, read once per process.

    `reply` and `variables` are what the caller is going to read and to fill in. Raises ContentError if the file is missing,
    damaged, or differs from that.
    """
    place = f"prompts/{name}.md"
    prompt = parse_prompt(shipped.shipped_text("prompts", f"{name}.md"), place)
    if prompt.name != name:
        raise ContentError(f"{place} calls itself {prompt.name!r}.")
    if prompt.reply != reply:
        raise ContentError(f"{place} asks for the reply {prompt.reply!r}; the program reads {reply!r}.")
    if variables is not None and frozenset(prompt.variables) != variables:
        raise ContentError(
            f"{place} has the variables {sorted(prompt.variables)}; the program fills {sorted(variables)}."
        )
    return prompt
