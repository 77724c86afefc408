"""Every event moves the board, for those who see it whole and for those who do not."""

from typing import cast, get_args

import pytest

from calavera.rules import (
    PUBLIC,
    Board,
    Disc,
    Ending,
    Event,
    Mat,
    Outcome,
    Phase,
    Placement,
    Player,
    Seat,
    SeatStart,
    SeenEvent,
    Setup,
    Viewer,
    advance,
    chance_outcomes,
    events,
    evolve,
    new_game,
    redact,
    set_up,
)
from calavera.rules.consequences import after_flip
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
    GameEnded,
    LossUnseen,
    OpenEvent,
    PlacementUnseen,
    RoundBegan,
    SeatOut,
    SeatPassed,
    ShuffleUnseen,
)
from tests.rulebook.playing import after, discs, seats, table, whole_story

OUTCOME = Outcome(Player(1), Seat(1), Ending.LAST_ONE_IN)
OPEN: list[Event] = [
    RoundBegan(2, Seat(1)),
    BidMade(Seat(0), 2),
    SeatPassed(Seat(1)),
    AttemptBegan(Seat(0), 2),
    DiscFlipped(Seat(0), Seat(1), Disc.SKULL),
    AttemptSucceeded(Seat(0)),
    AttemptFailed(Seat(0), Seat(1)),
    DiscsShown(Seat(1), discs("FS")),
    SeatOut(Seat(0)),
    FirstNamed(Seat(0), Seat(1)),
    GameEnded(OUTCOME),
]
TWO_TRIBES = "F/0 FF/0 FS/0 FF/0"
EVERYTHING = [
    ("bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | a!F b~cF | bF aF cS c1 a- b- c>cS c~cS", "", 1),
    ("bF cF aS | a1 b- c- | a>aS | a~aS b!F a^c | bF cF | c1 b2 b>bF b>cF", "S/0 FF/1 FF/0", 1),
    ("aF bS | a2 | a>aF a>bS | b~aF", "F/0 FS/0", 1),
    (
        "aF bF cS dF | a2 b- c- d- | a>aF a>cS | a~aF a^c | cS bF dF c1 d- b- c>cS c~cF",
        TWO_TRIBES,
        2,
    ),
    ("bF cF aF | a1 b- c- | a>aF | bF cF aF | a1 b- c- | a>aF", "", 1),
]


def test_every_event_is_open_or_has_an_unseen_twin() -> None:
    assert {type(event) for event in OPEN} == set(get_args(OpenEvent))
    assert set(get_args(Event)) == set(get_args(OpenEvent)) | {DiscPlaced, DiscsShuffled, DiscLost}
    assert set(get_args(SeenEvent)) == (set(get_args(Event)) - {DiscsShuffled}) | {
        PlacementUnseen,
        ShuffleUnseen,
        LossUnseen,
    }


def test_the_board_knows_how_to_go_on_with_every_event() -> None:
    known = set(advance.BOARD_STEPS)
    assert known == set(get_args(Event)) | set(get_args(SeenEvent))


def test_every_event_of_the_module_is_one_of_them() -> None:
    defined = {
        thing
        for thing in vars(events).values()
        if isinstance(thing, type) and thing.__module__ == events.__name__
    }
    assert defined == set(get_args(Event)) | set(get_args(SeenEvent))


def test_no_unseen_twin_has_room_for_a_disc() -> None:
    assert PlacementUnseen.__slots__ == ("seat",)
    assert LossUnseen.__slots__ == ("seat", "taker")
    assert ShuffleUnseen.__slots__ == ("challenger",)


@pytest.mark.parametrize("event", OPEN, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(seats("a")), Viewer(seats("b"))])
def test_an_open_event_is_seen_as_it_is_by_everybody(event: Event, viewer: Viewer) -> None:
    assert redact(event, viewer) is event


