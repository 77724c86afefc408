"""Opponents that are asked in Python: any bot, which is told what its player may know."""

import random
import re
from collections import deque
from typing import Any, ClassVar

import gymnasium
import numpy
import pytest

from calavera.arena.compiled.entry_points import write_masks, write_observations
from calavera.arena.encoding.action_numbers import CHANCE, SHOW_MAT, action_of, number_of_chance
from calavera.arena.simulator.packing import packed, row_of
from calavera.bots import EVERY_BOT, BotFault, acting_seat
from calavera.bots.contract.worlds import other_world
from calavera.bots.uniform import Uniform
from calavera.env import bot_games
from calavera.env.bot_games import BotGames
from calavera.env.compiled_games import CompiledGames
from calavera.env.compiled_opponents import SCRIPTED
from calavera.env.opponents import games_against
from calavera.env.vector import SkullVectorEnv
from calavera.rules import (
    Event,
    Player,
    Seat,
    SeenEvent,
    Setup,
    State,
    View,
    chance_outcomes,
    set_up,
)
from calavera.rules.advance import advance
from calavera.rules.events import DiscLost, DiscPlaced, DiscsShuffled, RoundBegan
from calavera.rules.evolve import new_board
from tests.env.rows import moves_of, played

HERE = "tests.env.test_bot_opponents"


def steps(
    envs: SkullVectorEnv, count: int, seed: int | None = 1
) -> list[tuple[bytes, bytes, list[float]]]:
    """Plays random moves; returns what was told."""
    seen, _ = envs.reset(seed=seed)
    rng, heard = numpy.random.default_rng(1), []
    for _ in range(count):
        masks = seen["action_mask"]
        seen, rewards, *_ = envs.step((masks * rng.random(masks.shape)).argmax(axis=1))
        heard.append((seen["observation"].tobytes(), masks.tobytes(), rewards.tolist()))
    return heard


def make(opponents: Any, count: int = 4, **table: Any) -> SkullVectorEnv:
    envs = gymnasium.make_vec("calavera/Skull-v0", num_envs=count, opponents=opponents, **table)
    assert isinstance(envs, SkullVectorEnv)
    return envs


@pytest.mark.parametrize("name", [*EVERY_BOT, *SCRIPTED, "expert", "Xolo", "hard-bold"])
def test_every_name_is_an_opponent(name: str) -> None:
    games_against(name, set_up(3), 1)


def test_those_that_are_compiled_play_compiled_where_they_can() -> None:
    for name in ("uniform", "sitter", "counter", "cautious", "easy", "bold", "mirror"):
        assert isinstance(games_against(name, set_up(6), 1), CompiledGames)
    for name in ("belief", "champion", "hard-bold"):
        assert isinstance(games_against(name, set_up(3), 1), BotGames)
    assert isinstance(games_against("bold", set_up(7), 1), BotGames)
    assert isinstance(games_against("bold", set_up(3, tribes=2), 1), BotGames)


@pytest.mark.parametrize("table", [{"players": 3}, {"players": 2, "tribes": 2}, {"players": 7}])
def test_the_strongest_play_and_a_seed_says_everything(table: dict[str, Any]) -> None:
    opponents = ["champion", "belief", "bold", "uniform", "easy", "hard"][: table["players"] - 1]
    envs = make(opponents, 2, **table)
    first = steps(envs, 12)
    assert steps(envs, 12, None) != first
    assert steps(make(opponents, 2, **table), 12) == first


@pytest.mark.parametrize("tribes", [1, 2])
def test_the_learner_is_told_what_the_simulator_tells(tribes: int) -> None:
    envs, rng = make(f"{HERE}:Listener", 8, players=3, tribes=tribes), numpy.random.default_rng(1)
    seen, infos = envs.reset(seed=3)
    for _ in range(150):
        rows = numpy.stack([row_of(packed(envs._games.state(index))) for index in range(8)])
        there, masks = numpy.zeros_like(seen["observation"]), numpy.zeros_like(seen["action_mask"])
        write_observations(rows, infos["seat"], there)
        write_masks(rows, infos["seat"], masks)
        masks[:, SHOW_MAT] = 0
        assert (seen["observation"] == there).all()
        running = envs._games.running
        assert (seen["action_mask"][running] == masks[running]).all()
        assert not seen["action_mask"][~running].any()
        actions = (seen["action_mask"] * rng.random(masks.shape)).argmax(axis=1)
        seen, _, _, _, infos = envs.step(actions)


