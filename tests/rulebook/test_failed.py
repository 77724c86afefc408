"""Failed: R23 to R27."""

from fractions import Fraction

import pytest

from calavera.rules import (
    PUBLIC,
    Disc,
    Phase,
    Player,
    Seat,
    chance_outcomes,
    evolve,
    redact,
    set_up,
    view,
)
from calavera.rules.events import DiscLost, DiscsShuffled, LossUnseen, RoundBegan, SeatOut
from tests.rulebook.playing import (
    after,
    allowed,
    discs,
    happening,
    refused_by,
    seats,
    then,
)

SKULL_OF_B = "aF bS cF aF b2 c3 a- b- c>cF c>aF c>bS"
"""c failed by the skull of b."""

OWN_SKULL = "aS bF cF a1 b- c- a>aS"
"""a failed by its own skull."""


def test_R23_everybody_takes_all_discs_back_and_the_challenger_loses_one() -> None:
    state = after(f"{SKULL_OF_B} b~cF")
    assert [holding.hand for holding in state.holdings] == [
        discs("FFFS"),
        discs("FFFS"),
        discs("FFS"),
    ]
    assert [holding.stack for holding in state.holdings] == [(), (), ()]
    assert [holding.lost for holding in state.holdings] == [(), (), discs("F")]
    assert [(mat.discs, mat.hand) for mat in state.board.mats] == [(4, 4), (4, 4), (3, 3)]
    assert [(mat.height, mat.flipped, mat.faces) for mat in state.board.mats] == [(0, 0, ())] * 3
    assert (state.board.total, state.board.bidding, state.board.attempt) == (0, None, None)


def test_R23_for_good() -> None:
    twice = f"{SKULL_OF_B} b~cS aF bS cF c2 a- b- c>cF c>bS b~cF"
    state = after(twice)
    assert state.holdings[2] == (discs("FF"), (), discs("SF"))
    assert state.board.mats[2].discs == 2
    assert refused_by(state, "cS") == "R6"


@pytest.mark.parametrize("attempt", ["aF", "b4", "c-"])
def test_R23_nothing_else_is_done_before_the_disc_is_lost(attempt: str) -> None:
    assert refused_by(after(SKULL_OF_B), attempt) == "R23"


@pytest.mark.parametrize("line", ["aF bS cF a2 b- c-", "aF bS cF a2 b- c- a>aF"])
@pytest.mark.parametrize("attempt", ["a~F", "a~S", "b~", "a~"])
def test_R23_a_disc_is_lost_only_after_a_failure(line: str, attempt: str) -> None:
    assert refused_by(after(line), attempt) == "R23"


def test_R24_the_challengers_discs_are_shuffled_the_flipped_ones_included() -> None:
    assert chance_outcomes(after(SKULL_OF_B)) == (
        (DiscsShuffled(Seat(2), Disc.FLOWER), Fraction(3, 4)),
        (DiscsShuffled(Seat(2), Disc.SKULL), Fraction(1, 4)),
    )


@pytest.mark.parametrize(
    ("discs_of_c", "shares"),
    [
        ("FFS", [Fraction(2, 3), Fraction(1, 3)]),
        ("FS", [Fraction(1, 2), Fraction(1, 2)]),
        ("FFF", [Fraction(1)]),
        ("F", [Fraction(1)]),
    ],
)
def test_R24_of_all_that_it_still_owns(discs_of_c: str, shares: list[Fraction]) -> None:
    state = after("aF bS cF c2 a- b- c>cF c>bS", start=f"FF/0 FS/0 {discs_of_c}/0", first="c")
    assert [share for _, share in chance_outcomes(state)] == shares


def test_R24_the_owner_of_the_skull_picks_blind() -> None:
    state = after(SKULL_OF_B)
    assert (state.board.phase, state.board.turn) == (Phase.LOSE, seats("b"))
    assert refused_by(state, "b~") == "R24"  # they are not shuffled yet
    shuffled = evolve(state, DiscsShuffled(Seat(2), Disc.SKULL))
    assert chance_outcomes(shuffled) == ()
    assert allowed(shuffled, "b") == "~"
    assert happening(state, "b~cS") == (
        DiscsShuffled(Seat(2), Disc.SKULL),
        DiscLost(Seat(2), Seat(1), Disc.SKULL),
        RoundBegan(2, Seat(2)),
    )


@pytest.mark.parametrize("attempt", ["a~", "c~", "c~F", "c~S", "a~F", "b~F", "b~S"])
def test_R24_nobody_else_picks_and_nobody_chooses(attempt: str) -> None:
    state = after(SKULL_OF_B)
    assert refused_by(state, attempt) == "R24"
    assert refused_by(evolve(state, DiscsShuffled(Seat(2), Disc.FLOWER)), attempt) == "R24"


