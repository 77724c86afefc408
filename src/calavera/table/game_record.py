"""The record of a game of a table, as far as somebody may know it."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from calavera.record import Record, record_game, seen_by, write_record
from calavera.rules import PUBLIC, Event, Viewer
from calavera.table.admission import check_reader
from calavera.table.dice_tags import DiceTags, write_dice_tags
from calavera.table.entry import Entry
from calavera.table.evolve import after
from calavera.table.facts import GameBegan, Played
from calavera.table.reasons import Reason, Refused
from calavera.table.scene import dice_seen
from calavera.table.table import Game, Table


class PlayedGame(NamedTuple):
    """One game out of a table's history."""

    game: Game
    """How it stands, or stood at its end."""

    events: tuple[Event, ...]
    """What happened, secrets and all."""

    began: int
    """When, in milliseconds since 1970."""


def record_text(entries: Iterable[Entry], number: int, identity: str) -> str:
    """A finished game of a table's history for somebody, as text; raises Refused."""
    table, played = find_game(entries, number)
    if played is None:
        raise Refused(Reason.NOT_FOUND)
    member = table.member_of(identity)
    check_reader(table, played.game, member)
    if played.game.outcome is None:
        raise Refused(Reason.NOT_FINISHED)
    return write_record(record_for(played, member.number if member else None))


def find_game(entries: Iterable[Entry], number: int) -> tuple[Table, PlayedGame | None]:
    """The table at the end of its history, and one of its games, if it was begun."""
    table, found, events, began = Table(), None, list[Event](), 0
    for entry in entries:
        for fact in entry.facts:
            table = after(table, fact, entry.at)
            if table.number != number or table.game is None:
                continue
            if isinstance(fact, GameBegan):
                began = entry.at
            elif isinstance(fact, Played):
                events.extend(fact.events)
                found = table.game
    return table, PlayedGame(found, tuple(events), began) if found else None


def record_for(played: PlayedGame, member: int | None) -> Record:
    """All of it where the game is over and opens its record (R42).

    Else what the member saw who played in it, and what lay open to anybody else.
    """
    game = played.game
    viewer = _viewer(game, member)
    tags = {"date": _date(played.began), **write_dice_tags(_dice(game, viewer))}
    record = record_game(game.names, game.setup, played.events)
    if not (game.opens and game.outcome is not None):
        record = seen_by(record, viewer)
    return Record(record.names, record.setup, record.first, record.moves, tuple(tags.items()))


def _viewer(game: Game, member: int | None) -> Viewer:
    if member is None or member not in game.members:
        return PUBLIC
    return game.viewer(game.members.index(member))


def _dice(game: Game, viewer: Viewer) -> DiceTags:
    seen = dice_seen(game, viewer)
    secrets = seen.secrets or (None,) * len(seen.commitments)
    return DiceTags(game.dice.table, game.number, seen.commitments, seen.salts, secrets)


def _date(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()
