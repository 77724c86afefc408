"""Every command of a table, and every refusal."""

import random
from pathlib import Path

import pytest

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
from calavera.protocol.facts import (
    BotSeated,
    CameBack,
    Closed,
    Declined,
    DiceBoundUnseen,
    Emptied,
    GameBegan,
    HostPassed,
    Joined,
    JoinedUnseen,
    PlayedSeen,
    Readmitted,
    ReadySaid,
    Removed,
    Reshuffled,
    Said,
    Seated,
    SettingsChanged,
    StoodIn,
    Taunted,
    TribesChosen,
)
from calavera.protocol.messages import ByeReason, Done, RefusedMessage, ServerMessage
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.protocol.shapes import SERVER_MESSAGE
from calavera.protocol.tribes import Tribe
from calavera.record.codec.json_text import read_json
from calavera.rules import Seat
from calavera.rules.actions import BIDS, PASS, PLACES, SHOW
from calavera.rules.model.discs import FLOWER
from calavera.table.logic.decide import MOST_MEMBERS, STAND_IN
from tests.table.doubles import Ear, Harness, beginning

FOUR = Settings(players=4)
A, B, C = Seat(0), Seat(1), Seat(2)


@pytest.fixture
def harness() -> Harness:
    return Harness(FOUR)


@pytest.fixture
def ana(harness: Harness) -> Ear:
    return harness.connect("Ana")


def test_sit_takes_a_chair_and_a_tribe(harness: Harness, ana: Ear) -> None:
    assert harness.done(ana, Sit("1", 2)).facts == (Seated(1, 2, (Tribe.DOTS,)),)
    assert ana.you.place == 2
    assert ana.room.places[2].name == "Ana"
    bo = harness.connect("Bo")
    frame = harness.done(bo, Sit("1", None))
    assert frame.facts == (JoinedUnseen(2, "Bo"), Seated(2, 0, (Tribe.WAVES,)))
    assert bo.you.member == 2


def test_everybody_is_shown_where_members_sit(harness: Harness, ana: Ear) -> None:
    harness.done(ana, Sit("1", 2))
    assert [member.place for member in harness.connect("Bo").room.members] == [2]


def test_sit_elsewhere_keeps_the_tribe(harness: Harness, ana: Ear) -> None:
    harness.done(ana, Sit("1", 2))
    assert harness.done(ana, Sit("2", 1)).facts == (Seated(1, 1, (Tribe.DOTS,)),)
    assert [place.member for place in ana.room.places] == [None, 1, None, None]


def test_sit_where_one_sits_changes_nothing(harness: Harness, ana: Ear) -> None:
    harness.done(ana, Sit("1", 2))
    for place in (2, None):
        assert isinstance(harness.do(ana, Sit(harness.id(), place)), Done)


def test_bots_say_so_and_sit_where_the_host_takes_them(harness: Harness, ana: Ear) -> None:
    harness.done(ana, Sit("1", 0))
    harness.done(ana, ChangeSettings("2", Settings(guest_bots=False)))
    bo = harness.connect("Bo")
    assert harness.refused(bo, Sit("1", None, bot=True)) is Reason.NO_BOTS
    assert len(ana.room.members) == 1, "a refusal leaves nothing behind"
    harness.done(ana, ChangeSettings("3", Settings()))
    harness.done(bo, Sit("2", None, bot=True))
    assert [one.bot for one in ana.room.members] == [False, True]
    harness.done(ana, ChangeSettings("4", Settings(guest_bots=False)))
    assert ana.room.places[1].member is None, "the host sent it off"
    assert harness.refused(bo, Sit("3", None)) is Reason.NO_BOTS, "what it said stays said"
    harness.done(ana, Sit("5", None, bot=True))
    assert ana.room.members[0].bot, "a host decides about itself"


def test_sit_is_refused(harness: Harness, ana: Ear) -> None:
    harness.done(ana, Sit("1", 0))
    bo = harness.connect("Bo")
    assert harness.refused(bo, Sit("1", 0)) is Reason.PLACE_TAKEN
    assert harness.refused(bo, Sit("2", 4)) is Reason.BAD_MESSAGE
    harness.bots(ana)
    assert harness.refused(bo, Sit("3", 1)) is Reason.PLACE_TAKEN
    others = [harness.connect(name) for name in ("Bo", "Cy", "Di")]
    for ear in others:
        harness.done(ear, Sit(harness.id(), None))
    assert harness.refused(harness.connect("Ed"), Sit("4", None)) is Reason.TABLE_FULL


