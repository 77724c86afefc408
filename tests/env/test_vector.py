"""Gymnasium's vector environment: its semantics, its games, and who may know what."""

import random
import re
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from calavera.arena.encoding.action_numbers import ACTIONS, CHANCE, PASS_ON, SHOW_MAT
from calavera.arena.encoding.arrays import Bytes, Words
from calavera.arena.simulator import Batch
from calavera.arena.simulator.packing import packed, row_of
from calavera.bots.contract.worlds import other_world
from calavera.env.compiled_games import CompiledGames
from calavera.env.vector import SkullVectorEnv
from calavera.rules import Player, set_up
from tests.env.rows import moves_of, played

ASKED = "calavera.bots.uniform:Uniform"
"""A bot that is asked in Python, as all are that have no compiled twin."""


def make(count: int = 8, **arguments: Any) -> SkullVectorEnv:
    envs = gymnasium.make_vec("calavera/Skull-v0", num_envs=count, **arguments)
    assert isinstance(envs, SkullVectorEnv)
    return envs


def chosen(masks: Bytes, rng: numpy.random.Generator) -> Words:
    """A random legal action each; any number where there is none."""
    actions: Words = (masks * rng.random(masks.shape)).argmax(axis=1)
    return actions


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("opponents", [None, "uniform", ASKED])
def test_what_is_returned_is_what_the_spaces_say(mode: AutoresetMode, opponents: str) -> None:
    envs, rng = (
        make(opponents=opponents, players=2, autoreset_mode=mode),
        numpy.random.default_rng(1),
    )
    assert envs.metadata["autoreset_mode"] is mode
    seen, _ = envs.reset(seed=1)
    for _ in range(60):
        assert envs.observation_space.contains(seen)
        actions = chosen(seen["action_mask"], rng)
        assert envs.action_space.contains(actions)
        seen, rewards, ended, truncated, _ = envs.step(actions)
        assert [rewards.dtype, ended.dtype, truncated.dtype] == [float, bool, bool]
        assert rewards.shape == ended.shape == truncated.shape == (8,)
        assert not truncated.any()
        assert not rewards[~ended].any()
        assert set(rewards[ended].tolist()) <= {1.0, -1.0}
        if mode is AutoresetMode.DISABLED and ended.any():
            seen, _ = envs.reset(options={"reset_mask": ended})


def test_self_play_is_the_game_of_the_simulator() -> None:
    envs, rng = make(20, players=3, autoreset_mode="Disabled"), numpy.random.default_rng(2)
    seen, infos = envs.reset(seed=2)
    assert isinstance(envs._games, CompiledGames)
    batch = Batch(set_up(3), 20, seed=envs._games._company.seed)
    while not batch.over.all():
        masks = batch.legal()
        masks[:, SHOW_MAT] = 0
        assert (seen["action_mask"] == masks).all()
        running = ~batch.over
        assert (seen["observation"][running] == batch.observe()[running]).all()
        assert (infos["seat"][running] == batch.seats[running]).all()
        actions, acting = chosen(masks, rng), batch.seats
        batch.step(actions)
        envs._ended[:] = False  # games that are over are stepped no more
        envs._games.step(actions, running)
        seen, infos = envs._observed(), envs._infos(batch.over)
    assert (infos["winning_seat"] == batch.winning_seats).all()
    assert acting.max() <= CHANCE


def test_the_next_step_after_the_end_begins_a_game() -> None:
    envs, rng = make(32, players=2), numpy.random.default_rng(3)
    seen, _ = envs.reset(seed=3)
    before, begun = numpy.zeros(32, bool), 0
    for _ in range(200):
        actions = chosen(seen["action_mask"], rng)
        actions[before] = -7  # it is ignored
        seen, rewards, ended, _, infos = envs.step(actions)
        assert not (before & ended).any()
        assert not rewards[before].any()
        assert seen["action_mask"][before].any(axis=1).all()
        assert not seen["action_mask"][ended].any()
        assert seen["observation"][ended, 7].all()  # `over`
        assert "final_obs" not in infos
        if ended.any():
            assert (infos["_winning_seat"] == ended).all()
            assert set(infos["winning_seat"][ended].tolist()) <= {0, 1}
        begun += before.sum()
        before = ended
    assert begun > 20


