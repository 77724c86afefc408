"""What arrays reveal to a seat: exactly what it may know."""

import random
import re
from pathlib import Path

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calavera.arena.compiled.entry_points import write_masks, write_observations
from calavera.arena.encoding.action_numbers import ACTIONS
from calavera.arena.encoding.arrays import Bytes
from calavera.arena.encoding.observation import (
    OBSERVATION,
    OBSERVATION_VERSION,
    OWN_AT,
    OWN_FIELDS,
    SEAT_FIELDS,
    SEATS_AT,
    TABLE_FIELDS,
    observe,
)
from calavera.arena.simulator import Batch, Simulation
from calavera.arena.simulator.packing import packed, row_of
from calavera.bots.contract.worlds import other_world
from calavera.rules import (
    PUBLIC,
    Event,
    Phase,
    Player,
    Seat,
    Setup,
    State,
    evolve,
    new_game,
    set_up,
    view,
)
from tests.games import game_of_seed

PAGE = Path(__file__).parents[2] / "docs" / "arrays.md"


def states_of(setup: Setup, events: list[Event]) -> list[State]:
    """The states at which a seat decides, not those between two events of one move."""
    states = [new_game(setup)]
    for event in events:
        states.append(evolve(states[-1], event))
    return [state for state in states if state.board.turn or state.board.outcome]


def arrays(states: list[State], seat: Seat) -> tuple[bytes, bytes]:
    """All observations and masks of a seat, from the simulator."""
    rows = numpy.array([row_of(packed(state)) for state in states])
    seats = numpy.full(len(states), seat)
    observations = numpy.empty((len(states), OBSERVATION), numpy.int8)
    masks = numpy.empty((len(states), ACTIONS), numpy.int8)
    write_observations(rows, seats, observations)
    write_masks(rows, seats, masks)
    return observations.tobytes(), masks.tobytes()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_the_arrays_do_not_depend_on_what_the_seat_may_not_know(seed: int) -> None:
    """Two worlds: change only what the viewer cannot know, and its arrays stay the same."""
    game = game_of_seed(seed)
    rng = random.Random(seed)
    mine = states_of(game.setup, list(game.events))
    for player in range(game.setup.players):
        viewer = game.setup.viewer(Player(player))
        other = other_world(game.setup, game.events, viewer, rng)
        twins = states_of(game.setup, other)
        for seat in viewer.seats:
            assert arrays(mine, seat) == arrays(twins, seat)


def test_the_other_world_looks_different_to_the_others() -> None:
    """Without this the test above could pass with empty arrays."""
    game = game_of_seed(11)
    other = other_world(game.setup, game.events, PUBLIC, random.Random(1))
    mine, twins = states_of(game.setup, list(game.events)), states_of(game.setup, other)
    differ = [arrays(mine, seat) != arrays(twins, seat) for seat in game.setup.seats]
    assert sum(differ) >= len(differ) - 1


def test_a_seat_that_is_not_the_viewers_own_is_refused() -> None:
    game = game_of_seed(1)
    seen = view(game.states[-1], game.setup.viewer(Player(0)))
    with pytest.raises(ValueError, match=r"seat 1 is not the viewer's own \(R40\)"):
        observe(seen, Seat(1))


def named(row: Bytes) -> dict[str, object]:
    """A row by the names of its fields."""
    width = len(SEAT_FIELDS)
    numbers = row.tolist()
    return {
        **dict(zip(TABLE_FIELDS, numbers, strict=False)),
        "seats_told": [
            dict(zip(SEAT_FIELDS, numbers[at : at + width], strict=True))
            for at in range(SEATS_AT, OWN_AT, width)
        ],
        "own": [
            dict(zip(OWN_FIELDS, numbers[at : at + len(OWN_FIELDS)], strict=True))
            for at in range(OWN_AT, OBSERVATION, len(OWN_FIELDS))
        ],
    }


def test_a_row_told_by_name() -> None:
    """Seat c of three looks: two others have placed, b the skull, a begins."""
    simulation = Simulation(new_game(set_up(3), Seat(0)))
    simulation.step(1, 1)
    simulation.step(0, 0)
    row = named(simulation.observe(2))
    assert [row[name] for name in ("place", "add", "round", "seats", "players")] == [1, 0, 1, 3, 3]
    assert row["total"] == 2
    seats = row["seats_told"]
    assert isinstance(seats, list)
    assert [seat["height"] for seat in seats] == [0, 1, 1] + [0] * 9
    assert [seat["first"] for seat in seats[:3]] == [0, 1, 0]
    assert [seat["turn"] for seat in seats[:3]] == [1, 0, 0]
    own = row["own"]
    assert isinstance(own, list)
    assert own[0] == {
        "hand_flowers": 3, "hand_skull": 1, "stack_skull": 0, "lost_flowers": 0, "lost_skull": 0,
    }  # fmt: skip
    assert set(own[1].values()) == {0}


def test_the_page_names_every_number_in_its_order() -> None:
    text = PAGE.read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", text, re.M)
    assert tuple(listed) == TABLE_FIELDS + SEAT_FIELDS + OWN_FIELDS
    assert f"version {OBSERVATION_VERSION}" in text
    for number in (SEATS_AT, OWN_AT, OBSERVATION):
        assert str(number) in text


def test_the_phases_come_in_the_order_of_the_rules() -> None:
    assert TABLE_FIELDS[: len(Phase)] == tuple(phase.value.replace("-", "_") for phase in Phase)


def test_every_number_fits() -> None:
    rows = Batch(game_of_seed(5).setup, 4).observe()
    assert rows.dtype == numpy.int8
    assert rows.shape[1] == OBSERVATION
