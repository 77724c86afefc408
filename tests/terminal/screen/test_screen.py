"""What the screen shows and does, beside whole games."""

import os
import pty
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.segment import Segment
from textual.color import Color
from textual.filter import NoColor
from textual.pilot import Pilot
from textual.widgets import Static

from calavera.bots import Uniform
from calavera.bots.contract.worlds import other_world
from calavera.record import read_record
from calavera.rules import (
    Bid,
    Event,
    Placement,
    Player,
    Setup,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.terminal.drawing.cast import cast_of
from calavera.terminal.drawing.picture import known_in_view
from calavera.terminal.play.questions import Key, Question
from calavera.terminal.screen.app import TableApp
from calavera.terminal.screen.canvas import Canvas
from calavera.terminal.screen.choices import choices_of
from calavera.terminal.screen.palette import FULL, NONE, SIXTEEN, palette_for
from calavera.terminal.screen.play import game_app
from calavera.terminal.screen.scene import first_scene
from calavera.terminal.screen.seating import LEAST_HEIGHT, LEAST_WIDTH, scale_for, spots
from calavera.terminal.screen.table import Marks, draw_table
from tests.games import play_out
from tests.terminal.screen.driving import asks, driven, shown, until

TABLE_ROWS = LEAST_HEIGHT - 8
"""What the head, the log and the choices leave."""


def drawn(setup: Setup, events: Sequence[Event]) -> list[str]:
    """The table after every event, as the first player sees it, with its styles."""
    viewer = setup.viewer(Player(0))
    cast = cast_of(setup, [f"P{index}" for index in range(setup.players)], viewer.seats)
    state = new_game(setup)
    scene = first_scene(view(state, viewer))
    looks = []
    for event in events:
        state = evolve(state, event)
        seen = view(state, viewer)
        scene = scene.after(redact(event, viewer), seen.board, known_in_view(seen))
        canvas = draw_table(Canvas(80, TABLE_ROWS, FULL), scene, cast, Marks()).canvas
        looks += [str(canvas.row(y)) for y in range(canvas.height)]
    return looks


@pytest.mark.parametrize(("players", "tribes"), [(3, 1), (5, 1), (2, 2)])
def test_two_worlds_look_the_same(players: int, tribes: int) -> None:
    setup = set_up(players, tribes=tribes, placement=list(Placement)[players % 2])
    rng = random.Random(players)
    events = play_out(setup, rng).events[:60]
    other = other_world(setup, events, setup.viewer(Player(0)), rng)
    assert tuple(other) != events
    assert drawn(setup, events) == drawn(setup, other)


@pytest.mark.parametrize("size", [(LEAST_WIDTH, TABLE_ROWS), (94, 30), (124, 45), (200, 60)])
@pytest.mark.parametrize("seats", range(2, 13))
def test_seats_lie_beside_each_other(seats: int, size: tuple[int, int]) -> None:
    found, (columns, rows, *_) = spots(seats, *size), scale_for(seats, *size)
    assert len(found) == seats
    for spot in found:
        assert 0 <= spot.x <= size[0] - columns
        assert 0 <= spot.y <= size[1] - rows
    for index, one in enumerate(found):
        for other in found[index + 1 :]:
            assert abs(one.x - other.x) >= columns or abs(one.y - other.y) >= rows
    assert abs(found[0].x + columns / 2 - size[0] / 2) <= 1, "the own seat is in the middle"
    assert found[0].y == max(spot.y for spot in found)


@pytest.mark.parametrize(
    ("system", "palette"),
    [(None, NONE), ("standard", SIXTEEN), ("256", FULL), ("truecolor", FULL)],
)
def test_palettes(system: str | None, palette: object) -> None:
    assert palette_for(system) is palette


def test_without_colours_there_are_none() -> None:
    setup = set_up(4)
    state = evolve(new_game(setup), play_out(setup, random.Random(1)).events[0])
    seen = view(state, setup.viewer(Player(0)))
    cast = cast_of(setup, list("wxyz"), seen.viewer.seats)
    canvas = draw_table(Canvas(80, 16, NONE), first_scene(seen), cast, Marks()).canvas
    for y in range(canvas.height):
        for segment in canvas.row(y):
            assert segment.style is not None
            assert segment.style.color is None
            assert segment.style.bgcolor is None


def test_without_colours_texts_have_none_either() -> None:
    app = game_app(players=3, seed=2, opponents=[Uniform], fast=True, colours=NONE)

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        await pilot.press("r")
        await until(pilot, lambda: len(app.screen_stack) == 2)
        (body,) = app.screen.query("#sheet-body Static").results(Static)
        await until(pilot, lambda: body.size.height > 20)
        strips = [body.render_line(y) for y in range(20)]
        assert any("The rules of Skull" in strip.text for strip in strips)
        (no_colours,) = [one for one in app.get_line_filters() if isinstance(one, NoColor)]
        segments = [segment for strip in strips for segment in strip]
        assert any(map(_is_coloured, segments)), "the heading"
        assert not any(map(_is_coloured, no_colours.apply(segments, Color(0, 0, 0))))

    driven(app, deed)


def _is_coloured(segment: Segment) -> bool:
    colour = segment.style.color if segment.style else None
    return colour is not None and not colour.is_default


def test_a_selection_can_be_taken_back() -> None:
    app = game_app(players=3, seed=2, opponents=[Uniform], fast=False, colours=NONE)

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        app._grace = 3600.0  # a test waits for no timer
        await pilot.press("s")
        assert "Skull   Enter: do it   U: take it back" in shown(app)
        await pilot.press("u")
        assert app.bar.choices is not None
        assert app.bar.choices.chosen is None
        assert "Put a disc on your mat" in shown(app)
        await pilot.press("f", "enter")
        await until(pilot, lambda: any("You place a flower." in str(line) for line in app.told))

    driven(app, deed)


def has_size(app: TableApp, width: int, height: int) -> bool:
    return app.size == (width, height)


def test_the_terminal_may_change_its_size_at_any_time() -> None:
    app = game_app(players=6, seed=2, opponents=[Uniform], fast=False, colours=FULL)

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        app._grace = 3600.0
        for width, height in ((200, 60), (79, 24), (80, 23), (20, 5), (130, 30), (80, 24)):
            await pilot.resize_terminal(width, height)
            await until(pilot, partial(has_size, app, width, height))
            await pilot.pause()
            small = app.screen.has_class("small")
            assert small == (width < LEAST_WIDTH or height < LEAST_HEIGHT)
            assert app.screen.has_class("wide") == (width >= 116)
            await pilot.press("f")
            chosen = app.bar.choices.chosen if app.bar.choices else None
            assert (chosen is None) == small, "nobody plays what they cannot see"
            await pilot.press("u")
        assert "a You" in shown(app)

    driven(app, deed)


def test_sheets_and_leaving() -> None:
    app = game_app(players=3, seed=2, opponents=[Uniform], fast=True, colours=NONE)

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        for key in ("?", "l", "r", "w", "h"):
            await pilot.press("question_mark" if key == "?" else key)
            await until(pilot, lambda: len(app.screen_stack) == 2)
            await pilot.press("escape")
            await until(pilot, lambda: len(app.screen_stack) == 1)
        await pilot.press("q")
        await until(pilot, lambda: len(app.screen_stack) == 2)
        await pilot.press("n")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        assert asks(app) is not None
        await pilot.press("q")
        await until(pilot, lambda: len(app.screen_stack) == 2)
        await pilot.press("y")
        await until(pilot, lambda: not app.is_running)

    driven(app, deed)
    assert app.gate.last_words == ["You leave the table."]


def test_level_and_temper_are_asked_if_none_is_given() -> None:
    app = game_app(players=3, seed=2, fast=True, colours=NONE)

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        assert "How strong shall the others be?" in shown(app)
        await pilot.press("m")
        await until(pilot, lambda: "how shall they play" in shown(app))
        await pilot.press("b")
        await until(pilot, lambda: "Put a disc on your mat" in shown(app))
        assert any("medium" in line for line in app.others)

    driven(app, deed)


def test_numbers_of_two_digits() -> None:
    answers: dict[str, Any] = {str(number): Bid(number) for number in range(1, 25)}
    choices = choices_of(Question("?", (Key("1-24", "challenge"),), answers))
    one = choices.press("1")
    assert one is not None
    assert one.chosen is not None
    assert (one.chosen.answer, one.may_grow) == (Bid(1), True)
    twelve = one.press("2")
    assert twelve is not None
    assert twelve.chosen is not None
    assert (twelve.chosen.answer, twelve.may_grow) == (Bid(12), False)
    three = twelve.press("3")
    assert three is not None
    assert three.chosen is not None
    assert three.chosen.answer == Bid(3)
    assert choices.press("0") is None
    assert choices.press("x") is None


CRASHING = """
class Broken:
    def choose(self, view, rng):
        raise RuntimeError("oh no")
"""
RESTORED = "\x1b[?1049l"
"""Back to the usual screen."""


class Terminal:
    """A real terminal with the command in it."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._terminal, other = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24",
                       "PYTHONIOENCODING": "utf-8"}  # fmt: skip
        command = [sys.executable, "-m", "calavera", "play", "--players", "3", *options]
        self.process = subprocess.Popen(
            command, stdin=other, stdout=other, stderr=other, cwd=folder, env=environment,
            start_new_session=True,
        )  # fmt: skip
        os.close(other)
        self.told = ""

    def wait_for(self, text: str) -> None:
        until = time.monotonic() + 120
        while text not in self.told:
            ready, _, _ = select.select([self._terminal], [], [], max(0, until - time.monotonic()))
            assert ready, f"no {text!r} in {self.told[-2000:]!r}"
            try:
                self.told += os.read(self._terminal, 65536).decode(errors="replace")
            except OSError:  # the other end is closed
                break
        assert text in self.told, self.told[-2000:]

    def type(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def hang_up(self) -> None:
        """Close the window: the system tells the program so."""
        os.close(self._terminal)
        self.process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._terminal)


def test_a_crash_restores_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(CRASHING)
    terminal = Terminal(tmp_path, "--against", "broken:Broken", "--fast")
    try:
        terminal.wait_for("Put a disc")
        terminal.type("f\r")
        terminal.wait_for(RESTORED)
        terminal.wait_for("oh no")
        assert terminal.told.index(RESTORED) < terminal.told.rindex("oh no")
    finally:
        terminal.close()


@pytest.mark.parametrize(("how", "status"), [("\x03", 130), (signal.SIGTERM, 130), ("qy", 0)])
def test_whoever_goes_keeps_the_game(
    how: str | signal.Signals, status: int, tmp_path: Path
) -> None:
    seed = ("--seed", "1")  # you begin: the table waits for you once everybody has placed
    terminal = Terminal(tmp_path, "--level", "easy", "--fast", "--record", "game.skull", *seed)
    try:
        terminal.wait_for("Put a disc")
        terminal.type("f\r")
        terminal.wait_for("Everybody has placed")
        if isinstance(how, str):
            terminal.type(how)
        else:
            terminal.process.send_signal(how)
        terminal.wait_for(RESTORED)
        terminal.wait_for("The game so far is in game.skull")
        assert terminal.process.wait(120) == status
    finally:
        terminal.close()
    assert len(read_record((tmp_path / "game.skull").read_bytes()).moves) >= 3


def test_a_terminal_that_is_gone_ends_the_game(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--level", "easy", "--fast", "--record", "game.skull")
    try:
        terminal.wait_for("Put a disc")
        terminal.hang_up()
        assert terminal.process.wait(120) == 130
    finally:
        terminal.process.kill()
        terminal.process.wait()
    assert read_record((tmp_path / "game.skull").read_bytes()).names[0] == "You"


@pytest.mark.parametrize(
    "environment",
    [{"TERM": "dumb"}, {"PYTHONIOENCODING": "ascii"}, {"COLUMNS": "79", "LINES": "24"}],
)
def test_terminals_that_cannot_show_it_get_lines(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", **environment}.items():
        monkeypatch.setenv(name, value)
    terminal, other = pty.openpty()
    command = [sys.executable, "-m", "calavera", "play", "--seed", "1"]
    process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, cwd=tmp_path)
    os.close(other)
    os.write(terminal, b"quit\n")
    told = b""
    while b"You leave the table" not in told:
        told += os.read(terminal, 65536)
    assert process.wait(120) == 0
    os.close(terminal)
    assert b"\x1b[?1049h" not in told
    assert (b"needs 80 columns and 24 rows, this terminal has 79 and 24" in told) is (
        "COLUMNS" in environment
    )


def test_an_answer_puts_a_hint_away_and_is_given() -> None:
    app = game_app(players=2, seed=1, opponents=[Uniform], colours=NONE)

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        app.show_advice("A hint", ["Place a flower."])
        await until(pilot, lambda: len(app.screen_stack) > 1)
        await pilot.press("9")
        assert len(app.screen_stack) > 1, "no answer to this question"
        await pilot.press("f")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        await until(pilot, lambda: (now := asks(app)) is None or now.chosen is not None)

    driven(app, deed)


def test_enter_makes_the_only_move_and_nothing_else() -> None:
    only = Question("", (Key("b", "seat a bot"),), {"b": "b"})
    assert choices_of(only).by_default() is not None
    assert choices_of(replace(only, is_move=False)).by_default() is None
