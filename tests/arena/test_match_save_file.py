"""A saved match: whatever happens to the file, no confirmed result is lost."""

import json
from pathlib import Path

import pytest

from calavera.arena.errors import ArenaError
from calavera.arena.match.entrant import find_entrants
from calavera.arena.match.match_plan import MatchPlan, make_plan
from calavera.arena.match.save_file import new_save_file, open_save_file
from calavera.arena.runner.batch import MatchBatch, play_batch
from calavera.arena.runner.match import Match
from calavera.arena.runner.report import match_as_json

SOURCES = ("cautious", "uniform")
PLAN = make_plan(SOURCES, 3, 24, 4)


def told(match: Match) -> dict[str, object]:
    everything = match_as_json(match, match.tally)
    del everything["timing"]
    return everything


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file with nine of the games, in two batches."""
    path = tmp_path / "a.match"
    save_file, entrants = new_save_file(path, PLAN), find_entrants(SOURCES)
    for numbers in ((0, 1, 2, 3, 4, 5), (12, 13, 14)):
        save_file.add(play_batch(MatchBatch(PLAN, entrants, numbers)))
    save_file.close()
    return path


def resumed(path: Path) -> Match:
    save_file = open_save_file(path)
    return Match(save_file.plan, find_entrants(save_file.plan.bots), save_file=save_file)


def test_going_on_gives_what_playing_at_once_gives(kept: Path) -> None:
    at_once = Match(PLAN, find_entrants(SOURCES))
    at_once.play()
    match = resumed(kept)
    assert match.done == 9
    match.play()
    assert told(match) == told(at_once)
    again = resumed(kept)
    assert again.done == 24
    assert told(again) == told(at_once)


@pytest.mark.parametrize("half", [b"{", b'{"match": "', b"\xff\x00"])
def test_a_half_written_line_is_dropped(kept: Path, half: bytes) -> None:
    whole = kept.read_bytes()
    kept.write_bytes(whole + half)
    match = resumed(kept)
    assert match.done == 9
    assert kept.read_bytes() == whole
    match.play()
    assert resumed(kept).done == 24


@pytest.mark.parametrize("cut", range(1, 1000, 83))
def test_any_cut_leaves_a_match_to_go_on_with_or_says_so(kept: Path, cut: int) -> None:
    kept.write_bytes(kept.read_bytes()[:-cut])
    whole = kept.read_bytes().count(b"\n")
    if whole:
        assert resumed(kept).done == (0, 6, 9)[whole - 1]
    else:
        with pytest.raises(ArenaError, match="no match is kept"):
            resumed(kept)


@pytest.mark.parametrize(
    "damage",
    [
        {"match": "0000000000000000"},
        {"games": [[99, 0, 1, 1]]},
        {"games": [[1, 0]]},
        {"games": 7},
        {"spent": [[1, 1.0, 1.0]]},
    ],
)
def test_a_line_of_another_match_is_refused(kept: Path, damage: dict[str, object]) -> None:
    lines = kept.read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), **damage})
    kept.write_text("\n".join(lines) + "\n")
    with pytest.raises(ArenaError, match=r"a\.match: line 2 is not of a match of this version"):
        open_save_file(kept)


@pytest.mark.parametrize("content", ["", "hello\n", "[]\n", "{}\n", '{"plan": {}}\n'])
def test_a_file_that_is_no_match(tmp_path: Path, content: str) -> None:
    path = tmp_path / "x"
    path.write_text(content)
    with pytest.raises(ArenaError, match=r"no match is kept|line 1 is not of a match"):
        open_save_file(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="No such file"):
        open_save_file(tmp_path / "x")
    with pytest.raises(ArenaError, match="No such file"):
        new_save_file(tmp_path / "no" / "folder", PLAN)


def test_a_new_match_never_writes_over_a_file(kept: Path) -> None:
    with pytest.raises(ArenaError, match="the file already exists; continue with --resume"):
        new_save_file(kept, MatchPlan(SOURCES, 3, 1, 0))
