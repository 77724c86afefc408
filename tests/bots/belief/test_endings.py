"""Endings of two seats that are known for certain: every reply of the other seat is tried."""

from itertools import product

import pytest

from calavera.bots.belief.endings import sure_move
from calavera.rules import (
    Action,
    Disc,
    Event,
    Placement,
    Player,
    Seat,
    SeatStart,
    Show,
    State,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    set_up,
    view,
)

HERO, RIVAL = Seat(0), Seat(1)
HANDS = [
    (Disc.FLOWER,) * flowers + (Disc.SKULL,) * skulls
    for flowers, skulls in product(range(4), range(2))
    if flowers + skulls
]
Hand = tuple[Disc, ...]


def is_won(hero: Hand, rival: Hand, *, begins: bool) -> bool:
    """What the page of endings says, for a table on which everybody knows who has a skull."""
    if Disc.SKULL not in rival:
        return len(hero) > 1 if Disc.SKULL in hero else begins
    if len(rival) > 1:
        return False  # lost, or open where both have a skull and two discs or more
    return hero != (Disc.SKULL,) or not begins


def start(
    hero: Hand, rival: Hand, wins: tuple[int, int], first: Seat, placement: Placement
) -> State:
    entries = [SeatStart(hero, wins[0]), SeatStart(rival, wins[1])]
    return new_game(set_up(2, start=entries, placement=placement), first)


def always_won(state: State) -> bool:
    """Whether the hero wins, whatever the rival and chance do, and wherever it has a choice."""
    outcome = state.board.outcome
    if outcome is not None:
        return outcome.winner == Player(0)
    drawn: list[tuple[Event, ...]] = [(event,) for event, _ in chance_outcomes(state)]
    seat = state.board.turn[0] if state.board.turn else HERO
    futures = drawn or [decide(state, seat, action) for action in actions(state, seat)]
    for events in futures:
        following = state
        for event in events:
            following = evolve(following, event)
        if not always_won(following):
            return False
    return True


def actions(state: State, seat: Seat) -> list[Action]:
    """All that the rival may do; of the hero the sure move, or anything where there is none."""
    if seat == HERO:
        own = view(state, state.board.setup.viewer(Player(0))).own[0]
        rival = state.board.mats[RIVAL]
        discs = state.holdings[RIVAL].take_back(rival.discs).hand
        move = sure_move(own, state.board, rival.discs, rival_skull=Disc.SKULL in discs)
        if move is not None:
            return [move]
    return [move for move in legal_actions(state, seat) if not isinstance(move, Show)]


@pytest.mark.parametrize("placement", Placement)
@pytest.mark.parametrize("hero", HANDS, ids=lambda hand: "".join(map(str, hand)))
def test_a_won_ending_is_won_against_every_reply(hero: Hand, placement: Placement) -> None:
    for rival, first, wins in product(HANDS, (HERO, RIVAL), product((0, 1), (0, 1))):
        if is_won(hero, rival, begins=first == HERO):
            assert always_won(start(hero, rival, wins, first, placement)), (rival, first, wins)


def test_every_ending_is_decided_unless_both_have_a_skull_and_two_discs() -> None:
    for one, other in product(HANDS, repeat=2):
        sides = [is_won(one, other, begins=True), is_won(other, one, begins=False)]
        open_ending = all(len(hand) > 1 and Disc.SKULL in hand for hand in (one, other))
        assert sum(sides) == (0 if open_ending else 1)


def test_without_the_sure_moves_such_an_ending_can_be_lost() -> None:
    """Or else the test above would prove nothing."""
    hero, rival = (Disc.FLOWER, Disc.SKULL), (Disc.FLOWER, Disc.FLOWER)
    state = start(hero, rival, (0, 1), RIVAL, Placement.FIRST_LAST)
    for seat, action in ((HERO, "F"), (RIVAL, "F"), (RIVAL, "1"), (HERO, "-")):
        move = next(one for one in legal_actions(state, seat) if str(one) == action)
        for event in decide(state, seat, move):
            state = evolve(state, event)
    assert not always_won(state)