class Listener(Uniform):
    """Checks that it hears its own game, whole and in order, and nothing of others' discs."""

    def __init__(self) -> None:
        self.heard: list[SeenEvent] = []

    def see(self, event: SeenEvent) -> None:
        self.heard.append(event)

    def choose(self, view: View, rng: Any) -> Any:
        board = new_board(view.board.setup)
        for event in self.heard:
            assert not isinstance(event, DiscsShuffled)
            if isinstance(event, DiscPlaced | DiscLost):
                assert {event.seat, getattr(event, "taker", event.seat)} & set(view.viewer.seats)
            board = advance(board, event)
        assert isinstance(self.heard[0], RoundBegan)
        assert board == view.board
        assert acting_seat(view).seat in view.viewer.seats
        assert tuple(own.seat for own in view.own) == tuple(view.viewer.seats)
        return super().choose(view, rng)


class Broken(Uniform):
    """Raises an error at its second move."""

    made: ClassVar[int] = 0

    def choose(self, view: View, rng: Any) -> Any:
        self.__class__.made += 1
        if self.made > 1:
            raise RuntimeError("out of\nideas")
        return super().choose(view, rng)


def test_a_broken_bot_is_one_line_with_its_name() -> None:
    line = f"opponent '{HERE}:Broken' raised RuntimeError: out of ideas"
    with pytest.raises(BotFault, match=f"^{re.escape(line)}$"):
        steps(make(f"{HERE}:Broken", 1, players=2), 50)


class Lasting(Uniform):
    """Counts those that were made and not dismissed."""

    here: ClassVar[int] = 0

    def __init__(self) -> None:
        self.__class__.here += 1

    def close(self) -> None:
        self.__class__.here -= 1


def test_bots_are_dismissed_after_their_game() -> None:
    envs = make(f"{HERE}:Lasting", 3, players=3)
    before = Lasting.here  # one was made to see whether it can be
    steps(envs, 40)
    steps(envs, 40)
    assert before < Lasting.here <= before + 6
    envs.close()
    assert Lasting.here == before


class Follower(Uniform):
    """Plays a game that is given; what it hears is kept."""

    moves: ClassVar[deque[tuple[State, int, int]]] = deque()
    heard: ClassVar[list[object]] = []

    def see(self, event: SeenEvent) -> None:
        self.heard.append(event)

    def choose(self, view: View, rng: Any) -> Any:
        _, seat, number = self.moves.popleft()
        assert seat == acting_seat(view).seat
        return action_of(number, Seat(seat), len(view.board.mats))


def chance_of_the_given_game(state: State, rng: random.Random) -> tuple[Event, ...]:
    if not chance_outcomes(state):
        return ()
    _, seat, number = Follower.moves.popleft()
    assert seat == CHANCE
    return tuple(event for event, _ in chance_outcomes(state) if number_of_chance(event) == number)


def told(setup: Setup, events: list[Event], seed: int) -> tuple[Seat, list[object], list[object]]:
    """The learner's seat in a given game, what it is told, and what its opponents are."""
    envs = make(f"{HERE}:Follower", 1, players=setup.players)
    Follower.moves, Follower.heard = deque(moves_of(setup, events)), []
    seen, infos = envs.reset(seed=seed)
    learner, heard, over = Seat(int(infos["seat"][0])), list[object](), False
    while not over:
        heard += [value.tobytes() for value in (*seen.values(), *infos.values())]
        _, seat, number = Follower.moves.popleft()
        assert seat == learner
        seen, rewards, ended, _, infos = envs.step([number])
        heard.append(rewards.tolist())
        over = bool(ended[0])
    heard += [value.tobytes() for value in (*seen.values(), *infos.values())]
    return learner, heard, Follower.heard


def test_the_learner_is_told_the_same_in_two_worlds_that_it_cannot_tell_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot_games, "chance_events", chance_of_the_given_game)
    differ = 0
    for seed in range(8):
        rng = random.Random(seed)
        setup = set_up(rng.choice([2, 3]))
        events = played(setup, rng)
        learner, mine, theirs = told(setup, events, seed)
        other = other_world(setup, events, setup.viewer(Player(learner)), rng)
        assert (learner, mine) == told(setup, other, seed)[:2]
        differ += theirs != told(setup, other, seed)[2]
    assert differ > 4
