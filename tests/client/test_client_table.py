"""The command of each method of a table, and the moment that an action answers."""

from collections.abc import Callable

import pytest

from calavera.client import ClientTable, TableClosed
from calavera.client.client_table import new_id
from calavera.protocol.commands import (
    Act,
    Admit,
    Back,
    ChangeSettings,
    ChooseTribes,
    Clear,
    Command,
    Decline,
    Leave,
    Mute,
    PassHost,
    Reshuffle,
    Say,
    SayReady,
    SayTaunt,
    SeatBot,
    Sit,
    Stand,
    Start,
    Taunt,
)
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.protocol.tribes import Tribe
from calavera.rules import Bid, Pass, Place, Seat
from tests.client.in_memory import MemoryConnection, table_of
from tests.table.doubles import Harness, beginning

TWO = Settings(players=2)


def refused(deed: Callable[[], object]) -> tuple[Reason, str]:
    with pytest.raises(Refused) as error:
        deed()
    return error.value.reason, error.value.detail


class Notes(MemoryConnection):
    """A connection that grants everything."""

    async def ask(self, command: Command) -> int:
        self.asked.append(command)
        return 7


def granted(harness: Harness | None = None) -> tuple[ClientTable, Notes]:
    harness = harness or Harness()
    table, _ = table_of(harness, harness.connect("Ana"))
    notes = Notes(harness, harness.connect("Ana"))
    table._connection = notes  # type: ignore[assignment]
    return table, notes


@pytest.mark.parametrize(
    ("deed", "command"),
    [
        (ClientTable.leave, Leave("")),
        (ClientTable.back, Back("")),
        (ClientTable.sit, Sit("", None)),
        (lambda table: table.sit(3), Sit("", 3)),
        (ClientTable.stand, Stand("")),
        (lambda table: table.ready(salt="ab"), SayReady("", True, "ab")),
        (lambda table: table.ready(False, salt=""), SayReady("", False, "")),
        (
            lambda table: table.tribes([Tribe.KNOTS, Tribe.RAYS], 4),
            ChooseTribes("", 4, (Tribe.KNOTS, Tribe.RAYS)),
        ),
        (lambda table: table.tribes([Tribe.RAYS], 0), ChooseTribes("", 0, (Tribe.RAYS,))),
        (lambda table: table.settings(TWO), ChangeSettings("", TWO)),
        (lambda table: table.bot(2, "uniform"), SeatBot("", 2, "uniform")),
        (lambda table: table.clear(2), Clear("", 2)),
        (lambda table: table.admit(5), Admit("", 5)),
        (ClientTable.reshuffle, Reshuffle("")),
        (ClientTable.start, Start("")),
        (lambda table: table.host(5), PassHost("", 5)),
        (lambda table: table.say("hello"), Say("", "hello")),
        (lambda table: table.taunt(Taunt.DARE), SayTaunt("", Taunt.DARE)),
        (lambda table: table.mute(5), Mute("", 5, True)),
        (lambda table: table.mute(5, False), Mute("", 5, False)),
    ],
)
def test_each_method_asks_for_one_thing(
    deed: Callable[[ClientTable], int], command: Command
) -> None:
    table, notes = granted()
    assert deed(table) == 7
    (asked,) = notes.asked
    assert asked._replace(id="") == command
    assert asked.id


def test_ids_and_salts_are_random() -> None:
    assert len({new_id() for _ in range(100)}) == 100
    assert len(new_id()) == 16
    table, notes = granted()
    table.ready()
    table.ready()
    salts = [command.salt for command in notes.asked if isinstance(command, SayReady)]
    assert len({*salts}) == 2
    assert [len(salt) for salt in salts] == [32, 32]


def test_tribes_are_those_of_ones_own_chair() -> None:
    harness = Harness(TWO)
    (ana, _) = harness.people(2)
    table, connection = table_of(harness, ana)
    table.tribes([Tribe.KNOTS])
    assert connection.asked[-1]._replace(id="") == ChooseTribes("", 0, (Tribe.KNOTS,))
    watching, _ = table_of(harness, harness.connect("Zoe"))
    assert refused(lambda: watching.tribes([Tribe.KNOTS]))[0] is Reason.NOT_SEATED


def test_a_record_is_the_last_games_unless_one_is_named() -> None:
    harness = Harness(TWO)
    harness.start(2)
    table, _ = table_of(harness, harness.connect("Ana"))
    assert table.record() == "record 1 of KRTM"
    assert table.record(5) == "record 5 of KRTM"


def test_an_action_answers_the_moment_that_was_looked_at_last() -> None:
    """Later moments do not count, unless one is named."""
    harness, (ana, bo) = beginning(2, TWO)
    table, connection = table_of(harness, ana)
    first = table.look()
    assert first.game is not None
    (own,) = first.game.view.own
    version = table.act(own.legal[0])
    assert version == harness.live.version
    assert connection.asked[-1]._replace(id="") == Act("", 1, own.seat, own.decision, own.legal[0])
    harness.say([ana, bo], "bF")
    assert table.act(Place(own.holding.hand[0])) is None, "still the first moment: overtaken"
    assert harness.live.version == version + 1
    later = table.look()
    assert table.act(later.legal[0], moment=first) is None
    assert table.act(later.legal[0]) is not None


