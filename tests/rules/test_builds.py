"""A plain and a compiled build make and read the same values; `make compiled` builds the other."""

import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

import calavera
from bench.core import play
from calavera.command_line import build
from calavera.rules import (
    Bid,
    IllegalAction,
    Place,
    Player,
    Seat,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.model.discs import SKULL

ROOT = Path(__file__).parents[2]
BUILDS = {"plain Python": ROOT / "src", "compiled": ROOT / ".venv/compiled"}
OTHER = next(path for name, path in BUILDS.items() if name != build())
READ = """
import pickle, sys
from tests.rules.test_builds import values
from calavera.command_line import build
read = pickle.loads(sys.stdin.buffer.read())
same = values()
assert read == same and repr(read) == repr(same), "other values"
sys.stderr.write(build())
sys.stdout.buffer.write(pickle.dumps(same))
"""


def values() -> tuple[object, ...]:
    """Values of every kind that a random game with refusals makes, the same on each build."""
    setup = set_up(3)
    events = play(setup, random.Random(22))
    states = [new_game(setup)]
    for event in events:
        states.append(evolve(states[-1], event))
    viewer = setup.viewer(Player(1))
    refused = []
    for state in states:
        for action in (Place(SKULL), Bid(40)):
            try:
                refused.append(str(decide(state, Seat(0), action)))
            except IllegalAction as error:
                refused.append(repr(error))
    return (
        tuple(events),
        tuple(states),
        tuple(view(state, viewer) for state in states),
        tuple(redact(event, viewer) for event in events),
        tuple(refused),
    )


@pytest.mark.skipif(not (OTHER / "calavera").is_dir(), reason="make compiled builds the other")
def test_values_pass_from_one_build_to_the_other_and_back() -> None:
    own = values()
    other = subprocess.run(
        [sys.executable, "-c", READ],
        input=pickle.dumps(own), capture_output=True, check=True, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{OTHER}{os.pathsep}{ROOT}"},
    )  # fmt: skip
    assert {build(), other.stderr.decode()} == {*BUILDS}
    assert pickle.loads(other.stdout) == own
    assert repr(pickle.loads(other.stdout)) == repr(own)


def test_nothing_compiled_lies_among_the_sources() -> None:
    package = Path(calavera.__file__).parent
    assert build() == "compiled" or not [*package.rglob("*.so"), *package.rglob("*.pyd")]
    assert not [*(ROOT / "src").rglob("*.so")]
