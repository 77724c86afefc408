"""The time for showing discs (R22), and automatic moves (R41)."""

import random

import pytest

from calavera.protocol.commands import Decline, Leave
from calavera.protocol.facts import Declined, Played, PlayedSeen, StoodIn
from calavera.protocol.reasons import Reason
from calavera.protocol.settings import Settings, TurnClock
from calavera.rules import Flip, Place, Seat, legal_actions
from calavera.rules.actions import PICK, SHOW
from calavera.rules.events import DiscLost, DiscsShown
from calavera.rules.model import phases
from calavera.table.live.automation import Pace
from tests.table.doubles import Ear, Harness, beginning

A, B, C = Seat(0), Seat(1), Seat(2)
THREE = Settings(players=3)
FAILED = "aF bS cF a2 b- c- a>a a>b"
"""b's skull ends a's attempt; c may show its flower, b has nothing left to show."""


def failed(settings: Settings = THREE, pace: Pace | None = None) -> tuple[Harness, list[Ear]]:
    harness, ears = beginning(3, settings, pace=pace or Pace(100, 200, 200))
    harness.say(ears, FAILED)
    return harness, ears


def test_the_pick_waits_for_who_may_show() -> None:
    harness, (_, bo, cy) = failed()
    assert cy.game.showing_until == harness.clock.now + 6000
    assert harness.refused(bo, harness.act(bo, B, PICK)) is Reason.TOO_SOON
    harness.clock.now += 5999
    assert harness.refused(bo, harness.act(bo, B, PICK)) is Reason.TOO_SOON
    harness.clock.now += 1
    harness.done(bo, harness.act(bo, B, PICK))
    assert cy.game.showing_until is None


def test_discs_are_shown_and_nobody_is_waited_for_any_more() -> None:
    harness, (ana, bo, cy) = failed()
    (fact,) = harness.done(cy, harness.act(cy, C, SHOW)).facts
    assert isinstance(fact, PlayedSeen)
    (shown,) = fact.events
    assert isinstance(shown, DiscsShown)
    assert ana.game.showing_until is None
    harness.done(bo, harness.act(bo, B, PICK))


def test_a_player_who_declines_may_still_show() -> None:
    harness, (ana, bo, cy) = failed()
    assert harness.done(cy, Decline("d", 1, C)).facts == (Declined(C),)
    assert ana.game.showing_until is None
    assert ana.game.declined == (C,)
    harness.done(cy, harness.act(cy, C, SHOW))
    harness.done(bo, harness.act(bo, B, PICK))
    assert not ana.game.declined, "the decline applied only to that failure"


def test_the_challenger_and_who_has_nothing_face_down_cannot_decline() -> None:
    harness, (ana, bo, _) = failed()
    assert harness.refused(ana, Decline("1", 1, A)) is Reason.WRONG_PHASE
    assert harness.refused(bo, Decline("2", 1, B)) is Reason.WRONG_PHASE


def test_without_time_for_showing_nobody_is_waited_for() -> None:
    harness, (_, bo, cy) = failed(THREE._replace(showing=0))
    assert cy.game.showing_until is None
    harness.done(bo, harness.act(bo, B, PICK))


def test_nobody_waits_for_the_discs_of_a_bot() -> None:
    harness, (ana, bo, cy) = failed()
    frame = harness.done(cy, Leave("l"))
    assert frame.facts == (StoodIn(2, frame.facts[0].bot),)  # type: ignore[union-attr]
    assert ana.game.showing_until is None, "everybody is notified that the wait is over"
    harness.done(bo, harness.act(bo, B, PICK))


def test_the_clock_of_the_pick_begins_after_the_time_for_showing() -> None:
    harness, (ana, *_) = failed(THREE._replace(clock=TurnClock(10, 0)))
    (turn,) = ana.game.turns
    assert turn.seat == B
    assert turn.until == harness.clock.now + 6000 + 10_000


def test_a_bot_picks_after_the_time_for_showing_or_once_nobody_is_waited_for() -> None:
    harness, (ana, bo, cy) = failed()
    began = harness.clock.now
    harness.done(bo, Leave("l"))
    assert harness.alarm.at == began + 6000 + 200
    harness.clock.now += 1000
    harness.done(cy, Decline("d", 1, C))
    assert harness.alarm.at == began + 200
    harness.wait()
    assert ana.game.view.board.round == 2


def test_own_flips_are_made_by_themselves() -> None:
    harness, ears = beginning(3, THREE, pace=Pace(100, 200, 200))
    harness.say(ears, "aF bF cF aF bF cF a3 b- c-")
    assert harness.alarm.at == harness.clock.now + 100
    harness.wait()
    harness.wait()
    board = ears[0].game.view.board
    assert board.mats[A].flipped == 2
    assert board.phase is phases.FLIP
    assert harness.alarm.at == harness.clock.now + 300_000, "a chooses the next mat"


def test_a_hand_of_flowers_is_never_played_automatically() -> None:
    """R41: not everybody knows that there is only one move."""
    harness, ears = beginning(3, THREE)
    harness.say(ears, "aS bF cF")
    game = harness.live.table.game
    assert game is not None
    assert {disc.value for disc in game.state.holdings[A].hand} == {"F"}
    harness.say(ears, "aF bF cF")
    assert len([move for move in ears[0].moves() if isinstance(move[1], Place)]) == 1
    assert harness.alarm.at == harness.clock.now + 300_000


def test_a_single_mat_to_flip_is_left_to_the_challenger() -> None:
    harness, ears = beginning(2, Settings(players=2))
    harness.say(ears, "aF bF a2 a>a")
    assert ears[0].moves() == [(A, Flip(B))]
    assert harness.alarm.at == harness.clock.now + 300_000


@pytest.mark.parametrize("seed", range(6))
def test_only_moves_known_to_everybody_are_automatic(seed: int) -> None:
    """R41, over whole games: own flips, and placing the only disc of a seat."""
    rng = random.Random(seed)
    harness = Harness(Settings(players=4, showing=0), seed=seed)
    ears = harness.start(4)
    made = 0
    while harness.is_playing:
        game = harness.live.table.game
        assert game is not None
        if harness.alarm.at == harness.clock.now:
            before = len(harness.journal.entries)
            harness.wait()
            (entry,) = harness.entries()[before:]
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
        harness.done(ear, harness.act(ear, seat, action))
    assert made > 0


def test_a_pick_is_drawn_before_it_is_made() -> None:
    harness, (ana, bo, cy) = failed()
    game = harness.live.table.game
    assert game is not None
    drawn = game.state.drawn
    assert drawn is not None, "the table never waits for chance"
    for ear in (ana, bo, cy):
        assert b'"drawn"' not in b"".join(ear.sent)
    harness.done(cy, Decline("d", 1, C))
    harness.done(bo, harness.act(bo, B, PICK))
    lost = next(event for event in harness.live.events if isinstance(event, DiscLost))
    assert lost.disc is drawn
