"""The package and the independent brute force agree on every position.

The oracle shares no code with the package; it was written from the rules and the notation alone.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calavera.record import (
    Record,
    RecordError,
    last_position,
    perft,
    read,
    record_game,
    seen_by,
    snapshot,
    write_record,
)
from calavera.record.notation import write_move
from calavera.record.playable import playable, shows
from calavera.rules import PUBLIC, Player, Viewer
from calavera.rules.model.seats import LETTERS, seat_letter
from tests.games import game_of_seed
from tests.oracle import brute_force


def record_of_seed(seed: int) -> Record:
    game = game_of_seed(seed)
    names = [f"player {number}" for number in range(game.setup.players)]
    return record_game(names, game.setup, game.events)


def cut(record: Record, moves: int) -> Record:
    return Record(record.names, record.setup, record.first, record.moves[:moves])


def any_viewer(record: Record, rng: random.Random) -> Viewer:
    player = rng.randrange(-1, record.setup.players)
    return PUBLIC if player < 0 else record.setup.viewer(Player(player))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_the_same_position_of_full_records(seed: int) -> None:
    record = record_of_seed(seed)
    rng = random.Random(seed)
    for _ in range(4):
        part = cut(record, rng.randrange(len(record.moves) + 1))
        assert snapshot(last_position(part)) == brute_force.position(write_record(part))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_the_same_position_of_views(seed: int) -> None:
    record = record_of_seed(seed)
    rng = random.Random(seed)
    for _ in range(4):
        part = cut(record, rng.randrange(len(record.moves) + 1))
        seen = seen_by(part, any_viewer(record, rng))
        assert snapshot(last_position(seen)) == brute_force.position(write_record(seen))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32))
def test_the_same_tokens_are_refused(seed: int) -> None:
    record = record_of_seed(seed)
    rng = random.Random(seed)
    part = cut(record, rng.randrange(len(record.moves)))
    text = write_record(part).rsplit("\n", 2)[0]
    if not part.moves:
        text += "\n1."
    elif last_position(part).board.round != last_position(cut(part, -1)).board.round:
        text += f"\n{last_position(part).board.round}."
    letters = LETTERS[: len(record.setup.seats) + 1]
    for _ in range(30):
        token = random_token(rng, letters)
        line = f"{text} {token}\n"
        assert _accepts(line) == _oracle_accepts(line), line


def random_token(rng: random.Random, letters: str) -> str:
    seat, other = rng.choice(letters), rng.choice(letters)
    line_start = rng.choice([" ", "\n"])
    forms = [
        f"{seat}{rng.choice('FS?')}",
        f"{seat}{rng.randrange(14)}",
        f"{seat}-",
        f"{seat}>{other}{rng.choice('FS')}",
        f"{seat}~{other}{rng.choice('FS?')}",
        f"{seat}!{''.join(rng.choices('FFFS', k=rng.randrange(1, 4)))}",
        f"{seat}^{other}",
        f"{rng.randrange(4)}.",
        f"{line_start}result: {rng.choice(letters + '*')}",
    ]
    return rng.choice(forms)


def _accepts(text: str) -> bool:
    try:
        read(text)
    except RecordError:
        return False
    return True


def _oracle_accepts(text: str) -> bool:
    try:
        brute_force.position(text)
    except brute_force.Refused:
        return False
    return True


@pytest.mark.parametrize("seed", range(40))
def test_the_same_count_from_random_positions(seed: int) -> None:
    record = record_of_seed(seed)
    rng = random.Random(seed)
    part = cut(record, rng.randrange(len(record.moves) + 1))
    if rng.random() < 0.3:
        part = seen_by(part, any_viewer(record, rng))
    depth = 3 if len(record.setup.seats) < 5 else 2
    assert perft(last_position(part), depth) == brute_force.perft(write_record(part), depth)


def test_every_listed_move_and_show_is_read_back() -> None:
    for seed in range(20):
        record = record_of_seed(seed)
        rng = random.Random(seed)
        part = cut(record, rng.randrange(len(record.moves)))
        position = last_position(part)
        told = snapshot(position)
        assert told["legal"] == sorted(write_move(move) for move in playable(position))
        assert told["shows"] == [seat_letter(seat) for seat in shows(position)]
