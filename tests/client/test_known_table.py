"""The state of a client after each message: versions, facts, events, time for showing."""

import pytest

from calavera.client.known_table import KnownTable
from calavera.protocol.commands import Say
from calavera.protocol.facts import GameBegan, PlayedSeen, Said
from calavera.protocol.messages import Frame, Welcome
from calavera.protocol.settings import Settings
from tests.table.doubles import Ear, Harness, beginning

TWO = Settings(players=2)


def welcome_to(harness: Harness, since: int | None = None) -> Welcome:
    message = harness.connect("Ana", since).messages[0]
    assert isinstance(message, Welcome)
    return message


def frames_of(ear: Ear) -> list[Frame]:
    return [message for message in ear.messages if isinstance(message, Frame)]


def talk(harness: Harness, ear: Ear, *lines: str) -> list[Frame]:
    return [harness.done(ear, Say(harness.id(), line)) for line in lines]


def said(known: KnownTable) -> list[str]:
    return [fact.text for fact in known.moment().facts if isinstance(fact, Said)]


def test_nothing_is_known_before_the_welcome() -> None:
    known = KnownTable()
    assert (known.version, known.here, known.is_whole) == (None, (), False)
    assert not known.follows(0)
    assert not known.follows(1)
    assert known.showing() == 0.0
    with pytest.raises(ValueError, match=r"^the server has said nothing yet$"):
        known.moment()
    harness = Harness()
    (frame,) = talk(harness, harness.connect("Ana"), "hello")
    with pytest.raises(ValueError, match=r"^a change came before the welcome$"):
        known.change(frame)


def test_a_welcome_is_the_whole_table() -> None:
    harness = Harness()
    ana = harness.connect("Ana")
    welcome = welcome_to(harness)
    known = KnownTable()
    assert known.has_news
    assert known.welcome(welcome)
    assert known.is_whole
    assert known.has_news
    moment = known.moment(keep=True)
    assert (moment.version, moment.you, moment.room) == (1, welcome.you, welcome.room)
    assert (moment.game, moment.dice, moment.here) == (None, None, welcome.here)
    assert (moment.facts, moment.events, moment.missed) == ((), (), True)
    assert (moment.now, moment.showing) == (welcome.now, 0.0)
    assert known.moment() == moment, "it was kept"
    assert not known.has_news
    assert not known.moment().missed
    assert [known.follows(version) for version in (0, 1, 2, 3)] == [False, False, True, False]
    (frame,) = talk(harness, ana, "hello")
    known.change(frame)
    assert known.has_news
    assert known.version == 2
    assert known.follows(3)


def test_what_a_change_leaves_out_is_as_before() -> None:
    harness, (ana, bo) = beginning(2, TWO)
    welcome = welcome_to(harness)
    known = KnownTable()
    known.welcome(welcome)
    known.recall(harness.live.history(ana.caller))
    (frame,) = talk(harness, bo, "hello")
    assert (frame.you, frame.game, frame.dice) == (None, None, None)
    known.change(frame._replace(room=None, now=frame.now + 5))
    moment = known.moment()
    assert (moment.you, moment.room) == (welcome.you, welcome.room)
    assert moment.game == welcome.game is not None
    assert moment.dice == welcome.dice is not None
    assert (moment.version, moment.now) == (frame.version, frame.now + 5)


def test_what_a_change_brings_replaces_what_was_known() -> None:
    harness = Harness(TWO)
    known = KnownTable()
    known.welcome(welcome_to(harness))
    (ana, _) = harness.start(2)
    for frame in frames_of(ana):
        if known.follows(frame.version):
            known.change(frame)
    moment, fresh = known.moment(), welcome_to(harness)
    assert (moment.version, moment.you, moment.room) == (fresh.version, fresh.you, fresh.room)
    assert (moment.game, moment.dice) == (fresh.game, fresh.dice)
    assert moment.game is not None


def test_events_are_those_of_the_present_game() -> None:
    harness, (ana, bo) = beginning(2, TWO)
    known = KnownTable()
    known.welcome(welcome_to(harness))
    known.recall(harness.live.history(ana.caller))
    harness.say([ana, bo], "aF bF")
    for frame in frames_of(ana):
        if known.follows(frame.version):
            known.change(frame)
    events = known.moment().events
    assert events == harness.live.history(ana.caller).events
    (began,) = [
        fact for frame in frames_of(ana) for fact in frame.facts if isinstance(fact, GameBegan)
    ]
    played = PlayedSeen(None, events[:2])
    assert known.version is not None
    known.change(Frame(known.version + 1, None, (began, played), None, None, None, None, 0))
    assert known.moment().events == events[:2]


