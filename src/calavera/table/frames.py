"""The bytes that each viewer is sent.

What lies open is written once for all viewers; what differs from one to the next is written for
each, and kept as long as it stays the same. A test holds that to what the plain way writes.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, cast

from calavera.record.kinds import NULL, ListOf
from calavera.record.shapes import OWN_SEAT, VIEW
from calavera.rules import PUBLIC, Event, Holding, Seat, Viewer, legal_actions, redact
from calavera.rules.view import OwnSeat
from calavera.table.facts import (
    Declined,
    DiceBound,
    Fact,
    GameBegan,
    Muted,
    Played,
    Said,
    Taunted,
)
from calavera.table.messages import Welcome
from calavera.table.scene import (
    dice_seen,
    game_seen,
    room_seen,
    showing_until,
    turns_seen,
    viewer_of,
    you_seen,
)
from calavera.table.seen import seen
from calavera.table.shapes import DICE, FRAME, GAME, ROOM, SERVER_MESSAGE, YOU
from calavera.table.table import Game, Member, Table

_VIEWER: Final = VIEW.fields["viewer"].write
_BOARD: Final = VIEW.fields["board"].write
_OWN: Final = cast(ListOf, VIEW.fields["own"])
_FACTS: Final = FRAME.fields["facts"].write
_VERSION: Final = FRAME.fields["version"].write
_DONE: Final = FRAME.fields["done"].write
_NOW: Final = FRAME.fields["now"].write
_NUMBER: Final = GAME.fields["number"].write
_DECISIONS: Final = GAME.fields["decisions"].write
_TURNS: Final = GAME.fields["turns"].write
_UNTIL: Final = GAME.fields["showing_until"].write
_DECLINED: Final = GAME.fields["declined"].write

_QUIET: Final = frozenset((Played, Declined, Said, Taunted, Muted))
"""Facts that change nothing about the room."""

_DIFFERENT: Final = frozenset((Said, Taunted, Muted))
"""Facts that some are told of and some are not; what is played differs where it holds a secret."""

_DICE: Final = frozenset((GameBegan, DiceBound))
"""Facts that change the dice."""


class OwnText(NamedTuple):
    """What was last written of a seat for its player."""

    holding: Holding
    legal: tuple[Any, ...]
    text: str


class Scribe:
    """Writes the frames of one table."""

    def __init__(self) -> None:
        self._viewers: dict[int, Viewer] = {}
        self._viewers_of: tuple[int | None, ...] | None = None
        self._own_texts: dict[Seat, OwnText] = {}
        self._viewer_texts: dict[Viewer, str] = {}

    def frames(self, before: Table, table: Table, change: "Change") -> "Frames":
        """What everybody is told of a change."""
        return Frames(self, before, table, change)

    def viewer(self, table: Table, member: Member | None) -> Viewer:
        """The eyes of somebody, worked out once a game."""
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
        """The own seats of a viewer; their texts are kept as long as nothing about them changes.

        What changes them is known to all, so how long it takes to write them tells nothing.
        """
        return _OWN.compose([self._seat_text(game, seat) for seat in viewer.seats])

    def _seat_text(self, game: Game, seat: Seat) -> str:
        holding, legal = game.state.holdings[seat], legal_actions(game.state, seat)
        last = self._own_texts.get(seat)
        if last is not None and last.holding is holding and last.legal == legal:
            return last.text
        text = OWN_SEAT.write(OwnSeat(seat, holding, legal))
        self._own_texts[seat] = OwnText(holding, legal, text)
        return text

    def viewer_text(self, viewer: Viewer) -> str:
        """The seats of a viewer."""
        text = self._viewer_texts.get(viewer)
        if text is None:
            text = self._viewer_texts[viewer] = _VIEWER(viewer)
        return text


class Change(NamedTuple):
    """One entry of the history, as it is told."""

    version: int
    """Its number."""

    facts: tuple[Fact, ...]
    """What happened."""

    at: int
    """When."""


class Frames:
    """What everybody is told of one change."""

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
            self._board = _BOARD(self._game.state.board)
            self._open_game = _open_game(table, self._game)

    def frame(self, member: Member | None, done: str | None, *, reads: bool = True) -> bytes:
        """What somebody is sent; `member` is none for who only watches, or does not even that."""
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
        """Nobody but who mutes somebody is told: an empty frame is anybody's private matter."""
        if self._room_changed or (member is not None and member.number in self._muting):
            return YOU.write(you_seen(self._table, member))
        return NULL

    def _facts_for(self, viewer: Viewer, member: Member | None) -> str:
        if member is None or not (self._talk or self._is_told_more(viewer)):
            return self._open_facts_text
        return _FACTS(self._seen_facts(viewer, member.muted))

    def _is_told_more(self, viewer: Viewer) -> bool:
        """Whether a viewer sees something as it happened that the public does not."""
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
        view = VIEW.compose(
            viewer=scribe.viewer_text(viewer), board=self._board, own=scribe.own_text(game, viewer)
        )
        return GAME.compose(view=view, **self._open_game)

    def _dice_for(self, viewer: Viewer) -> str:
        game = self._table.game
        if game is None or not self._dice_changed:
            return NULL
        return DICE.write(dice_seen(game, viewer))


def _has_game_changed(before: Table, table: Table) -> bool:
    """Who plays for whom is a matter of the room, but nobody waits for a bot."""
    if table.game is not before.game:
        return True
    if table.game is None:
        return False
    if turns_seen(table, table.game) != turns_seen(before, table.game):
        return True
    return bool(table.waiting_to_show()) != bool(before.waiting_to_show())


def _secrets(facts: Iterable[Fact]) -> list[Event]:
    """What was played that not everybody sees as it happened."""
    return [
        event
        for fact in facts
        if type(fact) is Played
        for event in fact.events
        if redact(event, PUBLIC) is not event
    ]


def _open_game(table: Table, game: Game) -> dict[str, str]:
    """What everybody is told of the game beside their view."""
    return {
        "number": _NUMBER(game.number),
        "decisions": _DECISIONS(game.decisions),
        "turns": _TURNS(turns_seen(table, game)),
        "showing_until": _UNTIL(showing_until(table, game)),
        "declined": _DECLINED(tuple(sorted(game.declined))),
    }


class Moment(NamedTuple):
    """A table at the end of its history, for somebody who comes in."""

    table: Table
    """The table."""

    version: int
    """How many entries its history has."""

    here: tuple[int, ...]
    """The members that are connected."""

    now: int
    """The time."""


def welcome(
    moment: Moment, member: Member | None, missed: Iterable[Fact], *, reads: bool = True
) -> bytes:
    """The first message on a socket; `missed` is what happened since the reader was there.

    Whoever may not read the last game is told of the room alone.
    """
    table = moment.table
    viewer, game = viewer_of(table, member), table.game if reads else None
    muted = member.muted if member else frozenset()
    told = [seen(fact, viewer, muted, len(table.chairs)) for fact in missed] if reads else []
    message = Welcome(
        moment.version,
        you_seen(table, member),
        tuple([fact for fact in told if fact is not None]),
        room_seen(table),
        game_seen(table, game, viewer) if game else None,
        dice_seen(game, viewer) if game else None,
        moment.here,
        moment.now,
    )
    return SERVER_MESSAGE.write(message).encode("ascii")