@pytest.mark.parametrize(
    ("event", "owner", "unseen"),
    [
        (DiscPlaced(Seat(1), Disc.SKULL), Seat(1), PlacementUnseen(Seat(1))),
        (DiscLost(Seat(2), Seat(1), Disc.FLOWER), Seat(2), LossUnseen(Seat(2), Seat(1))),
        (DiscLost(Seat(2), Seat(2), Disc.FLOWER), Seat(2), LossUnseen(Seat(2), Seat(2))),
    ],
)
def test_a_secret_is_told_to_its_owner_alone(event: Event, owner: Seat, unseen: SeenEvent) -> None:
    for seat in seats("abc"):
        assert redact(event, Viewer((seat,))) == (event if seat == owner else unseen)
    assert redact(event, PUBLIC) == unseen
    assert redact(event, Viewer((Seat(0), owner))) == event


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(seats("a")), Viewer(seats("abc"))])
@pytest.mark.parametrize("disc", Disc)
def test_the_shuffle_is_told_to_nobody(viewer: Viewer, disc: Disc) -> None:
    assert redact(DiscsShuffled(Seat(2), disc), viewer) == ShuffleUnseen(Seat(2))


def setup_of(start: str, tribes: int) -> Setup:
    """The table of one of the games above."""
    return table(players=3 if tribes == 1 else 2, tribes=tribes, start=start)


@pytest.mark.parametrize(("line", "start", "tribes"), EVERYTHING)
def test_what_a_viewer_is_told_leads_to_the_same_board(line: str, start: str, tribes: int) -> None:
    setup = setup_of(start, tribes)
    viewers = [PUBLIC, *(setup.viewer(Player(player)) for player in range(setup.players))]
    state = new_game(setup)
    boards = [state.board] * len(viewers)
    for event in whole_story(line, setup):
        state = evolve(state, event)
        boards = [
            advance.advance(board, redact(event, viewer))
            for board, viewer in zip(boards, viewers, strict=True)
        ]
        assert boards == [state.board] * len(viewers)


def test_these_games_have_every_event() -> None:
    told = {
        type(event)
        for line, start, tribes in EVERYTHING
        for event in whole_story(line, setup_of(start, tribes))
    }
    assert told == set(get_args(Event))


def test_the_board_before_the_first_player_is_drawn() -> None:
    setup = table(start="FFS/1 - F/0")
    assert new_game(setup).board == Board(
        setup=setup,
        round=0,
        first=None,
        phase=Phase.DRAW,
        turn=(),
        mats=(
            Mat(Player(0), 3, 3, 0, 0, (), 1, False),
            Mat(Player(1), 0, 0, 0, 0, (), 0, False),
            Mat(Player(2), 1, 1, 0, 0, (), 0, False),
        ),
        total=0,
        bidding=None,
        attempt=None,
        outcome=None,
    )


def test_between_the_events_of_a_loss_nobody_is_to_act() -> None:
    state = after("aF bS a2 a>aF a>bS", start="F/0 FS/0")
    shuffled = evolve(state, DiscsShuffled(Seat(0), Disc.FLOWER))
    assert (shuffled.board.phase, shuffled.board.turn) == (Phase.LOSE, seats("b"))
    lost = evolve(shuffled, DiscLost(Seat(0), Seat(1), Disc.FLOWER))
    assert (lost.board.phase, lost.board.turn, lost.drawn) == (Phase.LOSE, (), None)
    assert (lost.board.mats[0].discs, lost.board.mats[0].height) == (0, 1)
    assert chance_outcomes(lost) == ()
    out = evolve(lost, SeatOut(Seat(0)))
    assert (out.board.phase, out.board.turn) == (Phase.LOSE, ())
    ended = evolve(out, GameEnded(OUTCOME))
    assert (ended.board.phase, ended.board.turn) == (Phase.OVER, ())
    assert ended.board.outcome == OUTCOME


def test_nor_between_those_of_a_success() -> None:
    flipped = evolve(after("aF bS a1 b-", players=2), DiscFlipped(Seat(0), Seat(0), Disc.FLOWER))
    assert (flipped.board.phase, flipped.board.turn) == (Phase.FLIP, seats("a"))
    succeeded = evolve(flipped, AttemptSucceeded(Seat(0)))
    assert (succeeded.board.phase, succeeded.board.turn) == (Phase.FLIP, ())
    assert succeeded.board.mats[0].wins == 1


