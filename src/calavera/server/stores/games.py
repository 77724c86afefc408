"""The finished games of each person in a store: an index that is derived from the histories."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from calavera.calls.own_games import Filter, Place
from calavera.protocol.shapes import GAME_LINE, TALLY
from calavera.protocol.summary import GameLine
from calavera.record.codec.json_text import read_json
from calavera.table.views.finished import Finished, ListChanges, rivals_of

READABLE: Final = (
    " AND NOT EXISTS (SELECT 1 FROM removals"
    " WHERE removals.identity = games.identity AND removals.code = games.code)"
)
"""Whoever was removed from a table may not read its games, nor learn whether one has ended."""

SELECTION: Final = f" FROM games WHERE identity = ? AND NOT hidden{READABLE}"
"""What a person may list."""

ADD: Final = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
"""A game that was hidden is not added again."""

BAR: Final = "INSERT INTO removals VALUES (?, ?) ON CONFLICT DO NOTHING"
READMIT: Final = "DELETE FROM removals WHERE identity = ? AND code = ?"


class StoredGame(NamedTuple):
    """One finished game in the list of one person."""

    identity: str
    code: str
    number: int
    ended: int
    """In milliseconds since 1970."""
    players: int
    won: bool
    rivals: str
    hidden: bool
    """Whether the person deleted it from their list."""
    line: str
    tally: str


EVERY_GAME: Final = Filter()


class Games:
    """The finished games of a store. Everything is durable when it returns."""

    def __init__(self, rows: Callable[..., Awaitable[list[Any]]]) -> None:
        self._rows = rows

    async def page(
        self, identity: str, most: int, only: Filter = EVERY_GAME, after: Place | None = None
    ) -> list[GameLine]:
        """The next games of a person, the latest first."""
        more, values = _conditions(only)
        if after is not None:
            more += " AND (ended, code, number) < (?, ?, ?)"
            values += after
        rows = await self._rows(
            f"SELECT line{SELECTION}{more} ORDER BY ended DESC, code DESC, number DESC LIMIT ?",
            identity,
            *values,
            most,
        )
        return [GAME_LINE.decode(read_json(line)) for (line,) in rows]

    async def tallies(
        self, identity: str, most: int, only: Filter = EVERY_GAME
    ) -> list[tuple[str, str]]:
        """Lines and tallies of a person's latest games as JSON, the latest first."""
        more, values = _conditions(only)
        sql = f"SELECT line, tally{SELECTION}{more} ORDER BY ended DESC LIMIT ?"
        return [(line, tally) for line, tally in await self._rows(sql, identity, *values, most)]

    async def hide(self, identity: str, code: str, number: int, *, hidden: bool) -> bool:
        """Delete a game from a person's list, or undo that; false if it is not theirs."""
        sql = (
            "UPDATE games SET hidden = ? WHERE identity = ? AND code = ? AND number = ?"
            f"{READABLE} RETURNING number"
        )
        return bool(await self._rows(sql, hidden, identity, code, number))

    async def hide_all(self, identity: str) -> int:
        """Delete all games from a person's list; returns how many."""
        sql = (
            f"UPDATE games SET hidden = ? WHERE identity = ? AND hidden = ?{READABLE}"
            " RETURNING number"
        )
        return len(await self._rows(sql, True, identity, False))

    # Histories from before there was an index.

    async def unindexed(self, most: int) -> list[str]:
        """Tables whose history may hold games that are not in the index."""
        rows = await self._rows("SELECT code FROM unindexed ORDER BY code LIMIT ?", most)
        return [code for (code,) in rows]

    async def index(self, code: str, change: ListChanges) -> None:
        """Add what a whole history holds, and note that it is indexed; idempotent."""
        for removal in change.removals:
            await self._rows(BAR, removal.identity, code)
        for game in change.finished:
            await self._rows(ADD, *stored(game))
        await self._rows("DELETE FROM unindexed WHERE code = ?", code)


def stored(game: Finished) -> StoredGame:
    """A finished game as it is stored."""
    line = game.line
    return StoredGame(
        game.identity,
        line.code,
        line.number,
        line.ended,
        len(line.names),
        line.winner == line.place,
        rivals_of(line).value,
        False,
        GAME_LINE.write(line),
        TALLY.write(game.tally),
    )


def _conditions(only: Filter) -> tuple[str, tuple[Any, ...]]:
    """The SQL of a filter, and its values."""
    values = {"won": only.won, "players": only.players, "rivals": only.rivals and only.rivals.value}
    wanted = {column: value for column, value in values.items() if value is not None}
    return "".join([f" AND {column} = ?" for column in wanted]), tuple(wanted.values())
