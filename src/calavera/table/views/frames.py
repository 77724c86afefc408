"""The bytes that each viewer is sent.

Public parts are written once for all viewers. Parts that differ are written for each viewer, and
cached while they do not change. A test compares the bytes with those of a plain implementation.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, cast

from calavera.protocol.facts import (
    BotSaid,
    Declined,
    DiceBound,
    Fact,
    GameBegan,
    Hinted,
    Muted,
    Played,
    Said,
    Taunted,
)
from calavera.protocol.messages import Welcome
from calavera.protocol.scene import OwnSeen
from calavera.protocol.shapes import (
    DICE,
    FRAME,
    GAME,
    LIVE_SEAT,
    LIVE_VIEW,
    ROOM,
    SERVER_MESSAGE,
    YOU,
)
from calavera.record.codec.kinds import NULL, ListOf
from calavera.rules import PUBLIC, Event, Seat, Viewer, redact
from calavera.table.logic.table import Game, Member, Table
from calavera.table.views.redact import seen
from calavera.table.views.scene import (
    dice_seen,
    game_seen,
    opened,
    own_seen,
    room_seen,
    showing_until,
    turns_seen,
    viewer_of,
    you_seen,
)

_BLANK: Final = "\0"
"""Where a viewer's part belongs: JSON escapes this character, so no text contains it."""

_VIEWER: Final = LIVE_VIEW.fields["viewer"].write
_BOARD: Final = LIVE_VIEW.fields["board"].write
_OWN: Final = cast(ListOf, LIVE_VIEW.fields["own"])
_FACTS: Final = FRAME.fields["facts"].write
_VERSION: Final = FRAME.fields["version"].write
_DONE: Final = FRAME.fields["done"].write
_NOW: Final = FRAME.fields["now"].write
_NUMBER: Final = GAME.fields["number"].write
_TURNS: Final = GAME.fields["turns"].write
_UNTIL: Final = GAME.fields["showing_until"].write
_DECLINED: Final = GAME.fields["declined"].write
_HINTS: Final = GAME.fields["hints"].write
_OPENED: Final = GAME.fields["opened"].write

_QUIET: Final = frozenset((Played, Declined, Hinted, Said, Taunted, BotSaid, Muted))
"""Facts that do not change the room."""

_DIFFERENT: Final = frozenset((Said, Taunted, Muted))
"""Facts that only some viewers are sent; moves differ if they hold a secret."""

_DICE: Final = frozenset((GameBegan, DiceBound))
"""Facts that change the dice."""


class Scribe:
    """Writes the frames of one table."""

    def __init__(self) -> None:
        self._viewers: dict[int, Viewer] = {}
        self._viewers_of: tuple[int | None, ...] | None = None
        self._own_texts: dict[Seat, tuple[OwnSeen, str]] = {}
        self._viewer_texts: dict[Viewer, str] = {}

    def frames(self, before: Table, table: Table, change: "Change") -> "Frames":
        return Frames(self, before, table, change)

    def viewer(self, table: Table, member: Member | None) -> Viewer:
        """The viewpoint of a member, computed once per game."""
        if member is None:
            return PUBLIC
        players = table.game.members if table.game else None
        if players is not self._viewers_of:
            self._viewers_of, self._viewers = players, {}
        viewer = self._viewers.get(member.number)
        if viewer is None:
            viewer = self._viewers[member.number] = viewer_of(table, member)
        return viewer

    def own_text(self, game: Game, viewer: Viewer) -> str:
        """The own seats of a viewer; their texts are cached until they change.

        Changes to them are public, so the time to write them reveals nothing.
        """
        return _OWN.compose([self._seat_text(game, seat) for seat in viewer.seats])

    def _seat_text(self, game: Game, seat: Seat) -> str:
        own, last = own_seen(game, seat), self._own_texts.get(seat)
        if last is not None and last[0].holding is own.holding and last[0] == own:
            return last[1]
        text = LIVE_SEAT.write(own)
        self._own_texts[seat] = own, text
        return text

    def viewer_text(self, viewer: Viewer) -> str:
        text = self._viewer_texts.get(viewer)
        if text is None:
            text = self._viewer_texts[viewer] = _VIEWER(viewer)
        return text


class Change(NamedTuple):
    """One entry of the history."""

    version: int
    """Its number."""
    facts: tuple[Fact, ...]
    """What happened."""
    at: int
    """When."""