# Connecting again.


def test_facts_of_the_time_away_are_told_once() -> None:
    harness = Harness()
    ana = harness.connect("Ana")
    known = KnownTable()
    known.welcome(welcome_to(harness))
    known.moment()
    talk(harness, ana, "one", "two")
    assert known.welcome(welcome_to(harness, 1))
    assert not known.moment(keep=True).missed
    assert said(known) == ["one", "two"]
    assert known.welcome(welcome_to(harness, 3)), "nothing happened meanwhile"
    assert not known.has_news
    assert not known.moment().missed


def test_a_client_that_was_away_for_too_long_has_missed_something() -> None:
    harness = Harness()
    ana = harness.connect("Ana")
    known = KnownTable()
    known.welcome(welcome_to(harness))
    known.moment()
    talk(harness, ana, "one")
    assert known.welcome(welcome_to(harness)._replace(facts=()))
    moment = known.moment()
    assert (moment.missed, moment.facts, moment.version) == (True, (), 2)


def test_a_game_is_recalled_where_its_beginning_is_not_known() -> None:
    harness, (ana, bo) = beginning(2, TWO)
    harness.say([ana, bo], "aF")
    known = KnownTable()
    assert not known.welcome(welcome_to(harness))
    assert known.moment().events == ()
    since = harness.live.version
    harness.say([ana, bo], "bF")
    assert not known.welcome(welcome_to(harness, since)), "it was not recalled yet"
    known.recall(harness.live.history(ana.caller))
    assert known.moment().events == harness.live.history(ana.caller).events
    assert known.welcome(welcome_to(harness, harness.live.version))
    assert known.moment().events == harness.live.history(ana.caller).events


def test_a_game_that_went_on_while_away_is_not_recalled() -> None:
    harness, (ana, bo) = beginning(2, TWO)
    known = KnownTable()
    known.welcome(welcome_to(harness))
    known.recall(harness.live.history(ana.caller))
    since = harness.live.version
    harness.say([ana, bo], "aF bF")
    assert known.welcome(welcome_to(harness, since))
    assert known.moment().events == harness.live.history(ana.caller).events
    talk(harness, bo, "well")
    assert not known.welcome(welcome_to(harness)._replace(facts=())), "too long away"


def test_a_recalled_game_may_be_ahead_and_is_told_nothing_twice() -> None:
    harness, (ana, bo) = beginning(2, TWO)
    known = KnownTable()
    assert not known.welcome(welcome_to(harness))
    before = len(frames_of(ana))
    harness.say([ana, bo], "aF")
    known.recall(harness.live.history(ana.caller))
    ahead = harness.live.history(ana.caller).events
    harness.say([ana, bo], "bF")
    assert not known.is_whole
    first, *others = frames_of(ana)[before:]
    known.change(first)
    assert known.is_whole
    assert known.moment().events == ahead
    for frame in others:
        known.change(frame)
    assert known.is_whole
    assert known.moment().events == harness.live.history(ana.caller).events


# Showing.


@pytest.mark.parametrize("by_change", [False, True])
def test_the_time_for_showing_runs_by_ones_own_clock(
    by_change: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's clock may be wrong by hours: only what passed since the message counts."""
    clock = 50.0
    monkeypatch.setattr("time.monotonic", lambda: clock)
    harness, _ = beginning(2, TWO)
    welcome = welcome_to(harness)
    game = welcome.game
    assert game is not None
    known = KnownTable()
    known.welcome(welcome)
    known.recall(harness.live.history(harness.connect("Ana").caller))
    assert known.showing() == 0.0
    shown = game._replace(showing_until=welcome.now + 6000)
    clock = 60.0
    if by_change:
        change = Frame(welcome.version + 1, None, (), None, None, shown, None, welcome.now)
        known.change(change)
    else:
        known.welcome(welcome._replace(game=shown))
    assert known.showing() == 6.0
    assert known.moment().showing == 6.0
    clock = 62.5
    assert known.showing() == 3.5
    clock = 66.5
    assert known.showing() == 0.0
