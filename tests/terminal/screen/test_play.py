"""Games on the screen, by keys and by mouse."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from calavera.bots import Uniform
from calavera.record import read_record
from calavera.terminal.screen.choices import Choices
from calavera.terminal.screen.palette import FULL, NONE, SIXTEEN
from calavera.terminal.screen.play import game_app
from tests.terminal.screen.driving import (
    Chooser,
    Guest,
    asks,
    by_key,
    by_mouse,
    driven,
    shown,
    until,
)


@pytest.mark.parametrize(("players", "choose"), [(2, by_key), (3, by_mouse)])
def test_a_whole_game(players: int, choose: Chooser, tmp_path: Path) -> None:
    path = tmp_path / "game.skull"
    app = game_app(
        players=players, seed=players, opponents=[Uniform], record_path=path, fast=True,
        colours=FULL,
    )  # fmt: skip
    driven(app, Guest(app, choose).play)
    assert read_record(path.read_bytes()).is_full
    words = " ".join(app.gate.last_words)
    assert "second success" in words or "everybody else is out" in words
    assert words.endswith(f"The game is in {path}")


@pytest.mark.parametrize(("players", "tribes", "choose"), [(12, 1, by_key), (6, 2, by_mouse)])
def test_many_seats_fit(players: int, tribes: int, choose: Chooser, tmp_path: Path) -> None:
    """Twelve names, and every button within 80 columns and 24 rows, without colours."""
    path = tmp_path / "game.skull"
    app = game_app(
        players=players, tribes=tribes, seed=1, opponents=[Uniform], record_path=path, fast=True,
        colours=[NONE, SIXTEEN][tribes - 1],
    )  # fmt: skip
    looks: list[list[str]] = []

    class Critic(Guest):
        def look(self, choices: Choices) -> None:
            looks.append(app.table.canvas.lines())
            assert app.size == (80, 24)
            for option in choices.options:
                assert option.seat is not None or app.bar.button(option.key) is not None

    driven(app, Critic(app, choose, most=12).play)
    assert len(looks) == 12
    record = read_record(path.read_bytes())
    for lines in looks:
        for seat in record.setup.seats:
            name = record.names[record.setup.owner(seat)]
            label = f"{'abcdefghijkl'[seat]} {name}"
            assert any(label in line for line in lines), label


def test_after_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be stepped through, saved beside what is there, and followed by another one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "skull-2.skull").write_text("an older game")
    app = game_app(players=2, seed=2, opponents=[Uniform], fast=True, colours=NONE)

    async def deed(pilot: Pilot[Any]) -> None:
        await Guest(app, by_key).play(pilot)
        await until(pilot, lambda: "The game is over." in shown(app))
        result = shown(app)
        await pilot.press("v")
        await until(pilot, lambda: "Step 0 of" in shown(app))
        await pilot.press("end", "v")
        await until(pilot, lambda: "what the public saw" in shown(app))
        await pilot.press("q")
        await until(pilot, lambda: asks(app) is not None)
        assert shown(app) == result
        await pilot.press("s")
        await until(pilot, lambda: "S  save" not in shown(app) and asks(app) is not None)
        assert read_record((tmp_path / "skull-2-2.skull").read_bytes()).is_full
        await pilot.press("n")
        await until(pilot, lambda: "Put a disc on your mat" in shown(app))
        assert len(app.told) < 5, "a new log"
        await Guest(app, by_key).play(pilot)
        await until(pilot, lambda: "The game is over." in shown(app))
        await pilot.press("enter")
        assert asks(app) is not None, "one Enter too many leaves no table"
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)

    driven(app, deed)
    assert "The game is in skull-2-2.skull" in app.gate.last_words


def test_each_game_of_an_evening_has_its_record(tmp_path: Path) -> None:
    path = tmp_path / "game.skull"
    app = game_app(
        players=2, seed=2, opponents=[Uniform], record_path=path, fast=True, colours=NONE
    )

    async def deed(pilot: Pilot[Any]) -> None:
        await Guest(app, by_key).play(pilot)
        await until(pilot, lambda: "The game is over." in shown(app))
        assert "S  save" not in shown(app)
        await pilot.press("n")
        await until(pilot, lambda: "Put a disc on your mat" in shown(app))

    driven(app, deed)
    assert read_record(path.read_bytes()).is_full
    assert not read_record((tmp_path / "game-2.skull").read_bytes()).moves
