"""The command as people run it: a real process that is interrupted, killed and resumed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
MAGPIE = ROOT / "docs" / "examples" / "magpie"

SLOW = """\
import time
from calavera.bots import Uniform

class Slow(Uniform):
    name = "slow"

    def choose(self, view, rng):
        time.sleep(0.0005)
        return super().choose(view, rng)
"""

FIVE = ("uniform", "cautious", "bold", "mirror", "belief")
LONG = ("slow:Slow", "uniform", "--seats", "3", "--games", "36", "--seed", "3")


def start(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "error"}
    return subprocess.Popen(
        [sys.executable, "-m", "calavera", *arguments],
        cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    process = start(folder, *arguments)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def result(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text)
    told.pop("timing")
    return told


def wait_for_lines(path: Path, number: int) -> None:
    for _ in range(3000):
        if path.exists() and path.read_bytes().count(b"\n") >= number:
            return
        time.sleep(0.01)
    pytest.fail("nothing was kept")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "slow.py").write_text(SLOW)
    return tmp_path


def test_killed_twice_and_taken_up_again(folder: Path) -> None:
    at_once = run(folder, "arena", *LONG, "--json")
    assert at_once.returncode == 0, at_once.stderr
    kept = folder / "long.match"
    for lines, arguments in ((3, (*LONG, "--save", "long.match")), (5, ("--resume", "long.match"))):
        process = start(folder, "arena", *arguments)
        wait_for_lines(kept, lines)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
    assert kept.read_bytes().count(b"\n") >= 5
    done = run(folder, "arena", "--resume", "long.match", "--jobs", "2", "--json")
    assert done.returncode == 0, done.stderr
    assert result(done.stdout) == result(at_once.stdout)
    other = run(folder, "arena", "slow:Slow", "uniform", "--seed", "9", "--resume", "long.match")
    assert other.returncode == 2
    assert "keeps another match, of slow:Slow, uniform: 36 games at 3 seats" in other.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_result_so_far(folder: Path, jobs: str) -> None:
    process = start(
        folder, "arena", *LONG, "--games", "3000", "--json", "--save", "a", "--jobs", jobs
    )
    wait_for_lines(folder / "a", 4)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of the command
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    told = result(out)
    assert 0 < told["games"] < told["planned"] == 3000
    assert not told["complete"]
    assert sum(standing["wins"] for standing in told["standings"]) == told["games"]
    assert err == (
        f"calavera: interrupted after {told['games']} of 3,000 games;"
        " continue with calavera arena --resume a\n"
    )


def test_the_example_project_of_the_docs() -> None:
    done = run(MAGPIE, "arena", "magpie:Magpie", "cautious", "--games", "24", "--json")
    assert done.returncode == 0, done.stderr
    told = result(done.stdout)
    assert {standing["bot"] for standing in told["standings"]} == {"magpie", "cautious"}
    assert told["games"] == 24


def test_tables_for_a_person(folder: Path) -> None:
    done = run(folder, "arena", "cautious", "uniform", "--games", "10", "--seats", "3")
    assert done.returncode == 0
    assert done.stderr == "12 games in place of 10: every mix and rotation takes 6\n"
    assert done.stdout.startswith("12 games at 3 seats, seed 0; ")
    for word in ("Wins per seat (a fair share is 33.3 %)", "95 % interval", "cautious", "rating"):
        assert word in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_json_keys_stay(folder: Path) -> None:
    told = json.loads(run(folder, "arena", "cautious", "uniform", "--games", "12", "--json").stdout)
    assert list(told) == [
        "plan", "games", "planned", "complete", "moves_per_game", "rounds_per_game",
        "standings", "head_to_head", "elo", "sprt", "timing",
    ]  # fmt: skip
    assert list(told["plan"]) == [
        "bots", "seats", "blocks", "seed", "mixes", "tribes", "placement", "starts", "sprt",
    ]  # fmt: skip
    assert list(told["standings"][0]) == [
        "bot", "seats", "wins", "share", "low", "high", "fair", "rating", "faults",
    ]  # fmt: skip
    assert list(told["standings"][0]["rating"]) == ["mu", "sigma"]
    assert list(told["head_to_head"][0]) == ["bot", "against", "games", "wins", "losses", "share"]
    assert list(told["timing"]) == ["seconds", "workers", "bots"]
    assert list(told["timing"]["bots"][0]) == [
        "bot", "moves", "ms_per_move", "slowest_ms", "most_cpu_ms", "budget_ms", "over_budget",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["cautious", "nobody"], "there is no bot 'nobody'; there are"),
        (["cautious"], "a match needs two different bots"),
        (["cautious", "uniform", "--seats", "13"], "--seats 13: a table has at least two"),
        (["cautious", "uniform", "--games", "0"], "--games 0: a match has one game at least"),
        (["cautious", "uniform", "--seats", "7", "--tribes", "2"], "7 players with 2 tribes each"),
        (["cautious", "uniform", "--tribes", "3"], "one tribe or two, not 3"),
        (["cautious", "uniform", "--limit", "0"], "leave --limit out"),
        (["cautious", "uniform", "--limit", "1e-7"], "--limit 1e-07: at least a microsecond"),
        (["cautious", "uniform", "--limit", "-1"], "argument --limit: "),
        (["cautious", "uniform", "--limit", "nan"], "'nan' is not a number of seconds"),
        (["cautious", "uniform", "--limit", "1", "--ray", "local"], "not with --ray"),
        ([*FIVE, "--seats", "12", "--games", "1"], "every mix and rotation takes 21,780 games; --"),
        ([*FIVE, "--seats", "12", "--games", "1"], "--mixes even takes 120, or ask for --games 21"),
        (["cautious", "uniform", "--games", "-1"], "must be a whole number"),
        (["cautious", "uniform", "--save", "slow.py"], "the file already exists"),
        (["--resume", "slow.py"], "line 1 is not of a match"),
        (["--resume", "missing"], "No such file"),
        (["cautious", "uniform", "--records", "slow.py"], "is not a folder"),
        (["cautious", "missing:Bot"], "there is no module missing"),
        (["cautious", "slow:Slowest"], "has no Slowest"),
    ],
)
def test_one_line_for_whatever_cannot_be(folder: Path, arguments: list[str], reason: str) -> None:
    done = run(folder, "arena", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("calavera: ")
    assert done.stderr.count("\n") == 1
    assert reason in done.stderr