def test_a_bot_gives_way_to_a_person(harness: Harness, ana: Ear) -> None:
    harness.done(ana, Sit("1", 0))
    harness.bots(ana)
    before = ana.room.places[3]
    bo = harness.connect("Bo")
    harness.done(bo, Sit("1", None))
    after = ana.room.places[3]
    assert (before.member, after.member, after.bot) == (None, 2, None)
    assert after.tribes == before.tribes
    assert (before.ready, after.ready) == (True, False)


def test_a_table_has_a_limit_of_people() -> None:
    more = [Joined(number, "X", f"x{number}") for number in range(2, MOST_MEMBERS + 1)]
    harness = Harness(FOUR, facts=more)
    assert harness.refused(harness.connect("Bo"), Sit("1", None)) is Reason.TABLE_FULL


def test_stand_leaves_the_chair_and_the_role_of_the_host(harness: Harness, ana: Ear) -> None:
    assert harness.refused(ana, Stand("0")) is Reason.NOT_SEATED
    harness.done(ana, Sit("1", None))
    bo = harness.connect("Bo")
    harness.done(bo, Sit("1", None))
    assert harness.done(ana, Stand("2")).facts == (Emptied(0), HostPassed(2))
    assert not ana.you.host
    assert bo.you.host
    assert harness.done(bo, Leave("2")).facts == (Emptied(1),), "nobody can be host"


def test_tribes_are_chosen(harness: Harness, ana: Ear) -> None:
    harness.done(ana, Sit("1", 0))
    harness.done(ana, SeatBot("2", 1, "uniform"))
    knots = (Tribe.KNOTS,)
    assert harness.done(ana, ChooseTribes("3", 0, knots)).facts == (TribesChosen(0, knots),)
    rays = (Tribe.RAYS,)
    assert harness.done(ana, ChooseTribes("4", 1, rays)).facts == (TribesChosen(1, rays),)
    refused = {
        ChooseTribes("5", 0, rays): Reason.TRIBE_TAKEN,
        ChooseTribes("6", 2, knots): Reason.WRONG_SEAT,
        ChooseTribes("7", 9, knots): Reason.BAD_MESSAGE,
        ChooseTribes("8", 0, ()): Reason.BAD_MESSAGE,
        ChooseTribes("9", 0, (Tribe.DOTS, Tribe.LEAVES)): Reason.BAD_MESSAGE,
    }
    for command, reason in refused.items():
        assert harness.refused(ana, command) is reason
    bo = harness.connect("Bo")
    harness.done(bo, Sit("1", None))
    assert harness.refused(bo, ChooseTribes("2", 0, (Tribe.DOTS,))) is Reason.WRONG_SEAT
    assert harness.refused(bo, ChooseTribes("3", 1, (Tribe.DOTS,))) is Reason.NOT_HOST


def test_two_tribes_differ() -> None:
    harness = Harness(Settings(players=2, tribes=2))
    ana = harness.connect("Ana")
    harness.done(ana, Sit("1", 0))
    assert ana.room.places[0].tribes == (Tribe.DOTS, Tribe.WAVES)
    twice = (Tribe.RAYS, Tribe.RAYS)
    assert harness.refused(ana, ChooseTribes("2", 0, twice)) is Reason.BAD_MESSAGE


def test_ready_with_salt(harness: Harness, ana: Ear) -> None:
    assert harness.refused(ana, SayReady("0", True, "")) is Reason.NOT_SEATED
    harness.done(ana, Sit("1", 0))
    assert harness.done(ana, SayReady("2", True, "ab")).facts == (ReadySaid(0, True, "ab"),)
    assert ana.room.places[0].ready
    harness.done(ana, SayReady("3", False, ""))
    assert not ana.room.places[0].ready


def test_settings_are_the_hosts(harness: Harness, ana: Ear) -> None:
    harness.people(3)
    harness.bots(ana)
    other = Settings(players=5, tribes=2)
    assert harness.done(ana, ChangeSettings("1", other)).facts == (SettingsChanged(other),)
    room = ana.room
    assert [place.ready for place in room.places] == [False, False, False, True, False]
    assert [len(place.tribes) for place in room.places] == [2, 2, 2, 2, 0]
    tribes = [tribe for place in room.places for tribe in place.tribes]
    assert len(tribes) == len(set(tribes))
    assert len(room.commitments) == 6
    few = Settings(players=2)
    assert harness.refused(ana, ChangeSettings("2", few)) is Reason.TABLE_FULL
    many = Settings(players=7, tribes=2)
    assert harness.refused(ana, ChangeSettings("3", many)) is Reason.BAD_MESSAGE
    three = Settings(players=3)
    harness.done(ana, ChangeSettings("4", three))
    assert [place.member for place in ana.room.places] == [1, 2, 3], "bots leave first"
    assert [len(place.tribes) for place in ana.room.places] == [1, 1, 1]


