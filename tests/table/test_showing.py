"""The time for showing discs (R22), and moves that are made by themselves (R41)."""

import random

import pytest

from calavera.rules import Flip, Place, Seat, legal_actions, phases
from calavera.rules.actions import PICK, SHOW
from calavera.rules.events import DiscLost, DiscsShown
from calavera.table.automation import Pace
from calavera.table.commands import Decline, Leave
from calavera.table.facts import Declined, Played, PlayedSeen, StoodIn
from calavera.table.reasons import Reason
from calavera.table.settings import Settings, TurnClock
from tests.table.doubles import Ear, House, beginning

A, B, C = Seat(0), Seat(1), Seat(2)
THREE = Settings(players=3)
FAILED = "aF bS cF a2 b- c- a>a a>b"
"""b's skull ends a's attempt; c may show its flower, b has nothing left to show."""


def failed(settings: Settings = THREE, pace: Pace | None = None) -> tuple[House, list[Ear]]:
    house, ears = beginning(3, settings, pace=pace or Pace(100, 200, 200))
    house.say(ears, FAILED)
    return house, ears


def test_the_pick_waits_for_who_may_show() -> None:
    house, (_, bo, cy) = failed()
    assert cy.game.showing_until == house.clock.now + 6000
    assert house.refused(bo, house.act(bo, B, PICK)) is Reason.TOO_SOON
    house.clock.now += 5999
    assert house.refused(bo, house.act(bo, B, PICK)) is Reason.TOO_SOON
    house.clock.now += 1
    house.done(bo, house.act(bo, B, PICK))
    assert cy.game.showing_until is None


def test_discs_are_shown_and_nobody_is_waited_for_any_more() -> None:
    house, (ana, bo, cy) = failed()
    (fact,) = house.done(cy, house.act(cy, C, SHOW)).facts
    assert isinstance(fact, PlayedSeen)
    (shown,) = fact.events
    assert isinstance(shown, DiscsShown)
    assert ana.game.showing_until is None
    house.done(bo, house.act(bo, B, PICK))


def test_who_declines_is_not_waited_for_but_may_think_again() -> None:
    house, (ana, bo, cy) = failed()
    assert house.done(cy, Decline("d", 1, C)).facts == (Declined(C),)
    assert ana.game.showing_until is None
    assert ana.game.declined == (C,)
    house.done(cy, house.act(cy, C, SHOW))
    house.done(bo, house.act(bo, B, PICK))
    assert not ana.game.declined, "it was said of that failure alone"


def test_the_challenger_and_who_has_nothing_face_down_cannot_decline() -> None:
    house, (ana, bo, _) = failed()
    assert house.refused(ana, Decline("1", 1, A)) is Reason.WRONG_PHASE
    assert house.refused(bo, Decline("2", 1, B)) is Reason.WRONG_PHASE


def test_without_time_for_showing_nobody_is_waited_for() -> None:
    house, (_, bo, cy) = failed(THREE._replace(showing=0))
    assert cy.game.showing_until is None
    house.done(bo, house.act(bo, B, PICK))


def test_nobody_waits_for_the_discs_of_a_bot() -> None:
    house, (ana, bo, cy) = failed()
    frame = house.done(cy, Leave("l"))
    assert frame.facts == (StoodIn(2, frame.facts[0].bot),)  # type: ignore[union-attr]
    assert ana.game.showing_until is None, "everybody is told that nobody is waited for"
    house.done(bo, house.act(bo, B, PICK))


def test_the_clock_of_the_pick_begins_after_the_time_for_showing() -> None:
    house, (ana, *_) = failed(THREE._replace(clock=TurnClock(10, 0)))
    (turn,) = ana.game.turns
    assert turn.seat == B
    assert turn.until == house.clock.now + 6000 + 10_000


def test_a_bot_picks_after_the_time_for_showing_or_once_nobody_is_waited_for() -> None:
    house, (ana, bo, cy) = failed()
    began = house.clock.now
    house.done(bo, Leave("l"))
    assert house.alarm.at == began + 6000 + 200
    house.clock.now += 1000
    house.done(cy, Decline("d", 1, C))
    assert house.alarm.at == began + 200
    house.wait()
    assert ana.game.view.board.round == 2


def test_own_flips_are_made_by_themselves() -> None:
    house, ears = beginning(3, THREE, pace=Pace(100, 200, 200))
    house.say(ears, "aF bF cF aF bF cF a3 b- c-")
    assert house.alarm.at == house.clock.now + 100
    house.wait()
    house.wait()
    board = ears[0].game.view.board
    assert board.mats[A].flipped == 2
    assert board.phase is phases.FLIP
    assert house.alarm.at == house.clock.now + 300_000, "whose mat is next is for a to say"


def test_a_hand_of_flowers_alone_is_never_played_by_itself() -> None:
    """R41: that there is one move only is not known to everybody."""
    house, ears = beginning(3, THREE)
    house.say(ears, "aS bF cF")
    game = house.live.table.game
    assert game is not None
    assert {disc.value for disc in game.state.holdings[A].hand} == {"F"}
    house.say(ears, "aF bF cF")
    assert len([move for move in ears[0].moves() if isinstance(move[1], Place)]) == 1
    assert house.alarm.at == house.clock.now + 300_000


def test_a_single_mat_to_flip_is_left_to_the_challenger() -> None:
    house, ears = beginning(2, Settings(players=2))
    house.say(ears, "aF bF a2 a>a")
    assert ears[0].moves() == [(A, Flip(B))]
    assert house.alarm.at == house.clock.now + 300_000


@pytest.mark.parametrize("seed", range(6))
def test_only_what_everybody_knows_is_played_by_itself(seed: int) -> None:
    """R41, over whole games: own flips, and the one disc of a seat that has no other."""
    rng = random.Random(seed)
    house = House(Settings(players=4, showing=0), seed=seed)
    ears = house.start(4)
    made = 0
    while house.is_playing:
        game = house.live.table.game
        assert game is not None
        if house.alarm.at == house.clock.now:
            before = len(house.journal.entries)
            house.wait()
            (entry,) = house.entries()[before:]
            played = entry.facts[0]
            assert entry.by is None
            assert isinstance(played, Played)
            assert played.seat is not None
            board = game.state.board
            mat = board.mats[played.seat]
            own_flip = board.phase is phases.FLIP and mat.face_down > 0
            assert own_flip or (board.phase is phases.PLACE and mat.discs == 1)
            assert len(legal_actions(game.state, played.seat)) == 1
            made += 1
            continue
        ear, seat, action = rng.choice([(ear, *move) for ear in ears for move in ear.moves()])
        house.done(ear, house.act(ear, seat, action))
    assert made > 0


def test_a_pick_is_drawn_before_it_is_made() -> None:
    house, (ana, bo, cy) = failed()
    game = house.live.table.game
    assert game is not None
    drawn = game.state.drawn
    assert drawn is not None, "chance is never waited for"
    for ear in (ana, bo, cy):
        assert b'"drawn"' not in b"".join(ear.sent)
    house.done(cy, Decline("d", 1, C))
    house.done(bo, house.act(bo, B, PICK))
    lost = next(event for event in house.live.events if isinstance(event, DiscLost))
    assert lost.disc is drawn