def test_the_same_step_holds_the_end_of_one_game_and_the_beginning_of_the_next() -> None:
    envs, rng = make(32, players=2, autoreset_mode="SameStep"), numpy.random.default_rng(3)
    seen, _ = envs.reset(seed=3)
    games = 0
    for _ in range(200):
        seen, rewards, ended, _, infos = envs.step(chosen(seen["action_mask"], rng))
        assert seen["action_mask"].any(axis=1).all()
        assert "winning_seat" not in infos
        if not ended.any():
            assert "final_obs" not in infos
            continue
        assert (infos["_final_obs"] == ended).all()
        assert (infos["_final_info"] == ended).all()
        last = infos["final_info"]
        won = last["winning_seat"] == last["seat"]
        assert (rewards[ended] == numpy.where(won, 1.0, -1.0)[ended]).all()
        for index, final in enumerate(infos["final_obs"]):
            assert (final is not None) == ended[index]
            if final is not None:
                assert envs.single_observation_space.contains(final)
                assert final["observation"][7]
                games += 1
    assert games > 20


def test_a_disabled_reset_is_asked_for() -> None:
    envs = make(2, players=2, start="F F", autoreset_mode="Disabled", opponents="sitter")
    seen, _ = envs.reset(seed=1)
    rng, ended = numpy.random.default_rng(1), numpy.zeros(2, bool)
    while not ended.any():
        seen, _, ended, _, _ = envs.step(chosen(seen["action_mask"], rng))
    with pytest.raises(ValueError, match=rf"^game {ended.argmax()} is over \(R32\); begin another"):
        envs.step(numpy.zeros(2, int))
    kept = seen["observation"][~ended]
    seen, _ = envs.reset(options={"reset_mask": ended})
    assert (seen["observation"][~ended] == kept).all()
    assert seen["action_mask"].any(axis=1).all()
    with pytest.raises(ValueError, match=r"^reset_mask: an array of 2 booleans is needed$"):
        envs.reset(options={"reset_mask": [True]})


def transcript(envs: SkullVectorEnv, seed: int | None) -> list[bytes]:
    seen, _ = envs.reset(seed=seed)
    rng, heard = numpy.random.default_rng(1), []
    for _ in range(30):
        seen, rewards, *_ = envs.step(chosen(seen["action_mask"], rng))
        heard += [seen["observation"].tobytes(), rewards.tobytes()]
    return heard


def test_a_seed_begins_the_same_games_again() -> None:
    envs = make(opponents=["uniform", "sitter", "counter"])
    first = transcript(envs, 5)
    assert transcript(envs, None) != first
    assert (
        transcript(envs, 5)
        == first
        == transcript(make(opponents=["uniform", "sitter", "counter"]), 5)
    )
    assert transcript(envs, 6) != first


def test_statistics_of_gymnasium_count_whole_games() -> None:
    envs = RecordEpisodeStatistics(
        make(16, players=2, opponents="uniform", autoreset_mode="SameStep")
    )
    seen, _ = envs.reset(seed=1)
    rng = numpy.random.default_rng(1)
    returns: list[float] = []
    for _ in range(150):
        seen, _, ended, _, infos = envs.step(chosen(seen["action_mask"], rng))
        returns += infos["episode"]["r"][ended].tolist() if ended.any() else []
    assert len(returns) > 20
    assert set(returns) == {1.0, -1.0}


@pytest.mark.parametrize("opponents", ["uniform", ASKED])
def test_who_is_out_is_done(opponents: str) -> None:
    """The others may go on: nobody has won yet."""
    envs, rng = make(64, players=4, opponents=opponents), numpy.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    out = 0
    for _ in range(150):
        seen, rewards, ended, _, infos = envs.step(chosen(seen["action_mask"], rng))
        nobody = ended & (infos["winning_seat"] == CHANCE) if ended.any() else ended
        assert (rewards[nobody] == -1 / 3).all()
        assert not seen["observation"][nobody, 17].any()  # `discs`
        out += nobody.sum()
    assert out > 10


@pytest.mark.parametrize(
    "opponents", ["uniform", "sitter", "counter", "cautious", "advanced-trickster", ASKED]
)
def test_the_learner_sits_everywhere(opponents: str) -> None:
    envs = make(64, players=3, opponents=opponents)
    _, infos = envs.reset(seed=2)
    assert set(infos["seat"].tolist()) == {0, 1, 2}