def test_a_bot_is_seated_and_replaced_and_cleared(harness: Harness, ana: Ear) -> None:
    harness.done(ana, Sit("1", 0))
    waves = (Tribe.WAVES,)
    assert harness.done(ana, SeatBot("2", 3, "uniform")).facts == (BotSeated(3, "uniform", waves),)
    assert ana.room.places[3].name == "Azar"
    harness.done(ana, SeatBot("3", 3, "cautious"))
    assert ana.room.places[3].tribes == waves
    assert harness.refused(ana, SeatBot("4", 0, "uniform")) is Reason.PLACE_TAKEN
    assert harness.refused(ana, SeatBot("5", 1, "nobody")) is Reason.UNKNOWN_BOT
    assert harness.refused(ana, SeatBot("6", 8, "uniform")) is Reason.BAD_MESSAGE
    assert harness.done(ana, Clear("7", 3)).facts == (Emptied(3),)
    assert harness.refused(ana, Clear("8", 3)) is Reason.NOT_SEATED
    assert harness.refused(ana, Clear("9", 8)) is Reason.BAD_MESSAGE


def test_the_host_clears_a_person(harness: Harness, ana: Ear) -> None:
    ears = harness.people(2)
    assert harness.done(ears[0], Clear("1", 1)).facts == (Emptied(1), Removed(2))
    assert ears[1].you.place is None
    assert ears[1].closed is ByeReason.REMOVED
    assert [member.removed for member in ana.room.members] == [False, True]
    with pytest.raises(Refused) as refused:
        harness.connect("Bo")
    assert refused.value.reason is Reason.REMOVED
    assert harness.refused(ana, PassHost("2", 2)) is Reason.NOT_AT_TABLE


def test_a_command_of_somebody_who_was_removed_meanwhile_is_refused(
    harness: Harness, ana: Ear
) -> None:
    """It was queued after the command that removed them."""
    _, bo = harness.people(2)
    harness.journal.slow = True
    harness.live.submit(ana, Clear("1", 1))
    harness.live.submit(bo, Sit("2", 1))
    harness.live.submit(bo, Back("3"))
    told: list[ServerMessage] = []
    bo.send = lambda message: told.append(  # type: ignore[method-assign]  # also after the goodbye
        SERVER_MESSAGE.decode(read_json(message))
    )
    harness.journal.answer()
    assert [(one.id, one.reason) for one in told if isinstance(one, RefusedMessage)] == [
        ("2", Reason.REMOVED),
        ("3", Reason.REMOVED),
    ]


def test_the_host_lets_somebody_come_again(harness: Harness, ana: Ear) -> None:
    _, bo = harness.people(2)
    harness.done(ana, Clear("1", 1))
    assert harness.refused(ana, Admit("2", 9)) is Reason.NOT_AT_TABLE
    assert harness.done(ana, Admit("3", 2)).facts == (Readmitted(2),)
    assert isinstance(harness.do(ana, Admit("4", 2)), Done)
    bo = harness.connect("Bo")
    assert harness.refused(bo, Admit("5", 2)) is Reason.NOT_HOST
    assert harness.done(bo, Sit("6", 1)).facts[-1] == Seated(2, 1, (Tribe.WAVES,))


def test_a_host_who_clears_the_own_chair_only_stands_up(harness: Harness, ana: Ear) -> None:
    harness.done(ana, Sit("1", 0))
    assert harness.done(ana, Clear("2", 0)).facts == (Emptied(0),)
    harness.done(ana, Sit("3", 0))


def test_reshuffled_by_lot(harness: Harness, ana: Ear) -> None:
    harness.people(2)
    (fact,) = harness.done(ana, Reshuffle("1")).facts
    assert isinstance(fact, Reshuffled)
    assert sorted(fact.order) == [0, 1, 2, 3]
    old = [1, 2, None, None]
    assert [place.member for place in ana.room.places] == [old[place] for place in fact.order]


