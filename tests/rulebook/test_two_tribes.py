"""Two tribes per player: R35 to R38."""

import pytest

from calavera.rules import (
    Ending,
    IllegalSetup,
    Outcome,
    Phase,
    Player,
    Seat,
    State,
    Viewer,
    chance_outcomes,
    set_up,
)
from calavera.rules.events import DiscLost, FirstNamed, GameEnded, RoundBegan, SeatOut
from tests.rulebook.playing import after, allowed, discs, happening, refused_by, seats, then

# Two players: the seats a and c are the first one's, b and d the second one's.
ALL_PLACED = "aF bF cF dF"


def duel(line: str = "", *, start: str = "", first: str = "a") -> State:
    """Two players with two tribes each."""
    return after(line, players=2, tribes=2, start=start, first=first)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_R35_player_i_has_the_seats_i_and_i_plus_n(players: int) -> None:
    setup = set_up(players, tribes=2)
    board = after(players=players, tribes=2).board
    assert [mat.owner for mat in board.mats] == [*range(players), *range(players)]
    for player in map(Player, range(players)):
        assert setup.seats_of(player) == (Seat(player), Seat(player + players))
        assert setup.viewer(player) == Viewer((Seat(player), Seat(player + players)))


def test_R35_turns_go_round_all_seats() -> None:
    line = "aF bF cF dF eF fF"
    for count, seat in enumerate("abcdef"):
        adds = " ".join(f"{before}F" for before in "abcdef"[:count])
        assert after(f"{line} {adds}", players=3, tribes=2).board.turn == seats(seat)


@pytest.mark.parametrize("players", [1, 7])
def test_R35_two_to_six_players(players: int) -> None:
    with pytest.raises(IllegalSetup):
        set_up(players, tribes=2)


@pytest.mark.parametrize("tribes", [0, 3, -1])
def test_R35_one_tribe_or_two(tribes: int) -> None:
    with pytest.raises(IllegalSetup, match=r"\(R35\)$"):
        set_up(3, tribes=tribes)


def test_R36_each_seat_has_its_own_hand_and_mat() -> None:
    state = duel("aS bF cF dF")
    assert state.holdings[0] == (discs("FFF"), discs("S"), ())
    assert state.holdings[2] == (discs("FFS"), discs("F"), ())
    assert [mat.hand for mat in state.board.mats] == [3, 3, 3, 3]


def test_R36_each_seat_has_its_own_turn_bid_and_pass() -> None:
    state = duel(f"{ALL_PLACED} a1 b-")
    assert state.board.turn == seats("c")
    assert allowed(state, "c") == "- 2 3 4"
    assert refused_by(state, "a2") == "R14"
    raised = then(state, "c2 d- a-")
    assert (raised.board.phase, raised.board.turn) == (Phase.FLIP, seats("c"))
    passed = then(state, "c- d2")
    assert passed.board.turn == seats("a")
    assert allowed(passed, "a") == "- 3 4"
    assert refused_by(passed, "c3") == "R15"


def test_R36_wins_count_per_seat() -> None:
    state = duel(f"{ALL_PLACED} c1 d- a- b- c>cF", start="FF/1 FF/0 FF/0 FF/0", first="c")
    assert [mat.wins for mat in state.board.mats] == [1, 0, 1, 0]
    assert (state.board.phase, state.board.outcome) == (Phase.PLACE, None)


def test_R36_a_second_success_with_the_same_tribe_wins() -> None:
    state = duel(f"{ALL_PLACED} c1 d- a- b- c>cF", start="FF/0 FF/0 FF/1 FF/0", first="c")
    assert [mat.wins for mat in state.board.mats] == [0, 0, 2, 0]
    assert state.board.outcome == Outcome(Player(0), Seat(2), Ending.SECOND_SUCCESS)


def test_R37_only_the_stack_of_the_challenging_seat_comes_first() -> None:
    state = duel(f"{ALL_PLACED} a2 b- c- d-")
    assert allowed(state, "a") == ">a"
    assert refused_by(state, "a>c") == "R19"
    assert allowed(then(state, "a>aF"), "a") == ">b >c >d"


