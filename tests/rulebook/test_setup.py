"""Components and set-up: R1 to R5."""

from fractions import Fraction

import pytest

from calavera.rules import (
    PUBLIC,
    IllegalSetup,
    Phase,
    Player,
    Seat,
    chance_outcomes,
    evolve,
    new_game,
    set_up,
    view,
)
from calavera.rules.events import RoundBegan
from tests.rulebook.playing import after, allowed, discs, refused_by, seats, table


def test_R1_a_tribe_is_three_flowers_one_skull_and_a_mat() -> None:
    state = after()
    assert [holding.hand for holding in state.holdings] == [discs("FFFS")] * 3
    assert [mat.discs for mat in state.board.mats] == [4, 4, 4]
    assert [mat.wins for mat in state.board.mats] == [0, 0, 0]


@pytest.mark.parametrize("start", ["FFFS/0 F/0 S/0", "FFF/0 FF/0 FFS/0", "SFF/0 FSF/0 SF/0"])
def test_R1_any_part_of_a_tribe_can_be_what_is_left_of_it(start: str) -> None:
    entries = [discs("".join(sorted(entry[:-2]))) for entry in start.split()]
    assert [entry.discs for entry in table(start=start).start] == entries


@pytest.mark.parametrize("start", ["FFFF/0 F/0", "SS/0 F/0", "F/0 FFFFS/0", "F/0 FSS/0"])
def test_R1_no_seat_has_more_than_a_tribe(start: str) -> None:
    with pytest.raises(IllegalSetup, match=r"more than three flowers and a skull \(R1\)$"):
        table(start=start)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_R2_three_to_six_players_start_with_four_discs_in_hand(players: int) -> None:
    board = after(players=players).board
    assert [mat.owner for mat in board.mats] == list(range(players))
    assert [mat.hand for mat in board.mats] == [4] * players
    assert [mat.height for mat in board.mats] == [0] * players
    assert [mat.wins for mat in board.mats] == [0] * players


def test_R2_the_numbers_of_discs_in_hand_and_on_the_mat_are_public() -> None:
    mats = view(after("aF bS cF aS"), PUBLIC).board.mats
    assert [mat.hand for mat in mats] == [2, 3, 3]
    assert [mat.height for mat in mats] == [2, 1, 1]


def test_R2_hands_are_secret() -> None:
    with_skull, without = after(start="FS/0 F/0"), after(start="FF/0 F/0")
    assert view(with_skull, PUBLIC).own == ()
    assert view(with_skull, with_skull.board.setup.viewer(Player(1))).own == (
        view(without, without.board.setup.viewer(Player(1))).own
    )


@pytest.mark.parametrize("attempt", ["dF", "lF", "a>d", "a^d", "d1", "d-", "d~", "d~F", "d!"])
def test_R2_there_is_nobody_else_at_the_table(attempt: str) -> None:
    assert refused_by(after(), attempt) == "R2"


@pytest.mark.parametrize("players", range(7, 13))
def test_R3_two_boxes_make_seven_to_twelve_players(players: int) -> None:
    board = after(players=players).board
    assert len(board.mats) == players
    assert board.turn == seats("abcdefghijkl"[:players])


def test_R3_thirteen_are_too_many() -> None:
    with pytest.raises(IllegalSetup, match=r"at most 12 seats \(R3\)$"):
        set_up(13)


def test_R4_the_first_player_of_the_game_is_drawn_at_random() -> None:
    undrawn = new_game(set_up(3))
    assert undrawn.board.phase is Phase.DRAW
    assert chance_outcomes(undrawn) == (
        (RoundBegan(1, Seat(0)), Fraction(1, 3)),
        (RoundBegan(1, Seat(1)), Fraction(1, 3)),
        (RoundBegan(1, Seat(2)), Fraction(1, 3)),
    )


def test_R4_a_seat_that_is_out_is_not_drawn() -> None:
    undrawn = new_game(table(start="F/0 - FFFS/0"))
    assert chance_outcomes(undrawn) == (
        (RoundBegan(1, Seat(0)), Fraction(1, 2)),
        (RoundBegan(1, Seat(2)), Fraction(1, 2)),
    )


def test_R4_whoever_is_drawn_is_first_in_round_one() -> None:
    drawn = evolve(new_game(set_up(3)), RoundBegan(1, Seat(2)))
    assert drawn == after(first="c")
    assert (drawn.board.round, drawn.board.first) == (1, Seat(2))
    assert chance_outcomes(drawn) == ()


@pytest.mark.parametrize("attempt", ["aF", "a1", "a-", "a>a", "a~F", "a~", "a^a"])
def test_R4_nobody_moves_before_the_draw(attempt: str) -> None:
    undrawn = new_game(set_up(3))
    assert allowed(undrawn, "a") == ""
    assert refused_by(undrawn, attempt) == "R4"


def test_R5_two_players_are_a_duel() -> None:
    board = after("aF bF a1", players=2).board
    assert len(board.mats) == 2
    assert (board.phase, board.turn) == (Phase.BID, seats("b"))


def test_R5_the_engine_plays_from_any_legal_position() -> None:
    board = after(start="FFS/1 - F/0 -", first="c").board
    assert [mat.discs for mat in board.mats] == [3, 0, 1, 0]
    assert [mat.wins for mat in board.mats] == [1, 0, 0, 0]
    assert board.turn == seats("ac")


@pytest.mark.parametrize("players", [-1, 0, 1])
def test_R5_one_alone_is_no_table(players: int) -> None:
    with pytest.raises(IllegalSetup, match=r"at least two players \(R5\)"):
        set_up(players)