def test_every_seat_is_as_likely_by_lot() -> None:
    counts = dict.fromkeys(range(4), 0)
    harness = Harness(FOUR)
    ana = harness.connect("Ana")
    harness.done(ana, Sit("s", 0))
    for _ in range(400):
        harness.done(ana, Reshuffle(harness.id()))
        counts[ana.you.place or 0] += 1
    assert min(counts.values()) > 60


def test_start_needs_every_chair_and_everybody_ready(harness: Harness, ana: Ear) -> None:
    harness.done(ana, Sit("1", 0))
    assert harness.refused(ana, Start("2")) is Reason.NOT_READY
    bo = harness.connect("Bo")
    harness.done(bo, Sit("1", 1))
    harness.bots(ana)
    assert harness.refused(ana, Start("3")) is Reason.NOT_READY
    harness.done(bo, SayReady("2", True, "0f"))
    began, first = harness.done(ana, Start("4")).facts
    assert began == GameBegan(1, ("", "0f", "", ""))
    assert isinstance(first, PlayedSeen)
    assert first.seat is None


def test_only_the_host_may(harness: Harness, ana: Ear) -> None:
    _, bo = harness.people(2)
    for command in (
        ChangeSettings("1", FOUR),
        SeatBot("2", 2, "uniform"),
        Clear("3", 0),
        Reshuffle("4"),
        Start("5"),
        PassHost("6", 2),
    ):
        assert harness.refused(bo, command) is Reason.NOT_HOST


def test_the_host_passes_the_role_on(harness: Harness, ana: Ear) -> None:
    _, bo = harness.people(2)
    assert harness.refused(ana, PassHost("1", 3)) is Reason.NOT_AT_TABLE
    assert isinstance(harness.do(ana, PassHost("2", 1)), Done)
    assert harness.done(ana, PassHost("3", 2)).facts == (HostPassed(2),)
    assert bo.you.host


def test_a_spectator_may_only_sit_down(harness: Harness) -> None:
    watcher = harness.connect("Watcher")
    for command in _one_of_each():
        if not isinstance(command, Sit):
            assert harness.refused(watcher, command) is Reason.NOT_AT_TABLE


def _one_of_each() -> list[Command]:
    return [
        Sit("1", 0), Stand("2"), ChooseTribes("3", 0, (Tribe.DOTS,)), SayReady("4", True, ""),
        ChangeSettings("5", FOUR), SeatBot("6", 1, "uniform"), Clear("7", 0), Reshuffle("8"),
        Start("9"), Act("10", 1, A, 0, PASS), Decline("11", 1, A), Leave("12"), Back("13"),
        Say("14", "hi"), SayTaunt("15", Taunt.HMM), Mute("16", 1, True), PassHost("17", 1),
        Admit("18", 1),
    ]  # fmt: skip


def test_talk(harness: Harness, ana: Ear) -> None:
    watcher = harness.connect("Watcher")
    assert harness.done(ana, Say("1", "  a   <b>game</b> ")).facts == (Said(1, "a <b>game</b>"),)
    assert harness.done(ana, SayTaunt("2", Taunt.DARE)).facts == (Taunted(1, Taunt.DARE),)
    assert harness.refused(ana, Say("3", "   ")) is Reason.BAD_MESSAGE
    strange = harness.do(ana, Say("4", "a\x1b[2Jb"))
    assert isinstance(strange, RefusedMessage)
    assert (strange.reason, "control characters" in strange.detail) == (Reason.BAD_MESSAGE, True)
    assert b"<b>game</b>" in watcher.sent[1]
    harness.done(ana, ChangeSettings("5", FOUR._replace(talk=False)))
    assert harness.refused(ana, Say("6", "hi")) is Reason.TALK_IS_OFF
    assert harness.refused(ana, SayTaunt("7", Taunt.DARE)) is Reason.TALK_IS_OFF


