"""`calavera table new` against a real server."""

from collections.abc import Callable
from pathlib import Path

import pytest

from calavera.cli import main
from calavera.client import Client
from calavera.client.arguments import PACES
from calavera.protocol.settings import BotPace, Settings, TurnClock
from calavera.rules import Placement
from tests.client.hosting import Host

Clients = Callable[..., Client]


def test_a_table_is_made_as_asked(
    host: Host, client: Clients, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options = [
        "--players", "3", "--bots", "cautious", "uniform", "--placement", "first-last",
        "--clock", "30", "--reserve", "90", "--showing", "4", "--pace", "fast",
        "--no-opens", "--listed", "--no-talk", "--name", "Ana",
        "--token-file", str(tmp_path / "tokens"),
    ]  # fmt: skip
    assert main(["table", "new", "--server", host.address, *options]) == 0
    code, link = capfd.readouterr().out.splitlines()
    assert link == f"{host.address}/t/{code}"
    room = client().join(code).present.room
    assert room.settings == Settings(
        players=3, placement=Placement.FIRST_LAST, clock=TurnClock(30, 90), showing=4,
        opens=False, listed=True, talk=False, pace=BotPace.FAST,
    )  # fmt: skip
    assert [place.bot for place in room.places] == [None, "uniform", "cautious"]
    mine = client(token_file=tmp_path / "tokens").join(code).present
    assert (mine.you.member, mine.you.host) == (1, True)


def test_a_table_is_as_usual_unless_asked(
    host: Host, client: Clients, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "new", "--server", host.address]) == 0
    code, _ = capfd.readouterr().out.splitlines()
    assert client().summary(code).settings == Settings()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--bots", "nobody"], "unknown-bot"),
        (["--players", "2", "--bots", "uniform", "uniform", "uniform"], "up to 2 names"),
    ],
)
def test_what_the_server_refuses_is_told_in_a_line(
    host: Host, capfd: pytest.CaptureFixture[str], options: list[str], reason: str
) -> None:
    assert main(["table", "new", "--server", host.address, *options]) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    (line,) = printed.err.splitlines()
    assert line.startswith("calavera: the server refuses: ")
    assert reason in line


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--players", "13"], "--players 13: a number from 2 to 12 is required"),
        (["--clock", "2"], "--clock 2: a number from 3 to 600 is required"),
        (["--reserve", "60"], "--reserve: goes with --clock SECONDS"),
    ],
)
def test_what_no_table_takes_is_refused_before_a_server_is_asked(
    capfd: pytest.CaptureFixture[str], options: list[str], reason: str
) -> None:
    assert main(["table", "new", "--server", "http://127.0.0.1:1", *options]) == 2
    assert capfd.readouterr().err == f"calavera: {reason}\n"


def test_every_pace_can_be_asked_for() -> None:
    assert tuple(pace.value for pace in BotPace) == PACES
