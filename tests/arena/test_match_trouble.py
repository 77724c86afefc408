"""Faulty bots and processes, run as people run them: messages and files."""

import contextlib
import json
import math
import os
import signal
import time
from pathlib import Path

import pytest

from calavera.arena.errors import ArenaError
from calavera.arena.match.entrant import find_entrants
from calavera.arena.match.match_plan import make_plan
from calavera.arena.runner.batch import MatchBatch, play_batch
from calavera.arena.runner.match import Match
from calavera.arena.runner.report import match_as_json, over_budget
from calavera.arena.runner.terms import Terms
from calavera.arena.runner.watch import Watch
from calavera.record import read_record
from tests.arena.test_match_process import result, run, start, wait_for_lines

BOTS = """\
import os
import subprocess
import time
from calavera.bots import Uniform

class Slow(Uniform):
    name = "slow"
    def choose(self, view, rng):
        time.sleep(0.0005)
        return super().choose(view, rng)

class Busy(Uniform):
    name = "busy"
    budget = 0.0001
    def choose(self, view, rng):
        end = time.thread_time() + 0.0003
        while time.thread_time() < end:
            pass
        return super().choose(view, rng)

class Stuck(Uniform):
    name = "stuck"
    def choose(self, view, rng):
        while view.board.round > 1:
            try:
                time.sleep(60)
            except Exception:
                pass
        return super().choose(view, rng)

class Gone(Uniform):
    name = "gone"
    def choose(self, view, rng):
        if view.board.round > 1:
            os._exit(7)
        return super().choose(view, rng)

class Chatty(Uniform):
    name = "chatty"
    def choose(self, view, rng):
        print("hmm", flush=True)
        os.write(1, b"HMM\\n")
        return super().choose(view, rng)

print("imported")
"""

MATCH = ("--seats", "3", "--games", "12")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bad.py").write_text(BOTS)
    return tmp_path


def children(pid: int) -> list[int]:
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in told.split()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_workers_end_with_a_parent_that_was_killed(folder: Path) -> None:
    match = ("bad:Slow", "uniform", "--games", "30000", "--save", "a", "--jobs", "2")
    process = start(folder, "arena", *match)
    try:
        wait_for_lines(folder / "a", 3)
        workers = children(process.pid)
        assert len(workers) >= 2
        os.kill(process.pid, signal.SIGKILL)  # only the parent
        process.wait(60)
        for _ in range(3000):
            if not any(map(is_alive, workers)):
                return
            time.sleep(0.02)
        pytest.fail("workers go on without a parent")
    finally:
        for pipe in (process.stdout, process.stderr):
            if pipe:
                pipe.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def test_a_worker_that_dies_is_named_with_its_bot_and_game(folder: Path) -> None:
    done = run(folder, "arena", "bad:Gone", "uniform", *MATCH, "--jobs", "2")
    assert done.returncode == 2
    # Another worker may write its own line in the middle.
    _, said, where = done.stderr.rpartition(
        "calavera: a worker process left with status 7 in game "
    )
    assert said
    assert ", as gone (seat " in where.splitlines()[0]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_bots_print_is_no_part_of_the_result(folder: Path, jobs: str) -> None:
    done = run(folder, "arena", "bad:Chatty", "uniform", *MATCH, "--jobs", jobs, "--json")
    assert done.returncode == 0, done.stderr
    assert result(done.stdout)["games"] == 12
    assert {"hmm", "HMM", "imported"} <= set(done.stderr.splitlines())


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_stuck_bot_is_stopped_at_the_limit(folder: Path, jobs: str) -> None:
    done = run(folder, "arena", "bad:Stuck", "uniform", *MATCH, "--limit", "1", "--jobs", jobs)
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]
    assert "stuck (seat " in last
    assert "took longer for a move than --limit 1 allows; the game so far is in fault-" in last
    (kept,) = folder.glob("fault-*-stuck.skull")
    assert read_record(kept.read_bytes()).moves


def test_a_limit_of_less_than_a_millisecond_is_kept(folder: Path) -> None:
    done = run(folder, "arena", "bad:Stuck", "uniform", *MATCH, "--limit", "0.0005")
    assert done.returncode == 2
    assert "took longer for a move than --limit 0.0005 allows" in done.stderr.splitlines()[-1]


def test_a_limit_changes_nothing_for_those_who_keep_it(folder: Path) -> None:
    plain = run(folder, "arena", "cautious", "uniform", *MATCH, "--json")
    limited = run(folder, "arena", "cautious", "uniform", *MATCH, "--json", "--limit", "30")
    assert result(limited.stdout) == result(plain.stdout)


def test_a_slow_bot_is_named_less_and_less_often(
    capsys: pytest.CaptureFixture[str],
) -> None:
    long, text, began = 0.05, "", time.perf_counter()
    with Watch(long=long) as watch:
        watch.asks(17, 1, "slow", "b")
        while text.count("\n") < 4:
            assert time.perf_counter() - began < 60, text
            time.sleep(0.01)
            text += capsys.readouterr().err
        gone = time.perf_counter() - began
        watch.answered()
    lines = text.splitlines()
    assert len(lines) <= math.log2(gone / long) + 1, "each after twice as long"
    for line in lines:
        assert line.startswith("calavera: slow (seat b, game 17) has been thinking about a move")


