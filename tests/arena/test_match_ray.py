"""A match over a real Ray cluster of two workers on this machine."""

import importlib.util
import json
from pathlib import Path

import pytest

from tests.arena.test_match_process import SLOW, result, run

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="ray is not installed: the extra calavera[ray]"
)

MATCH = ("slow:Slow", "cautious", "--seats", "3", "--games", "60", "--json")


@needs_ray
def test_two_workers_give_what_one_process_gives(tmp_path: Path) -> None:
    """Workers cannot import the bot's module from disk: it is sent along."""
    (tmp_path / "slow.py").write_text(SLOW)
    spread = run(tmp_path, "arena", *MATCH, "--ray", "local", "--jobs", "2")
    assert spread.returncode == 0, spread.stderr
    assert json.loads(spread.stdout)["timing"]["workers"] == 2
    alone = run(tmp_path, "arena", *MATCH)
    assert result(spread.stdout) == result(alone.stdout)


@needs_ray
def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    done = run(tmp_path, "arena", "uniform", "cautious", "--ray", "no-such-host:1")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("calavera: --ray no-such-host:1: ")


@pytest.mark.skipif(importlib.util.find_spec("ray") is not None, reason="ray is installed")
def test_without_ray_it_says_what_to_install(tmp_path: Path) -> None:
    done = run(tmp_path, "arena", "uniform", "cautious", "--ray", "local")
    assert done.returncode == 2
    assert done.stderr == "calavera: --ray needs Ray: pip install 'calavera[ray]'\n"
