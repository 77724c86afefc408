"""`calavera bot join` as people start it: a separate process."""

import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calavera.cli import main
from calavera.client import Client, ConnectionLost, Settings, calls
from calavera.protocol.facts import StoodIn
from tests.client.hosting import LONG, Host, soon
from tests.client.test_games import play_by_hand
from tests.server.heirs import ends_with_us

Clients = Callable[..., Client]
Join = Callable[..., "subprocess.Popen[str]"]
MAGPIE = Path(__file__).parents[2] / "docs/examples/magpie"


@pytest.fixture
def join(host: Host) -> Iterator[Join]:
    """Starts the command; ends its processes after the test."""
    started: list[subprocess.Popen[str]] = []

    def start(code: str, *arguments: str, cwd: Path = MAGPIE) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "calavera", "bot", "join", code, "--server", host.address]
        started.append(
            subprocess.Popen(
                [*command, *arguments],
                cwd=cwd,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        ends_with_us(started[-1].pid)
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=LONG)


def test_two_bots_join_one_of_them_anybodys(client: Clients, join: Join) -> None:
    table = client().create(Settings(players=3))
    table.sit(0)
    vela = join(table.code, "--bot", "cautious", "--games", "1")
    magpie = join(table.code, "--bot", "magpie:Magpie", "--name", "Urraca", "--games", "1")
    soon(lambda: all(place.ready or place.place == 0 for place in table.look().room.places))
    names = {place.name for place in table.present.room.places[1:]}
    assert names == {"Guest bot", "Urraca"}
    table.start()
    play_by_hand(table, random.Random(2))
    for process, name in ((vela, "Guest bot"), (magpie, "Urraca")):
        out, error = process.communicate(timeout=LONG)
        assert (process.returncode, error) == (0, "")
        lines = out.splitlines()
        assert lines[0] == f"{name}: sits at table {table.code}"
        assert lines[1] in (f"{name}: game 1: won", f"{name}: game 1: lost")
    soon(lambda: [place.member for place in table.look().room.places] == [1, None, None])


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_leaves_cleanly_on_request(client: Clients, join: Join, sign: signal.Signals) -> None:
    """In the middle of a game, one of the server's bots takes over, and the game ends."""
    table = client().create(Settings(players=2))
    table.sit(0)
    process = join(table.code, "--bot", "cautious")
    soon(lambda: table.look().room.places[1].ready)
    table.start()
    soon(lambda: len(table.present.events) > 1)
    process.send_signal(sign)
    out, error = process.communicate(timeout=LONG)
    assert (process.returncode, error) == (0, "")
    assert out.splitlines()[-1] == "Guest bot: leaves after 0 games"
    assert any(isinstance(fact, StoodIn) for fact in table.look().facts)
    assert table.present.room.places[1].stand_in is not None
    moment = play_by_hand(table, random.Random(1))
    assert moment.game is not None
    assert moment.game.view.board.outcome is not None


def test_it_goes_when_the_host_takes_its_chair_away(client: Clients, join: Join) -> None:
    table = client().create(Settings(players=2))
    process = join(table.code, "--bot", "uniform")
    soon(lambda: table.look().room.places[0].ready)
    table.clear(0)
    out, error = process.communicate(timeout=LONG)
    assert (process.returncode, error) == (0, "")
    assert (
        out.splitlines()[-1] == "Guest bot: the host or an administrator has taken the chair away"
    )


def test_it_goes_when_the_host_sends_it_away_in_a_game(client: Clients, join: Join) -> None:
    table = client().create(Settings(players=2))
    table.sit(0)
    process = join(table.code, "--bot", "uniform")
    soon(lambda: table.look().room.places[1].ready)
    table.start()
    table.clear(1)
    out, error = process.communicate(timeout=LONG)
    assert (process.returncode, error) == (0, "")
    assert (
        out.splitlines()[-1] == "Guest bot: the host or an administrator has taken the chair away"
    )
    assert table.present.room.places[1].stand_in is not None


@pytest.mark.parametrize(
    "address",
    ["ftp://a", "http://", "http://a:99999", "http://a:b", "http://a?b", "http://u@a", "a b", ""],
)
def test_an_address_that_is_none_is_refused_at_once(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["bot", "join", "KRTMWX", "--bot", "cautious", "--server", address]
    assert main(asked) == 2
    error = capsys.readouterr().err
    assert "is not the address of a server" in error
    assert error.count("\n") == 1


def test_a_server_that_was_never_there_is_said_at_once_and_soon_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(calls, "FIRST_PATIENCE", 0.1)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and does not listen
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        told: list[str] = []
        with pytest.raises(ConnectionLost, match=r"gave up after 0\.1 seconds") as lost:
            Client(address, patience=LONG, report=told.append)
    assert lost.value.__suppress_context__
    (line,) = told
    assert line.startswith(f"cannot reach {address}, trying for 0.1 s")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["QQQQQQ", "--bot", "cautious"], "there is no table QQQQQQ"),
        (["Q", "--bot", "cautious"], "there is no table Q"),
        (["FULL", "--bot", "cautious"], "no chair is free at table FULL"),
        (["FULL", "--bot", "nobody"], "there is no bot 'nobody'"),
        (["FULL", "--bot", "magpie:Nobody"], "the module magpie has no Nobody"),
        (["FULL", "--bot", "cautious", "--name", "a,b"], "a name has no comma"),
        (
            ["FULL", "--bot", "cautious", "--name", "Vela"],
            "--name 'Vela': that is the name of a bot",
        ),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    client: Clients, join: Join, arguments: list[str], message: str
) -> None:
    host = client()
    code = host.create(Settings(players=2)).code
    for person in (host, client()):  # a bot would give way
        person.join(code).sit()
    process = join(*[code if word == "FULL" else word for word in arguments])
    out, error = process.communicate(timeout=LONG)
    assert process.returncode == 2
    assert out == ""
    assert error.startswith("calavera: ")
    assert message.replace("FULL", code) in error
    assert error.count("\n") == 1
