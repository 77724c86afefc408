"""`calavera solve`, run as people run it."""

import json
from pathlib import Path

import pytest

from calavera.cli import main
from calavera.solve.archive import is_solved, path_of
from calavera.solve.build import Build
from calavera.solve.command import other_way
from calavera.solve.induction import Care
from calavera.solve.position import Position


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["solve", *arguments]) == 0
    return capsys.readouterr().out


def test_a_position_is_answered_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(capsys, "FS/1 FS/1")
    assert "The first player wins 54.9" in answer
    assert "To begin is worth +9.8 points" in answer
    assert "place the skull" in answer
    assert "raise to 2" in answer


def test_the_answer_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(told(capsys, "??/1", "??/1", "--beliefs", "0.5", "0.5", "--json"))
    assert answer["value"] == pytest.approx(5 / 8, abs=1e-3)
    assert answer["low"] <= 5 / 8 + 1e-9
    for plan in answer["plans"]:
        for advice in plan:
            assert sum(advice["does"].values()) == pytest.approx(1.0)
    likely = [advice for advice in answer["plans"][0] if advice["likely"] > 0.05]
    best = max(likely[0]["wins"].values())
    taken = [a for a, share in likely[0]["does"].items() if share > 0.01]
    assert all(likely[0]["wins"][action] == pytest.approx(best, abs=2e-3) for action in taken)


def test_where_no_plan_leads_nothing_is_advised(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(capsys, "FS ??", "--all")
    assert "33 %" not in answer
    assert "its plan never" in answer
    assert "the other's plan" in answer
    assert "To begin is worth +0.0 points" in answer


def test_who_has_nothing_to_decide_gets_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert "The second player hardly ever has anything to decide." in told(capsys, "? ?")


def test_the_value_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told(capsys, "FS/1 FS/1", "--plot", str(tmp_path / "out.svg"))
    assert (tmp_path / "out.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    "arguments",
    [["FS"], ["FS", "XX"], ["?"] * 13, ["FS", "??", "--beliefs", "0.5", "0.5"],
     ["??", "??", "--beliefs", "2", "0"], ["check", "--folder", "missing"],
     ["FS", "FS", "--tables", "missing"], ["FS", "FS", "--plot", "/missing/x.svg"]],
)  # fmt: skip
def test_bad_input_gets_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_a_build_is_gone_on_with(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(done: int, _: int) -> None:
        if done == 3:
            raise Enough

    build = Build(tmp_path, Care(0.002))
    with pytest.raises(Enough):
        build.run(stop)
    kept = path_of(tmp_path, Position(1, 1, 1, 1)).stat().st_mtime_ns
    counted: list[int] = []

    def stop_later(done: int, _: int) -> None:
        counted.append(done)
        if done == 5:
            raise Enough

    with pytest.raises(Enough):
        build.run(stop_later)
    assert counted == [3, 4, 5]
    assert path_of(tmp_path, Position(1, 1, 1, 1)).stat().st_mtime_ns == kept
    assert not is_solved(tmp_path, Position(4, 4))


def test_the_other_way_round() -> None:
    assert other_way(Position(3, 1, 0, 1)) == Position(1, 3, 1, 0)
