"""The examples, in a short form."""

import importlib.util
import itertools
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_cfr_finds_the_value_of_an_ending() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    value, error = example("cfr").solve("F?/1 ?/1", 60)
    assert abs(value - 15 / 16) <= error + 1e-6 < 0.02


def test_ppo_learns_for_some_batches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="torch is not installed: pip install 'calavera[train]'")
    ppo = example("ppo")
    monkeypatch.setattr(ppo, "GAMES", 32)
    monkeypatch.setattr(ppo, "WIDTH", 16)
    clock = itertools.count(step=0.6)  # a tenth of six seconds for each batch
    monkeypatch.setattr(ppo.time, "monotonic", lambda: next(clock))
    ppo.learn(minutes=0.1, opponents="uniform")
    assert len(re.findall(r"min: won \d+\.\d% of the last \d+", capsys.readouterr().out)) >= 5


def test_ppo_needs_nothing_but_what_the_environment_gives() -> None:
    """Without torch, at least what it reads of the environment is checked."""
    import gymnasium  # noqa: PLC0415

    import calavera.env.vector  # noqa: F401, PLC0415  # it registers the environment

    text = (EXAMPLES / "ppo.py").read_text(encoding="utf-8")
    compile(text, "ppo.py", "exec")
    assert 'make_vec(\n        "calavera/Skull-v0"' in text
    envs = gymnasium.make_vec(
        "calavera/Skull-v0", num_envs=4, opponents="cautious", autoreset_mode="SameStep"
    )
    seen, _ = envs.reset(seed=1)
    assert list(seen) == ["observation", "action_mask"]
    assert envs.observation_space.contains(seen)
    for _ in range(50):
        seen, reward, ended, truncated, _ = envs.step(seen["action_mask"].argmax(axis=1))
        assert not truncated.any()
        assert not reward[~ended].any()
