"""What must not act for the person: a file that names a server, a key in the wrong place, an address nobody understands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dubious_ai.brains.llm.ask import Message
from dubious_ai.brains.llm.endpoint import resolve
from dubious_ai.brains.llm.reply.reply_models import AnswerReply
from dubious_ai.brains.llm.spec import parse_spec
from dubious_ai.errors import UsageError
from dubious_ai.game.backends import Backends
from tests.llm.support import KEY, REMOTE, good_model, serving, settings
from tests.readers import READERS

MESSAGES = (Message("system", "rules"), Message("user", "the prompt nobody else may read"))


# --- whose server is asked, and with which key ---


def test_a_server_only_a_file_names_is_asked_nothing_until_somebody_says_yes() -> None:
    with serving(model=good_model) as server:
        spec = f"openai:m@{server.url}"
        with Backends(settings(), READERS) as backends:
            assert backends.strangers(["human", "house", spec]) == (server.url,)
            with pytest.raises(UsageError) as error:
                backends.check([spec])
            assert server.url in str(error.value)
            assert "--server" in str(error.value)
            assert not server.seen
            backends.allow([server.url])
            backends.check([spec])
            backends.models.chat(spec).ask(MESSAGES, AnswerReply, purpose="answer")
        assert server.keys
        assert not any(KEY in key for key in server.keys)


@pytest.mark.parametrize("way", ["command line", "seat", "base_url", "brain", "brains table", "same server"])
def test_a_server_that_settings_or_command_line_name_is_no_stranger(tmp_path: Path, way: str) -> None:
    url = "http://127.0.0.1:4321/v1"
    spec = f"openai:m@{url}"
    files = {
        "base_url": f'[llm]\nbase_url = "{url}"',
        "brain": f'brain = "{spec}"',
        "brains table": f'[brains."{spec}"]\ntimeout = 5',
        "same server": '[llm]\nbase_url = "http://127.0.0.1:4321/other/v1"',
    }
    named = {"command line": [spec], "seat": [f"3={spec}"]}.get(way, [])
    config = settings(files.get(way, ""), None, tmp_path)
    backends = Backends(config, READERS, named=[text.removeprefix("3=") for text in named])
    assert backends.strangers([spec]) == ()
    assert resolve(spec, config).key is not None


@pytest.mark.parametrize(
    "near", ["http://127.0.0.1:4322/v1", "https://127.0.0.1:4321/v1", "http://127.0.0.1.example.com:4321/v1"]
)
def test_another_port_scheme_or_longer_name_is_another_server(near: str) -> None:
    config = settings(llm__base_url="http://127.0.0.1:4321/v1")
    assert Backends(config, READERS).strangers([f"openai:m@{near}"]) == (near,)


def test_a_stranger_gets_no_key_even_from_a_general_setting() -> None:
    endpoint = resolve(f"openai:m@{REMOTE}", settings(), stranger=True)
    assert endpoint.key is None
    assert KEY not in repr(endpoint.settings.model_dump())


# --- names of brains ---


@pytest.mark.parametrize(
    "text",
    [
        "openai:m@ftp://h/v1",
        "openai:m@ws://h",
        "openai:http://h/v1",
        "openai:m@htp://h:1/v1",
        "openai:a://b@http://h/v1",
    ],
)
def test_an_address_that_is_not_understood_is_never_the_name_of_a_model(text: str) -> None:
    with pytest.raises(UsageError, match=r"http|model"):
        parse_spec(text)


@pytest.mark.parametrize(
    "key", [KEY, "sk-proj-Abc123456789_xyz", "gsk_abcdefghijkl1234", "hf_AbCdEfGhIjKlMnOp"]
)
@pytest.mark.parametrize("form", ["openai:{}", "{}", "openai:{}@http://localhost:1/v1", "openai: {}"])
def test_a_key_in_the_place_of_a_model_is_noticed_and_not_repeated(key: str, form: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_spec(form.format(key))
    assert key not in str(error.value)
    with pytest.raises(UsageError, match="looks like a key") as error:
        resolve("openai", settings(env={"OPENAI_MODEL": key, "OPENAI_API_KEY": KEY}))
    assert key not in str(error.value)


@pytest.mark.parametrize(
    ("text", "model", "url"),
    [
        ("openai:m@sha256:0123abcd@http://h:1/v1", "m@sha256:0123abcd", "http://h:1/v1"),
        ("openai:a@http-b@https://h/v1", "a@http-b", "https://h/v1"),
        ('"openai:m@http://h:1/v1"', "m", "http://h:1/v1"),
        ("openai:m@'http://h:1/v1'\n", "m", "http://h:1/v1"),
        ("“openai:m@http://h:1/v1”", "m", "http://h:1/v1"),
    ],
)
def test_digests_and_quotes_in_a_brains_name(text: str, model: str, url: str) -> None:
    spec = parse_spec(text)
    assert (spec.model, spec.base_url) == (model, url)


# --- settings ---

WRAPPINGS: list[Callable[[str], str]] = [
    lambda text: f'"{text}"',
    lambda text: f"'{text}'",
    lambda text: f"{text}\n",
    lambda text: f"\ufeff“{text}”\r\n",
]


@pytest.mark.parametrize("wrap", WRAPPINGS)
@pytest.mark.parametrize("source", ["variable", "file", "brain's table", "command line"])
def test_keys_and_addresses_are_unwrapped_with_a_word_from_every_source(
    tmp_path: Path, source: str, wrap: Callable[[str], str]
) -> None:
    key, url = json.dumps(wrap(KEY)), json.dumps(wrap(REMOTE))
    files = {
        "file": f"[llm]\napi_key = {key}\nbase_url = {url}",
        "brain's table": f'[brains."openai:x"]\napi_key = {key}\nbase_url = {url}',
    }
    env = {"OPENAI_API_KEY": wrap(KEY), "OPENAI_BASE_URL": wrap(REMOTE)} if source == "variable" else {}
    given = {"llm__api_key": wrap(KEY), "llm__base_url": wrap(REMOTE)} if source == "command line" else {}
    config = settings(files.get(source, ""), env, tmp_path, **given)
    endpoint = resolve("openai:x", config)
    assert endpoint.key is not None
    assert (endpoint.key.reveal(), endpoint.base_url) == (KEY, REMOTE)
    told = " ".join(config.notes)
    assert "around the key" in told
    assert "around the address" in told
    assert KEY not in told


def test_config_shows_no_password_and_warns_of_a_file_others_can_read(tmp_path: Path) -> None:
    secret = "hunter22"
    file = (
        f'coach = "openai:m@http://me:{secret}@h/v1"\n[seats]\n2 = "openai:m@http://h/v1?key={secret}"\n'
        f'[llm]\nbase_url = "http://me:{secret}@h/v1"\napi_key = "{KEY}"\n'
        f'[brains."openai:n@http://me:{secret}@h/v1"]\nbase_url = "http://:{secret}@h/v1"\n'
    )
    config = settings(file, {}, tmp_path)
    (tmp_path / "config.toml").chmod(0o644)
    open_file = settings_again(tmp_path)
    assert secret not in repr(config.rows())
    assert any("chmod 600" in note for note in open_file)
    (tmp_path / "config.toml").chmod(0o600)
    assert not any("chmod" in note for note in settings_again(tmp_path))


def settings_again(tmp_path: Path) -> tuple[str, ...]:
    from dubious_ai.config import load_settings

    return load_settings({}, path=tmp_path / "config.toml").notes
