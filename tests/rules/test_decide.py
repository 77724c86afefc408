"""The events of each action; and that exactly the listed actions are allowed."""

import pickle
import random
from itertools import product
from typing import get_args

import pytest

from calavera.rules import (
    Action,
    Bid,
    Disc,
    Discard,
    Event,
    Flip,
    IllegalAction,
    NameFirst,
    Pass,
    Phase,
    Pick,
    Place,
    Placement,
    Seat,
    Setup,
    Show,
    State,
    action_named,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    seat_named,
    set_up,
)
from calavera.rules.decide import _DECISIONS
from calavera.rules.events import (
    AttemptBegan,
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    DiscsShuffled,
    FirstNamed,
    RoundBegan,
    SeatPassed,
)
from tests.rulebook.playing import after, discs, table

FAILED = "aF bS cF aF b2 c3 a- b- c>cF c>aF c>bS"

DECISIONS: list[tuple[str, str, Action, tuple[Event, ...]]] = [
    ("", "b", Place(Disc.SKULL), (DiscPlaced(Seat(1), Disc.SKULL),)),
    ("aF bS cF", "a", Place(Disc.FLOWER), (DiscPlaced(Seat(0), Disc.FLOWER),)),
    ("aF bS cF", "a", Bid(2), (BidMade(Seat(0), 2),)),
    ("aF bS cF", "a", Bid(3), (BidMade(Seat(0), 3), AttemptBegan(Seat(0), 3))),
    ("aF bS cF a1", "b", Bid(2), (BidMade(Seat(1), 2),)),
    ("aF bS cF a1", "b", Bid(3), (BidMade(Seat(1), 3), AttemptBegan(Seat(1), 3))),
    ("aF bS cF a1", "b", Pass(), (SeatPassed(Seat(1)),)),
    ("aF bS cF a1 b2 c-", "a", Pass(), (SeatPassed(Seat(0)), AttemptBegan(Seat(1), 2))),
    (
        "aF bS cF a2 b- c-",
        "a",
        Flip(Seat(0)),
        (DiscFlipped(Seat(0), Seat(0), Disc.FLOWER),),
    ),
    (
        "aF bS cF a2 b- c- a>aF",
        "a",
        Flip(Seat(1)),
        (DiscFlipped(Seat(0), Seat(1), Disc.SKULL), AttemptFailed(Seat(0), Seat(1))),
    ),
    (
        "aF bS cF a2 b- c- a>aF",
        "a",
        Flip(Seat(2)),
        (
            DiscFlipped(Seat(0), Seat(2), Disc.FLOWER),
            AttemptSucceeded(Seat(0)),
            RoundBegan(2, Seat(0)),
        ),
    ),
    (
        "aS bS cF a2 b- c- a>aS",
        "a",
        Discard(Disc.FLOWER),
        (DiscLost(Seat(0), Seat(0), Disc.FLOWER), RoundBegan(2, Seat(0))),
    ),
    (FAILED, "a", Show(), (DiscsShown(Seat(0), discs("F")),)),
]


@pytest.mark.parametrize(("line", "seat", "action", "events"), DECISIONS)
def test_an_action_becomes_events(
    line: str, seat: str, action: Action, events: tuple[Event, ...]
) -> None:
    assert decide(after(line), seat_named(seat), action) == events


def test_a_pick_takes_the_drawn_disc() -> None:
    shuffled = evolve(after(FAILED), DiscsShuffled(Seat(2), Disc.SKULL))
    assert decide(shuffled, Seat(1), Pick()) == (
        DiscLost(Seat(2), Seat(1), Disc.SKULL),
        RoundBegan(2, Seat(2)),
    )


def test_a_name_begins_the_next_round() -> None:
    state = after("aS bF cF a1 b- c- a>aS a~aS", start="S/0 FF/0 FF/0")
    assert decide(state, Seat(0), NameFirst(Seat(2))) == (
        FirstNamed(Seat(0), Seat(2)),
        RoundBegan(2, Seat(2)),
    )


def test_there_is_a_decision_for_every_kind_of_action() -> None:
    assert set(_DECISIONS) == set(get_args(Action))


def test_rounds_are_counted_on() -> None:
    line = "aF bS cF a1 b- c- a>aF aS bF cF a1 b- c- a>aS a~aF aF bS cF a2 b- c- a>aF a>bS b~aF"
    assert after(line).board.round == 4


