"""The building blocks of the compiled code."""

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import numpy
import pytest

from calavera.arena.compiled import compiling, entry_points
from calavera.arena.compiled.lanes import (
    EVERYONE,
    WIDTH,
    following,
    lane,
    lowest,
    member,
    only,
    some,
)
from calavera.arena.compiled.layout import FIELDS, WORDS
from calavera.arena.compiled.splitmix import dice_of, roll, toss
from calavera.arena.compiled.storing import load, store

SETS = [0b1, 0b100000000000, 0b111111111111, 0b101, 0b10010, 0b11, 0b100000000001, 0b110110]


def spread(bits: int) -> int:
    return sum(1 << WIDTH * seat for seat in range(12) if bits >> seat & 1)


@pytest.mark.parametrize("bits", SETS)
def test_sets_of_seats(bits: int) -> None:
    seats, members = spread(bits), [seat for seat in range(12) if bits >> seat & 1]
    assert lowest(seats) == members[0]
    assert [member(seats, index) for index in range(len(members))] == members
    for seat in range(12):
        clockwise = [other % 12 for other in range(seat + 1, seat + 13) if bits >> other % 12 & 1]
        assert following(seats, seat) == clockwise[0]
        assert lane(seats, seat) == (seat in members)
        assert only(seat) == spread(1 << seat)


def test_who_has_some() -> None:
    rng = random.Random(1)
    for _ in range(200):
        counts = [rng.choice([0, 0, 1, 2, 3, 4, 15]) for _ in range(12)]
        lanes = sum(count << WIDTH * seat for seat, count in enumerate(counts))
        assert [lane(some(lanes), seat) for seat in range(12)] == [int(c > 0) for c in counts]
    assert some(EVERYONE) == EVERYONE
    assert some(0) == 0


def test_a_stored_game_keeps_every_word_in_its_place() -> None:
    row = numpy.arange(100, 100 + WORDS)
    game = load(row)
    told = [(type(part).__name__, field) for part in game for field in part._fields]
    assert told == [(part.__name__, field) for part, field in FIELDS]
    assert [word for part in game for word in part] == row.tolist()
    again = numpy.zeros(WORDS, numpy.int64)
    store(game, again)
    assert (again == row).all()


unsigned = numpy.uint64  # values returned to Python lose their unsigned type


@pytest.mark.parametrize("sides", [1, 2, 3, 7, 12, 49])
def test_dice_are_fair(sides: int) -> None:
    dice, counts = dice_of(5, sides), [0] * sides
    for _ in range(min(2_000 * sides, 30_000)):
        dice, side = roll(unsigned(dice), sides)
        counts[side] += 1
    expected = sum(counts) / sides
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts)


def test_dice_of_neighbouring_games_have_nothing_in_common() -> None:
    first = {
        roll(unsigned(dice_of(seed, game)), 2**31)[1] for seed in range(30) for game in range(30)
    }
    assert len(first) == 900


def test_coins_are_fair() -> None:
    dice, heads = dice_of(1, 1), [0] * 63
    for _ in range(4_000):
        dice, coins = toss(unsigned(dice))
        for place in range(63):
            heads[place] += coins >> place & 1
    assert all(abs(count - 2_000) < 5 * 1_000**0.5 for count in heads)


CALL = """
import numpy
from calavera.arena.compiled.entry_points import write_turns
from calavera.arena.compiled.layout import WORDS
write_turns(numpy.zeros((1, WORDS), numpy.int64), numpy.zeros(1, numpy.int64))
"""


def call(cache: Path) -> str:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", CALL], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
    return done.stderr


def test_the_first_call_says_what_it_waits_for_and_the_next_waits_no_more(tmp_path: Path) -> None:
    assert call(tmp_path) == f"{compiling.PATIENCE}\n"
    assert call(tmp_path) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no locks that end with a process")
def test_of_processes_that_start_at_once_one_compiles(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as threads:
        assert sorted(threads.map(call, [tmp_path] * 3)) == ["", "", f"{compiling.PATIENCE}\n"]


def test_other_parts_are_told_apart_and_not_one_by_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dispatcher = SimpleNamespace(py_func=entry_points.write_turns.py_func)  # type: ignore[attr-defined]
    happening = SimpleNamespace(data={"dispatcher": dispatcher})
    announcement = compiling._Announcement()
    for _ in range(3):
        announcement.on_start(happening)
    assert capsys.readouterr().err == f"{compiling.PATIENCE}\n"
    monkeypatch.setattr(compiling, "SILENCE", -1.0)
    announcement.on_start(happening)
    assert capsys.readouterr().err == "calavera: compiling part 4 of the simulator …\n"


def test_it_works_where_nothing_can_be_written(tmp_path: Path) -> None:
    taken = tmp_path / "a file"
    taken.write_text("")
    assert call(taken) == f"{compiling.PATIENCE}\n"


def test_what_is_compiled_belongs_to_these_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    here = compiling.cache_of_these_sources()
    monkeypatch.setattr(Path, "read_bytes", lambda path: path.name.encode())
    there = compiling.cache_of_these_sources()
    assert here is not None
    assert there is not None
    assert here != there
    assert here.parent == there.parent == tmp_path / "calavera"


def test_old_caches_are_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    old, young, foreign = (
        tmp_path / "calavera" / name for name in ("simulator-old", "simulator-young", "other")
    )
    for directory in (old, young, foreign):
        directory.mkdir(parents=True)
    for directory in (old, foreign):
        os.utime(directory, (0, 0))
    compiling.cache_of_these_sources()
    assert not old.exists()
    assert young.exists()
    assert foreign.exists()
