"""The packed Python of a browser plays the same games and gives the same answers as ours."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from calavera.server.http.static import FOLDER
from tests.local.features import features
from tests.local.packed import PackedPython, packed_python, what_is_missing
from tests.local.same_games import differing, in_a_thread

ROOT = Path(__file__).parents[2]
EVERYTHING = """
from pathlib import Path
from tests.local.features import features
await features(Path("/tmp"))
"""
MODULES = "import sys, json; json.dumps([*sys.modules])"
PUZZLE = "from calavera.calls.puzzles import puzzle_of; puzzle_of('2026-11-18').decode()"
NAMES = json.loads((ROOT / "web/scripts/python/names.json").read_text("utf-8"))
"""What is packed, as `npm run trace` found it."""

pytestmark = pytest.mark.skipif(bool(what_is_missing()), reason=what_is_missing())


@pytest.fixture(scope="module")
def python() -> Iterator[PackedPython]:
    with packed_python() as one:
        yield one


@pytest.fixture(scope="module")
def answers(python: PackedPython) -> list[str]:
    """What the packed Python answers to everything."""
    told: str = python.run(EVERYTHING)
    return told.split("\n")


def test_what_comes_later_is_waited_for(python: PackedPython) -> None:
    """Right after the start the second archive is not there."""
    assert json.loads(python.run(PUZZLE))["day"] == "2026-11-18"


def test_the_same_games(python: PackedPython) -> None:
    assert differing(python, first=0, count=6) == ""


def test_every_feature_answers_the_same(
    python: PackedPython, answers: list[str], tmp_path: Path
) -> None:
    here = in_a_thread(features(tmp_path)).split("\n")
    assert [*zip(here, answers, strict=True)] == [*zip(here, here, strict=True)]
    assert python.violations() == []


@pytest.mark.usefixtures("answers")
def test_nothing_is_packed_that_no_feature_loads(python: PackedPython) -> None:
    loaded = {*json.loads(python.run(MODULES))}
    for part in NAMES.values():
        assert {*part["packages"], *part["library"]} <= loaded


def test_nothing_is_packed_that_only_a_server_needs() -> None:
    packed = [*NAMES["first"]["packages"], *NAMES["later"]["packages"]]
    parts = {name.partition(".")[2].partition(".")[0] for name in packed}
    assert not parts & {"arena", "cli", "client", "env", "server", "terminal", "train"}


def test_everything_that_is_named_is_there() -> None:
    manifest = json.loads((FOLDER / "python/manifest.json").read_text("utf-8"))
    for name in (manifest["first"], manifest["later"]["archive"], manifest["nothing"]):
        assert (FOLDER / "python" / name).is_file()
    assert (FOLDER / "python" / manifest["runtime"] / "pyodide.asm.wasm").is_file()
