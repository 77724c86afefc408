"""Live tables on a real server on loopback."""

import asyncio
import io
import os
import pty
import random
import re
import threading
from argparse import Namespace
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text
from textual.pilot import Pilot
from textual.widgets import Input

from calavera.bots import Cautious
from calavera.cli import main
from calavera.client import BotPace, BotRunner, Client, ClientTable, Settings
from calavera.protocol.commands import Taunt
from calavera.protocol.facts import Taunted
from calavera.protocol.fields import TablePhase
from calavera.record import read_record
from calavera.rules.events import DiscFlipped
from calavera.terminal.drawing.paper import Paper
from calavera.terminal.play.conversation import LinePerson
from calavera.terminal.play.host import Transition
from calavera.terminal.play.keyboard import Keyboard
from calavera.terminal.play.live_session import LiveSession
from calavera.terminal.play.pace import ReadingPace
from calavera.terminal.play.screen import LineScreen
from calavera.terminal.screen import gate as gate_module
from calavera.terminal.screen.gate import NOBODY
from calavera.terminal.screen.palette import NONE
from calavera.terminal.screen.play import live_app
from calavera.terminal.screen.sheets import key_lines
from tests.client.conftest import client, host, loop
from tests.client.hosting import Host, soon, threads
from tests.terminal.paper import piped, written
from tests.terminal.screen.driving import Guest, asks, by_key, driven, shown, until
from tests.terminal.typist import Typist

__all__ = ["client", "host", "loop"]

FAST = Settings(players=2, showing=0, pace=BotPace.FAST)


def app_at(table: ClientTable, options: Namespace | None = None) -> Any:
    def session(screen: Any, person: Any) -> int:
        return LiveSession(table, screen, person, bot="cautious").run()

    return live_app(session, fast=True, colours=NONE)


def test_sit_down_and_play_against_somebody(client: Callable[..., Client]) -> None:
    table = client(name="Ana").create(FAST)
    runner = BotRunner(table, Cautious, games=1)
    other = threading.Thread(target=runner.run, daemon=True)
    other.start()
    app = app_at(client(name="Bo").join(table.code))

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        assert f"Table {table.code}" in shown(app)
        await pilot.press("enter")
        await Guest(app, by_key).play(pilot)

    driven(app, deed)
    other.join(60)
    assert runner.played == 1


def test_a_lost_connection_is_told_and_renewed(client: Callable[..., Client], host: Host) -> None:
    table = client(name="Ana").create(FAST, bots=["cautious"])
    app = app_at(client(name="Bo").join(table.code))

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        await asyncio.to_thread(host.stop)
        await until(pilot, lambda: any("connection is lost" in str(line) for line in app.told))
        await asyncio.to_thread(host.start)
        await until(pilot, lambda: any("Connected again" in str(line) for line in app.told))
        await pilot.press("q")
        await until(pilot, lambda: len(app.screen_stack) > 1)
        await pilot.press("y")
        await until(pilot, lambda: not app.is_running)

    driven(app, deed)
    assert app.gate.last_words == [f"You leave table {table.code}."]


