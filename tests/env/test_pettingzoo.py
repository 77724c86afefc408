"""`skull_v0`: PettingZoo's own tests, and who may know what."""

import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy
import pytest

from calavera.arena.encoding.action_numbers import CHANCE, PASS_ON, SHOW_MAT
from calavera.arena.simulator.packing import packed, row_of
from calavera.bots import Champion, acting_seat
from calavera.bots.contract.worlds import other_world
from calavera.env import skull_v0
from calavera.record import read_record
from calavera.rules import IllegalSetup, Player, State, set_up
from tests.env.rows import moves_of, played

with warnings.catch_warnings():  # it loads games of its own, in a way that it has given up
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

TABLES: list[dict[str, Any]] = [
    {},
    {"players": 2},
    {"players": 12, "placement": "first-last"},
    {"players": 3, "tribes": 2},
    {"players": 3, "start": "FFS/1 FS -"},
]

# PettingZoo excepts its own environments with masks from these by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_it_passes_the_api_test(table: dict[str, Any]) -> None:
    api_test(skull_v0.env(**table), num_cycles=100)


def test_it_passes_the_seed_test() -> None:
    seed_test(skull_v0.env, num_cycles=100)


def test_it_passes_the_render_test() -> None:
    render_test(skull_v0.env, {"svg": lambda picture: picture.startswith("<svg")})


def test_it_runs_in_the_performance_benchmark() -> None:
    performance_benchmark(skull_v0.env())


def play(env: Any, seed: int) -> Iterator[str]:
    """A random game; yields the agent whose turn it is."""
    env.reset(seed=seed)
    rng = numpy.random.default_rng(seed)
    for agent in env.agent_iter():
        yield agent
        seen, _, ended, _, _ = env.last()
        env.step(None if ended else int(rng.choice(numpy.flatnonzero(seen["action_mask"]))))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_only_the_player_to_act_is_told_its_legal_actions(table: dict[str, Any]) -> None:
    env = skull_v0.raw_env(**table)
    for agent in play(env, 3):
        for other in env.agents:
            mask = env.observe(other)["action_mask"]
            assert mask.any() == (other == agent and not env.terminations[agent])
            assert not mask[SHOW_MAT]


def test_the_winner_is_paid_by_the_others() -> None:
    env = skull_v0.env(players=4)
    paid, seats = {}, set()
    for agent in play(env, 5):
        _, reward, ended, _, info = env.last()
        if ended:
            paid[agent] = reward
            seats.add(info["winning_seat"])
        else:
            assert reward == 0.0
    (seat,) = seats
    assert paid == {f"player_{n}": 1.0 if n == seat else -1 / 3 for n in range(4)}


def test_two_tribes_are_played_by_one_agent() -> None:
    env = skull_v0.raw_env(players=2, tribes=2)
    env.reset(seed=1)
    turns = [agent for agent, _ in zip(play(env, 1), range(4), strict=False)]
    assert turns == ["player_0", "player_1", "player_0", "player_1"]  # seats a to d place at once


def test_the_text_that_is_drawn_is_the_game_as_a_record() -> None:
    env = skull_v0.env(players=3, render_mode="ansi")
    for agent in play(env, 2):
        text = env.render()
        if env.terminations[agent]:
            break
    assert "result: *" not in text
    assert read_record(text).setup == set_up(3)


def test_a_view_is_what_a_bot_is_asked_with() -> None:
    env, bot = skull_v0.raw_env(players=3), Champion()
    env.reset(seed=4)
    seen = env.view(env.agent_selection)
    assert bot.choose(seen, random.Random(1)) in acting_seat(seen).legal


def test_an_illegal_action_is_refused_in_one_line() -> None:
    env = skull_v0.raw_env(start="FS FS", players=2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"^game 0: a-: every seat places one disc first \(R6\)$"):
        env.step(PASS_ON)
    with pytest.raises(ValueError, match=r"^game 0: -1 is not the number of an action"):
        env.step(None)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"render_mode": "film"}, "render_mode 'film': choose one of human, ansi, svg"),
    ({"players": 13}, "13 players with 1 tribe each make 13 seats"),
    ({"placement": "last"}, r"placement 'last': it is simultaneous or first-last \(R7\)"),
    ({"players": 2, "start": "FX F"}, "start 'FX': write discs, a slash and wins, as FFS/1, or -"),
]


@pytest.mark.parametrize(("given", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_a_bad_table_is_refused_in_one_line(given: dict[str, Any], reason: str) -> None:
    with pytest.raises((IllegalSetup, ValueError), match=f"^{reason}"):
        skull_v0.env(**given)


def test_an_agent_is_told_the_same_in_two_worlds_that_it_cannot_tell_apart() -> None:
    assert sum(two_worlds(seed) for seed in range(6)) > 3


def two_worlds(seed: int) -> bool:
    """Compares what a player is told in both; returns whether another is told more."""
    rng = random.Random(seed)
    setup = set_up(rng.choice([2, 3]), tribes=rng.choice([1, 2]))
    events, differ = played(setup, rng), False
    for player in range(setup.players):
        other = other_world(setup, events, setup.viewer(Player(player)), rng)
        worlds = [list(moves_of(setup, world)) for world in (events, other)]
        mine, twin = (told(setup.players, setup.tribes, world, player) for world in worlds)
        assert mine == twin
        another = (player + 1) % setup.players
        mine, twin = (told(setup.players, setup.tribes, world, another) for world in worlds)
        differ |= mine != twin
    return differ


def told(
    players: int, tribes: int, moves: list[tuple[State, int, int]], player: int
) -> list[object]:
    """All that an agent is told in a game of the rules that is put into the environment."""
    env, agent = skull_v0.raw_env(players=players, tribes=tribes), f"player_{player}"
    heard: list[object] = []
    env.reset(seed=1)
    for state, seat, number in moves:
        if seat == CHANCE:
            continue
        env._games._tables.rows[0] = row_of(packed(state))
        env._games._tables.seats[0] = seat
        env._games._tables.masks[0] = 1
        env.step(number)
        seen = env.observe(agent)
        heard.append((seen["observation"].tobytes(), seen["action_mask"].tobytes()))
        heard.append((env.agent_selection, env.rewards[agent], env.infos[agent]))
    assert env.terminations[agent]
    return heard
