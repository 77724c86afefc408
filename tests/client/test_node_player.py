"""examples/node: whole games by a client in another language, through cuts and a restart."""

import contextlib
import queue
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.hosting import LONG, Cable, Host
from tests.server.heirs import ends_with_us

FOLDER = Path(__file__).parents[2] / "examples" / "node"
NODE = shutil.which("node") or shutil.which(
    "node", path=str(Path(__file__).parents[2] / ".venv/bin")
)
OLDEST = 20
GAMES = 3


def is_new_enough() -> bool:
    if NODE is None:
        return False
    told = subprocess.run([NODE, "--version"], capture_output=True, check=True).stdout.decode()
    return int(told.removeprefix("v").partition(".")[0]) >= OLDEST


pytestmark = pytest.mark.skipif(not is_new_enough(), reason=f"there is no Node {OLDEST} here")


class Player:
    """A running player, and what it prints."""

    def __init__(self, address: str, *options: str) -> None:
        command = [NODE or "", str(FOLDER / "player.mjs"), address, f"--games={GAMES}", *options]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        ends_with_us(self.process.pid)
        self.lines: list[str] = []
        self._news: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as printed:
            for line in printed:
                self._news.put(line.rstrip())
        self._news.put(None)

    def until(self, pattern: str) -> str:
        """Read until a line matches; return its group."""
        while True:
            line = self._news.get(timeout=LONG)
            assert line is not None, self.lines
            self.lines.append(line)
            if match := re.fullmatch(pattern, line):
                return match[1]

    def end(self) -> None:
        self.process.kill()
        self.process.wait(LONG)
        self._reader.join(LONG)

    def finished(self) -> list[str]:
        """Every line, once the player has ended."""
        while (line := self._news.get(timeout=LONG)) is not None:
            self.lines.append(line)
        assert self.process.wait(LONG) == 0, self.lines
        return self.lines


@contextlib.contextmanager
def player(address: str, *options: str) -> Iterator[Player]:
    running = Player(address, *options)
    try:
        yield running
    finally:
        running.end()


@contextlib.contextmanager
def two_players(address: str, *options: str) -> Iterator[list[Player]]:
    with player(address, "--bots=cautious", *options) as host:
        code = host.until("table ([A-Z]+)")
        with player(address, f"--table={code}") as guest:
            yield [host, guest]


def check(players: list[Player]) -> None:
    for one in players:
        lines = one.finished()
        played = [line for line in lines if line.startswith("game ")]
        assert [line.partition(":")[0] for line in played] == [
            f"game {n + 1}" for n in range(GAMES)
        ]
        assert not [line for line in lines if line.startswith("refused")], lines
        assert lines[-1] == "over: played"


def test_two_players_and_a_bot_play_whole_games(host: Host) -> None:
    with two_players(host.address) as players:
        check(players)
        outcomes = [re.findall("won|lost", "\n".join(one.lines)) for one in players]
        for results in zip(*outcomes, strict=True):
            assert results.count("won") <= 1


def test_two_tribes_are_two_seats(host: Host) -> None:
    with two_players(host.address, "--tribes=2") as players:
        check(players)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_they_play_on_through_cuts_and_a_restart(host: Host, cable: Cable) -> None:
    with two_players(cable.address) as players:
        over = threading.Event()

        def trouble() -> None:
            for _ in range(400):
                if over.wait(0.15):
                    return
                cable.cut()

        cutting = threading.Thread(target=trouble, daemon=True)
        cutting.start()
        try:
            players[0].until("(game 1): .*")
            host.stop()
            host.start()
            players[0].until("(game 2): .*")
        finally:
            over.set()
            cutting.join(LONG)
        check(players)
        assert cable.link.heard > 6


def test_a_table_that_is_not_there_ends_it(host: Host) -> None:
    with player(host.address, "--table=NOSUCH") as one:
        assert one.process.wait(LONG) == 1


def test_it_stays_small() -> None:
    lines = [line for file in FOLDER.glob("*.mjs") for line in file.read_text().splitlines()]
    assert len(lines) <= 270
    assert max(map(len, lines)) <= 140
