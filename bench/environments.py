"""Speed of the environments: `python -m bench.environments`; others' in the same run.

All play at random, each by its own mask. RLCard and PettingZoo's card games come with
`pip install rlcard pygame-ce`, or `make bench`.
"""

import random
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy

from bench.reference import Figure, measure
from calavera.arena.encoding.action_numbers import ACTIONS
from calavera.bots import EVERY_BOT
from calavera.env import skull_v0
from calavera.env.bot_games import BotGames
from calavera.env.vector import SkullVectorEnv
from calavera.rules import Action, View, set_up

TABLES = 1_024
FEW = 64
OURS = "a step of 1,024 games, self-play"
OPPONENTS = {"uniform": 40, "cautious": 20, "mirror": 20, "champion": 0}
"""How many steps of all games are measured; without any, of a few games in Python."""

ONE = numpy.ones(1, numpy.bool_)
STEPS_COUNTED = 300

CARD_GAMES = {"leduc_holdem": "leduc-holdem", "texas_holdem": "limit-holdem"}
"""Names in PettingZoo and in RLCard."""


def figures() -> Iterator[tuple[str, Figure]]:
    """Each thing measured, with its name; a step is an action with its observation and mask."""
    yield OURS, measure(_vector(None), 40 * TABLES)
    for name, times in OPPONENTS.items():
        work = _vector(name, TABLES if times else 8)
        yield against(name), measure(work, times * TABLES or 80)
    for named in (None, *(name for name, times in OPPONENTS.items() if times)):
        yield among_few(named), measure(_vector(named, FEW), 100 * FEW)
    yield "PettingZoo: skull_v0", measure(_pettingzoo(skull_v0.env()), 1_000)
    if find_spec("rlcard") is None or find_spec("pygame") is None:
        print("RLCard is not installed: pip install rlcard pygame-ce", flush=True)
        return
    for pettingzoo, rlcard in CARD_GAMES.items():
        yield f"PettingZoo: {pettingzoo}", measure(_pettingzoo(_card_game(pettingzoo)), 1_000)
        yield f"RLCard: {rlcard}", measure(_rlcard(rlcard), 1_000)


def against(name: str) -> str:
    """What the games against a bot are called."""
    return f"the same against three {name}"


def among_few(name: str | None) -> str:
    """What a step of few games is called: what Python does in a step is done for fewer."""
    return f"{FEW} games, {f'three {name}' if name else 'self-play'}"


def _vector(opponents: str | None, tables: int = TABLES) -> Callable[[int], None]:
    """Choosing at random is part of the loop, and costs as much as a step of self-play."""
    envs = SkullVectorEnv(tables, opponents=opponents)
    chances = numpy.random.default_rng(4).random((tables, ACTIONS), numpy.float32)
    seen, _ = envs.reset(seed=4)
    last = [seen]

    def work(times: int) -> None:
        seen = last[0]
        for _ in range(max(times // tables, 1)):
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


def replies(name: str) -> float:
    """How many moves of three opponents a step of the learner has inside."""
    made = 0
    kind = EVERY_BOT[name]

    class Counted(kind):  # type: ignore[misc, valid-type]
        def choose(self, view: View, rng: random.Random) -> Action:
            nonlocal made
            made += 1
            return super().choose(view, rng)  # type: ignore[no-any-return]

    games, rng = BotGames(set_up(4), 1, [(name, Counted)] * 3), random.Random(4)
    games.seed(4)
    steps = 0
    while steps < STEPS_COUNTED:
        games.begin(ONE)
        while games.running[0]:
            games.step([rng.choice(numpy.flatnonzero(games.masks[0]).tolist())], ONE)
            steps += 1
    return made / steps


def tell(measured: dict[str, Figure]) -> None:
    """Print how many steps of ours one step of theirs costs."""
    ours = measured[OURS]
    print("Steps of the learner, each with its choice, its observation and its mask, a second:")
    print(f"{ours.per_second:,.0f} in self-play, where all moves are the learner's.")
    for name in OPPONENTS:
        steps, more = measured[against(name)].per_second, replies(name)
        print(
            f"{steps:,.0f} against three {name}; with their {more:.1f} moves inside each,"
            f" {steps * (1 + more):,.0f} moves."
        )
    print("A step of others, in steps of self-play:")
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
