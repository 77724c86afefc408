"""Games on the screen, by keys and by mouse."""

from pathlib import Path

import pytest

from calavera.bots import Uniform
from calavera.record import read_record
from calavera.terminal.screen.choices import Choices
from calavera.terminal.screen.palette import FULL, NONE, SIXTEEN
from calavera.terminal.screen.play import game_app
from tests.terminal.screen.driving import Chooser, Guest, by_key, by_mouse, driven


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