def test_mute(harness: Harness, ana: Ear) -> None:
    _, bo = harness.people(2)
    before = len(bo.sent)
    frame = harness.done(ana, Mute("1", 2, True))
    assert frame.facts == ()
    assert frame.you is not None
    assert frame.you.muted == (2,)
    (told,) = bo.sent[before:]
    assert b'"facts":[],"you":null,"room":null,"game":null' in told, "nobody is notified"
    assert isinstance(harness.do(ana, Mute("2", 2, True)), Done)
    harness.done(bo, Say("3", "hello"))
    assert b"hello" in bo.sent[-1]
    assert b"hello" not in ana.sent[-1]
    assert b"hello" not in harness.connect("Ana", since=0).sent[0]
    harness.done(ana, Mute("4", 2, False))
    harness.done(bo, SayTaunt("5", Taunt.OUCH))
    assert b"ouch" in ana.sent[-1]
    assert harness.refused(ana, Mute("6", 1, True)) is Reason.NOT_AT_TABLE
    assert harness.refused(ana, Mute("7", 9, True)) is Reason.NOT_AT_TABLE


def test_while_a_game_is_played_the_chairs_stay() -> None:
    harness = Harness(FOUR)
    ears = harness.start(3, bots=True)
    ana = ears[0]
    for command in (
        Stand("1"),
        ChooseTribes("2", 0, (Tribe.KNOTS,)),
        SayReady("3", True, ""),
        ChangeSettings("4", FOUR),
        SeatBot("5", 1, "uniform"),
        Clear("6", 3),
        Reshuffle("7"),
        Start("8"),
    ):
        assert harness.refused(ana, command) is Reason.WRONG_PHASE
    assert harness.refused(harness.connect("Watcher"), Sit("9", None)) is Reason.WRONG_PHASE
    assert harness.refused(ana, Sit("10", 1)) is Reason.WRONG_PHASE
    assert isinstance(harness.do(ana, Sit("12", 0)), Done), "seated players stay seated"
    assert isinstance(harness.do(ana, Sit("13", None)), Done)
    assert isinstance(harness.do(ana, Back("11")), Done)


def test_leave_and_back() -> None:
    harness = Harness(FOUR)
    ana, bo, _ = harness.start(3, bots=True)
    assert harness.done(ana, Leave("1")).facts == (StoodIn(0, STAND_IN), HostPassed(2))
    assert ana.room.places[0].stand_in == STAND_IN
    assert ana.room.places[0].bot is None
    assert ana.room.places[0].name == "Ana"
    assert isinstance(harness.do(ana, Leave("2")), Done)
    assert harness.done(ana, Back("3")).facts == (CameBack(0),)
    assert harness.done(bo, Leave("4")).facts == (StoodIn(1, STAND_IN), HostPassed(1))
    assert harness.done(bo, Sit("5", None)).facts == (CameBack(1),)


def test_somebody_who_does_not_sit_leaves_the_role_of_the_host(harness: Harness, ana: Ear) -> None:
    bo = harness.connect("Bo")
    harness.done(bo, Sit("1", None))
    assert harness.done(ana, Leave("1")).facts == (HostPassed(2),)
    assert harness.refused(ana, Back("2")) is Reason.NOT_SEATED


def test_the_host_has_a_bot_play_for_somebody() -> None:
    harness = Harness(FOUR)
    ana, bo, cy = harness.start(3, bots=True)
    assert harness.done(ana, Clear("1", 1)).facts == (StoodIn(1, STAND_IN), Removed(2))
    assert bo.closed is ByeReason.REMOVED
    assert harness.live.table.chairs[1].bot == STAND_IN
    assert isinstance(harness.do(ana, Clear("2", 1)), Done)
    left = harness.done(ana, Leave("3")).facts
    assert left == (StoodIn(0, STAND_IN), HostPassed(3)), "not to removed members"
    harness.done(ana, Back("4"))
    harness.play_out([ana, cy], random.Random(1))
    assert harness.live.table.chairs[1].is_free, "after the game the chair is free"
    assert harness.live.table.chairs[0].member == 1


def test_a_player_replaced_by_a_bot_returns_by_moving() -> None:
    harness, (ana, bo) = beginning(2, Settings(players=2))
    harness.done(bo, Leave("1"))
    place = bo.game.view.own[0].legal[0]
    frame = harness.done(bo, harness.act(bo, B, place))
    assert frame.facts[0] == CameBack(1)
    assert ana.room.places[1].stand_in is None


