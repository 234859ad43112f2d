"""Brain names, settings and where they come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from dubious_ai.brains.llm.endpoint import OPENAI_URL, cautions, is_local, resolve
from dubious_ai.brains.llm.spec import parse_spec
from dubious_ai.config import config_folder, load_settings
from dubious_ai.errors import UsageError
from tests.llm.support import KEY, settings


@pytest.mark.parametrize(
    ("text", "model", "url"),
    [
        ("house", "", ""),
        ("openai:gpt-5-mini", "gpt-5-mini", ""),
        ("openai:qwen3:8b@http://localhost:11434/v1", "qwen3:8b", "http://localhost:11434/v1"),
        ("openai:org/model@HTTPS://Host.Example/v1/", "org/model", "https://host.example/v1"),
        ("openai:m@http://h:1/v1/chat/completions", "m", "http://h:1/v1"),
        ("openai:claude@20240101", "claude@20240101", ""),
        ("openai@http://localhost:1/v1", "", "http://localhost:1/v1"),
    ],
)
def test_the_forms_of_a_brain_name(text: str, model: str, url: str) -> None:
    spec = parse_spec(text)
    assert (spec.model, spec.base_url) == (model, url)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "houses",
        "openai:",
        "gpt-4",
        "openai:m@localhost:1/v1",
        "openai:a b",
        "openai:m@http://",
        "openai:m@http://h:99999/v1",
    ],
)
def test_other_names_are_refused_with_the_name_and_the_forms(text: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_spec(text)
    assert "http" in str(error.value) or "house" in str(error.value)


@pytest.mark.parametrize("url", [f"https://user:{KEY}@h.example/v1", f"https://h.example/v1?key={KEY}"])
def test_a_key_in_the_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_spec(f"openai:m@{url}")
    assert KEY not in str(error.value)
    assert "h.example" in str(error.value)


def test_precedence_from_command_line_to_default(tmp_path: Path) -> None:
    file = '[llm]\nmodel = "of-file"\ntimeout = 7\nretries = 1\n[budget]\nmax_cost = 1\n'
    env = {"OPENAI_MODEL": "of-openai", "DUBIOUS_TIMEOUT": "9", "DUBIOUS_MAX_COST": "2"}
    config = settings(file, env, tmp_path, budget__max_cost=3)
    assert (config.llm.model, config.llm.timeout, config.llm.retries) == ("of-openai", 9, 1)
    assert config.budget.max_cost == 3
    assert settings(file, {**env, "DUBIOUS_MODEL": "of-dubious"}, tmp_path).llm.model == "of-dubious"
    held = {row.name: (row.value, row.source) for row in config.rows()}
    assert held["llm.model"] == ("of-openai", "OPENAI_MODEL")
    assert held["llm.retries"] == ("1", str(tmp_path / "config.toml"))
    assert held["budget.max_cost"] == ("3.0", "command line")
    assert held["brain"] == ("house", "default")


def test_a_table_for_one_brain_beats_the_general_one(tmp_path: Path) -> None:
    file = '[llm]\ntimeout = 7\n[brains."openai:slow@http://localhost:1/v1"]\ntimeout = 300\n[seats]\n2 = "house"\n'
    config = settings(file, {}, tmp_path)
    assert resolve("openai:slow@http://localhost:1/v1", config).timeout == 300
    assert resolve("openai:other@http://localhost:1/v1", config).timeout == 7
    assert config.seats == {2: "house"}


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("brain = ", "TOML"),
        ("[llm]\ntimeuot = 3", "timeuot"),
        ("[llm]\ntimeout = -3", "timeout"),
        ('[seats]\n9 = "house"', "'9'"),
    ],
)
def test_a_damaged_file_is_told_with_place_and_field(tmp_path: Path, file: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        settings(file, {}, tmp_path)
    assert told in str(error.value)
    assert str(tmp_path) in str(error.value)


def test_a_bad_variable_is_named_with_its_value() -> None:
    with pytest.raises(UsageError, match=r"DUBIOUS_TIMEOUT: 'soon' cannot be timeout"):
        settings(env={"DUBIOUS_TIMEOUT": "soon"})


def test_one_variable_moves_the_settings(tmp_path: Path) -> None:
    assert config_folder({"DUBIOUS_HOME": str(tmp_path)}) == tmp_path
    (tmp_path / "config.toml").write_text('brain = "openai:m"', encoding="utf-8")
    assert load_settings({"DUBIOUS_HOME": str(tmp_path)}).brain == "openai:m"


def test_keys_are_needed_far_away_and_not_at_home() -> None:
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        resolve("openai:gpt-5", settings(env={}))
    assert resolve("openai:m@http://localhost:11434/v1", settings(env={})).key is None
    assert resolve("openai:gpt-5", settings()).base_url == OPENAI_URL
    assert resolve("openai", settings(env={"OPENAI_MODEL": "m", "OPENAI_API_KEY": KEY})).model == "m"
    with pytest.raises(UsageError, match="OPENAI_MODEL"):
        resolve("openai@http://localhost:1/v1", settings(env={}))


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("::1", True),
        ("192.168.1.5", True),
        ("10.0.0.1", True),
        ("nas.local", True),
        ("box", True),
        ("8.8.8.8", False),
        ("api.openai.com", False),
        ("127.0.0.1.example.com", False),
    ],
)
def test_what_counts_as_local(host: str, local: bool) -> None:
    assert is_local(host) is local


def test_cautions_before_anything_is_sent() -> None:
    def told(spec: str, env: dict[str, str] | None = None) -> str:
        return " ".join(cautions(resolve(spec, settings()), env or {}))

    assert "http://localhost:1/v1" in told("openai:m@http://localhost:1")
    assert "unencrypted" in told("openai:m@http://llm.example.com/v1")
    assert told("openai:m@http://192.168.0.2/v1") == ""
    proxied = told("openai:m@https://llm.example.com/v1", {"HTTPS_PROXY": "http://me:secret@proxy:3128"})
    assert "proxy:3128" in proxied
    assert "secret" not in proxied
    assert told("openai:m@https://llm.example.com/v1", {"HTTPS_PROXY": "p", "NO_PROXY": "example.com"}) == ""
    assert told("openai:m@http://127.0.0.1:1/v1", {"HTTP_PROXY": "http://proxy:1"}) == ""


def test_keys_show_nowhere(tmp_path: Path) -> None:
    config = settings(f'[brains."openai:x"]\napi_key = "{KEY}-two"', None, tmp_path)
    endpoint = resolve("openai:x", config)
    shown = [
        repr(config),
        repr(endpoint),
        str(endpoint),
        repr(endpoint.key),
        str(endpoint.key),
        repr(config.rows()),
    ]
    assert not any(KEY in text for text in shown)
    assert endpoint.key is not None
    assert endpoint.key.reveal() == f"{KEY}-two"