def test_nobody_is_named_for_many_short_moves(capsys: pytest.CaptureFixture[str]) -> None:
    with Watch(long=0.6) as watch:
        for _ in range(80):
            watch.asks(1, 0, "quick", "a")
            time.sleep(0.01)
            watch.answered()
    assert capsys.readouterr().err == ""


def test_a_bot_over_its_budget_is_reported_with_cpu_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    sources = ["bad:Busy", "bad:Slow"]
    match = Match(make_plan(sources, 3, 6, 1), find_entrants(sources))
    tally = match.play()
    told = list(over_budget(tally, match.entrants[:1]))
    assert len(told) == 1
    assert told[0].startswith("busy exceeded its budget of 0.1 ms in ")
    timing = match_as_json(match, tally)["timing"]
    busy, slow = json.loads(json.dumps(timing))["bots"]
    assert busy["over_budget"] == busy["moves"]
    assert busy["most_cpu_ms"] >= 0.3
    assert slow["over_budget"] < slow["moves"] / 2, "sleeping takes no CPU time"
    assert slow["ms_per_move"] > 0.5


KEPT = ("cautious", "uniform", "--seats", "3", "--games", "12", "--seed", "3")


@pytest.mark.parametrize(
    "said",
    [
        ("--games", "18"), ("--seed", "4"), ("--seats", "4"), ("--mixes", "even"),
        ("--tribes", "2"), ("--placement", "first-last"), ("uniform", "cautious"),
        ("cautious", "uniform", "--seed", "0"),
    ],
)  # fmt: skip
def test_resume_refuses_what_contradicts_the_file(folder: Path, said: tuple[str, ...]) -> None:
    run(folder, "arena", *KEPT, "--save", "a")
    done = run(folder, "arena", *said, "--resume", "a")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "a keeps another match, of cautious, uniform: 12 games at 3 seats" in done.stderr
    assert f"without {' '.join(said[-2:])}, --resume continues it" in done.stderr
    same = run(folder, "arena", "Vela", "uniform", "--games", "11", "--seed", "3", "--resume", "a")
    assert same.returncode == 0, same.stderr


def test_variants_are_played_kept_and_taken_up_again(folder: Path) -> None:
    variant = ("--tribes", "2", "--placement", "first-last")
    done = run(folder, "arena", *KEPT, *variant, "--save", "a", "--records", "r", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["plan"]["tribes"] == 2
    assert json.loads(done.stdout)["plan"]["placement"] == "first-last"
    records = [read_record(path.read_bytes()) for path in (folder / "r").iterdir()]
    assert len(records) == 12
    assert {(record.setup.players, record.setup.tribes) for record in records} == {(3, 2)}
    (folder / "a").write_bytes(b"".join((folder / "a").read_bytes().splitlines(True)[:2]))
    again = run(folder, "arena", "--resume", "a", "--json")
    assert result(again.stdout) == result(done.stdout)


def test_records_of_two_matches_are_never_mixed(folder: Path) -> None:
    first = run(folder, "arena", *KEPT, "--records", "r")
    assert first.returncode == 0, first.stderr
    before = {path.name: path.read_bytes() for path in (folder / "r").iterdir()}
    other = run(folder, "arena", *KEPT, "--seed", "4", "--records", "r")
    assert other.returncode == 2
    assert other.stderr == "calavera: r: the folder already has records; choose another\n"
    assert {path.name: path.read_bytes() for path in (folder / "r").iterdir()} == before


def test_a_match_that_goes_on_has_all_of_its_records_or_none(folder: Path) -> None:
    run(folder, "arena", *KEPT, "--save", "a", "--records", "r")
    whole = {path.name: path.read_bytes() for path in (folder / "r").iterdir()}
    kept = (folder / "a").read_bytes().splitlines(True)
    (folder / "a").write_bytes(b"".join(kept[:2]))  # one game is over
    for path in sorted((folder / "r").iterdir())[1:]:
        path.unlink()
    for where in ("elsewhere", "other"):
        run(folder, "arena", *KEPT, "--seed", "4", "--records", "other")
        done = run(folder, "arena", "--resume", "a", "--records", where)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert (
            f"--records {where}: 1 of the games that are over have no record there" in done.stderr
        )
    same = run(folder, "arena", "--resume", "a", "--records", "r")
    assert same.returncode == 0, same.stderr
    assert {path.name: path.read_bytes() for path in (folder / "r").iterdir()} == whole
    finished = run(folder, "arena", "--resume", "a", "--records", "new")
    assert finished.returncode == 2, "a finished match writes none, and says so"


def test_the_watch_is_told_before_each_question() -> None:
    plan = make_plan(["bench.outsiders:Passer", "uniform"], 3, 6, 1)
    asked: list[tuple[int, int]] = []
    played = play_batch(
        MatchBatch(plan, find_entrants(plan.bots), (4,)),
        lambda game, player: asked.append((game, player)),
    )
    assert {game for game, _ in asked} == {4}
    assert {player for _, player in asked} == {0, 1, 2}
    assert len(asked) == played.games[0].moves


def test_a_limit_ends_a_batch_with_a_fault(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    sources = ["bad:Stuck", "uniform"]
    match = Match(make_plan(sources, 3, 6, 1), find_entrants(sources), terms=Terms(limit=0.1))
    with pytest.raises(ArenaError, match=r"stuck .* than --limit 0.1 allows"):
        match.play()
