"""A picture does not depend on what its viewpoint cannot know."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from calavera.bots.contract.worlds import other_world
from calavera.drawing import draw, moment_of_record
from calavera.record import Record, last_position, record_game
from calavera.rules import PUBLIC, Event, Player, Setup, seat_letter, set_up
from tests.games import game_of_seed, play_out


def record_of(setup: Setup, events: list[Event]) -> Record:
    return record_game([f"P{player}" for player in range(setup.players)], setup, events)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_a_picture_is_the_same_to_the_byte_in_both_worlds(seed: int) -> None:
    rng = random.Random(seed)
    game = game_of_seed(seed)
    count = rng.randint(1, len(game.events))
    viewers = [("public", PUBLIC)]
    for player in map(Player, range(game.setup.players)):
        viewers.append((seat_letter(game.setup.seats_of(player)[0]), game.setup.viewer(player)))
    for viewpoint, viewer in viewers:
        twin = other_world(game.setup, game.events, viewer, rng)
        one = record_of(game.setup, list(game.events[:count]))
        other = record_of(game.setup, twin[:count])
        assert draw(moment_of_record(one, viewpoint)) == draw(moment_of_record(other, viewpoint))
        if viewer is PUBLIC and last_position(one).board.outcome is None:  # public unasked
            assert draw(moment_of_record(one)) == draw(moment_of_record(other))


def test_the_worlds_differ_where_all_is_open() -> None:
    """Without this the test above could pass by drawing nothing."""
    different = 0
    for seed in range(20):
        game = play_out(set_up(4), random.Random(seed))
        twin = other_world(game.setup, game.events, PUBLIC, random.Random(seed))
        pair = [record_of(game.setup, list(events[:6])) for events in (game.events, twin)]
        one, other = (draw(moment_of_record(record, "open")) for record in pair)
        different += one != other
    assert different >= 5
