"""The worked example of the rulebook, from the first disc to the next round."""

from calavera.rules import Attempt, Bidding, Disc, Phase, Seat
from calavera.rules.events import AttemptSucceeded, DiscFlipped, RoundBegan
from tests.rulebook.playing import after, allowed, discs, happening, refused_by, seats, then

PLACED = "bS cS dF aF"
ADDED = "aF bF cF"
BIDDING = "d3 a5 b- c- d-"


def test_four_players_add_challenge_and_the_first_succeeds() -> None:
    placed = after(PLACED, players=4)
    assert (placed.board.phase, placed.board.turn, placed.board.total) == (
        Phase.ADD,
        seats("a"),
        4,
    )

    added = then(placed, ADDED)
    assert [mat.height for mat in added.board.mats] == [2, 2, 2, 1]
    assert (added.board.turn, added.board.total) == (seats("d"), 7)
    assert allowed(added, "d") == "F S 1 2 3 4 5 6 7"

    opened = then(added, "d3")
    assert (opened.board.phase, opened.board.turn) == (Phase.BID, seats("a"))
    assert allowed(opened, "a") == "- 4 5 6 7"

    challenged = then(added, BIDDING)
    assert challenged.board.bidding == Bidding(5, Seat(0), seats("dabcd"))
    assert challenged.board.attempt == Attempt(Seat(0), 0, None)
    assert (challenged.board.phase, challenged.board.turn) == (Phase.FLIP, seats("a"))
    assert refused_by(challenged, "a>d") == "R19"

    own = then(challenged, "a>aF a>aF")
    assert allowed(own, "a") == ">b >c >d"
    four = then(own, "a>bF a>dF")
    assert [mat.faces for mat in four.board.mats] == [discs("FF"), discs("F"), (), discs("F")]
    assert allowed(four, "a") == ">b >c"
    assert refused_by(four, "a>d") == "R20"
    assert happening(four, "a>cF") == (
        DiscFlipped(Seat(0), Seat(2), Disc.FLOWER),
        AttemptSucceeded(Seat(0)),
        RoundBegan(2, Seat(0)),
    )

    next_round = then(four, "a>cF")
    assert [mat.wins for mat in next_round.board.mats] == [1, 0, 0, 0]
    assert [holding.hand for holding in next_round.holdings] == [discs("FFFS")] * 4
    assert (next_round.board.round, next_round.board.first) == (2, Seat(0))
    assert then(next_round, "cF dF aF bF").board.turn == seats("a")


def test_one_disc_deeper_it_would_have_failed() -> None:
    line = f"{PLACED} {ADDED} {BIDDING} a>aF a>aF a>bF a>bS"
    state = after(line, players=4)
    assert (state.board.phase, state.board.turn) == (Phase.LOSE, seats("b"))
    assert [mat.wins for mat in state.board.mats] == [0, 0, 0, 0]
