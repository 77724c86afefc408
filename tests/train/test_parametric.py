"""The parametric searches: constants act where their names say, and nowhere else."""

import random

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'calavera[train]'")

from bench.parametric import CONSTANTS, leaning  # noqa: E402
from calavera import Game  # noqa: E402
from calavera.bots.network import Tracker, inputs  # noqa: E402
from calavera.bots.network.choices import (  # noqa: E402
    EVERYTHING,
    FLIP_NEXT,
    PASS_ON,
    PLACE_FLOWER,
    PLACE_SKULL,
    RAISE,
)
from calavera.rules import Player, redact  # noqa: E402
from calavera.train.network import Network, new_network  # noqa: E402

BASE = new_network(3, seed=1, hidden=8)


def logits(network: Network, row: list[float]) -> list[float]:
    with torch.no_grad():
        found: list[float] = network(torch.tensor([row]))[0][0].tolist()
    return found


def changed(constant: str, moves: str, seat: str = "a") -> dict[int, float]:
    """The logits that a constant of 1 changes for a seat after some moves, and by how much."""
    game = Game(players=3, first="a")
    game.play(moves)
    view = game.view(seat)
    tracker = Tracker(view.board.setup)
    viewer = view.board.setup.viewer(Player("abc".index(seat)))
    for event in game.events:
        tracker.take(redact(event, viewer))
    row = inputs(view.own[0], tracker, 3)
    constants = [float(name == constant) for name in CONSTANTS]
    pairs = zip(logits(BASE, row), logits(leaning(BASE, constants), row), strict=True)
    moved = {choice: after - before for choice, (before, after) in enumerate(pairs)}
    return {choice: round(by, 3) for choice, by in moved.items() if abs(by) > 1e-5}


RAISES = range(RAISE, PASS_ON)


def test_without_constants_a_base_plays_as_before() -> None:
    rng = random.Random(1)
    row = [rng.random() for _ in range(BASE.body[0].in_features)]
    same = leaning(BASE, [0.0] * len(CONSTANTS))
    assert logits(same, row) == pytest.approx(logits(BASE, row), abs=1e-6)


def test_constants_for_placing() -> None:
    assert changed("place the skull", "bF cF", "a") == {PLACE_SKULL: 1.0}
    assert changed("place the skull when beginning", "bF cF", "a") == {PLACE_SKULL: 1.0}
    assert changed("place the skull when beginning", "aF cF", "b") == {}
    assert changed("add a flower", "bF cF", "a") == {}
    assert changed("add a flower", "aF bF cF", "a") == {PLACE_FLOWER: 1.0}


def test_constants_for_bids() -> None:
    assert changed("raise", "aF bF cF", "a") == dict.fromkeys(RAISES, 1.0)
    assert changed("raise over the own skull", "aF bF cF", "a") == {}
    assert changed("raise over the own skull", "aS bF cF", "a") == dict.fromkeys(RAISES, 1.0)
    leaps = changed("raise for each step beyond the lowest", "aF bF cF", "a")
    assert leaps == {RAISE + step: float(step) for step in range(1, EVERYTHING - RAISE)}
    assert changed("bid everything", "aF bF cF", "a") == {EVERYTHING: 1.0}
    # Its own flower covers a bid of 1; of 2 it needs a disc of somebody else.
    need = "raise for each disc of others that it needs"
    assert changed(need, "aF bF cF", "a") == {}
    assert changed(need, "aF bF cF a1", "b") == dict.fromkeys(RAISES, 1.0)


def test_a_constant_for_flips() -> None:
    risks = changed("flip what is likely to be a skull", "aF bS cF a2 b- c- a>aF", "a")
    assert risks == {FLIP_NEXT: 0.25, FLIP_NEXT + 1: 0.25}
