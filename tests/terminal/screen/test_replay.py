"""A record, step by step."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from calavera.cli import main
from calavera.record import read_record
from calavera.terminal.screen.palette import NONE
from calavera.terminal.screen.replay import replay_app, viewpoints
from tests.terminal.screen.driving import driven, shown

GAMES = Path(__file__).parent.parent / "games"
GAME = sorted(GAMES.glob("*.skull"))[0]


def test_steps_rounds_and_viewpoints() -> None:
    record = read_record(GAME.read_bytes())
    app = replay_app(record, NONE)
    last = len(app.stepper.viewpoint.steps) - 1

    async def deed(pilot: Pilot[Any]) -> None:
        assert f"Step 0 of {last}" in shown(app)
        await pilot.press("right", "right")
        assert app.stepper.at == 2
        await pilot.press("left")
        assert app.stepper.at == 1
        await pilot.press("down")
        assert app.stepper.viewpoint.steps[app.stepper.at].scene.board.round == 2
        await pilot.press("up")
        assert app.stepper.at == 0
        await pilot.press("left")
        assert app.stepper.at == 0
        await pilot.press("end")
        assert app.stepper.at == last
        name = app.stepper.viewpoint.name
        await pilot.press("v")
        assert app.stepper.viewpoint.name == "what the public saw" != name
        assert "what the public saw" in shown(app)
        await pilot.press("q")

    driven(app, deed)


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.skull")), ids=lambda path: path.stem)
def test_every_viewpoint_has_the_same_steps(path: Path) -> None:
    seen = viewpoints(read_record(path.read_bytes()))
    assert len({len(viewpoint.steps) for viewpoint in seen}) == 1


def test_the_public_sees_no_hidden_disc() -> None:
    for step in viewpoints(read_record(GAME.read_bytes()))[1].steps:
        for mat, known in zip(step.scene.board.mats, step.scene.known, strict=True):
            certain = [disc for disc in known.stack if disc is not None]
            assert len(certain) <= len(mat.faces) or mat.discs <= 1 or not mat.height


def test_without_a_terminal_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GAME), "--step"]) == 2
    assert "--step needs a terminal and a file" in capsys.readouterr().err
