"""`calavera solve`, run as people run it."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from calavera.cli import main
from calavera.solve.build.backward_induction import Build
from calavera.solve.build.page_folder import is_solved, path_of
from calavera.solve.build.position_solver import Care
from calavera.solve.explain.heat_map import CELLS, LEFT, SIDE, TOP
from calavera.solve.explorer.bounds import other_way
from calavera.solve.model.duel_position import DuelPosition


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["solve", *arguments]) == 0
    return capsys.readouterr().out


def test_a_position_is_answered_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(capsys, "FS/1 FS/1")
    assert "The first player wins 54.9" in answer
    assert "Beginning the round is worth +9.8 points" in answer
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


def test_what_comes_out_of_a_round_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    """The probabilities of all outcomes sum to 1, and their values to the position's."""
    for position in (["FS/1", "FS/1"], ["???/0", "??/1"], ["F?/0", "???/0"]):
        answer = json.loads(told(capsys, *position, "--json"))
        results = answer["results"]
        assert sum(result["likely"] for result in results) == pytest.approx(1.0, abs=1e-6)
        worth = sum(result["likely"] * result["wins"] for result in results)
        assert worth == pytest.approx(answer["value"], abs=2e-3)
        chosen = [result for result in results if result["keeps_skull"] is not None]
        assert chosen or position[0] != "FS/1"
        for result in chosen:
            who = "ab".index(result["outcome"][0])
            assert result["outcome"].endswith("meets its own skull")
            assert result["beliefs"][who] == result["keeps_skull"]


def test_the_loss_is_advised_and_the_belief_after_it(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(capsys, "FS/1 FS/1")
    _, _, after = answer.partition("After the round")
    assert "a meets its" in after
    assert "the skull 60 %" in after
    assert "one picked" in after
    assert max(map(len, answer.splitlines())) <= 80


def test_where_no_plan_leads_nothing_is_advised(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(capsys, "FS ??", "--all")
    assert "33 %" not in answer
    assert "its plan never" in answer
    assert "the other's plan" in answer
    assert "Beginning the round is worth +0.0 points" in answer


def test_a_player_with_nothing_to_decide_gets_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert "The second player, b, has almost nothing to decide." in told(capsys, "F F")


def test_the_value_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told(capsys, "??/1 ??/1", "--beliefs", "0.3", "0.9", "--plot", str(tmp_path / "out.svg"))
    drawing = ElementTree.parse(tmp_path / "out.svg").getroot()
    space = "{http://www.w3.org/2000/svg}"
    words = [text.text for text in drawing.iter(f"{space}text")]
    for tick in ("0 %", "25 %", "50 %", "75 %", "100 %"):
        assert words.count(tick) == 3, "on both axes and on the colour bar"
    assert "35.0 %" in words, "the value at the requested beliefs"
    marks = [(float(c.get("cx", 0)), float(c.get("cy", 0))) for c in drawing.iter(f"{space}circle")]
    left, top, side = LEFT + SIDE / 2, TOP + SIDE / 2, (CELLS - 1) * SIDE
    assert marks
    for x, y in marks:
        assert x == pytest.approx(left + 0.3 * side, abs=0.01)
        assert y == pytest.approx(top + 0.1 * side, abs=0.01)


@pytest.mark.parametrize(
    "arguments",
    [["FS"], ["FS", "XX"], ["?"] * 13, ["FS", "??", "--beliefs", "0.5", "0.5"],
     ["??", "??", "--beliefs", "2", "0"], ["check", "--booklet", "missing"],
     ["FS", "FS", "--booklet", "missing"], ["FS", "FS", "--plot", "/missing/x.svg"]],
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
    kept = path_of(tmp_path, DuelPosition(1, 1, 1, 1)).stat().st_mtime_ns
    counted: list[int] = []

    def stop_later(done: int, _: int) -> None:
        counted.append(done)
        if done == 5:
            raise Enough

    with pytest.raises(Enough):
        build.run(stop_later)
    assert counted == [3, 4, 5]
    assert path_of(tmp_path, DuelPosition(1, 1, 1, 1)).stat().st_mtime_ns == kept
    assert not is_solved(tmp_path, DuelPosition(4, 4))


def test_the_other_way_round() -> None:
    assert other_way(DuelPosition(3, 1, 0, 1)) == DuelPosition(1, 3, 1, 0)
