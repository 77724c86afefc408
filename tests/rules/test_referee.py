"""How the referee words a refusal: situation, attempt, message with its rule."""

import pickle
from typing import cast

import pytest

from calavera.rules import (
    Bid,
    Disc,
    Forbidden,
    IllegalAction,
    Placement,
    Seat,
    State,
    decide,
    evolve,
    new_game,
    set_up,
)
from calavera.rules.events import DiscsShuffled
from calavera.rules.referee import check_at_table, check_taker, what_comes_next
from tests.rulebook.playing import after, refusal, then

FOUR = "FFFS/0 FFFS/0 FFFS/0 -"
"""Three players; a fourth is out."""

PLACED = "aF bS cF"
ADDED = f"{PLACED} aF"
BIDDING = f"{ADDED} b2 c-"
FLIPPING = f"{BIDDING} a3 b-"

SITUATIONS: dict[str, State] = {
    "draw": new_game(set_up(3)),
    "place": after("bF", start=FOUR),
    "place in order": new_game(set_up(3, placement=Placement.FIRST_LAST), Seat(0)),
    "place without a skull": after(start="FFF/0 S/0"),
    "add": after(PLACED, start=FOUR),
    "add with an empty hand": after("aF bS", start="F/0 FFS/0"),
    "add without a skull": after("aS bF", players=2),
    "bid": after(BIDDING, start=FOUR),
    "flip": after(FLIPPING, start=FOUR),
    "flip the others": then(after(FLIPPING, start=FOUR), "a>aF a>aF"),
    "flip everything": after(f"{ADDED} b4", start=FOUR),
    "lose blind": then(after(FLIPPING, start=FOUR), "a>aF a>aF a>bS"),
    "lose by choice": after(f"{BIDDING} a- b>bS", start=FOUR),
    "lose the only disc": after("aS bF a1 b- a>aS", start="S/0 FF/0"),
    "lose without a skull": after(
        "aF bF cS dF a2 b- c- d- a>aF a>cS", tribes=2, start="FF/0 FF/0 FS/0 FF/0"
    ),
    "name first": after(f"{BIDDING} a- b>bS b~bS", start="FFFS/0 S/0 FFFS/0 -"),
    "over": after(f"{FLIPPING} a>aF a>aF a>cF", start="FFFS/1 FFFS/0 FFFS/0 -"),
}

FIRST_PLAYER = "the first player is drawn first (R4)"
ONE_DISC_EACH = "every seat places one disc first (R6)"
NOT_SHOWN = "discs are shown only after a failed attempt (R22)"
NOT_NAMED = "only a challenger that its own skull put out names the first player (R29)"
NOT_LOST = "a disc is lost only after a failed attempt (R23)"
NO_MORE_DISCS = "nobody adds a disc once a challenge is open (R13)"
EVERY_DISC = "the bid is every disc on the table, so it is time to flip (R17)"
TO_LOSE = "the challenger has a disc to lose (R23)"
NO_MORE_FLIPS = "after the skull nothing more is flipped (R22)"
TO_NAME = "a first player is to be named (R29)"
OVER = "the game is over (R32)"

