"""What bots say follows from what everybody sees, and fits it."""

import random
from collections.abc import Mapping, Sequence

import pytest

from calavera.bots import EVERY_BOT, Belief, Bold, Bot, Champion, Mirror, Remark, Uniform
from calavera.bots.talk import (
    REPERTOIRE,
    SILENCE,
    Manner,
    Occasion,
    Speaker,
    manner_of,
    remark_on,
)
from calavera.rules import (
    PUBLIC,
    Board,
    Event,
    Player,
    Seat,
    SeenEvent,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.actions import action_named
from calavera.rules.events import GameEnded, LossUnseen, SeatOut
from calavera.rules.model.outcome import Ending, Outcome

TRIES = 300


def at(moves: str) -> tuple[Board, tuple[SeenEvent, ...]]:
    """The board before the last of some moves (`aF b2 c-`), and what came of it."""
    state, before = new_game(set_up(3), Seat(0)), None
    events: tuple[Event, ...] = ()
    for move in moves.split():
        before = state
        events = decide(state, Seat("abcdef".index(move[0])), action_named(move[1:]))
        for event in events:
            state = evolve(state, event)
    assert before is not None
    return view(before, PUBLIC).board, tuple(redact(event, PUBLIC) for event in events)


def heard(
    board: Board, events: Sequence[SeenEvent], bots: Mapping[int, type[Bot]], last: int = 0
) -> set[tuple[int, Occasion]]:
    """Who may say something, and on which occasion."""
    speakers = {Player(place): Speaker(kind, last) for place, kind in bots.items()}
    said = {remark_on(board, events, speakers, random.Random(seed)) for seed in range(TRIES)}
    return {(one[0], occasion_of(one[1])) for one in said if one is not None}


def occasion_of(remark: Remark) -> Occasion:
    (found,) = [
        occasion
        for occasion, lines in REPERTOIRE.items()
        if any(remark in said for said in lines.values())
    ]
    return found


THREE: Mapping[int, type[Bot]] = {0: Bold, 1: Mirror, 2: Champion}
FULL = "aF bF cF aF bF cF "


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (FULL, set()),
        (FULL + "a1", set()),
        ("aF bF cF a2", set()),
        (FULL + "a4", {(0, Occasion.BID), (1, Occasion.DOUBT), (2, Occasion.DOUBT)}),
        (FULL + "a6", {(0, Occasion.BID), (1, Occasion.DOUBT), (2, Occasion.DOUBT)}),
        (FULL + "a4 b-", {(1, Occasion.FOLD)}),
        (FULL + "a1 b-", set()),
        ("aF bF cF a2 b- c- a>a", set()),
        (
            "aF bF cF a2 b- c- a>a a>b",
            {(0, Occasion.MADE), (1, Occasion.ADMIRE), (2, Occasion.ADMIRE)},
        ),
        ("aF bS cF a2 b- c- a>a a>b", {(0, Occasion.STUMBLED), (1, Occasion.CAUGHT)}),
        ("aS bF cF a2 b- c- a>a", {(0, Occasion.BLUNDER)}),
        ("aS bF cF a2 b- c- a>a a~F", {(0, Occasion.LOSS)}),
    ],
)
def test_bots_speak_of_what_people_speak_of(moves: str, expected: set[object]) -> None:
    assert heard(*at(moves), THREE) == expected


def test_the_end_and_an_elimination_are_occasions() -> None:
    board, _ = at("aF bF cF a2 b- c- a>a")
    won = GameEnded(Outcome(Player(1), Seat(1), Ending.LAST_ONE_IN))
    lost, out = LossUnseen(Seat(0), Seat(1)), SeatOut(Seat(0))
    assert heard(board, [lost, out], THREE) == {(0, Occasion.OUT)}
    ends = {(0, Occasion.BEATEN), (1, Occasion.WON), (2, Occasion.BEATEN)}
    assert heard(board, [lost, out, won], THREE) == ends
    assert heard(board, [won], {0: Bold}) == {(0, Occasion.BEATEN)}
    gone = board._replace(mats=(board.mats[0]._replace(discs=0), *board.mats[1:]))
    assert heard(gone, [won], {0: Bold}) == set(), "whoever is out has gone"


def test_a_seat_that_is_out_is_no_elimination_of_a_player_with_another() -> None:
    setup = set_up(2, tribes=2)
    board = view(new_game(setup, Seat(0)), PUBLIC).board
    events: list[SeenEvent] = [LossUnseen(Seat(0), Seat(1)), SeatOut(Seat(0))]
    assert heard(board, events, {0: Bold}) == {(0, Occasion.LOSS)}


def test_bots_are_silent_after_they_spoke_and_one_speaks_at_a_time() -> None:
    board, events = at(FULL + "a4")
    board = board._replace(round=9)
    for last, may in ((9, False), (9 - SILENCE + 1, False), (9 - SILENCE, True), (0, True)):
        assert bool(heard(board, events, {0: Bold}, last)) is may
    speakers = {Player(0): Speaker(Bold, 0), Player(1): Speaker(Bold, 9)}
    said = [remark_on(board, events, speakers, random.Random(seed)) for seed in range(TRIES)]
    assert said == [None] * TRIES


def test_people_are_not_spoken_for() -> None:
    assert heard(*at(FULL + "a4 b-"), {0: Bold, 2: Bold}) == set()


def test_stronger_bots_are_quieter_and_all_of_them_seldom_speak() -> None:
    board, events = at("aF bF cF a2 b- c- a>a a>b")

    def count(kind: type[Bot]) -> int:
        speakers = {Player(0): Speaker(kind, 0)}
        said = [remark_on(board, events, speakers, random.Random(seed)) for seed in range(1000)]
        return sum(one is not None for one in said)

    assert count(Champion) < count(Belief) < count(Mirror) < count(Bold) < 500
    assert count(Champion) > 100


def test_a_bot_talks_by_its_temper() -> None:
    assert manner_of(EVERY_BOT["cautious"]) is Manner.CAUTIOUS
    assert manner_of(EVERY_BOT["expert-bold"]) is Manner.BOLD
    assert manner_of(Mirror) is Manner.HONEST
    assert manner_of(EVERY_BOT["easy-trickster"]) is Manner.TRICKSTER
    assert {manner_of(kind) for kind in (Uniform, Belief, Champion)} == {Manner.EVEN}
    board, events = at("aF bS cF a2 b- c- a>a a>b")
    speakers = {Player(1): Speaker(EVERY_BOT["easy-trickster"], 0)}
    said = {remark_on(board, events, speakers, random.Random(seed)) for seed in range(TRIES)}
    assert said == {None, (Player(1), Remark.CAUGHT_SMILE)}


def test_every_remark_has_its_place_and_every_manner_has_words() -> None:
    assert set(REPERTOIRE) == set(Occasion)
    for occasion, lines in REPERTOIRE.items():
        assert set(lines) == set(Manner)
        for remarks in lines.values():
            assert remarks
            assert all(remark.value.startswith(f"{occasion.value}-") for remark in remarks)
    used = {one for lines in REPERTOIRE.values() for said in lines.values() for one in said}
    assert used == set(Remark)
    assert len({remark.words for remark in Remark}) == len(Remark)
    assert repr(Remark.CAUGHT_BOO) == "Remark.CAUGHT_BOO"
