"""Servers and links for tests, closed afterwards."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calavera.client import Client, backoff
from calavera.client.backoff import Throttle
from tests.client.hosting import LONG, Cable, Host, Loop
from tests.client.scripted import Naps


@pytest.fixture
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.close()


@pytest.fixture
def host(loop: Loop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(Throttle, "BURST", 1_000_000)  # the server has no limits either
    monkeypatch.setattr(backoff, "LONGEST", 0.2)
    host = Host(loop, f"sqlite:///{tmp_path / 'tables.db'}")
    host.start()
    yield host
    host.stop()


@pytest.fixture
def cable(loop: Loop, host: Host) -> Iterator[Cable]:
    cable = Cable(loop, host.config.port)
    yield cable
    cable.close()


@pytest.fixture
def client(host: Host) -> Iterator[Callable[..., Client]]:
    """Creates clients of the server, each with its own identity."""
    made: list[Client] = []

    def make(address: str | None = None, **options: object) -> Client:
        options.setdefault("patience", LONG)
        made.append(Client(address or host.address, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> Naps:
    return Naps(monkeypatch)
