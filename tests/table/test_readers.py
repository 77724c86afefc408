"""Who may read a game: one answer for sockets, calls and records."""

import random

import pytest

from calavera.table.caller import Caller
from calavera.table.commands import ChangeSettings, Clear, Reshuffle, Sit, Stand
from calavera.table.game_record import record_text
from calavera.table.messages import Frame, Welcome
from calavera.table.reasons import Reason, Refused
from calavera.table.settings import Settings
from tests.table.doubles import Ear, House

CLOSED = Settings(players=2, spectators=False)


def after_a_game(settings: Settings = CLOSED) -> tuple[House, list[Ear]]:
    house = House(settings)
    ears = house.start(2)
    house.play_out(ears, random.Random(1))
    return house, ears


def answers(house: House, name: str) -> list[Reason | None]:
    """What the record, the present game and a socket tell somebody; none where they are told."""
    caller = Caller(house.identity(name), name)

    def reason(ask: object) -> Reason | None:
        try:
            ask()  # type: ignore[operator]
        except Refused as refused:
            return refused.reason
        return None

    def socket() -> None:
        welcome = house.connect(name, since=1).messages[0]
        assert isinstance(welcome, Welcome)
        if welcome.game is None:
            assert welcome.dice is None
            assert welcome.facts == ()
            raise Refused(Reason.NO_SPECTATORS)

    return [
        reason(lambda: record_text(house.entries(), 1, caller.identity)),
        reason(lambda: house.live.history(caller)),
        reason(socket),
    ]


TOLD = [None] * 3
REFUSED = [Reason.NO_SPECTATORS] * 3


def test_players_read_their_game_and_strangers_do_not() -> None:
    house, _ = after_a_game()
    assert answers(house, "Ana") == TOLD
    assert answers(house, "Late") == REFUSED


def test_everybody_reads_a_game_that_could_be_watched() -> None:
    house, _ = after_a_game(Settings(players=2))
    assert answers(house, "Late") == TOLD


def test_a_former_player_reads_the_game_that_they_played() -> None:
    house, (_, bo) = after_a_game()
    house.done(bo, Stand(house.id()))
    assert answers(house, "Bo") == TOLD


def test_whoever_sits_down_after_a_game_does_not_read_it() -> None:
    house, (_, bo) = after_a_game()
    house.done(bo, Stand(house.id()))
    late = house.connect("Late")
    house.done(late, Sit(house.id(), None))
    assert answers(house, "Late") == REFUSED


def test_a_removed_player_reads_nothing() -> None:
    house, (ana, _) = after_a_game()
    house.done(ana, Clear(house.id(), 1))
    assert answers(house, "Bo") == [Reason.REMOVED] * 3


def test_to_allow_spectators_does_not_open_the_games_before() -> None:
    house, (ana, _) = after_a_game()
    house.done(ana, ChangeSettings(house.id(), Settings(players=2)))
    assert answers(house, "Late") == REFUSED


def test_to_forbid_spectators_closes_the_games_before() -> None:
    house, (ana, _) = after_a_game(Settings(players=2))
    house.done(ana, ChangeSettings(house.id(), CLOSED))
    assert answers(house, "Late") == REFUSED
    assert answers(house, "Bo") == TOLD


def test_frames_between_games_tell_a_stranger_of_the_room_alone() -> None:
    house, (ana, _) = after_a_game()
    late = house.connect("Late")
    house.done(ana, Reshuffle(house.id()))
    house.done(ana, ChangeSettings(house.id(), CLOSED._replace(talk=False)))
    frames = [message for message in late.messages if isinstance(message, Frame)]
    assert len(frames) == 2
    assert all(frame.game is None and frame.dice is None for frame in frames)
    assert frames[-1].room is not None


def test_a_stranger_s_screen_reads_as_little_as_the_stranger_and_a_player_s_as_the_public() -> None:
    house, (_ana, _) = after_a_game()
    screens = []
    for name in ("Ana", "Late"):
        caller = Caller(house.identity(name), name)
        screen = Ear(caller)
        house.live.attach(screen, caller, 1, watches=True)
        screens.append(screen.messages[0])
    of_ana, of_late = screens
    assert isinstance(of_ana, Welcome)
    assert isinstance(of_late, Welcome)
    assert of_ana.game is not None
    assert of_ana.game.view.own == ()
    assert (of_late.game, of_late.dice, of_late.facts) == (None, None, ())


def test_a_stranger_is_not_told_whether_a_game_is_finished() -> None:
    house = House(CLOSED)
    house.start(2)
    for name, reason in (("Late", Reason.NO_SPECTATORS), ("Ana", Reason.NOT_FINISHED)):
        with pytest.raises(Refused) as refused:
            record_text(house.entries(), 1, house.identity(name))
        assert refused.value.reason is reason
