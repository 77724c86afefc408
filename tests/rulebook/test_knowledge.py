"""What each seat may know: R39 to R42."""

import pytest

from calavera.rules import (
    PUBLIC,
    Attempt,
    Bidding,
    Board,
    Disc,
    Ending,
    Mat,
    Outcome,
    OwnSeat,
    Phase,
    Player,
    Seat,
    SeenEvent,
    State,
    View,
    Viewer,
    evolve,
    legal_actions,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.events import (
    AttemptBegan,
    AttemptFailed,
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    DiscsShuffled,
    LossUnseen,
    PlacementUnseen,
    RoundBegan,
    SeatPassed,
    ShuffleUnseen,
)
from tests.rulebook.playing import (
    after,
    allowed,
    discs,
    happening,
    refusal,
    refused_by,
    seats,
    story,
    then,
    whole_story,
)

SETUP = set_up(3)
FIRST, SECOND, THIRD = (SETUP.viewer(Player(player)) for player in range(3))

ROUND = "bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | a!F b~cF"
"""A round with everything of R39, except for b's and a's hands."""

TWO_WORLDS = [
    # What only the second player knows: the order of its stack, or what is in its hand.
    ("bS cF aF | aF bF c2", "bF cF aF | aF bS c2", (FIRST, THIRD, PUBLIC)),
    ("bS cF aF | aF b2 c- a-", "bF cF aF | aF b2 c- a-", (FIRST, THIRD, PUBLIC)),
    # What only the third one knows: which disc it lost, blind or by its own choice.
    (ROUND, ROUND.replace("b~cF", "b~cS"), (FIRST, SECOND, PUBLIC)),
    ("cS aF bF aF b1 c2 a- b- c>cS c~cF", "cS aF bF aF b1 c2 a- b- c>cS c~cS", (FIRST, PUBLIC)),
    (f"{ROUND} bF aF cF", f"{ROUND} bF aF cS", (FIRST, SECOND, PUBLIC)),
    # What nobody but its owner saw in an attempt that did not reach it.
    ("bS cF aF | aF b2 c- a3 b- | a>aF a>aF", "bF cS aF | aF b2 c- a3 b- | a>aF a>aF", (PUBLIC,)),
]


def seen(line: str, viewer: Viewer) -> tuple[SeenEvent, ...]:
    """A whole game as that viewer saw it."""
    return tuple(redact(event, viewer) for event in whole_story(line, SETUP))


def test_R39_what_is_public_about_a_table() -> None:
    state = after("bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | a!F", start="FFF/1 FS/0 FFS/0 -")
    assert view(state, PUBLIC).board == Board(
        setup=state.board.setup,
        round=1,
        first=Seat(0),
        phase=Phase.LOSE,
        turn=seats("b"),
        mats=(
            Mat(Player(0), 3, 1, 2, 1, discs("FF"), 1, True),
            Mat(Player(1), 2, 1, 1, 1, discs("S"), 0, True),
            Mat(Player(2), 3, 2, 1, 1, discs("F"), 0, False),
            Mat(Player(3), 0, 0, 0, 0, (), 0, False),
        ),
        total=4,
        bidding=Bidding(3, Seat(2), seats("bcab")),
        attempt=Attempt(Seat(2), 3, Seat(1)),
        outcome=None,
    )


def test_R39_who_has_placed_is_public() -> None:
    board = view(after("bS"), PUBLIC).board
    assert board.turn == seats("ac")
    assert [mat.height for mat in board.mats] == [0, 1, 0]


def test_R39_what_everybody_is_told_of_a_round() -> None:
    assert seen(ROUND, PUBLIC) == (
        RoundBegan(1, Seat(0)),
        PlacementUnseen(Seat(1)),
        PlacementUnseen(Seat(2)),
        PlacementUnseen(Seat(0)),
        PlacementUnseen(Seat(0)),
        BidMade(Seat(1), 2),
        BidMade(Seat(2), 3),
        SeatPassed(Seat(0)),
        SeatPassed(Seat(1)),
        AttemptBegan(Seat(2), 3),
        DiscFlipped(Seat(2), Seat(2), Disc.FLOWER),
        DiscFlipped(Seat(2), Seat(0), Disc.FLOWER),
        DiscFlipped(Seat(2), Seat(1), Disc.SKULL),
        AttemptFailed(Seat(2), Seat(1)),
        DiscsShown(Seat(0), discs("F")),
        ShuffleUnseen(Seat(2)),
        LossUnseen(Seat(2), Seat(1)),
        RoundBegan(2, Seat(2)),
    )


@pytest.mark.parametrize("viewer", [FIRST, SECOND, THIRD, PUBLIC])
def test_R39_everybody_sees_the_same_table(viewer: Viewer) -> None:
    state = new_game(SETUP)
    for event in whole_story(ROUND, SETUP):
        state = evolve(state, event)
        assert view(state, viewer).board == state.board


def test_R40_a_player_knows_its_own_hand_its_stack_and_its_order() -> None:
    state = after("aF bS cF aS")
    assert view(state, FIRST).own == (OwnSeat(Seat(0), state.holdings[0], ()),)
    assert view(state, FIRST).own[0].holding == (discs("FF"), discs("FS"), ())
    assert view(state, SECOND).own[0].holding == (discs("FFF"), discs("S"), ())


def test_R40_and_what_it_lost() -> None:
    state = after(ROUND)
    assert view(state, THIRD).own[0].holding == (discs("FFS"), (), discs("F"))
    assert view(state, SECOND).own[0].holding == (discs("FFFS"), (), ())


def test_R40_and_is_told_of_its_own_discs_alone() -> None:
    assert DiscPlaced(Seat(1), Disc.SKULL) in seen(ROUND, SECOND)
    assert PlacementUnseen(Seat(1)) in seen(ROUND, THIRD)
    assert DiscLost(Seat(2), Seat(1), Disc.FLOWER) in seen(ROUND, THIRD)
    assert LossUnseen(Seat(2), Seat(1)) in seen(ROUND, SECOND)
    for viewer in (FIRST, SECOND, THIRD):
        told = seen(ROUND, viewer)
        own_placements = [event for event in told if isinstance(event, DiscPlaced)]
        assert all(event.seat in viewer.seats for event in own_placements)


def test_R40_with_two_tribes_a_player_knows_both_of_its_seats() -> None:
    state = after("aS bF cF dS", players=2, tribes=2)
    first = view(state, state.board.setup.viewer(Player(0)))
    assert [own.seat for own in first.own] == [0, 2]
    assert [own.holding.stack for own in first.own] == [discs("S"), discs("F")]
    assert redact(DiscPlaced(Seat(2), Disc.FLOWER), first.viewer) == DiscPlaced(
        Seat(2), Disc.FLOWER
    )
    assert redact(DiscPlaced(Seat(3), Disc.SKULL), first.viewer) == PlacementUnseen(Seat(3))


@pytest.mark.parametrize(("line", "other_line", "viewers"), TWO_WORLDS)
def test_R41_what_a_viewer_cannot_know_changes_nothing_for_it(
    line: str, other_line: str, viewers: tuple[Viewer, ...]
) -> None:
    state, other = new_game(SETUP), new_game(SETUP)
    stories = zip(whole_story(line, SETUP), whole_story(other_line, SETUP), strict=True)
    for event, other_event in stories:
        state, other = evolve(state, event), evolve(other, other_event)
        for viewer in viewers:
            assert redact(event, viewer) == redact(other_event, viewer)
            assert view(state, viewer) == view(other, viewer)
    assert state != other


def test_R41_whoever_can_know_does_see_the_difference() -> None:
    line, other_line = ("bS cF aF", "bF cF aF")
    assert seen(line, SECOND) != seen(other_line, SECOND)
    assert view(after(line), SECOND) != view(after(other_line), SECOND)


def test_R41_a_view_has_no_place_for_anybody_elses_discs() -> None:
    state = after("bS cF aF aF")
    assert view(state, PUBLIC) == View(PUBLIC, state.board, ())
    for player, viewer in enumerate((FIRST, SECOND, THIRD)):
        assert [own.seat for own in view(state, viewer).own] == [player]


def test_R41_every_event_is_told_to_everybody_as_one_event() -> None:
    events = whole_story(ROUND, SETUP)
    for viewer in (FIRST, SECOND, THIRD, PUBLIC):
        assert len(seen(ROUND, viewer)) == len(events)


@pytest.mark.parametrize("viewer", [FIRST, SECOND, THIRD, PUBLIC])
def test_R41_nobody_knows_what_the_shuffle_will_bring(viewer: Viewer) -> None:
    failed = after("bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS")
    flower, skull = (DiscsShuffled(Seat(2), disc) for disc in Disc)
    assert redact(flower, viewer) == redact(skull, viewer) == ShuffleUnseen(Seat(2))
    assert view(evolve(failed, flower), viewer) == view(evolve(failed, skull), viewer)


@pytest.mark.parametrize(
    "line", ["bS cF aF | aF b2", "bS cF aF | aF b2 c-", "bS cF aF | aF b2 c- a-"]
)
def test_R41_whoever_speaks_or_flips_may_do_the_same_with_any_discs(line: str) -> None:
    state, other = after(line), after(line.replace("bS cF aF", "bF cS aS"))
    for seat in SETUP.seats:
        assert legal_actions(state, seat) == legal_actions(other, seat)


def test_R41_what_a_seat_may_place_is_told_to_its_player_alone() -> None:
    flowers, either = after(start="FFF/0 FFS/0"), after(start="FFS/0 FFS/0")
    assert (allowed(flowers, "a"), allowed(either, "a")) == ("F", "F S")
    setup = flowers.board.setup
    assert view(flowers, setup.viewer(Player(1))).own == view(either, setup.viewer(Player(1))).own
    assert view(flowers, PUBLIC).own == ()


@pytest.mark.parametrize("attempt", ["bF", "b3", "b-", "c>b", "b~", "b~F", "b!", "b^a"])
def test_R41_a_refusal_tells_nothing_about_anybody_elses_discs(attempt: str) -> None:
    for line in ("bS cF aF", "bS cF aF aF b2", "bS cF aF aF b2 c- a-"):
        other_line = line.replace("cF aF", "cS aS", 1)
        assert str(refusal(after(line), attempt)) == str(refusal(after(other_line), attempt))


def forced(state: State, seat: str) -> bool:
    """Whether a seat has exactly one legal action."""
    return len(allowed(state, seat).split()) == 1


def test_R41_the_own_flips_are_forced_and_everybody_knows() -> None:
    flowers, skull_below = after("aF bF cF aF b2 c- a3 b-"), after("aS bF cF aF b2 c- a3 b-")
    for state in (flowers, skull_below, then(flowers, "a>aF"), then(skull_below, "a>aF")):
        assert allowed(state, "a") == ">a"
    assert view(flowers, PUBLIC) == view(skull_below, PUBLIC)
    assert not forced(then(flowers, "a>aF a>aF"), "a")


def test_R41_the_one_disc_of_a_stoned_seat_is_forced_and_everybody_knows() -> None:
    for disc in "FS":
        state = after(start=f"{disc}/0 FFS/0")
        assert forced(state, "a")
        assert view(state, PUBLIC).board.mats[0].discs == 1


def test_R41_nothing_but_flowers_is_forced_too_but_nobody_else_knows() -> None:
    lost = "aS bF cF a1 b- c- a>aS"
    nothing_but_flowers, with_the_skull = after(f"{lost} a~aS"), after(f"{lost} a~aF")
    assert forced(nothing_but_flowers, "a")
    assert not forced(with_the_skull, "a")
    for viewer in (SECOND, THIRD, PUBLIC):
        assert view(nothing_but_flowers, viewer) == view(with_the_skull, viewer)


def test_R41_nothing_is_played_for_a_player() -> None:
    state = after("aS bF cF a1 b- c- a>aS a~aS")
    for seat in "abc":
        assert happening(state, f"{seat}F") == (DiscPlaced(seats(seat)[0], Disc.FLOWER),)
    assert then(state, "bF cF").board.turn == seats("a")


def test_R42_after_the_game_everything_is_still_there_to_be_shown() -> None:
    line = f"{ROUND} bF aS cF c1 a- b- c>cF bS aF cF c2 a- b- c>cF c>aF"
    state = after(line)
    assert state.board.outcome == Outcome(Player(2), Seat(2), Ending.SECOND_SUCCESS)
    assert [holding.stack for holding in state.holdings] == [discs("F"), discs("S"), discs("F")]
    assert [holding.hand for holding in state.holdings] == [
        discs("FFS"),
        discs("FFF"),
        discs("FS"),
    ]
    assert [holding.lost for holding in state.holdings] == [(), (), discs("F")]


def test_R42_a_disc_lost_with_the_last_move_included() -> None:
    state = after("aF bS a2 a>aF a>bS b~aF", start="F/0 FS/0")
    assert state.holdings == (((), discs("F"), discs("F")), (discs("F"), discs("S"), ()))
    assert state.board.mats == (
        Mat(Player(0), 0, 0, 1, 1, discs("F"), 0, False),
        Mat(Player(1), 2, 1, 1, 1, discs("S"), 0, False),
    )


def test_R42_the_whole_story_tells_every_disc() -> None:
    told = story(after(), "bS cF aF")
    assert told == (
        DiscPlaced(Seat(1), Disc.SKULL),
        DiscPlaced(Seat(2), Disc.FLOWER),
        DiscPlaced(Seat(0), Disc.FLOWER),
    )


def test_R42_but_not_before() -> None:
    state = after("aF bS a2 a>aF", start="F/0 FS/0")
    assert state.board.outcome is None
    assert view(state, state.board.setup.viewer(Player(0))).board.mats[1].faces == ()
    assert refused_by(state, "b!") == "R22"
