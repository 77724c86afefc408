"""Matches of trained networks: computed with NumPy, they play as in standard Python."""

import random

import pytest

from bench.trained import Swift, main
from calavera.bots import BOTS, Champion
from calavera.bots.network.inputs import input_count


def test_numpy_changes_no_decision() -> None:
    rng = random.Random(0)
    for network in Champion.policy().networks:
        row = [rng.choice((0.0, 1.0, rng.random())) for _ in range(input_count(network.slots))]
        slow, fast = network.of(row), Swift(*network).of(row)
        assert fast.logits == pytest.approx(slow.logits, abs=1e-9)
        assert fast.gains == pytest.approx(slow.gains, abs=1e-9)
        assert fast.wins == pytest.approx(slow.wins, abs=1e-9)


@pytest.mark.parametrize("one", ["sitter", "uniform", "hard-bold"])
def test_one_among_others_wins_some(one: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([one, "easy", "--seats", "3", "--games", "12"])
    assert f"3 seats, one {one} among easy: " in capsys.readouterr().out


def test_a_temper_survives() -> None:
    from bench.trained import _kind  # noqa: PLC0415

    assert _kind("bold").policy().temper == BOTS["bold"].policy().temper  # type: ignore[attr-defined]
