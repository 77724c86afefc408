"""Any bytes: an error or a game, never a traceback, never a hang."""

import contextlib
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from calavera.record import RecordError, read, record_game, seen_by, snapshot, write_record
from calavera.rules import PUBLIC
from tests.games import game_of_seed
from tests.record.test_notation import EXAMPLE

TOKENS = st.sampled_from(
    [
        *("1.", "2.", "3.", "aF", "bF", "cF", "aS", "bS", "cS", "a?", "b?", "c?", "a1", "b2", "c3"),
        *("a-", "b-", "c-", "a>aF", "a>bF", "c>aS", "b~cF", "b~c?", "a~aS", "b!F", "a^b", "c"),
        *("|", "{", "}", "{x}", "result:", "*", "\n"),
    ]
)
ALPHABET = "abcl123 .|{}-~!^>?FS:/\n\t,*\x00é\u2028"


def try_to_read(data: str | bytes) -> None:
    refusal: RecordError | None = None
    try:
        reading = read(data)
    except RecordError as error:
        refusal = error
    if refusal is not None:
        assert "\n" not in str(refusal)
        assert refusal.line >= 1
        return
    snapshot(reading.position)
    assert read(write_record(reading.record)).record == reading.record


@settings(max_examples=400, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    try_to_read(data)


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=300))
@example("skull: 1\nplayers: \ud800, b\n")
def test_any_text(text: str) -> None:
    try_to_read(text)


@settings(max_examples=400, deadline=None)
@given(st.text(ALPHABET, max_size=200))
def test_any_letters_of_the_notation_behind_a_header(text: str) -> None:
    try_to_read("skull: 1\nplayers: A, B, C\n" + text)
    try_to_read("skull: 1\nplayers: A, B, C\n\n1. " + text)


@settings(max_examples=400, deadline=None)
@given(st.lists(TOKENS, max_size=40))
def test_any_tokens(tokens: list[str]) -> None:
    try_to_read("skull: 1\nplayers: A, B, C\n\n" + " ".join(tokens))


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 2**32))
def test_a_real_record_with_a_few_bytes_changed(seed: int) -> None:
    rng = random.Random(seed)
    game = game_of_seed(seed % 50)
    record = record_game([f"p{n}" for n in range(game.setup.players)], game.setup, game.events)
    if rng.random() < 0.5:
        record = seen_by(record, PUBLIC)
    data = bytearray(write_record(record), "utf-8")
    for _ in range(rng.randrange(1, 6)):
        place = rng.randrange(len(data))
        match rng.randrange(3):
            case 0:
                data[place] = rng.choice(ALPHABET.encode())
            case 1:
                del data[place : place + rng.randrange(1, 9)]
            case _:
                data[place:place] = rng.choice([b"{", b"}", b"\n", b"?", b" ", b"9", b"\xff"])
    try_to_read(bytes(data))


HUGE = {
    "one letter": b"x" * 10_000_000,
    "blank lines": b"\n" * 10_000_000,
    "open braces": b"skull: 1\nplayers: A, B\n\n" + b"{" * 10_000_000,
    "header lines": b"skull: 1\nplayers: A, B\n"
    + b"".join(b"k%d: v\n" % n for n in range(200_000)),
    "a game and spaces": EXAMPLE.encode() + b" " * 10_000_000,
    "just under the limit, open": (b"skull: 1\nplayers: A, B\n\n" + b"{" * 240_000),
    "just under the limit, comments": (b"skull: 1\nplayers: A, B\n\n" + b"{}" * 120_000),
    "just under the limit, results": (b"skull: 1\nplayers: A, B\n\n" + b"result: " * 30_000),
    "just under the limit, names": (b"skull: 1\nplayers: " + b"A," * 120_000),
    "just under the limit, a number": (b"skull: 1\nplayers: A, B\n\n1. aF bF a" + b"9" * 240_000),
    "just under the limit, keys": b"skull: 1\nplayers: A, B\n"
    + b"".join(b"k%d:\n" % n for n in range(30_000)),
}


@pytest.mark.parametrize("name", HUGE)
def test_ten_megabytes_are_refused_or_read_at_once(name: str) -> None:
    with contextlib.suppress(RecordError):
        read(HUGE[name])