def test_R37_a_skull_on_the_other_mat_is_the_challengers_own() -> None:
    state = duel("aF bF cS dF a2 b- c- d- a>aF a>cS")
    assert (state.board.phase, state.board.turn) == (Phase.LOSE, seats("a"))
    assert chance_outcomes(state) == ()
    assert allowed(state, "a") == "~F ~S"
    assert refused_by(state, "c~") == "R25"
    assert refused_by(state, "c~F") == "R25"
    assert refused_by(state, "b~") == "R25"
    lost = then(state, "a~aS")
    assert [mat.discs for mat in lost.board.mats] == [3, 4, 4, 4]
    assert lost.holdings[0] == (discs("FFF"), (), discs("S"))
    assert lost.holdings[2] == (discs("FFFS"), (), ())
    assert lost.board.first == Seat(0)


def test_R37_the_challenging_player_shows_neither_mat() -> None:
    state = duel("aF bS cF dF a2 b- c- d- a>aF a>bS")
    assert [allowed(state, seat) for seat in "abcd"] == ["", "", "", "!"]
    assert refused_by(state, "a!") == "R22"
    assert refused_by(state, "c!") == "R22"


def test_R37_put_out_by_the_skull_on_its_other_mat_it_names_who_begins() -> None:
    state = duel("aF bF cS dF a2 b- c- d- a>aF a>cS", start="F/0 FF/0 FS/0 FF/0")
    assert happening(state, "a~aF") == (
        DiscLost(Seat(0), Seat(0), discs("F")[0]),
        SeatOut(Seat(0)),
    )
    assert (then(state, "a~aF").board.phase, then(state, "a~aF").board.turn) == (
        Phase.NAME_FIRST,
        seats("a"),
    )


def test_R37_the_skull_of_another_player_is_picked_for_by_the_seat_it_lay_on() -> None:
    state = duel("aF bF cF dS a2 b- c- d- a>aF a>dS")
    assert state.board.turn == seats("d")
    assert refused_by(state, "b~") == "R24"
    assert happening(state, "d~aF")[-1] == RoundBegan(2, Seat(0))


def test_R38_a_player_is_out_when_both_seats_are_out() -> None:
    one_left = duel("aF bS cF dF a2 b- c- d- a>aF a>bS b~aF", start="F/0 FS/0 FF/0 FF/0")
    assert (one_left.board.phase, one_left.board.outcome) == (Phase.PLACE, None)
    assert (one_left.board.first, one_left.board.turn) == (Seat(1), seats("bcd"))


def test_R38_the_last_player_in_wins_with_one_seat_or_two() -> None:
    both = duel("bS cF dF c2 d- b- c>cF c>bS", start="- FS/0 F/0 FF/0", first="c")
    assert happening(both, "b~cF")[-1] == GameEnded(Outcome(Player(1), Seat(1), Ending.LAST_ONE_IN))
    only_the_second = duel("aF dS a2 a>aF a>dS", start="F/0 - - FS/0")
    assert happening(only_the_second, "d~aF")[-1] == GameEnded(
        Outcome(Player(1), Seat(3), Ending.LAST_ONE_IN)
    )


def test_R38_at_least_two_players_are_in_at_the_start() -> None:
    with pytest.raises(IllegalSetup, match=r"at least two players must be in .* \(R31\)$"):
        duel(start="F/0 - FF/0 -")


def test_R38_the_choice_of_who_begins_names_a_seat() -> None:
    state = duel("aF bF cS dF a2 b- c- d- a>aF a>cS a~aF", start="F/0 FF/0 FS/0 FF/0")
    assert allowed(state, "a") == "^b ^c ^d"
    assert happening(state, "a^c") == (FirstNamed(Seat(0), Seat(2)), RoundBegan(2, Seat(2)))
    assert refused_by(state, "a^a") == "R29"
    assert refused_by(state, "c^c") == "R29"