def test_act_is_refused() -> None:
    harness, (ana, bo, cy) = beginning(3, Settings(players=3))
    place = PLACES[FLOWER]
    assert harness.refused(ana, Act("1", 2, A, 0, place)) is Reason.WRONG_GAME
    assert harness.refused(ana, Act("2", 1, B, 0, place)) is Reason.WRONG_SEAT
    assert harness.refused(ana, Act("3", 1, Seat(11), 0, place)) is Reason.WRONG_SEAT
    assert harness.refused(ana, Act("4", 1, A, 1, place)) is Reason.TOO_SOON
    assert harness.refused(ana, Act("5", 1, A, 0, PASS)) is Reason.ILLEGAL
    assert harness.refused(ana, Act("6", 1, A, 0, SHOW)) is Reason.ILLEGAL
    harness.say([ana, bo, cy], "aF bF cF")
    assert harness.refused(bo, Act("7", 1, B, 1, BIDS[0])) is Reason.NOT_YOUR_TURN
    assert harness.refused(bo, Decline("8", 1, B)) is Reason.WRONG_PHASE
    assert harness.refused(bo, Decline("9", 1, A)) is Reason.WRONG_SEAT
    assert harness.refused(bo, Decline("10", 3, B)) is Reason.WRONG_GAME


def test_without_a_game_there_is_nothing_to_play(harness: Harness, ana: Ear) -> None:
    assert harness.refused(ana, Act("1", 0, A, 0, PASS)) is Reason.WRONG_PHASE
    assert harness.refused(ana, Decline("2", 0, A)) is Reason.WRONG_PHASE


def test_an_illegal_move_quotes_the_rule_to_its_player() -> None:
    harness, (ana, *_) = beginning(3, Settings(players=3))
    harness.live.submit(ana, Act("1", 1, A, 0, PASS))
    assert b"(R6)" in ana.sent[-1]


def test_everybody_places_at_once_in_any_order() -> None:
    harness, ears = beginning(3, Settings(players=3))
    commands = [harness.act(ear, Seat(seat), PLACES[FLOWER]) for seat, ear in enumerate(ears)]
    for ear, command in reversed([*zip(ears, commands, strict=True)]):
        frame = harness.done(
            ear, command
        )  # a placement by one player makes no other decision stale
        assert frame.game is not None
        assert frame.game.view.own[0].decision == 1
    assert harness.game.decisions == (1, 1, 1)


def test_two_taps_play_one_move() -> None:
    harness, (ana, *_) = beginning(3, Settings(players=3))
    first, second = (harness.act(ana, A, PLACES[FLOWER]) for _ in range(2))
    harness.done(ana, first)
    assert harness.refused(ana, second) is Reason.STALE


def test_decline_is_told_once() -> None:
    harness, ears = beginning(3, Settings(players=3))
    harness.say(ears, "aF bS cF a2 b- c- a>a a>b")
    cy = ears[2]
    assert harness.done(cy, Decline("1", 1, C)).facts == (Declined(C),)
    assert cy.game.declined == (C,)
    assert isinstance(harness.do(cy, Decline("2", 1, C)), Done)


def test_a_closed_table_refuses_everything(harness: Harness, ana: Ear) -> None:
    harness.live.enact(lambda *_: (Closed(),))
    assert ana.closed is ByeReason.CLOSED
    assert harness.live.is_empty
    with pytest.raises(Refused, match="closed"):
        harness.connect("Ana")


def test_dice_are_bound_before_anybody_adds_salt(harness: Harness, ana: Ear) -> None:
    assert len(ana.room.commitments) == 5
    (bound,) = [
        fact
        for fact in harness.connect("Bo", since=0).messages[0].facts  # type: ignore[union-attr]
        if isinstance(fact, DiceBoundUnseen)
    ]
    assert bound.commitments == ana.room.commitments


REACHED_BY_THE_SERVER = {
    Reason.TOO_LARGE, Reason.TOO_FAST, Reason.UNKNOWN_TABLE, Reason.NOT_FOUND,
    Reason.FORBIDDEN_ORIGIN, Reason.NO_IDENTITY, Reason.DAMAGED,
}  # fmt: skip
REACHED_ELSEWHERE = {
    Reason.TOO_SOON: "test_showing.py",
    Reason.BUSY: "test_live.py",
    Reason.NO_SPECTATORS: "test_live.py",
    Reason.NOT_FINISHED: "test_game_record.py",
    Reason.NO_HINTS: "test_hints.py",
}


def test_every_reason_has_a_test() -> None:
    for reason in set(Reason) - REACHED_BY_THE_SERVER:
        name = REACHED_ELSEWHERE.get(reason, "test_commands.py")
        text = Path(__file__).with_name(name).read_text()
        told = f"Reason.{reason.name}" in text.split("REACHED_BY")[0]
        assert told or f'"{reason.value}"' in text, reason