def test_nor_once_the_first_player_is_named() -> None:
    state = after("aS bF cF a1 b- c- a>aS", start="S/0 FF/0 FF/0")
    lost = evolve(state, DiscLost(Seat(0), Seat(0), Disc.SKULL))
    assert (lost.board.phase, lost.board.turn) == (Phase.LOSE, ())
    out = evolve(lost, SeatOut(Seat(0)))
    assert (out.board.phase, out.board.turn) == (Phase.NAME_FIRST, seats("a"))
    named = evolve(out, FirstNamed(Seat(0), Seat(1)))
    assert (named.board.phase, named.board.turn) == (Phase.NAME_FIRST, ())


def test_nobody_is_to_name_a_first_player_when_the_game_ends_with_the_loss() -> None:
    state = after("aS bF a1 b- a>aS", start="S/0 FF/0")
    out = evolve(evolve(state, DiscLost(Seat(0), Seat(0), Disc.SKULL)), SeatOut(Seat(0)))
    assert (out.board.phase, out.board.turn) == (Phase.LOSE, ())


def test_after_a_lost_game_the_table_stays_as_at_the_last_flip() -> None:
    board = after("aF bS a2 a>aF a>bS b~aF", start="F/0 FS/0").board
    assert board.bidding == (2, Seat(0), seats("a"))
    assert board.attempt == (Seat(0), 2, Seat(1))
    assert board.total == 2
    assert [mat.flipped for mat in board.mats] == [1, 1]


def test_the_drawn_disc_is_forgotten_once_it_is_lost() -> None:
    state = evolve(after("aF bS cF a2 b- c- a>aF a>bS"), DiscsShuffled(Seat(0), Disc.SKULL))
    assert state.drawn is Disc.SKULL
    assert evolve(state, DiscLost(Seat(0), Seat(1), Disc.SKULL)).drawn is None
    assert evolve(state, RoundBegan(2, Seat(0))).drawn is None


def test_an_event_is_applied_and_never_judged() -> None:
    adding = after("aF bS cF")
    failed = evolve(adding, AttemptFailed(Seat(0), Seat(1)))
    assert failed.board.attempt == (Seat(0), 0, Seat(1))
    assert evolve(adding, GameEnded(OUTCOME)).board.turn == ()
    undrawn = new_game(set_up(3))
    for seat in undrawn.board.setup.seats:
        undrawn = evolve(undrawn, DiscPlaced(seat, Disc.FLOWER))
    assert (undrawn.board.phase, undrawn.board.turn) == (Phase.ADD, ())


def test_a_flower_turned_over_outside_an_attempt_has_no_consequences() -> None:
    bidding = after("aF bS cF a1").board
    assert after_flip(bidding, Seat(0), Seat(0), Disc.FLOWER) == ()


def test_something_that_is_not_an_event_is_shown_to_nobody() -> None:
    with pytest.raises(TypeError, match="event: expected an event"):
        redact(cast(Event, "a secret"), PUBLIC)


def test_evolve_is_total() -> None:
    state = evolve(after("aF"), DiscPlaced(Seat(0), Disc.FLOWER))
    assert state.board.mats[0].height == 2


def test_events_that_cannot_happen_freeze_nobody() -> None:
    state = after("")
    for seat in (0, 1, 2, 0):
        state = evolve(state, SeatPassed(Seat(seat)))
    state = evolve(state, BidMade(Seat(0), 1))
    assert state.board.turn == (Seat(0),)
    start = [SeatStart((Disc.FLOWER,)), SeatStart((Disc.FLOWER,))]
    alone = new_game(set_up(2, placement=Placement.FIRST_LAST, start=start), Seat(0))
    for seat in (0, 1):
        alone = evolve(alone, DiscLost(Seat(seat), Seat(seat), Disc.FLOWER))
    assert evolve(alone, RoundBegan(2, Seat(0))).board.turn == (Seat(0),)
