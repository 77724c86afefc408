"""Who may read a game: one answer for sockets, calls and records."""

import random

import pytest

from calavera.protocol.commands import ChangeSettings, Clear, Reshuffle, Sit, Stand
from calavera.protocol.messages import Frame, Welcome
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.record.retelling.steps import SeatHolding
from calavera.table.logic.caller import Caller
from calavera.table.views.game_record import record_text
from tests.table.doubles import Ear, Harness

CLOSED = Settings(players=2, spectators=False)


def after_a_game(settings: Settings = CLOSED) -> tuple[Harness, list[Ear]]:
    harness = Harness(settings)
    ears = harness.start(2)
    harness.play_out(ears, random.Random(1))
    return harness, ears


def answers(harness: Harness, name: str) -> list[Reason | None]:
    """Why the record, the current game and a socket are refused to a reader, or None."""
    caller = Caller(harness.identity(name), name)

    def reason(ask: object) -> Reason | None:
        try:
            ask()  # type: ignore[operator]
        except Refused as refused:
            return refused.reason
        return None

    def socket() -> None:
        welcome = harness.connect(name, since=1).messages[0]
        assert isinstance(welcome, Welcome)
        if welcome.game is None:
            assert welcome.dice is None
            assert welcome.facts == ()
            raise Refused(Reason.NO_SPECTATORS)

    return [
        reason(lambda: record_text(harness.entries(), 1, caller.identity)),
        reason(lambda: harness.live.history(caller)),
        reason(socket),
    ]


TOLD = [None] * 3
REFUSED = [Reason.NO_SPECTATORS] * 3


def test_players_read_their_game_and_non_members_do_not() -> None:
    harness, _ = after_a_game()
    assert answers(harness, "Ana") == TOLD
    assert answers(harness, "Late") == REFUSED


def test_everybody_reads_a_game_that_could_be_watched() -> None:
    harness, _ = after_a_game(Settings(players=2))
    assert answers(harness, "Late") == TOLD


def test_a_former_player_reads_the_game_that_they_played() -> None:
    harness, (_, bo) = after_a_game()
    harness.done(bo, Stand(harness.id()))
    assert answers(harness, "Bo") == TOLD


def test_whoever_sits_down_after_a_game_does_not_read_it() -> None:
    harness, (_, bo) = after_a_game()
    harness.done(bo, Stand(harness.id()))
    late = harness.connect("Late")
    harness.done(late, Sit(harness.id(), None))
    assert answers(harness, "Late") == REFUSED


def test_a_removed_player_reads_nothing() -> None:
    harness, (ana, _) = after_a_game()
    harness.done(ana, Clear(harness.id(), 1))
    assert answers(harness, "Bo") == [Reason.REMOVED] * 3


def test_to_allow_spectators_does_not_open_the_games_before() -> None:
    harness, (ana, _) = after_a_game()
    harness.done(ana, ChangeSettings(harness.id(), Settings(players=2)))
    assert answers(harness, "Late") == REFUSED


def test_to_forbid_spectators_closes_the_games_before() -> None:
    harness, (ana, _) = after_a_game(Settings(players=2))
    harness.done(ana, ChangeSettings(harness.id(), CLOSED))
    assert answers(harness, "Late") == REFUSED
    assert answers(harness, "Bo") == TOLD


def test_frames_between_games_send_a_non_member_only_the_room() -> None:
    harness, (ana, _) = after_a_game()
    late = harness.connect("Late")
    harness.done(ana, Reshuffle(harness.id()))
    harness.done(ana, ChangeSettings(harness.id(), CLOSED._replace(talk=False)))
    frames = [message for message in late.messages if isinstance(message, Frame)]
    assert len(frames) == 2
    assert all(frame.game is None and frame.dice is None for frame in frames)
    assert frames[-1].room is not None


def test_a_non_member_s_screen_reads_as_little_as_they_and_a_player_s_as_the_public() -> None:
    harness, (_ana, _) = after_a_game()
    screens = []
    for name in ("Ana", "Late"):
        caller = Caller(harness.identity(name), name)
        screen = Ear(caller)
        harness.live.attach(screen, caller, 1, watches=True)
        screens.append(screen.messages[0])
    of_ana, of_late = screens
    assert isinstance(of_ana, Welcome)
    assert isinstance(of_late, Welcome)
    assert of_ana.game is not None
    assert of_ana.game.view.own == ()
    assert (of_late.game, of_late.dice, of_late.facts) == (None, None, ())


@pytest.mark.parametrize("opens", [True, False])
def test_the_last_frame_opens_the_holdings_as_the_record_does(opens: bool) -> None:
    harness = Harness(Settings(players=2, opens=opens))
    ears = [*harness.start(2), harness.connect("Late")]
    harness.play_out(ears[:2], random.Random(1))
    held = tuple(map(SeatHolding, harness.game.setup.seats, harness.game.state.holdings))
    for ear in (*ears, harness.connect("Bo"), harness.connect("Later")):
        *before, last = [one.game for one in ear.messages if isinstance(one, Frame | Welcome)]
        assert last is not None
        assert last.opened == (held if opens else None)
        assert all(game is None or game.opened is None for game in before)
        record = record_text(harness.entries(), 1, ear.caller.identity)
        assert ("?" not in record) is opens, "the record reveals as much"


def test_whoever_may_not_read_a_game_never_gets_its_holdings() -> None:
    harness, (ana, _) = after_a_game()
    late = harness.connect("Late")
    harness.done(ana, Reshuffle(harness.id()))
    assert ana.game.opened is not None
    assert b"opened" not in b"".join(late.sent)


def test_a_non_member_does_not_learn_whether_a_game_is_finished() -> None:
    harness = Harness(CLOSED)
    harness.start(2)
    for name, reason in (("Late", Reason.NO_SPECTATORS), ("Ana", Reason.NOT_FINISHED)):
        with pytest.raises(Refused) as refused:
            record_text(harness.entries(), 1, harness.identity(name))
        assert refused.value.reason is reason