def test_R24_a_show_between_the_shuffle_and_the_pick_changes_nothing() -> None:
    shuffled = evolve(after(SKULL_OF_B), DiscsShuffled(Seat(2), Disc.SKULL))
    assert allowed(shuffled, "a") == "!"
    assert then(shuffled, "a!F").drawn is Disc.SKULL


def test_R25_after_its_own_skull_the_challenger_chooses() -> None:
    state = after(OWN_SKULL)
    assert (state.board.phase, state.board.turn) == (Phase.LOSE, seats("a"))
    assert chance_outcomes(state) == ()
    assert allowed(state, "a") == "~F ~S"
    assert happening(state, "a~aF") == (
        DiscLost(Seat(0), Seat(0), Disc.FLOWER),
        RoundBegan(2, Seat(0)),
    )
    assert happening(state, "a~aS")[0] == DiscLost(Seat(0), Seat(0), Disc.SKULL)
    assert then(state, "a~aF").holdings[0] == (discs("FFS"), (), discs("F"))
    assert then(state, "a~aS").holdings[0] == (discs("FFF"), (), discs("S"))


@pytest.mark.parametrize("attempt", ["a~", "b~", "c~", "b~F", "c~S"])
def test_R25_nobody_picks_and_nobody_else_chooses(attempt: str) -> None:
    assert refused_by(after(OWN_SKULL), attempt) == "R25"


def test_R25_it_chooses_among_the_discs_it_has() -> None:
    state = after(OWN_SKULL, start="S/0 FF/0 FF/0")
    assert allowed(state, "a") == "~S"
    assert refused_by(state, "a~F") == "R25"


@pytest.mark.parametrize(
    ("line", "loss", "unseen"),
    [
        (SKULL_OF_B, "b~cS", LossUnseen(Seat(2), Seat(1))),
        (OWN_SKULL, "a~aS", LossUnseen(Seat(0), Seat(0))),
    ],
)
def test_R26_the_lost_disc_is_known_to_the_challenger_alone(
    line: str, loss: str, unseen: LossUnseen
) -> None:
    setup = set_up(3)
    lost = next(e for e in happening(after(line), loss) if isinstance(e, DiscLost))
    assert redact(lost, setup.viewer(Player(unseen.seat))) == lost
    for player in {Player(0), Player(1), Player(2)} - {Player(unseen.seat)}:
        assert redact(lost, setup.viewer(player)) == unseen
    assert redact(lost, PUBLIC) == unseen


def test_R26_the_table_looks_the_same_whatever_was_lost() -> None:
    flower, skull = after(f"{SKULL_OF_B} b~cF"), after(f"{SKULL_OF_B} b~cS")
    assert flower != skull
    assert flower.board == skull.board
    for viewer in (PUBLIC, set_up(3).viewer(Player(0)), set_up(3).viewer(Player(1))):
        assert view(flower, viewer) == view(skull, viewer)


def test_R27_a_seat_without_discs_is_out() -> None:
    before = after("aF bS cF a2 b- c- a>aF a>bS", start="F/1 FFS/0 FF/0")
    assert happening(before, "b~aF") == (
        DiscsShuffled(Seat(0), Disc.FLOWER),
        DiscLost(Seat(0), Seat(1), Disc.FLOWER),
        SeatOut(Seat(0)),
        RoundBegan(2, Seat(1)),
    )
    mat = then(before, "b~aF").board.mats[0]
    assert mat.out
    assert (mat.discs, mat.hand, mat.height, mat.wins) == (0, 0, 0, 1)
    assert then(before, "b~aF").holdings[0] == ((), (), discs("F"))


def test_R27_it_takes_no_further_part() -> None:
    state = after("aF bS cF a2 b- c- a>aF a>bS b~aF", start="F/0 FFS/0 FF/0")
    assert state.board.turn == seats("bc")
    assert refused_by(state, "aF") == "R27"
    state = then(state, "cF bF")
    assert refused_by(state, "aF") == "R27"
    assert refused_by(state, "a1") == "R27"
    state = then(state, "b1")
    assert refused_by(state, "a2") == "R27"
    assert refused_by(state, "a-") == "R27"
    assert refused_by(then(state, "c2 c>cF"), "c>a") == "R27"


def test_R27_a_seat_with_a_disc_left_is_not() -> None:
    state = after("aF bS cF a2 b- c- a>aF a>bS b~aF", start="FF/0 FFS/0 FF/0")
    assert not state.board.mats[0].out
    assert allowed(state, "a") == "F"
