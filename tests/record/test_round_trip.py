"""A record made by the package, read back, is equal."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calavera.record import (
    Comment,
    Record,
    read,
    read_record,
    record_game,
    seen_by,
    states,
    write_record,
)
from calavera.rules import PUBLIC, Player, evolve, new_game
from calavera.rules.events import RoundBegan
from tests.games import Game, game_of_seed, play_out, random_setup

SEEDS = st.integers(0, 2**32)


def record_of(game: Game) -> Record:
    names = [f"player {number}" for number in range(game.setup.players)]
    return record_game(names, game.setup, game.events, {"site": "here", "seed": "1"})


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_a_full_record_read_back_is_equal(seed: int) -> None:
    game = game_of_seed(seed)
    record = record_of(game)
    assert record.is_full
    reading = read(write_record(record))
    assert reading.record == record
    assert reading.position.board == game.states[-1].board


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_a_view_read_back_is_equal(seed: int) -> None:
    game = game_of_seed(seed)
    record = record_of(game)
    for viewer in [PUBLIC, *(game.setup.viewer(Player(p)) for p in range(game.setup.players))]:
        seen = seen_by(record, viewer)
        reading = read(write_record(seen))
        assert reading.record == seen
        assert reading.position.board == game.states[-1].board
        for seat in viewer.seats:
            assert reading.position.worlds[seat] == {game.states[-1].holdings[seat]}


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_replaying_a_record_gives_the_same_events_and_states(seed: int) -> None:
    game = game_of_seed(seed)
    replayed = list(states(record_of(game)))
    # The record starts with the first round; the draw of the first player came before.
    assert [event for event, _ in replayed] == list(game.events[1:])
    assert [state for _, state in replayed] == list(game.states[2:])


@pytest.mark.parametrize("cut", range(0, 60, 7))
def test_an_unfinished_game_is_a_record_too(cut: int) -> None:
    record = record_of(game_of_seed(5))
    part = Record(record.names, record.setup, record.first, record.moves[:cut])
    text = write_record(part)
    assert text.endswith("result: *\n")
    assert read_record(text) == part


def test_comments_anywhere_come_back() -> None:
    record = record_of(game_of_seed(6))
    rng = random.Random(6)
    places = sorted(rng.randrange(len(record.moves) + 1) for _ in range(12))
    comments = tuple(Comment(place, f"remark {place}") for place in places)
    with_comments = Record(
        record.names, record.setup, record.first, record.moves, record.tags, comments
    )
    assert read_record(write_record(with_comments)) == with_comments


def test_a_view_cannot_be_replayed_as_if_it_were_the_truth() -> None:
    seen = seen_by(record_of(game_of_seed(7)), PUBLIC)
    with pytest.raises(ValueError, match="unknown discs"):
        list(states(seen))


def test_a_record_needs_to_know_who_begins() -> None:
    with pytest.raises(ValueError, match="the first player is unknown"):
        record_game(["A", "B"], game_of_seed(1).setup, [])


def test_random_games_show_discs_and_name_first_players() -> None:
    """Otherwise the tests above would not cover them."""
    tokens = " ".join(write_record(record_of(game_of_seed(seed))) for seed in range(40))
    assert "!" in tokens
    assert "^" in tokens


def test_the_first_event_of_a_drawn_game_begins_the_first_round() -> None:
    game = play_out(random_setup(random.Random(8)), random.Random(8))
    first = game.events[0]
    assert isinstance(first, RoundBegan)
    assert evolve(new_game(game.setup), first) == new_game(game.setup, first.first)
