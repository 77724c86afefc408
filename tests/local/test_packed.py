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
MODULES = "import sys, json; json.dumps([m for m in sys.modules if m.startswith('calavera')])"

pytestmark = pytest.mark.skipif(bool(what_is_missing()), reason=what_is_missing())


@pytest.fixture(scope="module")
def python() -> Iterator[PackedPython]:
    with packed_python() as one:
        yield one


def test_the_same_games(python: PackedPython) -> None:
    assert differing(python, first=0, count=6) == ""


def test_every_feature_answers_the_same(python: PackedPython, tmp_path: Path) -> None:
    there = python.run(EVERYTHING).split("\n")
    here = in_a_thread(features(tmp_path)).split("\n")
    assert [*zip(here, there, strict=True)] == [*zip(here, here, strict=True)]
    assert python.violations() == []


def test_the_first_archives_hold_what_a_first_table_needs(python: PackedPython) -> None:
    """And nothing that no feature needs: every packed module of ours was loaded by one."""
    python.run(EVERYTHING)
    names = json.loads((ROOT / "web/scripts/python/names.json").read_text("utf-8"))
    packed = {*names["first"]["packages"], *names["later"]["packages"]}
    assert {*json.loads(python.run(MODULES))} == packed


def test_nothing_is_packed_that_only_a_server_needs() -> None:
    names = json.loads((ROOT / "web/scripts/python/names.json").read_text("utf-8"))
    packed = [*names["first"]["packages"], *names["later"]["packages"]]
    parts = {name.partition(".")[2].partition(".")[0] for name in packed}
    assert parts <= {
        "", "bots", "calls", "console", "drawing", "errors", "local", "protocol", "record",
        "review", "rules", "solve", "table",
    }  # fmt: skip


def test_everything_that_is_named_is_there() -> None:
    manifest = json.loads((FOLDER / "python/manifest.json").read_text("utf-8"))
    for name in (manifest["first"], manifest["later"]["archive"], manifest["nothing"]):
        assert (FOLDER / "python" / name).is_file()
    assert (FOLDER / "python" / manifest["runtime"] / "pyodide.asm.wasm").is_file()
