"""The bytes that each viewer is sent for a change of the table.

What lies open is written once for all of them; only what differs from viewer to viewer is written
for each. A test holds that to what the plain way writes.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from calavera.record.shapes import VIEW
from calavera.rules import PUBLIC, Viewer, view
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
    turns_seen,
    viewer_of,
    you_seen,
)
from calavera.table.seen import seen
from calavera.table.shapes import DICE, GAME, ROOM, SEEN_FACT, SERVER_MESSAGE, YOU
from calavera.table.table import Game, Member, Table

_VIEWER: Final = VIEW.fields["viewer"].write
_BOARD: Final = VIEW.fields["board"].write
_OWN: Final = VIEW.fields["own"].write
_DECISIONS: Final = GAME.fields["decisions"].write
_TURNS: Final = GAME.fields["turns"].write
_UNTIL: Final = GAME.fields["showing_until"].write
_DECLINED: Final = GAME.fields["declined"].write

_QUIET: Final = (Played, Declined, Said, Taunted, Muted)
"""Facts that change nothing about the room."""


class FrameWriter:
    """Writes the frames of one change."""

    def __init__(
        self, before: Table, table: Table, version: int, facts: tuple[Fact, ...], now: int
    ) -> None:
        self._table = table
        self._facts = facts
        self._head = f'{{"type":"frame","version":{version},"done":'
        kinds = {type(fact) for fact in facts}
        room_changed = before.chairs is not table.chairs or not kinds.issubset(_QUIET)
        self._room = ROOM.write(room_seen(table)) if room_changed else "null"
        self._you_changed = room_changed
        self._muting = {fact.by for fact in facts if isinstance(fact, Muted)}
        self._now = f',"now":{now}}}'
        self._open_facts = self._seen_facts(PUBLIC, frozenset())
        self._open_facts_text = _facts_text(self._open_facts)
        self._game = table.game if _has_game_changed(before, table) else None
        self._dice_changed = not kinds.isdisjoint((GameBegan, DiceBound))
        if self._game is not None:
            self._board = _BOARD(self._game.state.board)
            self._game_tail = _game_tail(table, self._game)

    def frame(self, member: Member | None, done: str | None) -> bytes:
        """What somebody is sent; `member` is none for who only watches."""
        viewer = viewer_of(self._table, member)
        text = (
            f"{self._head}{_quoted(done)},"
            f'"facts":{self._facts_for(viewer, member)},'
            f'"you":{self._you_for(member)},"room":{self._room},"game":{self._game_for(viewer)},'
            f'"dice":{self._dice_for(viewer)}{self._now}'
        )
        return text.encode("ascii")

    def _you_for(self, member: Member | None) -> str:
        """Nobody but who mutes somebody is told: an empty frame is anybody's private matter."""
        if self._you_changed or (member is not None and member.number in self._muting):
            return YOU.write(you_seen(self._table, member))
        return "null"

    def _facts_for(self, viewer: Viewer, member: Member | None) -> str:
        if member is None:
            return self._open_facts_text
        facts = self._seen_facts(viewer, member.muted)
        return self._open_facts_text if facts == self._open_facts else _facts_text(facts)

    def _seen_facts(self, viewer: Viewer, muted: frozenset[int]) -> list[Any]:
        players = len(self._table.chairs)
        told = [seen(fact, viewer, muted, players) for fact in self._facts]
        return [fact for fact in told if fact is not None]

    def _game_for(self, viewer: Viewer) -> str:
        game = self._game
        if game is None:
            return "null"
        own = _OWN(view(game.state, viewer).own)
        return (
            f'{{"number":{game.number},"view":{{"viewer":{_VIEWER(viewer)},'
            f'"board":{self._board},"own":{own}}},{self._game_tail}'
        )

    def _dice_for(self, viewer: Viewer) -> str:
        game = self._table.game
        if game is None or not self._dice_changed:
            return "null"
        return DICE.write(dice_seen(game, viewer))


def _has_game_changed(before: Table, table: Table) -> bool:
    """Who plays for whom is a matter of the room, but nobody waits for a bot to show discs."""
    if table.game is not before.game:
        return True
    return bool(table.waiting_to_show()) != bool(before.waiting_to_show())


def _game_tail(table: Table, game: Game) -> str:
    until = game.showing_until if table.waiting_to_show() else None
    return (
        f'"decisions":{_DECISIONS(game.decisions)},"turns":{_TURNS(turns_seen(table, game))},'
        f'"showing_until":{_UNTIL(until)},'
        f'"declined":{_DECLINED(tuple(sorted(game.declined)))}}}'
    )


def _facts_text(facts: list[Any]) -> str:
    return f"[{','.join(map(SEEN_FACT.write, facts))}]"


def _quoted(word: str | None) -> str:
    return "null" if word is None else f'"{word}"'


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


def welcome(moment: Moment, member: Member | None, missed: Iterable[Fact]) -> bytes:
    """The first message on a socket; `missed` is what happened since the reader was there."""
    table = moment.table
    viewer, game = viewer_of(table, member), table.game
    muted = member.muted if member else frozenset()
    told = [seen(fact, viewer, muted, len(table.chairs)) for fact in missed]
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
