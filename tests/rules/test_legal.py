"""What a seat may do, in order."""

import pytest

from calavera.rules import Disc, Discard, Pick, Place, Seat, Show, evolve, legal_actions, new_game
from calavera.rules.events import DiscLost, DiscsShuffled
from calavera.rules.legal import kinds
from tests.rulebook.playing import after, allowed, discs, table

EVERYTHING = [
    ("", "a", "F S"),
    ("aF", "a", ""),
    ("aF bS cF", "a", "F S 1 2 3"),
    ("aF bS cF", "b", ""),
    ("aF bS cF aS", "b", "F 1 2 3 4"),
    ("aF bS cF a1", "b", "- 2 3"),
    ("aF bS cF a2", "b", "- 3"),
    ("aF bS cF a2", "a", ""),
    ("aF bS cF a2 b- c-", "a", ">a"),
    ("aF bS cF a2 b- c- a>aF", "a", ">b >c"),
    ("aF bS cF a2 b- c- a>aF", "b", ""),
    ("aF bS cF a2 b- c- a>aF a>bS", "a", ""),
    ("aF bS cF a2 b- c- a>aF a>bS", "b", ""),
    ("aF bS cF a2 b- c- a>aF a>bS", "c", "!"),
    ("aS bS cF a2 b- c- a>aS", "a", "~F ~S"),
    ("aS bS cF a2 b- c- a>aS", "b", "!"),
]


@pytest.mark.parametrize(("line", "seat", "actions"), EVERYTHING)
def test_every_action_is_listed_in_order(line: str, seat: str, actions: str) -> None:
    assert allowed(after(line), seat) == actions


def test_nobody_may_do_anything_before_the_draw() -> None:
    state = new_game(table())
    assert [legal_actions(state, seat) for seat in state.board.setup.seats] == [(), (), ()]


@pytest.mark.parametrize(
    ("hand", "placements"),
    [
        ("F", (Place(Disc.FLOWER),)),
        ("S", (Place(Disc.SKULL),)),
        ("FFF", (Place(Disc.FLOWER),)),
        ("FS", (Place(Disc.FLOWER), Place(Disc.SKULL))),
    ],
)
def test_a_seat_places_what_it_holds(hand: str, placements: tuple[Place, ...]) -> None:
    assert legal_actions(after(start=f"{hand}/0 F/0"), Seat(0)) == placements


def test_the_owner_of_the_skull_picks_and_may_show_what_lies_below() -> None:
    state = after("aF bF cF aF bS c3 a- b- c>cF c>bS")
    assert legal_actions(state, Seat(1)) == (Show(),)
    shuffled = evolve(state, DiscsShuffled(Seat(2), Disc.FLOWER))
    assert legal_actions(shuffled, Seat(1)) == (Pick(), Show())
    assert legal_actions(shuffled, Seat(2)) == ()


@pytest.mark.parametrize(
    ("discs_of_a", "choices"),
    [
        ("S", (Discard(Disc.SKULL),)),
        ("FS", (Discard(Disc.FLOWER), Discard(Disc.SKULL))),
    ],
)
def test_a_challenger_discards_what_it_owns(discs_of_a: str, choices: tuple[Discard, ...]) -> None:
    state = after("aS bF a1 b- a>aS", start=f"{discs_of_a}/0 FF/0")
    assert legal_actions(state, Seat(0)) == choices


def test_with_the_skull_on_its_other_mat_a_flower_may_be_all_there_is_to_lose() -> None:
    state = after("aF bF cS dF a2 b- c- d- a>aF a>cS", tribes=2, start="FF/0 FF/0 FS/0 FF/0")
    assert legal_actions(state, Seat(0)) == (Discard(Disc.FLOWER),)


def test_the_kinds_among_some_discs() -> None:
    assert kinds(discs("SFF")) == (Disc.FLOWER, Disc.SKULL)
    assert kinds(discs("S")) == (Disc.SKULL,)
    assert kinds(()) == ()


def test_a_seat_of_another_table_may_do_nothing() -> None:
    assert legal_actions(after("aF bS cF a2 b- c- a>aF a>bS"), Seat(9)) == ()


def test_between_the_events_of_one_move_nobody_may_show() -> None:
    state = after("aF bS cF a2 b- c- a>aF a>bS")
    state = evolve(state, DiscsShuffled(Seat(0), Disc.FLOWER))
    assert legal_actions(state, Seat(2)) == (Show(),)
    state = evolve(state, DiscLost(Seat(0), Seat(1), Disc.FLOWER))
    assert legal_actions(state, Seat(2)) == ()