REFUSALS = [
    *[("draw", f"a{action}", FIRST_PLAYER) for action in ("F", "1", "-", ">a", "~F", "~", "^b")],
    ("draw", "a!", NOT_SHOWN),
    ("place", "bF", "b has already placed its disc (R6)"),
    ("place", "dF", "d is out (R27)"),
    *[("place", f"a{action}", ONE_DISC_EACH) for action in ("1", "-", ">a", "~F", "~", "^b")],
    ("place", "a!", NOT_SHOWN),
    ("place in order", "aF", "it is the turn of b (R7)"),
    ("place in order", "cS", "it is the turn of b (R7)"),
    ("place without a skull", "aS", "a has no skull in hand (R6)"),
    ("place without a skull", "bF", "b has no flower in hand (R6)"),
    ("add", "bF", "it is the turn of a (R9)"),
    ("add", "c1", "it is the turn of a (R9)"),
    ("add", "dF", "d is out (R27)"),
    ("add", "d1", "d is out (R27)"),
    ("add", "a0", "a challenge is a number from 1 to 3 (R12)"),
    ("add", "a4", "a challenge is a number from 1 to 3 (R12)"),
    ("add", "a-", "nobody can pass before a challenge is open (R9)"),
    ("add", "a>a", "no challenge is open yet (R18)"),
    ("add", "a~F", NOT_LOST),
    ("add", "a~", NOT_LOST),
    ("add", "a!", NOT_SHOWN),
    ("add", "a^b", NOT_NAMED),
    ("add with an empty hand", "aF", "a has no disc in hand and must challenge (R10)"),
    ("add without a skull", "aS", "a has no skull in hand (R9)"),
    ("bid", "aF", NO_MORE_DISCS),
    ("bid", "a2", "a raise must be greater than 2 and at most 4 (R14)"),
    ("bid", "a5", "a raise must be greater than 2 and at most 4 (R14)"),
    ("bid", "b3", "it is the turn of a (R14)"),
    ("bid", "b-", "it is the turn of a (R14)"),
    ("bid", "c3", "c has passed (R15)"),
    ("bid", "c-", "c has passed (R15)"),
    ("bid", "d3", "d is out (R27)"),
    ("bid", "d-", "d is out (R27)"),
    ("bid", "a>a", "the bidding is not over (R16)"),
    ("bid", "a~F", NOT_LOST),
    ("bid", "a~", NOT_LOST),
    ("bid", "a!", NOT_SHOWN),
    ("bid", "a^b", NOT_NAMED),
    ("flip", "aF", NO_MORE_DISCS),
    ("flip", "a4", "a flip is due (R18)"),
    ("flip", "b-", "a flip is due (R18)"),
    ("flip", "b>b", "only the challenger, a, flips (R18)"),
    ("flip", "a>b", "a's own stack comes first (R19)"),
    ("flip", "a>d", "a's own stack comes first (R19)"),
    ("flip", "a~F", NOT_LOST),
    ("flip", "b~", NOT_LOST),
    ("flip", "c!", NOT_SHOWN),
    ("flip", "a^b", NOT_NAMED),
    ("flip the others", "a>a", "a has no face-down disc (R20)"),
    ("flip the others", "a>d", "d is out (R27)"),
    ("flip everything", "bF", NO_MORE_DISCS),
    ("flip everything", "c5", EVERY_DISC),
    ("flip everything", "c-", EVERY_DISC),
    ("flip everything", "b>a", "b's own stack comes first (R19)"),
    *[("lose blind", attempt, TO_LOSE) for attempt in ("aF", "b4", "c-")],
    *[("lose blind", attempt, NO_MORE_FLIPS) for attempt in ("a>c", "b>c")],
    ("lose blind", "a~F", "the owner of the skull, b, picks the disc (R24)"),
    ("lose blind", "c~", "the owner of the skull, b, picks the disc (R24)"),
    ("lose blind", "b~S", "the disc is picked blind (R24)"),
    ("lose blind", "b~", "the discs are not shuffled yet (R24)"),
    ("lose blind", "a!", "the challenger shows nothing more (R22)"),
    ("lose blind", "b!", "b has no face-down disc left to show (R22)"),
    ("lose blind", "d!", "d has no face-down disc left to show (R22)"),
    ("lose blind", "a^b", NOT_NAMED),
    *[("lose by choice", attempt, TO_LOSE) for attempt in ("bF", "a4", "c-")],
    ("lose by choice", "b>a", NO_MORE_FLIPS),
    ("lose by choice", "a~F", "b chooses its own disc after its own skull (R25)"),
    ("lose by choice", "c~", "b chooses its own disc after its own skull (R25)"),
    ("lose by choice", "b~", "the disc is chosen, not picked blind (R25)"),
    ("lose by choice", "b!", "the challenger shows nothing more (R22)"),
    ("lose by choice", "b^a", NOT_NAMED),
    ("lose the only disc", "a~F", "a has no flower to lose (R25)"),
    ("lose without a skull", "a~S", "a has no skull to lose (R25)"),
    ("place", "eF", "there is no seat e at this table (R2)"),
    ("flip", "a>e", "there is no seat e at this table (R2)"),
    ("name first", "b^l", "there is no seat l at this table (R2)"),
    *[("name first", attempt, TO_NAME) for attempt in ("aF", "b1", "c-", "b~S", "a~")],
    ("name first", "b>a", NO_MORE_FLIPS),
    ("name first", "b!", "the challenger shows nothing more (R22)"),
    ("name first", "d!", "d has no face-down disc left to show (R22)"),
    ("name first", "a^c", "it is the turn of b (R29)"),
    ("name first", "d^c", "d is out (R27)"),
    ("name first", "b^b", "b is out and cannot begin (R29)"),
    ("name first", "b^d", "d is out and cannot begin (R29)"),
    *[("over", f"a{action}", OVER) for action in ("F", "1", "-", ">b", "~F", "~", "!", "^b")],
    *[("over", f"d{action}", OVER) for action in ("F", "1", "-", ">b", "~F", "~", "!", "^b")],
]


