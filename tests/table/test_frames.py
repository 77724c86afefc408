"""The bytes of a frame equal those of a plain implementation, and fit the schema."""

import json
import random
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from calavera.protocol.commands import Decline, Leave, Mute, Say
from calavera.protocol.messages import (
    Bye,
    ByeReason,
    Done,
    Frame,
    Presence,
    RefusedMessage,
    ServerMessage,
)
from calavera.protocol.reasons import Reason
from calavera.protocol.settings import Settings, TurnClock
from calavera.protocol.shapes import COMMAND, GAME, SERVER_MESSAGE
from calavera.record.codec.errors import CodecError
from calavera.record.codec.json_text import read_json
from calavera.record.codec.schema import schema_of
from calavera.rules import Viewer
from calavera.table.logic.entry import ENTRY, Entry
from calavera.table.logic.evolve import after_entry
from calavera.table.logic.table import Member, Table
from calavera.table.views.frames import Change, Instant, Scribe, welcome
from calavera.table.views.redact import seen
from calavera.table.views.scene import dice_seen, game_seen, room_seen, viewer_of, you_seen
from tests.table.doubles import Harness
from tests.table.test_commands import _one_of_each

GAMES = [
    Settings(players=3),
    Settings(players=4, clock=TurnClock(5, 9), opens=False),
    Settings(players=3, tribes=2, showing=2),
]


def busy_table(settings: Settings) -> Harness:
    """A game in which people talk, mute, decline, leave and return."""
    harness = Harness(settings, seed=11)
    rng = random.Random(11)
    ears = harness.start(settings.players - 1, bots=True)
    for _ in range(3000):
        if not harness.is_playing:
            break
        ear = rng.choice(ears)
        dice = rng.random()
        if dice < 0.05:
            harness.do(ear, Say(harness.id(), "ñandú \N{SKULL} <b>"))
        elif dice < 0.08 and len(ears) > 1:
            harness.do(ear, Mute(harness.id(), 3 - ear.you.member, rng.random() < 0.5))  # type: ignore[operator]
        elif dice < 0.11:
            harness.do(ear, Leave(harness.id()))
        elif dice < 0.3:
            harness.do(ear, Decline(harness.id(), 1, ear.you.seats[0]))
        elif ear.moves(shows=True):
            harness.do(ear, harness.act(ear, *rng.choice(ear.moves(shows=True))))
            harness.pass_time(500)
        else:
            harness.wait()
    assert not harness.is_playing
    return harness


def plain(table: Table, entry: Entry, version: int, member: Member | None, like: Frame) -> Frame:
    """The same frame, encoded from whole values, with the parts that `like` has."""
    viewer, game = viewer_of(table, member), table.game
    muted = member.muted if member else frozenset()
    told = [seen(fact, viewer, muted, len(table.chairs)) for fact in entry.facts]
    return Frame(
        version,
        like.done,
        tuple([fact for fact in told if fact is not None]),
        you_seen(table, member) if like.you else None,
        room_seen(table) if like.room else None,
        game_seen(table, game, viewer) if game and like.game else None,
        dice_seen(game, viewer) if game and like.dice else None,
        entry.at,
    )


@pytest.mark.parametrize("settings", GAMES)
def test_a_frame_is_what_the_plain_way_writes(settings: Settings) -> None:
    scribe, before, compared = Scribe(), Table(), 0
    for version, entry in enumerate(busy_table(settings).entries(), start=1):
        table = after_entry(before, entry)
        frames = scribe.frames(before, table, Change(version, entry.facts, entry.at))
        for member in (None, *table.members):
            done = "x-1" if member is None else None
            text = frames.frame(member, done)
            frame = SERVER_MESSAGE.decode(read_json(text))
            assert isinstance(frame, Frame)
            assert frame.done == done
            whole = plain(table, entry, version, member, frame)
            assert text == SERVER_MESSAGE.write(whole).encode("ascii")
            _leaves_out_only_what_stays(before, table, member, frame)
            compared += 1
        before = table
    assert compared > 100


