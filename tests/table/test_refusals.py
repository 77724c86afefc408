"""What a player reads where a command is refused: the reason with its detail, to the letter."""

import random

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
    Mute,
    PassHost,
    Reshuffle,
    Say,
    SayReady,
    SeatBot,
    Sit,
    Stand,
    Start,
)
from calavera.protocol.facts import Closed, Joined
from calavera.protocol.messages import RefusedMessage
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.protocol.tribes import Tribe
from calavera.rules import Seat
from calavera.rules.actions import BIDS, PASS, PLACES
from calavera.rules.model.discs import FLOWER
from calavera.table.live import coordinator
from calavera.table.logic.caller import NOBODY, Caller
from calavera.table.logic.decide import MOST_MEMBERS, expelling
from tests.table.doubles import Ear, Harness, beginning

FOUR = Settings(players=4)
A, B, C = Seat(0), Seat(1), Seat(2)
DOTS, WAVES = (Tribe.DOTS,), (Tribe.WAVES,)


def answer(harness: Harness, ear: Ear, command: Command) -> str:
    refused = harness.do(ear, command)
    assert isinstance(refused, RefusedMessage), refused
    return str(Refused(refused.reason, refused.detail))


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (Sit("1", 0), "place-taken: somebody sits there"),
        (Sit("1", 4), "bad-message: there is no such chair"),
        (Stand("1"), "not-at-table: sit down first"),
        (Reshuffle("1"), "not-at-table: sit down first"),
    ],
)
def test_a_spectator_is_refused(command: Command, expected: str) -> None:
    harness = Harness(FOUR)
    harness.people(1)
    assert answer(harness, harness.connect("Watcher"), command) == expected


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (Act("1", 0, A, 0, PASS), "wrong-phase: there is no game"),
        (Decline("1", 0, A), "wrong-phase: there is no game"),
        (ChooseTribes("1", 4, DOTS), "bad-message: there is no such chair"),
        (ChooseTribes("1", 1, DOTS), "wrong-seat: that is neither your chair nor a bot's"),
        (ChooseTribes("1", 2, DOTS), "wrong-seat: that is neither your chair nor a bot's"),
        (ChooseTribes("1", 0, ()), "bad-message: expected 1 different tribes, got 0"),
        (ChooseTribes("1", 0, WAVES), "tribe-taken"),
        (
            ChangeSettings("1", Settings(7, tribes=2)),
            "bad-message: 7 players with 2 tribes each make 14 seats; "
            "a table has at least two players (R5) and at most 12 seats (R3)",
        ),
        (SeatBot("1", 4, "uniform"), "bad-message: there is no such chair"),
        (SeatBot("1", 1, "uniform"), "place-taken"),
        (SeatBot("1", 2, "nobody"), "unknown-bot"),
        (Clear("1", 4), "bad-message: there is no such chair"),
        (Clear("1", 2), "not-seated: nobody sits there"),
        (Admit("1", 0), "not-at-table: there is no member 0"),
        (Admit("1", 3), "not-at-table: there is no member 3"),
        (PassHost("1", 0), "not-at-table: there is no member 0"),
        (PassHost("1", 3), "not-at-table: there is no member 3"),
        (Mute("1", 0, True), "not-at-table"),
        (Mute("1", 3, True), "not-at-table"),
        (Start("1"), "not-ready: a chair is free"),
        (Say("1", " "), "bad-message: text: expected more than blanks"),
        (Say("1", "\0"), "bad-message: text: expected no control characters"),
    ],
)
def test_the_host_is_refused_before_a_game(command: Command, expected: str) -> None:
    harness = Harness(FOUR)
    ana, _bo = harness.people(2)
    assert answer(harness, ana, command) == expected