@pytest.mark.parametrize(("situation", "attempt", "message"), REFUSALS)
def test_a_refusal_names_the_reason_and_the_rule(
    situation: str, attempt: str, message: str
) -> None:
    illegal = refusal(SITUATIONS[situation], attempt)
    assert str(illegal) == f"{attempt}: {message}"
    assert f"{illegal.reason} ({illegal.rule})" == message


@pytest.mark.parametrize(
    ("situation", "due"),
    [
        ("draw", FIRST_PLAYER),
        ("place", ONE_DISC_EACH),
        ("add", "a disc or a challenge is due (R9)"),
        ("bid", "a raise or a pass is due (R14)"),
        ("flip", "a flip is due (R18)"),
        ("flip everything", EVERY_DISC),
        ("lose blind", TO_LOSE),
        ("lose by choice", TO_LOSE),
        ("name first", TO_NAME),
        ("over", OVER),
    ],
)
def test_what_comes_next(situation: str, due: str) -> None:
    assert str(what_comes_next(SITUATIONS[situation].board)) == due


@pytest.mark.parametrize(
    ("situation", "taker", "message"),
    [
        ("draw", 0, FIRST_PLAYER),
        ("place", 0, ONE_DISC_EACH),
        ("add", 0, NOT_LOST),
        ("bid", 1, NOT_LOST),
        ("flip", 1, NOT_LOST),
        ("lose blind", 2, "the owner of the skull, b, picks the disc (R24)"),
        ("lose by choice", 0, "b chooses its own disc after its own skull (R25)"),
        ("name first", 1, TO_NAME),
        ("over", 0, OVER),
    ],
)
def test_who_may_take_a_disc(situation: str, taker: int, message: str) -> None:
    with pytest.raises(Forbidden) as refused:
        check_taker(SITUATIONS[situation].board, Seat(taker))
    assert str(refused.value) == message


def test_the_right_taker_learns_whose_disc() -> None:
    assert check_taker(SITUATIONS["lose blind"].board, Seat(1)) == Seat(0)
    assert check_taker(SITUATIONS["lose by choice"].board, Seat(1)) == Seat(1)


def test_forbidden_carries_its_reason_and_its_rule() -> None:
    forbidden = Forbidden("not now", "R9")
    assert (str(forbidden), forbidden.reason, forbidden.rule) == ("not now (R9)", "not now", "R9")


def test_once_shuffled_the_choice_is_still_refused() -> None:
    shuffled = evolve(SITUATIONS["lose blind"], DiscsShuffled(Seat(0), Disc.FLOWER))
    assert str(refusal(shuffled, "b~F")) == "b~F: the disc is picked blind (R24)"


@pytest.mark.parametrize("number", [True, 1.0, "1", None])
def test_a_challenge_is_a_whole_number_and_nothing_like_it(number: object) -> None:
    with pytest.raises(IllegalAction) as refused:
        decide(SITUATIONS["add"], Seat(0), Bid(cast(int, number)))
    assert refused.value.rule == "R12"


@pytest.mark.parametrize("number", [3.0, "3", None])
def test_so_is_a_raise(number: object) -> None:
    with pytest.raises(IllegalAction) as refused:
        decide(SITUATIONS["bid"], Seat(0), Bid(cast(int, number)))
    assert refused.value.rule == "R14"


@pytest.mark.parametrize("seat", [-1, 4, 12])
def test_only_seats_of_this_table_act_and_are_acted_on(seat: int) -> None:
    letter = {4: "e"}.get(seat, str(seat))
    for own in SITUATIONS["add"].board.setup.seats:
        check_at_table(SITUATIONS["add"].board, own)
    with pytest.raises(IllegalAction) as refused:
        decide(SITUATIONS["add"], Seat(seat), Bid(1))
    assert str(refused.value) == f"{letter}1: there is no seat {letter} at this table (R2)"
    with pytest.raises(Forbidden, match="there is no seat"):
        check_at_table(SITUATIONS["add"].board, Seat(seat))


def test_forbidden_can_travel_between_processes() -> None:
    again = pickle.loads(pickle.dumps(Forbidden("not now", "R9")))
    assert (str(again), again.reason, again.rule) == ("not now (R9)", "not now", "R9")


def test_the_repr_of_a_refusal_can_be_pasted_back() -> None:
    assert repr(Forbidden("not now", "R9")) == "Forbidden('not now', 'R9')"
    illegal = IllegalAction(Seat(1), Bid(2), "not now", "R14")
    assert repr(illegal) == "IllegalAction(1, Bid(number=2), 'not now', 'R14')"
