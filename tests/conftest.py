"""What holds for every test: nobody talks to the network, nobody touches the real home, hypothesis repeats itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0", "::ffff:127.")
_attempts: list[str] = []

settings.register_profile("project", deadline=None, derandomize=True, max_examples=25, database=None)
settings.load_profile("project")


def _guard(event: str, arguments: tuple[object, ...]) -> None:
    """Python tells every audit hook before it connects or looks a name up; raising here forbids it."""
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = arguments[1]
        # anything but a tuple is a local socket of the system; None is a message on an open connection
        host = str(address[0]) if isinstance(address, tuple) and address else None  # pyright: ignore[reportUnknownArgumentType]
    elif event == "socket.getaddrinfo":
        host = None if arguments[0] is None else str(arguments[0])
    else:
        return
    if host and not host.startswith(LOOPBACK):
        _attempts.append(host)
        raise OSError(f"tests may talk to this machine only, not to {host}")


sys.addaudithook(_guard)


@pytest.fixture(autouse=True)
def _offline() -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    """A test that tried to reach the network fails, even where the code swallowed the error."""
    _attempts.clear()
    yield
    assert not _attempts, f"reached for the network: {_attempts}"


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:  # pyright: ignore[reportUnusedFunction]
    """All user data of a test lies in a folder of its own."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("DUBIOUS_HOME", str(home))
    return home
