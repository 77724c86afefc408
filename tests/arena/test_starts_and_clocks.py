"""Start positions from a file, clocks, and faults that lose a game: run as people run them."""

import json
from collections import Counter
from pathlib import Path

import pytest

from calavera.arena.errors import ArenaError
from calavera.arena.match.game_clock import GameClock, read_clock
from calavera.arena.match.match_plan import make_plan
from calavera.arena.match.starts import read_starts
from calavera.record import read_record
from calavera.rules import Placement
from tests.arena.test_match_process import result, run
from tests.bots.engines import engine

STARTS = """\
# Endings with three seats.
start: FFS/1 F/0 FFFS/0  # three are in

FS/1 FF/0 -
"""
TWO = ("FFS/1 F/0 FFFS/0", "FS/1 FF/0 -")

BOTS = """\
import time
from calavera.bots import Uniform

class Thinker(Uniform):
    name = "thinker"
    clock = None
    def choose(self, view, rng):
        if self.clock is not None and view.board.round > 1:
            time.sleep(self.clock.left + 1)
        return super().choose(view, rng)

class Rash(Uniform):
    name = "rash"
    def choose(self, view, rng):
        if view.board.round > 1:
            raise ValueError("lost my nerve")
        return super().choose(view, rng)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bad.py").write_text(BOTS)
    (tmp_path / "starts.txt").write_text(STARTS)
    return tmp_path


def test_every_position_is_played_with_every_mix_in_every_rotation(folder: Path) -> None:
    options = ("--starts", "starts.txt", "--games", "24", "--records", "r", "--json")
    done = run(folder, "arena", "cautious", "uniform", *options)
    assert done.returncode == 0, done.stderr
    told = result(done.stdout)
    assert told["plan"]["seats"] == 3
    assert told["plan"]["starts"] == [*TWO]
    played = Counter[tuple[object, tuple[str, ...]]]()
    for path in (folder / "r").iterdir():
        record = read_record(path.read_bytes())
        played[record.setup.start, record.names] += 1
    starts = {start for start, _ in played}
    assert len(starts) == 2
    for start in starts:
        sat = Counter[tuple[int, str]]()
        for (other, names), count in played.items():
            if other == start:
                sat.update(dict.fromkeys(enumerate(names), count))
        assert len(set(sat.values())) == 1
        assert len(sat) == 6
        assert sum(sat.values()) == 3 * 12


def test_a_number_of_games_is_rounded_up_to_all_positions() -> None:
    plan = make_plan(["a", "b"], 3, 1, 0, starts=TWO)
    assert plan.games == 12
    assert {plan.game(number).setup.start for number in (0, 6)} == {
        plan.game(number).setup.start for number in (5, 11)
    }
    longer = make_plan(["a", "b"], 3, 1200, 0, starts=TWO)
    firsts = {longer.game(12 * cycle).setup for cycle in range(100)}
    assert len(firsts) == 2, "no position always comes first"
    assert plan.fingerprint != make_plan(["a", "b"], 3, 12, 0, starts=TWO[::-1]).fingerprint


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("FFFS/0 FX/0", "line 1: FX/0: a start is discs, a slash and wins, such as FFS/1, or -"),
        ("\nFFFS/0 FFFF/0", "line 2: seat b starts with more than three flowers and a skull (R1)"),
        ("FS/0 FS/0\nFS/0 FS/0 FS/0", "line 2 has 3 players, the lines before it 2"),
        ("# nothing\n", "no position in this file, such as FFFS/0 FS/1 F/0"),
        ("FS/0 -", "line 1: at least two players must be in at the start (R31)"),
    ],
)
def test_a_file_of_positions_that_cannot_be(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "starts.txt"
    path.write_text(text)
    with pytest.raises(ArenaError) as caught:
        read_starts(path, 1, Placement.SIMULTANEOUS)
    assert str(caught.value).startswith(f"--starts {path}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_size_of_the_positions_is_that_of_the_table(folder: Path) -> None:
    options = ("--starts", "starts.txt")
    done = run(folder, "arena", "cautious", "uniform", *options, "--seats", "4")
    assert done.returncode == 2
    assert "--seats 4: the positions of starts.txt have 3 players" in done.stderr
    gone = run(folder, "arena", "cautious", "uniform", "--starts", "none.txt")
    assert gone.stderr == "calavera: --starts none.txt: No such file or directory\n"


def test_positions_are_kept_for_a_match_that_goes_on(folder: Path) -> None:
    options = ("--starts", "starts.txt", "--games", "12", "--save", "a", "--json")
    done = run(folder, "arena", "cautious", "uniform", *options)
    (folder / "a").write_bytes(b"".join((folder / "a").read_bytes().splitlines(True)[:2]))
    same = run(folder, "arena", "--starts", "starts.txt", "--resume", "a", "--json")
    assert result(same.stdout) == result(done.stdout)
    (folder / "starts.txt").write_text(TWO[0])
    other = run(folder, "arena", "--starts", "starts.txt", "--resume", "a")
    assert other.returncode == 2
    assert "without --starts starts.txt, --resume continues it" in other.stderr


@pytest.mark.parametrize(
    ("text", "clock"),
    [("60+1", GameClock(60, 1)), ("10", GameClock(10)), ("0.5+0.05", GameClock(0.5, 0.05))],
)
def test_clocks(text: str, clock: GameClock) -> None:
    assert read_clock(text) == clock


@pytest.mark.parametrize("text", ["", "+1", "60+", "0", "-5", "1e9", "nan", "60 + x"])
def test_clocks_that_cannot_be(text: str) -> None:
    with pytest.raises(ArenaError, match="such as 60\\+1 or 10"):
        read_clock(text)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_player_without_time_loses_and_the_match_goes_on(folder: Path, jobs: str) -> None:
    options = ("--seats", "2", "--games", "4", "--clock", "0.3+0.01", "--jobs", jobs, "--json")
    done = run(folder, "arena", "bad:Thinker", "uniform", *options)
    assert done.returncode == 0, done.stderr
    told = {one["bot"]: one for one in json.loads(done.stdout)["standings"]}
    assert told["thinker"]["faults"] + told["thinker"]["wins"] == 4 or told["uniform"]["wins"]
    assert told["thinker"]["faults"] >= 1
    assert told["uniform"]["faults"] == 0
    assert told["thinker"]["wins"] + told["uniform"]["wins"] == 4
    lines = [line for line in done.stderr.splitlines() if "lost on time" in line]
    assert len(lines) == told["thinker"]["faults"]
    assert "thinker (seat " in lines[0]
    assert lines[0].endswith("lost on time, --clock 0.3+0.01")


def test_a_fault_ends_the_match_unless_it_is_recovered_from(folder: Path) -> None:
    match = ("bad:Rash", "uniform", "--seats", "2", "--games", "6")
    done = run(folder, "arena", *match)
    assert done.returncode == 2
    assert "raised ValueError: lost my nerve; the game so far is in fault-" in done.stderr
    done = run(folder, "arena", *match, "--recover", "--save", "a", "--records", "r", "--json")
    assert done.returncode == 0, done.stderr
    told = {one["bot"]: one for one in json.loads(done.stdout)["standings"]}
    faults = told["rash"]["faults"]
    assert faults >= 1
    assert done.stderr.count("raised ValueError: lost my nerve\n") == faults
    cut = [path for path in (folder / "r").iterdir() if "lost my nerve" in path.read_text()]
    assert len(cut) == faults
    again = run(folder, "arena", "--resume", "a", "--json")
    assert result(again.stdout) == result(done.stdout)
    table = run(folder, "arena", *match, "--recover")
    assert "Games lost by a fault: rash" in table.stdout


def test_with_more_seats_the_others_draw_lots_for_a_forfeited_game(folder: Path) -> None:
    match = ("bad:Rash", "uniform", "--seats", "4", "--games", "120", "--mixes", "even")
    done = run(folder, "arena", *match, "--recover", "--json")
    told = {one["bot"]: one for one in json.loads(done.stdout)["standings"]}
    assert told["rash"]["wins"] + told["uniform"]["wins"] == 120
    assert told["rash"]["faults"] > 100, "nearly all games have a second round"
    assert told["rash"]["wins"] > 20, "the other rash player wins a third of them"
    assert told["uniform"]["wins"] > told["rash"]["wins"]


@pytest.mark.parametrize("kind", ["crashes", "illegal", "floods"])
def test_an_engine_at_fault_loses_its_games(folder: Path, kind: str) -> None:
    match = ("--seats", "2", "--games", "4", "--recover", "--json", "--jobs", "2")
    done = run(folder, "arena", engine(folder, kind), "uniform", *match)
    assert done.returncode == 0, done.stderr
    told = {one["bot"]: one for one in json.loads(done.stdout)["standings"]}
    assert told[kind]["faults"] == told["uniform"]["wins"] == 4


def test_an_engine_that_hangs_loses_on_time(folder: Path) -> None:
    match = ("--seats", "2", "--games", "2", "--clock", "0.5", "--json")
    done = run(folder, "arena", engine(folder, "hangs", folder / "pid"), "uniform", *match)
    assert done.returncode == 0, done.stderr
    told = {one["bot"]: one for one in json.loads(done.stdout)["standings"]}
    assert told["hangs"]["faults"] == told["uniform"]["wins"] == 2
    assert done.stderr.count("lost on time, --clock 0.5+0") == 2


def test_engines_give_the_same_result_in_any_number_of_processes(folder: Path) -> None:
    match = (engine(folder, "plain"), "uniform", "--seats", "3", "--games", "12", "--json")
    one = run(folder, "arena", *match)
    assert one.returncode == 0, one.stderr
    assert result(run(folder, "arena", *match, "--jobs", "2").stdout) == result(one.stdout)
