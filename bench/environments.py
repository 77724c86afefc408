"""Speed of the environments: `python -m bench.environments`; others' in the same run.

All play at random, each by its own mask. RLCard and PettingZoo's card games come with
`pip install rlcard pygame-ce`, or `make bench`.
"""

import random
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy

from bench.reference import Figure, measure
from calavera.arena.encoding.action_numbers import ACTIONS
from calavera.env import skull_v0

TABLES = 1_024
OURS = "a step of 1,024 games, self-play"
OPPONENTS = ("uniform", "cautious")
CARD_GAMES = {"leduc_holdem": "leduc-holdem", "texas_holdem": "limit-holdem"}
"""Names in PettingZoo and in RLCard."""


def figures() -> Iterator[tuple[str, Figure]]:
    """Each thing measured, with its name; a step is an action with its observation and mask."""
    yield OURS, measure(_vector(None), 40 * TABLES)
    for name in OPPONENTS:
        yield f"the same against three {name}", measure(_vector(name), 8 * TABLES)
    yield "PettingZoo: skull_v0", measure(_pettingzoo(skull_v0.env()), 1_000)
    if find_spec("rlcard") is None or find_spec("pygame") is None:
        print("RLCard is not installed: pip install rlcard pygame-ce", flush=True)
        return
    for pettingzoo, rlcard in CARD_GAMES.items():
        yield f"PettingZoo: {pettingzoo}", measure(_pettingzoo(_card_game(pettingzoo)), 1_000)
        yield f"RLCard: {rlcard}", measure(_rlcard(rlcard), 1_000)


def _vector(opponents: str | None) -> Callable[[int], None]:
    """Choosing at random is part of the loop, and costs as much as the step."""
    envs = gymnasium.make_vec("calavera/Skull-v0", num_envs=TABLES, opponents=opponents)
    chances = numpy.random.default_rng(4).random((TABLES, ACTIONS), numpy.float32)
    seen, _ = envs.reset(seed=4)
    last = [seen]

    def work(times: int) -> None:
        seen = last[0]
        for _ in range(max(times // TABLES, 1)):
            actions = (seen["action_mask"] * chances).argmax(axis=1)
            seen, *_ = envs.step(actions)
        last[0] = seen

    return work


def _pettingzoo(env: Any) -> Callable[[int], None]:
    rng = random.Random(4)
    env.reset(seed=4)

    def work(times: int) -> None:
        for _ in range(times):
            seen, *_ = env.last()
            env.step(rng.choice(numpy.flatnonzero(seen["action_mask"]).tolist()))
            if all(env.terminations.values()):
                env.reset()

    return work


def _card_game(name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import leduc_holdem_v4, texas_holdem_v4  # noqa: PLC0415
    return {"leduc_holdem": leduc_holdem_v4, "texas_holdem": texas_holdem_v4}[name].env()


def _rlcard(name: str) -> Callable[[int], None]:
    """RLCard itself, without PettingZoo's checks."""
    import rlcard  # noqa: PLC0415

    env, rng = rlcard.make(name, {"seed": 4}), random.Random(4)
    state, _ = env.reset()
    last = [state]

    def work(times: int) -> None:
        state = last[0]
        for _ in range(times):
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            if env.is_over():
                state, _ = env.reset()
        last[0] = state

    return work


def tell(measured: dict[str, Figure]) -> None:
    """Print how many steps of ours one step of theirs costs."""
    ours = measured[OURS]
    print(f"{OURS}: {ours.per_second:,.0f} a second, the choice of actions included.")
    for name, figure in measured.items():
        if name.startswith(("PettingZoo: ", "RLCard: ")):
            print(f"{name}: {figure.ratio / ours.ratio:,.0f} times as long.", flush=True)


def main() -> None:
    """Measure and print."""
    measured = {}
    for name, figure in figures():
        measured[name] = figure
        print(f"{name:38}{figure.per_second:12,.0f}{figure.ratio:13.3f}", flush=True)
    tell(measured)


if __name__ == "__main__":
    main()