def _leaves_out_only_what_stays(
    before: Table, table: Table, member: Member | None, frame: Frame
) -> None:
    viewer = viewer_of(table, member)
    if frame.room is None:
        assert room_seen(before) == room_seen(table)
    if frame.you is None:
        was = before.members[member.number - 1] if member else None
        assert you_seen(before, was) == you_seen(table, member)
    if frame.game is None and table.game is not None:
        assert before.game is not None
        assert game_seen(before, before.game, viewer) == game_seen(table, table.game, viewer)
    if frame.dice is None and table.game is not None:
        assert before.game is not None
        assert dice_seen(before.game, viewer) == dice_seen(table.game, viewer)


@pytest.fixture(scope="module")
def message_schema() -> Any:
    schema = schema_of((SERVER_MESSAGE,), "Messages", "What the server says.")
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("settings", GAMES)
def test_every_message_fits_the_schema(settings: Settings, message_schema: Any) -> None:
    harness = busy_table(settings)
    kinds = set()
    for name in ("Ana", "Watcher"):
        harness.connect(name, since=harness.live.version - 20)
    for ears in harness.live.audience.by_member.values():
        for ear in ears:
            for number, message in enumerate(ear.sent):  # type: ignore[attr-defined]
                data = json.loads(message)
                kinds.add(data["type"])
                decoded = SERVER_MESSAGE.decode(data)
                assert SERVER_MESSAGE.write(decoded).encode() == message
                if number % 7 == 0 or data["type"] != "frame":  # decoding is slow
                    message_schema.validate(data)
    assert kinds >= {"welcome", "frame"}


def test_every_command_and_entry_fits_its_schema() -> None:
    commands = jsonschema.Draft202012Validator(schema_of((COMMAND,), "Commands", "Asked."))
    for command in _one_of_each():
        data = json.loads(COMMAND.write(command))
        commands.validate(data)
        assert COMMAND.decode(data) == command
    entries = jsonschema.Draft202012Validator(schema_of((ENTRY,), "Entries", "Stored."))
    for entry in busy_table(GAMES[0]).entries():
        entries.validate(json.loads(ENTRY.write(entry)))


@pytest.mark.parametrize(
    "message",
    [
        Presence((1, 2)),
        Done("a-1", 3),
        RefusedMessage(None, Reason.BAD_MESSAGE, "\x00 \N{SKULL}"),
        *map(Bye, ByeReason),
    ],
)
def test_small_messages(message: ServerMessage, message_schema: Any) -> None:
    data = json.loads(SERVER_MESSAGE.write(message))
    message_schema.validate(data)
    assert SERVER_MESSAGE.decode(data) == message


def test_a_welcome_at_every_moment_shows_what_the_frames_led_to() -> None:
    harness = busy_table(GAMES[1])
    for ears in harness.live.audience.by_member.values():
        for ear in ears:
            caller = ear.caller  # type: ignore[attr-defined]
            member = harness.live.table.member_of(caller.identity)
            moment = Instant(harness.live.table, harness.live.version, (), 0)
            data = json.loads(welcome(moment, member, ()))
            assert {key: data[key] for key in ("you", "room", "game", "dice")} == ear._data  # type: ignore[attr-defined]


def test_viewers_are_worked_out_once_a_game_and_written_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = Harness(Settings(players=3))
    harness.start(3)
    table = harness.live.table
    asked: list[Member | None] = []

    def counted(table: Table, member: Member | None) -> Viewer:
        asked.append(member)
        return viewer_of(table, member)

    monkeypatch.setattr("calavera.table.views.frames.viewer_of", counted)
    scribe = Scribe()
    for member in (*table.members, *table.members):
        viewer = scribe.viewer(table, member)
        assert viewer == viewer_of(table, member)
        assert scribe.viewer_text(viewer) is scribe.viewer_text(viewer)
    assert asked == [*table.members]


def test_a_view_whose_own_seats_do_not_fit_its_board_is_refused() -> None:
    harness = Harness(Settings(players=3))
    ana, *_ = harness.start(3)
    game = json.loads(ana.sent[-1])["game"]
    GAME.decode(game)
    game["view"]["own"][0]["hand"].pop()
    with pytest.raises(CodecError, match="as many discs as the board shows"):
        GAME.decode(game)
    game["view"]["own"] = []
    with pytest.raises(CodecError, match="the viewer's seats"):
        GAME.decode(game)