def test_the_first_action_of_all_looks_by_itself() -> None:
    harness, (ana, _) = beginning(2, TWO)
    table, _ = table_of(harness, ana)
    assert table.act(ana.moves()[0][1]) == harness.live.version


@pytest.mark.parametrize("reason", [*Reason])
def test_only_a_move_that_came_too_late_is_no_error(
    reason: Reason, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness, (ana, _) = beginning(2, TWO)
    table, connection = table_of(harness, ana)

    async def refuse(_: Command) -> int:
        raise Refused(reason, "no")

    monkeypatch.setattr(connection, "ask", refuse)
    if reason in (Reason.STALE, Reason.WRONG_GAME, Reason.WRONG_PHASE):
        assert table.act(Bid(1)) is None
    else:
        assert refused(lambda: table.act(Bid(1))) == (reason, "no")


def test_acting_needs_a_game_and_a_seat() -> None:
    harness = Harness(TWO)
    ana = harness.connect("Ana")
    table, connection = table_of(harness, ana)
    assert refused(lambda: table.act(Pass())) == (Reason.WRONG_PHASE, "there is no game")
    assert refused(table.decline) == (Reason.WRONG_PHASE, "there is no game")
    harness.start(2)
    watching, other = table_of(harness, harness.connect("Zoe"))
    no_seat = (Reason.WRONG_SEAT, "you have no such seat in this game")
    assert refused(lambda: watching.act(Pass())) == no_seat
    assert refused(watching.decline) == (Reason.WRONG_PHASE, "there is no game")
    table.look()
    assert refused(lambda: table.act(Pass(), Seat(1))) == no_seat
    assert connection.asked == other.asked == []


def test_of_two_seats_the_one_acts_that_may_or_is_named() -> None:
    harness, (ana, bo) = beginning(2, Settings(players=2, tribes=2))
    table, connection = table_of(harness, ana)
    moment = table.look()
    assert moment.game is not None
    first, second = moment.game.view.own

    def acting(seat: Seat | None = None) -> Seat:
        table.act(Place(first.holding.hand[0]), seat, moment=moment)
        act = connection.asked[-1]
        assert isinstance(act, Act)
        return act.seat

    assert acting() == first.seat
    assert acting(second.seat) == second.seat
    harness.say([ana, bo], "bF dF")
    moment = table.look()
    assert moment.turn is not None
    assert moment.turn.seat == first.seat
    table.act(Bid(1))
    harness.say([ana, bo], "b2")
    moment = table.look()
    assert moment.turn is not None
    assert moment.turn.seat == second.seat, "the first one that may"
    assert table.act(Bid(3)) is not None
    act = connection.asked[-1]
    assert isinstance(act, Act)
    assert act.seat == second.seat


def test_what_no_seat_may_do_is_asked_for_the_first() -> None:
    harness, (ana, _) = beginning(2, Settings(players=2, tribes=2))
    table, connection = table_of(harness, ana)
    moment = table.look()
    assert moment.game is not None
    assert refused(lambda: table.act(Bid(9)))[0] is Reason.ILLEGAL
    act = connection.asked[-1]
    assert isinstance(act, Act)
    assert act.seat == moment.game.view.own[0].seat


def test_declining_is_for_the_first_seat_unless_one_is_named() -> None:
    harness, _ = beginning(2, Settings(players=2, tribes=2))
    table, notes = granted(harness)
    first, second = table.present.you.seats
    assert (table.decline(), table.decline(second)) == (7, 7)
    assert [command._replace(id="") for command in notes.asked] == [
        Decline("", 1, first),
        Decline("", 1, second),
    ]


def test_going_through_a_table_ends_where_it_is_closed() -> None:
    harness = Harness(TWO)
    ana = harness.connect("Ana")
    table, connection = table_of(harness, ana)
    moments = iter(table)
    assert next(moments).version == 1
    harness.done(ana, Say("1", "hello"))
    connection.over = TableClosed("closed")
    assert next(moments).version == 2
    assert [*moments] == []
    assert connection.waited == [None, None]


def test_waiting_passes_its_time_limit_on() -> None:
    harness = Harness(TWO)
    table, connection = table_of(harness, harness.connect("Ana"))
    table.wait(3.5)
    assert connection.waited == [3.5]


def test_a_table_hangs_up_when_its_block_is_left() -> None:
    harness = Harness(TWO)
    table, connection = table_of(harness, harness.connect("Ana"))
    with table as same:
        assert same is table
        assert not connection.is_closed
    assert connection.is_closed