def test_members_who_do_not_sit_or_are_no_host_are_refused() -> None:
    harness = Harness(FOUR)
    ana, bo, _cy = harness.people(3)
    only_ana = "not-host: only the host may do that: Ana"
    for command in (
        ChangeSettings("1", FOUR),
        SeatBot("2", 3, "uniform"),
        Clear("3", 0),
        Admit("4", 1),
        Reshuffle("5"),
        Start("6"),
        PassHost("7", 2),
    ):
        assert answer(harness, bo, command) == only_ana
    few = answer(harness, ana, ChangeSettings("8", Settings(2)))
    assert few == "table-full: 3 people are seated, more than 2 players"
    harness.done(bo, Stand("8"))
    for other in (Stand("9"), SayReady("10", True, ""), Back("11")):
        assert answer(harness, bo, other) == "not-seated: sit down first"
    harness.bots(ana)
    assert answer(harness, bo, Sit("12", 1)) == "place-taken: somebody sits there"
    harness.done(ana, Clear("13", 1))
    harness.done(bo, Sit("14", None))
    assert answer(harness, ana, Start("15")) == "not-ready: somebody is not ready"
    harness.done(ana, Clear("16", 1))
    removed = answer(harness, ana, PassHost("17", 2))
    assert removed == "not-at-table: member 2 was removed; readmit them first"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (Act("1", 2, A, 1, BIDS[0]), "wrong-game: the current game is 1, not 2"),
        (Act("1", 1, Seat(3), 0, PASS), "wrong-seat: there is no such seat in this game"),
        (Act("1", 1, B, 1, PASS), "wrong-seat: b is not your seat"),
        (Act("1", 1, A, 0, PLACES[FLOWER]), "stale: that decision was already made"),
        (Act("1", 1, A, 2, BIDS[0]), "too-soon: the next decision is 1, not 2"),
        (Decline("1", 1, A), "wrong-phase: there is nothing to show now"),
        (Sit("1", 1), "wrong-phase: a game is being played; your chair is 0"),
        (Stand("1"), "wrong-phase: a game is being played"),
        (Reshuffle("1"), "wrong-phase: a game is being played"),
    ],
)
def test_a_player_is_refused_in_a_game(command: Command, expected: str) -> None:
    harness, ears = beginning(3, Settings(players=3))
    harness.say(ears, "aF bF cF")
    assert answer(harness, ears[0], command) == expected


def test_others_are_refused_in_a_game() -> None:
    harness, ears = beginning(3, Settings(players=3))
    stranger = harness.connect("Late")
    assert answer(harness, stranger, Sit("1", None)) == "wrong-phase: a game is being played"
    harness.say(ears, "aF bS cF")
    ana, bo, cy = ears
    early = answer(harness, bo, Act("2", 1, B, 1, BIDS[0]))
    assert early == "not-your-turn: it is not the turn of b"
    harness.say(ears, "a2 b- c- a>a a>b")
    blind = harness.game.decisions[B]
    picking = next(action for seat, action in bo.moves() if seat == B)
    hasty = answer(harness, bo, Act("3", 1, B, blind, picking))
    assert hasty == "too-soon: the table waits for players who may show discs"
    assert answer(harness, ana, Decline("4", 1, A)) == "wrong-phase: there is nothing to show now"
    assert cy.game.declined == ()


def test_there_is_nothing_to_play_after_a_game() -> None:
    harness = Harness(Settings(players=2))
    ears = harness.start(2)
    harness.play_out(ears, random.Random(1))
    for command in (Act("late", 1, A, 0, PASS), Decline("later", 1, A)):
        assert answer(harness, ears[0], command) == "wrong-phase: there is no game"


def test_a_table_that_is_full_of_members_or_of_history_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    last = Joined(MOST_MEMBERS, "X", "x")
    more = [last._replace(member=number) for number in range(2, MOST_MEMBERS)]
    harness = Harness(FOUR, facts=more)
    harness.done(harness.connect("Bo"), Sit("1", None))
    full = answer(harness, harness.connect("Cy"), Sit("1", None))
    assert full == "table-full: the table has had 100 people, the most it can have"
    ana = harness.connect("Ana")
    monkeypatch.setattr(coordinator, "LONGEST_HISTORY", harness.live.version + 1)
    harness.done(ana, Say("1", "last"))
    assert answer(harness, ana, Say("2", "more")) == "closed: open another table"


def test_whoever_has_no_identity_may_not_sit() -> None:
    harness = Harness(FOUR)
    nobody = Ear(NOBODY)
    harness.live.attach(nobody, NOBODY, None)
    assert answer(harness, nobody, Sit("1", None)) == "no-identity"


def test_a_number_that_nobody_has_cannot_be_expelled() -> None:
    harness = Harness(FOUR)
    for number in (0, 2):
        with pytest.raises(Refused) as refused:
            expelling(harness.live.table, number)
        assert str(refused.value) == f"not-at-table: there is no member {number}"


def test_whoever_may_not_connect_is_told_why() -> None:
    harness = Harness(Settings(players=2, spectators=False))
    ana, _ = harness.start(2)

    def refusal(name: str) -> str:
        with pytest.raises(Refused) as refused:
            harness.connect(name)
        return str(refused.value)

    assert refusal("Late") == "no-spectators: this table is for its players only"
    harness.done(ana, Clear("1", 1))
    assert refusal("Bo") == "removed: you were removed from this table"
    harness.live.enact(lambda *_: (Closed(),))
    assert refusal("Ana") == "closed: the table is closed"


def test_there_is_no_history_before_the_first_game() -> None:
    harness = Harness(FOUR)
    with pytest.raises(Refused) as refused:
        harness.live.history(Caller(harness.identity("Ana"), "Ana"))
    assert refused.value.reason is Reason.NOT_FOUND
    assert refused.value.detail == "no game has begun"
