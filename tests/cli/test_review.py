"""`calavera review` and `calavera puzzles`."""

import json
import re
from pathlib import Path

import pytest

from calavera.cli import main
from tests.server.test_review import GAME


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_finished_game_is_reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.skull"
    file.write_text(GAME)
    status, out, _ = run(capsys, "review", str(file))
    assert status == 0
    assert "Key moments" in out
    assert "Cy" in out
    status, out, _ = run(capsys, "review", str(file), "--all")
    assert status == 0
    assert "Decisions" in out
    status, out, _ = run(capsys, "review", str(file), "--json")
    assert status == 0
    assert json.loads(out)["winner"] == 2


def test_namesakes_are_told_apart_in_every_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.skull"
    file.write_text(GAME.replace("Ana, Bo, Cy", "Bo, Bo, Cy"))
    _, out, _ = run(capsys, "review", str(file), "--all")
    for title in ("Skill and luck", "Chances to win", "Decisions"):
        table = out.partition(title)[2].partition("\n\n\n")[0]
        assert "Bo (a)" in table
        assert "Bo (b)" in table
    lines = [line for line in out.splitlines() if "Bo " in line]
    assert lines
    assert all("Bo (" in line for line in lines)
    assert "Cy (" not in out


def test_any_other_record_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.skull"
    for text, words in (
        (GAME.partition("3.")[0], "not finished"),
        (GAME.replace("1. bS", "1. b?"), "full record"),
        (GAME.replace("b2", "b9"), "line 4"),
    ):
        file.write_text(text)
        status, out, err = run(capsys, "review", str(file), "--json")
        assert (status, out) == (2, "")
        assert words in err
        assert len(err.splitlines()) == 1


def test_the_puzzle_of_a_day_is_shown_with_and_without_its_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = run(capsys, "puzzles", "show", "--day", "2026-11-18")
    assert status == 0
    assert "is to decide" in out
    assert "The answer" not in out
    status, out, _ = run(capsys, "puzzles", "show", "--day", "2026-11-18", "--answer")
    assert re.search(r"The answer: .*, (about|exactly) \d+ percentage points? better", out)
    status, _, err = run(capsys, "puzzles", "show", "--day", "soon")
    assert status == 2
    assert "--day soon" in err


def test_puzzles_are_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzles.json.gz"
    made = run(capsys, "puzzles", "make", str(file), "--count", "1", "--seed", "5000001")
    assert made[0] == 0
    assert "1 puzzles" in made[1]
    assert file.stat().st_size > 100
    assert run(capsys, "puzzles", "make", str(file), "--count", "0")[0] == 2
