"""The histories of tables, and what follows from them: lines of tables and of finished games."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from calavera.calls.own_games import Filter, Place
from calavera.local.storage import Rows, Storage
from calavera.protocol.shapes import GAME_LINE, LISTING, TALLY
from calavera.protocol.summary import GameLine, Listing, Summary
from calavera.record.codec.json_text import read_json
from calavera.table.live.ports import Stored
from calavera.table.views.finished import Finished, ListChanges, rivals_of

MOST_TABLES: Final = 200
"""Tables kept on a device; the oldest are deleted when it starts."""


class OwnGame(NamedTuple):
    """A finished game in somebody's list."""

    line: GameLine
    tally: str
    is_hidden: bool
    """Whether they deleted it from their list."""


class Journal:
    """Stores every table of a device. The port of its tables."""

    def __init__(self, storage: Storage, now: Callable[[], int]) -> None:
        self._storage = storage
        self._now = now
        self._tables: dict[str, Listing] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Read which tables there are, and delete the oldest of too many."""
        for _, text in await self._storage.read("table "):
            listing = LISTING.decode(read_json(text))
            self._tables[listing.code] = listing
        latest = sorted(self._tables.values(), key=lambda one: one.changed, reverse=True)
        for old in latest[MOST_TABLES:]:
            await self._delete(old.code)

    async def _delete(self, code: str) -> None:
        rows: dict[str, str | None] = {_table(code): None}
        rows.update((key, None) for key, _ in await self._storage.read(_entries(code)))
        games = await self._storage.read("game ")
        rows.update((key, None) for key, _ in games if key.split(" ")[2] == code)
        await self._storage.write(rows)
        del self._tables[code]

    # Tables.

    def listing(self, code: str) -> Listing | None:
        """A table's line; whoever is there is not in it."""
        return self._tables.get(code)

    async def create(self, code: str, entry: bytes, summary: Summary) -> None:
        """Store the first entry of a table."""
        listing = Listing(*summary, 0, self._now())
        rows = {_entry(code, 1): entry.decode("ascii"), _table(code): LISTING.write(listing)}
        await self._storage.write(rows, _entry(code, 1))
        self._tables[code] = listing

    async def entries(self, code: str, after: int = 0) -> list[bytes]:
        """The entries of a table after a version."""
        rows = await self._storage.read(_entries(code))
        return [text.encode("ascii") for _, text in rows[after:]]

    def append(
        self, code: str, expected: int, entry: bytes, lists: ListChanges, done: Stored
    ) -> None:
        """Store an entry with what it changes in lists."""
        key = _entry(code, expected + 1)
        rows: dict[str, str | None] = {key: entry.decode("ascii")}
        if lists.summary is not None:
            listing = Listing(*lists.summary, 0, self._now())
            rows[_table(code)] = LISTING.write(listing)
            self._tables[code] = listing
        for game in lists.finished:
            rows[_game(game.identity, game.line)] = _game_text(game)
        # Begun here and not in the task: what is called first is written first.
        self._spawn(self._storage.write(rows, key), done)

    def _spawn(self, written: Awaitable[None], done: Stored) -> None:
        async def wait() -> None:
            try:
                await written
            except Exception as error:  # the table decides what a failure means
                done(error)
            else:
                done(None)

        task = asyncio.ensure_future(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Finished games.

    async def games(self, identity: str, only: Filter) -> list[OwnGame]:
        """The finished games in somebody's list, the latest first."""
        found = [_read_game(text) for _, text in await self._storage.read(f"game {identity} ")]
        wanted = [one for one in found if not one.is_hidden and _fits(one.line, only)]
        return sorted(wanted, key=lambda one: place_of(one.line), reverse=True)

    async def hide(self, identity: str, code: str, number: int, *, hidden: bool) -> bool:
        """Delete a game from somebody's list, or undo that; false if it is not theirs."""
        wanted = f"game {identity} {code} {number}"  # the beginning of other keys, too
        rows = [row for row in await self._storage.read(wanted) if row[0] == wanted]
        await self._storage.write({key: _hidden(text, hidden) for key, text in rows})
        return bool(rows)

    async def hide_all(self, identity: str) -> int:
        """Delete all games from somebody's list; returns how many."""
        rows = [
            (key, text)
            for key, text in await self._storage.read(f"game {identity} ")
            if not _read_game(text).is_hidden
        ]
        changed: Rows = {key: _hidden(text, True) for key, text in rows}
        await self._storage.write(changed)
        return len(rows)


def place_of(line: GameLine) -> Place:
    """Where a game is in a list."""
    return Place(line.ended, line.code, line.number)


def _fits(line: GameLine, only: Filter) -> bool:
    return (
        only.won in (None, line.winner == line.place)
        and only.players in (None, len(line.names))
        and only.rivals in (None, rivals_of(line))
    )


# Rows.


def _table(code: str) -> str:
    return f"table {code}"


def _entries(code: str) -> str:
    return f"entry {code} "


def _entry(code: str, version: int) -> str:
    return f"{_entries(code)}{version:08}"


def _game(identity: str, line: GameLine) -> str:
    return f"game {identity} {line.code} {line.number}"


def _game_text(game: Finished) -> str:
    row = {"line": GAME_LINE.write(game.line), "tally": TALLY.write(game.tally), "hidden": False}
    return json.dumps(row)


def _read_game(text: str) -> OwnGame:
    row = json.loads(text)
    return OwnGame(GAME_LINE.decode(read_json(row["line"])), row["tally"], row["hidden"])


def _hidden(text: str, hidden: bool) -> str:
    return json.dumps({**json.loads(text), "hidden": hidden})