@pytest.mark.parametrize("opponents", ["uniform", ASKED])
def test_two_tribes_of_the_learner_are_its_own(opponents: str) -> None:
    envs, rng = make(64, players=3, tribes=2, opponents=opponents), numpy.random.default_rng(1)
    seen, infos = envs.reset(seed=2)
    seats = infos["seat"]
    for _ in range(4):
        seen, _, _, _, infos = envs.step(chosen(seen["action_mask"], rng))
        assert (infos["seat"] % 3 == seats % 3).all()


BAD_STEPS = [
    ([PASS_ON] * 2, "game 0: a-: every seat places one disc first (R6)"),
    ([0, SHOW_MAT], "game 1: "),
    ([0, -1], "game 1: -1 is not the number of an action: they go from 0 to 78"),
    ([0, ACTIONS], "game 1: 79 is not the number of an action: they go from 0 to 78"),
    ([0], "actions: one whole number for each of the 2 games is needed"),
    ([0.5, 1.0], "actions: one whole number for each of the 2 games is needed"),
]


@pytest.mark.parametrize(("actions", "reason"), BAD_STEPS, ids=[str(each) for each, _ in BAD_STEPS])
def test_a_bad_step_is_refused_in_one_line_and_nothing_moves(
    actions: list[Any], reason: str
) -> None:
    envs = make(2)
    seen, _ = envs.reset(seed=1)
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}"):
        envs.step(actions)
    assert (envs._observed()["observation"] == seen["observation"]).all()


BAD: list[tuple[dict[str, Any], str]] = [
    ({"count": 0}, "num_envs 0: at least 1 is required"),
    ({"opponents": "champoin"}, "opponents: there is no bot 'champoin'; did you mean champion?"),
    (
        {"opponents": ["champion", "sitter", "uniform"]},
        "opponent 'sitter' is compiled, and cannot play beside champion",
    ),
    ({"render_mode": "ansi"}, "render_mode 'ansi': many games at once are not drawn; calavera.env"),
    ({"opponents": ["uniform"]}, "opponents: 1 are named, but 3 play against the learner"),
]


def test_what_gymnasium_may_be_asked_for_and_is_not_there_is_one_line() -> None:
    with pytest.raises(TypeError, match=r"^foo: there is no such keyword; those of the table are"):
        make(foo=1)
    with pytest.raises(gymnasium.error.Error, match=r"gymnasium.make_vec in place of gymnasium"):
        gymnasium.make("calavera/Skull-v0")
    assert make(render_mode=None).num_envs == 8


@pytest.mark.parametrize(("given", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_bad_arguments_are_refused_in_one_line(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}"):
        make(**given)


def told(players: int, moves: list[Any], player: int) -> list[object]:
    """All that a player is told in a game of the rules that is put into the environment."""
    envs = make(1, players=players)
    heard: list[object] = []
    envs.reset(seed=1)
    assert isinstance(envs._games, CompiledGames)
    tables = envs._games._tables
    for state, seat, number in moves:
        if seat == CHANCE:
            continue
        tables.rows[0], tables.seats[0], tables.masks[0] = row_of(packed(state)), seat, 1
        seen, rewards, ended, _, infos = envs.step([number])
        told_infos = {key: value.tolist() for key, value in infos.items()}
        heard.append((ended.tolist(), told_infos, rewards.tolist()))
        if infos["seat"][0] == player:
            heard.append({key: value.tobytes() for key, value in seen.items()})
    return heard


def test_a_player_is_told_the_same_in_two_worlds_that_it_cannot_tell_apart() -> None:
    assert sum(two_worlds(seed) for seed in range(6)) > 3


def two_worlds(seed: int) -> bool:
    """Compares what a player is told in both; returns whether another is told more."""
    rng = random.Random(seed)
    setup = set_up(rng.choice([2, 3]))
    events, differ = played(setup, rng), False
    for player in range(setup.players):
        other = other_world(setup, events, setup.viewer(Player(player)), rng)
        worlds = [list(moves_of(setup, world)) for world in (events, other)]
        mine, twin = (told(setup.players, world, player) for world in worlds)
        assert mine == twin
        another = (player + 1) % setup.players
        mine, twin = (told(setup.players, world, another) for world in worlds)
        differ |= mine != twin
    return differ
