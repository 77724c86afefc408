"""`Game`: the object that scripts and notebooks play with."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import calavera
from calavera import Game
from calavera.record import IllegalMove, RecordError, read
from calavera.rules import (
    OUT,
    Disc,
    IllegalAction,
    Pass,
    Place,
    Placement,
    Seat,
    SeatStart,
    State,
    Viewer,
    set_up,
)
from calavera.rules.events import DiscLost, DiscsShuffled, RoundBegan
from tests.games import random_setup

RECORD = (Path(__file__).parents[2] / "docs/examples/three_rounds.skull").read_text()
SKULL_OF_B = "bS cF aF | aF b2 c3 a- b- | c>c c>a c>b"


def random_game(seed: int) -> Game:
    rng = random.Random(seed)
    game = Game(random_setup(rng), seed=rng)
    while game.outcome is None:
        seat = rng.choice(game.turn)
        game.act(seat, rng.choice(game.legal_actions(seat)))
    return game


def test_the_first_minute() -> None:
    game = calavera.Game(players=4, seed=7)
    game.play("aF")
    assert game.legal_actions("b") == [Place(Disc.FLOWER), Place(Disc.SKULL)]
    assert game.view("b").viewer == Viewer((Seat(1),))
    assert game.view("b").own[0].holding == game.state.holdings[1]
    assert game.view().own == ()
    assert "".join(game.turn) == "bcd"
    game.undo()
    assert "".join(game.turn) == "abcd"
    assert game.record().splitlines()[-1] == "result: *"


def test_a_move_that_is_not_legal_names_its_rule() -> None:
    with pytest.raises(IllegalAction, match=r"a2: every seat places one disc first \(R6\)"):
        Game(3, first="a").play("a2")


@pytest.mark.parametrize("text", ["foo", "zF", "a?", "a", "a>z", "F"])
def test_what_is_no_move_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"\A[^\n]{10,200}\Z"):
        Game(3, first="a").play(text)


def test_several_moves_are_played_or_none() -> None:
    game = Game(3, first="a")
    with pytest.raises(IllegalAction):
        game.play("bS cF aF | c2")
    assert game.events == (RoundBegan(1, Seat(0)),)
    assert "".join(game.turn) == "abc"
    game.play("1. bS cF aF | aF b2")
    assert "".join(game.turn) == "c"


def test_a_flip_agrees_with_the_disc_that_lies_there() -> None:
    game = Game(3, first="a")
    game.play("bS cF aF | aF b2 c3 a- b- | c>cF c>aF")
    before = game.state
    with pytest.raises(IllegalMove, match=r"c>bF disagrees with the discs: c>bS"):
        game.play("c>bF")
    assert game.state == before
    game.play("c>bS")


@pytest.mark.parametrize("disc", ["F", "S"])
def test_a_blind_pick_may_name_what_chance_drew(disc: str) -> None:
    for seed in range(8):
        game = Game(3, first="a", seed=seed)
        game.play(f"{SKULL_OF_B} b~c{disc}")
        assert game.state.holdings[2].lost == (Disc(disc),)
        assert [e.drawn for e in game.events if isinstance(e, DiscsShuffled)] == [Disc(disc)]
        assert Game.read(game.record()).state == game.state


def test_a_blind_pick_takes_no_disc_that_is_not_there() -> None:
    start = read("skull: 1\nplayers: A, B, C\nstart: FFFS/0 FFFS/0 FF/0\n").record.setup
    game = Game(start, first="a")
    game.play(SKULL_OF_B.replace("aF b2", "a2").replace("c3 a- b-", "b- c3").replace("b2", ""))
    with pytest.raises(IllegalMove, match=r"b~cS disagrees with the discs: b~cF"):
        game.play("b~cS")


def test_undo_and_the_same_move_meet_the_same_luck() -> None:
    for seed in range(20):
        game = Game(3, first="a", seed=seed)
        game.play(SKULL_OF_B)
        lost = game.play("b~")
        after = game.state
        game.undo()
        game.undo()
        game.play("c>b")
        assert game.play("b~") == lost
        assert game.state == after


def test_there_is_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(IndexError, match="there is no move to take back"):
        Game(3).undo()


def test_the_same_seed_makes_the_same_game() -> None:
    firsts = {Game(6, seed=seed).board.first for seed in range(60)}
    assert firsts == set(set_up(6).seats)
    assert Game(6, seed=3).board.first == Game(6, seed=3).board.first


def test_a_seat_that_is_out_cannot_be_first() -> None:
    setup = read("skull: 1\nplayers: A, B, C\nstart: - F/0 F/0\nfirst: b\n").record.setup
    with pytest.raises(ValueError, match="seat a cannot be first"):
        Game(setup, first="a")
    assert Game(setup, first=Seat(2)).board.first == 2


def test_act_takes_seats_and_letters() -> None:
    game = Game(2, first="a")
    game.act("a", Place(Disc.FLOWER))
    game.act(Seat(1), Place(Disc.FLOWER))
    with pytest.raises(IllegalAction):
        game.act("a", Pass())


def test_a_record_is_read_and_written_unchanged() -> None:
    game = Game.read(RECORD)
    assert game.record() == RECORD
    assert game.names == ("Ana", "Bo", "Cy")
    assert game.outcome is not None
    assert game.record("b").splitlines()[4] == (
        "1. bS c? a? | a? b2 c3 a- b- | c>cF c>aF c>bS | b~c?"
    )


def test_a_view_and_a_broken_text_are_no_game() -> None:
    with pytest.raises(ValueError, match="a view has unknown discs"):
        Game.read(Game.read(RECORD).record("b"))
    with pytest.raises(RecordError):
        Game.read("skull: 1\n")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_every_game_can_be_written_read_and_undone(seed: int) -> None:
    game = random_game(seed)
    again = Game.read(game.record())
    assert again.state == game.state
    assert again.record() == game.record()
    states: list[State] = []
    while again.turn != () or again.outcome is not None:
        states.append(again.state)
        try:
            again.undo()
        except IndexError:
            break
    assert again.events == (RoundBegan(1, game.events[0].first),)  # type: ignore[union-attr]
    assert len(states) == len([e for e in game.events if _is_move(e)]) + 1


def _is_move(event: object) -> bool:
    return type(event).__name__ in {
        "DiscPlaced", "BidMade", "SeatPassed", "DiscFlipped", "DiscLost", "DiscsShown", "FirstNamed"
    }  # fmt: skip


def test_the_table_as_text() -> None:
    game = Game.read(RECORD)
    assert str(game) == "\n".join(
        [
            "round 3, c has won",
            "a Ana  hand FFF   mat S     passed",
            "b Bo   hand FFS   mat F     passed",
            "c Cy   hand FS    mat F     2 successes",
        ]
    )
    assert repr(game) == "<Game of 3: round 3, c has won>"


@pytest.mark.parametrize(
    ("moves", "headline"),
    [
        ("", "round 1, a b c to act"),
        ("aF bS cF", "round 1, a to act"),
        ("aF bS cF a2", "round 1, a bids 2 of 3, b to act"),
        ("aF bS cF a2 b- c-  a>a", "round 1, a has turned over 1 of 2, a to act"),
        ("aF bS cF a2 b- c-  a>a a>b", "round 1, a has turned over 2 of 2, a skull of b, b to act"),
    ],
)
def test_the_headline_says_where_the_game_is(moves: str, headline: str) -> None:
    game = Game(3, first="a", seed=1)
    game.play(moves)
    assert str(game.board) == headline


def test_a_state_of_twelve_fits_on_a_screen() -> None:
    game = Game(set_up(6, tribes=2, placement=Placement.FIRST_LAST), seed=5)
    rng = random.Random(5)
    while game.outcome is None:
        assert len(repr(game.state)) < 80 * 24
        assert len(repr(game.view("b"))) < 80 * 24
        seat = game.turn[0]
        game.act(seat, rng.choice(game.legal_actions(seat)))


def test_a_board_tells_no_disc_that_lies_face_down() -> None:
    one, other = Game(3, first="a"), Game(3, first="a")
    one.play("aF bS cF a2")
    other.play("aS bF cS a2")
    assert repr(one.board) == repr(other.board)
    assert repr(one.view()) == repr(other.view())


def test_a_loss_is_told_as_it_happened() -> None:
    game = Game(3, first="a", seed=2)
    game.play("aS bF cF a2 b- c-  a>a")
    (lost, *_) = game.play("a~S")
    assert lost == DiscLost(Seat(0), Seat(0), Disc.SKULL)


def test_the_table_as_text_counts_successes_and_names_who_is_out() -> None:
    flower, skull = Disc.FLOWER, Disc.SKULL
    start = [SeatStart((flower, skull), 1), SeatStart((flower,)), OUT]
    assert str(Game(set_up(3, start=start))).splitlines()[1:] == [
        "a A  hand FS    mat       1 success",
        "b B  hand F     mat",
        "c C  out",
    ]
