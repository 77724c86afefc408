"""`python_skull` in OpenSpiel: its own tests, and who may know what."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

from calavera.arena.encoding.action_numbers import CHANCE, DRAW_FLOWER, FIRST_IS
from calavera.arena.encoding.observation import OBSERVATION
from calavera.arena.simulator import observe
from calavera.bots.contract.worlds import other_world
from calavera.rules import Event, Player, Seat, Setup, set_up, view
from tests.env.rows import moves_of, played

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install open_spiel"
)
pytest.importorskip("calavera.env.openspiel")

GOLDEN = Path(__file__).with_name("golden") / "python_skull.txt"
ENDING = "python_skull(players=2,start=F?/1 F?/1,first=a)"
GAMES = [
    "python_skull",
    "python_skull(players=4,placement=first-last,start=FS FFS/1 FFFS F)",
    "python_skull(players=3,start=F?/1 - FFF?)",
    ENDING,
]
SEEN = pyspiel.IIGObservationType(perfect_recall=True)
NOW = pyspiel.IIGObservationType(perfect_recall=False)
PUBLIC = pyspiel.IIGObservationType(
    public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
)


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_simulation_tests_of_openspiel(name: str) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest  # noqa: PLC0415

    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    GamesSimTest().sim_game(game)


@pytest.mark.parametrize("players", range(2, 7))
def test_it_is_registered_for_two_to_six(players: int) -> None:
    game = pyspiel.load_game("python_skull", {"players": players})
    assert game.num_players() == players
    assert game.utility_sum() == 0.0
    assert "python_skull" in pyspiel.registered_names()
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(seat, 1 / players) for seat in range(players)]


def test_the_playthrough_is_the_one_that_was_read() -> None:
    """To renew it: `python -m tests.env.test_openspiel`, then read the diff."""
    from absl import flags  # noqa: PLC0415
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415

    flags.FLAGS.mark_as_parsed()
    kept, again = generate_playthrough.replay(str(GOLDEN))
    assert again == kept == GOLDEN.read_text(encoding="utf-8")
    assert "InformationStateString(1)" in kept


def written_playthrough() -> str:
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415

    text: str = generate_playthrough.playthrough(ENDING, None, seed=3)
    return text


def random_state(game: Any, rng: random.Random) -> Iterator[Any]:
    """The nodes of a random history."""
    state = game.new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        chances = state.is_chance_node()
        numbers = [n for n, _ in state.chance_outcomes()] if chances else state.legal_actions()
        state.apply_action(rng.choice(numbers))


@pytest.mark.parametrize("name", GAMES)
def test_strings_and_tensors_tell_the_same_information_sets_apart(name: str) -> None:
    game, rng = pyspiel.load_game(name), random.Random(name)
    players = range(game.num_players())
    texts: dict[bytes, str] = {}
    for _ in range(12 if len(players) < 4 else 4):
        for state in random_state(game, rng):
            for player in players:
                text = state.information_state_string(player)
                numbers = numpy.array(state.information_state_tensor(player), numpy.float32)
                assert texts.setdefault(numbers.tobytes(), text) == text
    assert len(set(texts.values())) == len(texts) > 50


def test_the_observation_is_the_row_of_the_other_libraries() -> None:
    rng, setup = random.Random(4), set_up(3)
    game = pyspiel.load_game("python_skull(players=3)")
    assert game.observation_tensor_shape() == [OBSERVATION]
    state, compared = game.new_initial_state(), 0
    for before, seat, number in moves_of(setup, played(setup, rng)):
        if seat == CHANCE:
            state.apply_action(number - (DRAW_FLOWER if number >= DRAW_FLOWER else FIRST_IS))
            continue
        for player in range(3):
            row = observe(view(before, setup.viewer(Player(player))), Seat(player))
            assert state.observation_tensor(player) == list(row)
        state.apply_action(number)
        compared += 1
    assert compared > 20


def test_an_observer_of_nothing_sees_nothing() -> None:
    nothing = pyspiel.IIGObservationType(
        public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = pyspiel.load_game("python_skull").make_py_observer(nothing)
    assert observer.dict == {}
    assert observer.tensor.size == 0


def test_nothing_that_a_player_has_seen_is_forgotten() -> None:
    heard = [""] * 3
    for state in random_state(pyspiel.load_game("python_skull(players=3)"), random.Random(2)):
        before, heard = heard, [state.information_state_string(player) for player in range(3)]
        assert all(now.startswith(then) for now, then in zip(heard, before, strict=True))
    assert len(min(heard, key=len)) > 100


def told(game: Any, setup: Setup, events: list[Event], player: int) -> list[object]:
    """All that a player is told in a game."""
    state = game.new_initial_state()
    heard: list[object] = []
    observers = [game.make_py_observer(kind) for kind in (SEEN, NOW, PUBLIC)]
    for _, seat, number in moves_of(setup, events):
        if seat == CHANCE:
            state.apply_action(number - (DRAW_FLOWER if number >= DRAW_FLOWER else FIRST_IS))
        else:
            state.apply_action(number)
        own = state.legal_actions() if state.current_player() == player else None
        heard.append((state.current_player(), own, state.returns()))
        heard.append(state.information_state_string(player))
        heard.append(state.observation_string(player))
        heard += [numpy.array(tensor(state, player)).tobytes() for tensor in TENSORS]
        heard += [observer.string_from(state, player) for observer in observers]
    return heard


def information(state: Any, player: int) -> list[float]:
    numbers: list[float] = state.information_state_tensor(player)
    return numbers


def observation(state: Any, player: int) -> list[float]:
    numbers: list[float] = state.observation_tensor(player)
    return numbers


TENSORS = (information, observation)


def test_a_player_is_told_the_same_in_two_worlds_that_it_cannot_tell_apart() -> None:
    assert sum(two_worlds(seed) for seed in range(4)) > 2


def two_worlds(seed: int) -> bool:
    """Compares what a player is told in both; returns whether another is told more."""
    rng = random.Random(seed)
    setup = set_up(rng.choice([2, 3]))
    game, events = pyspiel.load_game("python_skull", {"players": setup.players}), played(setup, rng)
    differ = False
    for player in range(setup.players):
        other = other_world(setup, events, setup.viewer(Player(player)), rng)
        assert told(game, setup, events, player) == told(game, setup, other, player)
        another = (player + 1) % setup.players
        differ |= told(game, setup, events, another) != told(game, setup, other, another)
    return differ


def test_a_deal_is_told_to_its_seat_alone() -> None:
    game = pyspiel.load_game(ENDING)
    views: dict[tuple[int, int], list[object]] = {}
    for deal in ((0, 0), (0, 1), (1, 0), (1, 1)):
        state = game.new_initial_state()
        for skull in deal:
            state.apply_action(skull)
        for player in (0, 1):
            heard = [state.information_state_string(player), state.observation_string(player)]
            heard += [str(tensor(state, player)) for tensor in TENSORS]
            key = (player, deal[player])
            assert views.setdefault(key, list(heard)) == heard
    assert views[0, 0] != views[0, 1]


def test_no_observer_sees_everything() -> None:
    game = pyspiel.load_game("python_skull")
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="no observer of python_skull sees the discs of all"):
        game.make_py_observer(everything)


BAD = [
    ({"players": 7}, "players: 7 are too many; python_skull takes 2 to 6"),
    ({"players": 2, "start": "FS"}, "start 'FS': an entry for each of 2 players is needed"),
    ({"players": 2, "start": "FS FX"}, "'FX' is not a seat: write the discs of each"),
    ({"players": 2, "first": "c"}, "first 'c': that seat is not in"),
    ({"players": 2, "placement": "at once"}, "placement 'at once': it is simultaneous or"),
]


@pytest.mark.parametrize(("given", "reason"), BAD, ids=[reason for _, reason in BAD])
def test_bad_parameters_are_refused_in_one_line(given: dict[str, Any], reason: str) -> None:
    from calavera.env.openspiel import SkullGame  # noqa: PLC0415

    with pytest.raises(Exception, match=re.escape(reason)):
        SkullGame(given)


if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text(written_playthrough(), encoding="utf-8")
