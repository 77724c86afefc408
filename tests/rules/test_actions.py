"""Actions: small frozen values with a text form both ways."""

import pickle
from dataclasses import FrozenInstanceError
from typing import get_args

import pytest

from calavera import rules
from calavera.rules import (
    Action,
    Bid,
    Disc,
    Discard,
    Flip,
    NameFirst,
    Pass,
    Pick,
    Place,
    Seat,
    Show,
    action_named,
)
from calavera.rules.actions import BIDS, DISCARDS, FLIPS, HIGHEST_BID, NAMES, PLACES

TEXTS = [
    (Place(Disc.FLOWER), "F", "Place(disc=Disc.FLOWER)"),
    (Place(Disc.SKULL), "S", "Place(disc=Disc.SKULL)"),
    (Bid(1), "1", "Bid(number=1)"),
    (Bid(48), "48", "Bid(number=48)"),
    (Pass(), "-", "Pass()"),
    (Flip(Seat(0)), ">a", "Flip(mat=0)"),
    (Flip(Seat(11)), ">l", "Flip(mat=11)"),
    (Discard(Disc.FLOWER), "~F", "Discard(disc=Disc.FLOWER)"),
    (Discard(Disc.SKULL), "~S", "Discard(disc=Disc.SKULL)"),
    (Pick(), "~", "Pick()"),
    (Show(), "!", "Show()"),
    (NameFirst(Seat(0)), "^a", "NameFirst(seat=0)"),
    (NameFirst(Seat(11)), "^l", "NameFirst(seat=11)"),
]
EVERY_ACTION: list[Action] = [
    *map(Place, Disc),
    *map(Discard, Disc),
    *map(Bid, range(1, 49)),
    *(Flip(Seat(seat)) for seat in range(12)),
    *(NameFirst(Seat(seat)) for seat in range(12)),
    Pass(),
    Pick(),
    Show(),
]


@pytest.mark.parametrize(("action", "text", "shown"), TEXTS)
def test_an_action_has_a_text_and_a_repr(action: Action, text: str, shown: str) -> None:
    assert str(action) == text
    assert action_named(text) == action
    assert repr(action) == shown


@pytest.mark.parametrize("action", EVERY_ACTION, ids=str)
def test_every_action_comes_back_from_its_text_its_repr_and_its_pickle(action: Action) -> None:
    assert action_named(str(action)) == action
    assert eval(repr(action), vars(rules)) == action
    assert pickle.loads(pickle.dumps(action)) == action


def test_no_two_actions_share_a_text() -> None:
    assert len({str(action) for action in EVERY_ACTION}) == len(set(EVERY_ACTION)) == 79


def test_every_kind_of_action_is_among_them() -> None:
    assert {type(action) for action in EVERY_ACTION} == set(get_args(Action))


@pytest.mark.parametrize(
    "text",
    ["", "f", "?", "FS", "aF", "pass", "--", "0", "49", "01", "-1", "+1", " 1", "1 ", "\u0661"],
)
def test_anything_else_is_neither_a_disc_nor_a_number_nor_a_pass(text: str) -> None:
    refused_with_every_form(text)


@pytest.mark.parametrize("text", [">", ">m", ">A", ">ab", "~?", "~f", "~FS", "!F", "^", "^m"])
def test_nor_a_mark_with_something_else_behind_it(text: str) -> None:
    refused_with_every_form(text)


def refused_with_every_form(text: str) -> None:
    """The refusal quotes the text and says what would be valid."""
    with pytest.raises(ValueError, match="is not an action") as refused:
        action_named(text)
    assert str(refused.value) == (
        f"{text!r} is not an action: a disc F or S, a number, - to pass, >b to flip,"
        " ~F or ~ to lose or pick a disc, ! to show, ^b to name the first player"
    )
    assert refused.value.__suppress_context__


@pytest.mark.parametrize(
    ("action", "field"),
    [
        (Place(Disc.FLOWER), "disc"),
        (Bid(1), "number"),
        (Flip(Seat(0)), "mat"),
        (Discard(Disc.SKULL), "disc"),
        (NameFirst(Seat(0)), "seat"),
    ],
)
def test_an_action_cannot_be_changed(action: Action, field: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(action, field, None)


def test_the_highest_bid_is_every_disc_of_twelve_tribes() -> None:
    assert HIGHEST_BID == 48
    assert [bid.number for bid in BIDS] == list(range(1, 49))


def test_the_ready_made_actions_are_found_by_what_they_name() -> None:
    assert [flip.mat for flip in FLIPS] == list(range(12))
    assert [name.seat for name in NAMES] == list(range(12))
    assert {disc: place.disc for disc, place in PLACES.items()} == {disc: disc for disc in Disc}
    assert {disc: lost.disc for disc, lost in DISCARDS.items()} == {disc: disc for disc in Disc}