def test_an_illegal_action_quotes_seat_action_reason_and_rule() -> None:
    with pytest.raises(IllegalAction) as refused:
        decide(after("aF bS cF a2"), Seat(1), Bid(2))
    illegal = refused.value
    assert str(illegal) == "b2: a raise must be greater than 2 and at most 3 (R14)"
    assert (illegal.seat, illegal.action, illegal.rule) == (Seat(1), Bid(2), "R14")
    assert illegal.reason == "a raise must be greater than 2 and at most 3"
    assert isinstance(illegal, ValueError)
    assert illegal.__context__ is None


def test_an_illegal_action_can_travel_between_processes() -> None:
    illegal = IllegalAction(Seat(1), Bid(2), "not now", "R14")
    again = pickle.loads(pickle.dumps(illegal))
    assert (str(again), again.seat, again.rule) == (str(illegal), Seat(1), "R14")


@pytest.mark.parametrize(
    ("line", "start", "seat", "action"),
    [
        ("", "", "d", "F"),
        ("aF bS cF", "", "d", "1"),
        ("aF bS cF a1", "", "d", "-"),
        ("aF bS cF a2 b- c-", "", "a", ">d"),
        ("aF bS cF a2 b- c- a>aF", "", "a", ">l"),
        ("aF bS cF a2 b- c- a>aF a>bS", "", "d", "!"),
        ("aS bF cF a1 b- c- a>aS a~aS", "S/0 FF/0 FF/0", "a", "^d"),
    ],
)
def test_a_seat_that_is_not_at_the_table_is_refused(
    line: str, start: str, seat: str, action: str
) -> None:
    with pytest.raises(IllegalAction):
        decide(after(line, start=start), seat_named(seat), action_named(action))


TABLES = [
    set_up(3),
    set_up(4, placement=Placement.FIRST_LAST),
    set_up(2, tribes=2),
    table(start="F/1 FFS/0 - FS/0 S/1"),
    table(start="FS/0 S/1 FF/0 F/0", tribes=2),
    set_up(12),
]


def every_action(setup: Setup) -> list[Action]:
    """Every conceivable action at this table, and bids beyond."""
    return [
        *map(Place, Disc),
        *map(Bid, range(-1, len(setup.seats) * 4 + 2)),
        *map(Flip, setup.seats),
        *map(Discard, Disc),
        *map(NameFirst, setup.seats),
        Pass(),
        Pick(),
        Show(),
    ]


def check(state: State) -> None:
    """What is listed is decided, everything else is refused."""
    for seat in state.board.setup.seats:
        listed = legal_actions(state, seat)
        assert len(set(listed)) == len(listed)
        for action in every_action(state.board.setup):
            if action in listed:
                assert decide(state, seat, action)
            else:
                with pytest.raises(IllegalAction):
                    decide(state, seat, action)


def play_on(state: State, dice: random.Random) -> State:
    """One move of chance or of a seat that may move."""
    outcomes = chance_outcomes(state)
    if outcomes:
        return evolve(state, dice.choice(outcomes)[0])
    moves = [
        (seat, action)
        for seat in state.board.setup.seats
        for action in legal_actions(state, seat)
        if not isinstance(action, Bid) or dice.random() < 0.3 or state.board.phase is Phase.ADD
    ]
    for event in decide(state, *dice.choice(moves)):
        state = evolve(state, event)
    return state


@pytest.mark.parametrize(("setup", "seed"), list(product(TABLES, range(2))))
def test_what_is_listed_is_what_is_allowed(setup: Setup, seed: int) -> None:
    dice = random.Random(seed)
    state = new_game(setup)
    for _ in range(100):
        if state.board.phase is Phase.OVER:
            break
        check(state)
        assert chance_outcomes(state) or any(
            legal_actions(state, seat) for seat in state.board.turn
        )
        state = play_on(state, dice)
    check(state)


@pytest.mark.parametrize(("setup", "seed"), list(product(TABLES, range(10))))
def test_every_game_ends_and_discs_are_never_made_nor_lost_unnoticed(
    setup: Setup, seed: int
) -> None:
    dice = random.Random(seed)
    state = new_game(setup)
    for _ in range(3000):
        if state.board.phase is Phase.OVER:
            break
        state = play_on(state, dice)
        for start, holding, mat in zip(setup.start, state.holdings, state.board.mats, strict=True):
            assert (mat.hand, mat.height) == (len(holding.hand), len(holding.stack))
            assert mat.discs == len(start.discs) - len(holding.lost)
            assert mat.faces == holding.stack[::-1][: len(mat.faces)]
        assert state.board.total == sum(mat.height for mat in state.board.mats)
    assert state.board.outcome is not None
    assert state.board.turn == ()


def test_what_is_no_action_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match=r"action: expected an action, .* not 'F'"):
        decide(after(""), Seat(0), "F")  # type: ignore[arg-type]