def test_lines_tell_a_lost_connection_while_an_answer_is_awaited(
    client: Callable[..., Client], host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = client(name="Ana").create(FAST, bots=["cautious"])
    ours, theirs = pty.openpty()
    console = piped()
    paper = Paper(console)
    with os.fdopen(theirs) as stdin, monkeypatch.context() as patch:
        patch.setattr("sys.stdin", stdin)
        ana = LiveSession(
            table,
            LineScreen(paper, NOBODY, ReadingPace(hurried=True)),
            LinePerson(paper, Keyboard()),
            bot="cautious",
        )
        with threads(ana.run):
            soon(lambda: "Enter = sit down" in written(console))
            host.stop()
            soon(lambda: written(console).endswith("The connection is lost; trying again …\n> "))
            host.start()
            soon(lambda: written(console).endswith("Connected again.\n> "))
            os.write(ours, b"quit\n")
    os.close(ours)
    assert f"You leave table {table.code}." in written(console)


def test_a_game_can_be_saved_in_both_modes(
    client: Callable[..., Client], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = client(name="Ana").create(FAST)
    console = piped()
    typist = Plain(console)
    ana = LiveSession(
        table,
        LineScreen(Paper(console), NOBODY, ReadingPace(hurried=True)),
        LinePerson(Paper(console), Keyboard(typist)),
        bot="cautious",
    )
    app = app_at(client(name="Bo").join(table.code))

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        await Guest(app, by_key).play(pilot)
        await until(pilot, lambda: "save the game" in shown(app))
        await pilot.press("s")
        await until(pilot, lambda: "save the game" not in shown(app))

    with threads(ana.run):
        driven(app, deed)
    names = {f"{table.code}-1.skull", f"{table.code}-1-2.skull"}
    assert {path.name for path in tmp_path.glob("*.skull")} == names
    for name in names:
        record = read_record((tmp_path / name).read_bytes())
        assert record.is_full, "this table opens its records"
        assert record.names == ("Ana", "Bo")
    assert "your mat (" not in written(console), "one's own stack is flipped without a question"
    drawn = written(console).count("── Round")
    assert drawn <= typist.asked + 2, "the mats are drawn for decisions, not for every event"


class Plain(Typist):
    """Sits down, is ready, plays, saves the game and goes."""

    def __init__(self, console: Console) -> None:
        super().__init__(console, 1)

    def __next__(self) -> str:
        keys = self.keys()
        if "s" in keys and "Another game?" in written(self._console)[-300:]:
            return "s"
        if "The game is in" in written(self._console):
            return "quit"
        if "b" in keys and "seat a bot" in written(self._console)[-300:]:
            return ""  # somebody else will come
        return super().__next__()


def test_people_talk_in_both_modes(client: Callable[..., Client]) -> None:
    table = client(name="Ana").create(Settings(players=3))
    app = app_at(client(name="Bo").join(table.code))
    console = piped()
    answers = iter(["", "help", "say Hello, Bo", "say 3", "quit"])
    ana = LiveSession(
        table,
        LineScreen(Paper(console), NOBODY, ReadingPace(hurried=True)),
        LinePerson(Paper(console), Keyboard(answers)),
        bot="cautious",
    )

    def heard(words: str) -> bool:
        return any(words in line.plain for line in app.told)

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        await asyncio.to_thread(ana.run)
        assert "  table  to see" in written(console)
        for nothing in ("  hint ", "  who "):
            assert nothing not in written(console), "help lists what is there"
        keys = "".join(line.plain for line in key_lines(app._idle_keys()))
        assert "live table" in keys
        assert "strongest bot" not in keys
        await until(pilot, lambda: heard("Ana: “Hello, Bo”"))
        await until(pilot, lambda: heard("Ana: Only flowers here!"))
        await pilot.press("enter")
        await until(pilot, lambda: heard("Bo sits down."))
        for typed, words in (("1", "Bo: Are you sure?"), ("q l", "Bo: “q l”")):
            await pilot.press("t")
            await until(pilot, lambda: isinstance(app.focused, Input))
            await pilot.press(*("space" if letter == " " else letter for letter in typed), "enter")
            await until(pilot, partial(heard, words))
        await pilot.press("t")
        await until(pilot, lambda: len(app.screen_stack) > 1)
        await pilot.press("escape")
        await until(pilot, lambda: asks(app) is not None)

    driven(app, deed)


def test_what_was_missed_is_not_replayed(
    client: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = client(name="Ana")
    table = ana.create(FAST, bots=["uniform"])
    table.sit()
    rng = random.Random(1)
    for moment in table:
        turned = any(isinstance(event, DiscFlipped) for event in moment.events)
        if moment.room.phase is TablePhase.GATHERING:
            table.start() if moment.is_ready else table.ready()
        elif moment.turn is not None and turned:
            break
        elif moment.turn is not None:
            table.act(rng.choice(moment.legal), moment=moment)
    monkeypatch.setattr(gate_module, "breath_before", lambda _: pytest.fail("it is replayed"))
    again = client(token=ana.token).join(table.code)
    app = live_app(
        lambda screen, person: LiveSession(again, screen, person, bot="bold").run(), colours=NONE
    )

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        assert any("top disc ..." in line.plain for line in app.told), "but it can be read"
        assert re.search(r"b \S+ bot\b", shown(app)), "a bot is marked beside its name"
        assert not re.search(r"a Ana bot\b", shown(app))

    driven(app, deed)


def test_talk_comes_after_the_disc_has_turned(client: Callable[..., Client]) -> None:
    table = client(name="Ana").create(FAST, bots=["uniform"])
    table.sit()
    table.ready()
    table.start()
    moment = table.wait()
    while moment.game is None or not moment.events:
        moment = table.wait()
    heard: list[str] = []

    class Listener(LineScreen):
        def say(self, *lines: Text) -> None:
            heard.extend(line.plain for line in lines)

        def tell(self, told: Iterable[Transition], *, missed: bool = False) -> None:
            heard.extend("an event" for _ in told)

    screen = Listener(Paper(piped()), NOBODY, ReadingPace(hurried=True))
    session = LiveSession(table, screen, LinePerson(Paper(piped()), Keyboard([])), bot="bold")
    session._hear(moment._replace(facts=(Taunted(1, Taunt.OUCH),)))
    assert heard[0] == "an event"
    assert heard[-1] == "Ana: Ouch!"


def test_a_new_table_from_the_terminal(
    host: Host, client: Callable[..., Client], capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    asked = ["play", "--table", "new", "--players", "3", "--server", host.address, "--plain"]
    assert main([*asked, "--name", "Ana"]) == 0
    told = capsys.readouterr().out
    assert "Three players, one tribe each" in told
    assert "1  Ana   you, host" in told
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main([*asked[:3], "--tribes", "2", "--players", "9", *asked[5:]]) == 2
    assert "18 seats" in capsys.readouterr().err