class Frames:
    """The frames of one change."""

    def __init__(self, scribe: Scribe, before: Table, table: Table, change: Change) -> None:
        self._scribe = scribe
        self._table = table
        self._facts = change.facts
        kinds = frozenset([type(fact) for fact in change.facts])
        room_changed = before.chairs is not table.chairs or not kinds <= _QUIET
        room = ROOM.write(room_seen(table)) if room_changed else NULL
        self._muting = (
            {fact.by for fact in change.facts if type(fact) is Muted} if Muted in kinds else ()
        )
        self._room_changed = room_changed
        self._you_changed = room_changed or Muted in kinds
        self._dice_changed = not kinds.isdisjoint(_DICE)
        self._open_facts_text = _FACTS(self._seen_facts(PUBLIC, frozenset()))
        self._talk = not kinds.isdisjoint(_DIFFERENT)
        self._secrets = _secrets(change.facts)
        self._differ = self._talk or bool(self._secrets)
        self._version = _VERSION(change.version)
        self._room = room
        self._now = _NOW(change.at)
        self._game = table.game if _has_game_changed(before, table) else None
        if self._game is not None:
            self._open_game = _open_game(table, self._game)

    def frame(self, member: Member | None, done: str | None, *, reads: bool = True) -> bytes:
        """The frame of a member, or of the public where there is none."""
        viewer = self._scribe.viewer(self._table, member)
        facts = self._facts_for(viewer, member) if self._differ else self._open_facts_text
        return FRAME.compose(
            version=self._version,
            done=_DONE(done),
            facts=facts,
            you=self._you_for(member) if self._you_changed else NULL,
            room=self._room,
            game=self._game_for(viewer) if reads else NULL,
            dice=self._dice_for(viewer) if self._dice_changed and reads else NULL,
            now=self._now,
        ).encode("ascii")

    def _you_for(self, member: Member | None) -> str:
        """Only the member who mutes is sent it: an empty frame may be anybody's."""
        if self._room_changed or (member is not None and member.number in self._muting):
            return YOU.write(you_seen(self._table, member))
        return NULL

    def _facts_for(self, viewer: Viewer, member: Member | None) -> str:
        if member is None or not (self._talk or self._sees_more(viewer)):
            return self._open_facts_text
        return _FACTS(self._seen_facts(viewer, member.muted))

    def _sees_more(self, viewer: Viewer) -> bool:
        """Whether a viewer sees events that the public does not."""
        for event in self._secrets:
            if redact(event, viewer) is event:
                return True
        return False

    def _seen_facts(self, viewer: Viewer, muted: frozenset[int]) -> list[Any]:
        players = len(self._table.chairs)
        told = [seen(fact, viewer, muted, players) for fact in self._facts]
        return [fact for fact in told if fact is not None]

    def _game_for(self, viewer: Viewer) -> str:
        game, scribe = self._game, self._scribe
        if game is None:
            return NULL
        before_viewer, before_own, end = self._open_game
        return (
            f"{before_viewer}{scribe.viewer_text(viewer)}"
            f"{before_own}{scribe.own_text(game, viewer)}{end}"
        )

    def _dice_for(self, viewer: Viewer) -> str:
        game = self._table.game
        if game is None or not self._dice_changed:
            return NULL
        return DICE.write(dice_seen(game, viewer))


def _has_game_changed(before: Table, table: Table) -> bool:
    """Stand-ins belong to the room, but change the turns: nobody waits for a bot."""
    if table.game is not before.game:
        return True
    if table.game is None:
        return False
    if turns_seen(table, table.game) != turns_seen(before, table.game):
        return True
    return bool(table.waiting_to_show()) != bool(before.waiting_to_show())


def _secrets(facts: Iterable[Fact]) -> list[Event]:
    """The moves that some viewers see redacted."""
    return [
        event
        for fact in facts
        if type(fact) is Played
        for event in fact.events
        if redact(event, PUBLIC) is not event
    ]


def _open_game(table: Table, game: Game) -> list[str]:
    """What all viewers are sent of the game: the texts around each viewer's own parts."""
    view = LIVE_VIEW.compose(viewer=_BLANK, board=_BOARD(game.state.board), own=_BLANK)
    return GAME.compose(
        number=_NUMBER(game.number),
        view=view,
        turns=_TURNS(turns_seen(table, game)),
        showing_until=_UNTIL(showing_until(table, game)),
        declined=_DECLINED(tuple(sorted(game.declined))),
        opened=_OPENED(opened(game)),
        hints=_HINTS(len(game.hints)),
    ).split(_BLANK)


class Instant(NamedTuple):
    """The current state of a table, for a client that connects."""

    table: Table
    version: int
    """The length of its history."""
    here: tuple[int, ...]
    """The connected members."""
    now: int
    """The time."""


def welcome(
    instant: Instant, member: Member | None, missed: Iterable[Fact], *, reads: bool = True
) -> bytes:
    """The first message on a socket; `missed` is what happened since the last connection.

    A client that may not read the last game is sent only the room.
    """
    table = instant.table
    viewer, game = viewer_of(table, member), table.game if reads else None
    muted = member.muted if member else frozenset()
    told = [seen(fact, viewer, muted, len(table.chairs)) for fact in missed] if reads else []
    message = Welcome(
        instant.version,
        you_seen(table, member),
        tuple([fact for fact in told if fact is not None]),
        room_seen(table),
        game_seen(table, game, viewer) if game else None,
        dice_seen(game, viewer) if game else None,
        instant.here,
        instant.now,
    )
    return SERVER_MESSAGE.write(message).encode("ascii")
