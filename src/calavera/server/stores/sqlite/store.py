"""A store in one SQLite file, written by one thread with group commit.

While a commit is on its way to the disk, the next entries gather: a busy server makes one commit
for many moves, an idle one commits each at once.
"""

import asyncio
import contextlib
import json
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from calavera.protocol.shapes import SUMMARY
from calavera.protocol.summary import Summary
from calavera.server.stores.checksums import (
    MOST_LOGGED,
    Damaged,
    checked,
    checked_histories,
    checksum,
)
from calavera.server.stores.games import ADD, BAR, READMIT, Games, stored
from calavera.server.stores.interface import (
    VISITED_AGAIN,
    CannotWrite,
    CodeTaken,
    Store,
    StoreDamaged,
    StoreError,
)
from calavera.server.stores.sql import Append, for_sqlite
from calavera.server.stores.sqlite.schema import NEWEST, failure, is_damage, open_database
from calavera.server.stores.sqlite.watermarks import Watermarks, shortened
from calavera.server.stores.tokens import Tokens
from calavera.table.live.ports import Conflict, Stored
from calavera.table.views.finished import ListChanges

_LOGGER: Final = logging.getLogger("calavera.store")

MOST_TOGETHER: Final = 1000
"""Entries in one commit."""

APPEND: Final = """
INSERT OR IGNORE INTO entries SELECT * FROM (VALUES {rows}) WHERE column2 = 1 OR EXISTS (
    SELECT 1 FROM entries WHERE code = column1 AND version = column2 - 1)
"""
"""Each only after its predecessor: the table may have been purged."""

MEMORY: Final = ":memory:"

Result = TypeVar("Result")


class _Call(NamedTuple):
    """Other work for the writer's thread."""

    work: Callable[[sqlite3.Connection], Any]
    done: Callable[[Any, Exception | None], None]
    creates: str | None = None
    """The code of the table that it creates."""


class SqliteStore(Store):
    """One file; `:memory:` keeps nothing."""

    is_shared = False
    name = ""

    def __init__(self, path: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._work: queue.SimpleQueue[list[Append] | _Call | None] = queue.SimpleQueue()
        self._gathered: list[Append] = []
        self._database = open_database(path)
        self._seen_version = self._data_version()
        self.tokens = Tokens(self._rows)
        self.games = Games(self._rows)
        self._watermarks = None if path == MEMORY else Watermarks(Path(path))
        self._is_damage_logged = False
        self.shortened: Mapping[str, str] = shortened(self._database, self._watermarks)
        for code, what in [*self.shortened.items()][:MOST_LOGGED]:
            _LOGGER.error("%s; run calavera store check", Damaged(code, what))
        if len(self.shortened) > MOST_LOGGED:
            _LOGGER.error("%d tables are damaged", len(self.shortened))
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    # Histories.

    def append(
        self, code: str, expected: int, entry: bytes, lists: ListChanges, done: Stored
    ) -> None:
        """Queue an entry; entries of one turn of the loop are handed to the writer together.

        Waking the writer costs as much as writing an entry.
        """
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(Append(code, expected + 1, entry, lists, done))

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._work.put(gathered)

    async def create(self, code: str, entry: bytes, summary: Summary) -> None:
        def work(database: sqlite3.Connection) -> None:
            try:
                database.execute(
                    "INSERT INTO entries VALUES (?, 1, ?, ?)",
                    (code, entry, checksum(code, 1, entry)),
                )
            except sqlite3.IntegrityError:
                raise CodeTaken(code) from None
            _put_summary(database, summary)

        await self._run(work, code)

    async def entries(self, code: str, after: int = 0) -> list[bytes]:
        if code in self.shortened:
            raise Damaged(code, self.shortened[code])
        sql = (
            "SELECT version, body, checksum FROM entries"
            " WHERE code = ? AND version > ? ORDER BY version"
        )
        try:
            return checked(code, after, await self._rows(sql, code, after))
        except StoreDamaged as error:
            raise Damaged(code, str(error)) from None

    async def news(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        sql = (
            "SELECT code, version, body, checksum FROM entries JOIN json_each(?) AS known"
            " ON code = known.key AND version > known.value ORDER BY code, version"
        )
        try:
            return checked_histories(known, await self._rows(sql, json.dumps(dict(known))))
        except StoreDamaged:  # find out which one cannot be read
            news = {code: await self.entries(code, after) for code, after in known.items()}
            return {code: bodies for code, bodies in news.items() if bodies}

    async def visit(self, codes: Sequence[str]) -> None:
        sql = "UPDATE tables SET visited = {now} WHERE visited < {now} - ? AND code {among}"
        await self._rows(sql, VISITED_AGAIN, [*codes])

    # Other programs.

    async def try_writing(self) -> None:
        await self._run(lambda database: database.execute(f"PRAGMA user_version = {NEWEST}"))

    async def changed_elsewhere(self) -> bool:
        def work(_: sqlite3.Connection) -> bool:
            version = self._data_version()
            changed = version != self._seen_version
            self._seen_version = version
            return changed

        return await self._run(work)

    def _data_version(self) -> int:
        version: int = self._database.execute("PRAGMA data_version").fetchone()[0]
        return version

    async def lease(self, holder: str, seconds: float, codes: Sequence[str]) -> set[str]:
        """Grant everything: no other server runs on a file."""
        return {*codes}

    async def release(self, holder: str, codes: Sequence[str] | None = None) -> None:
        pass

    async def others(self, holder: str) -> int:
        return 0

    async def close(self) -> None:
        self._hand_over()
        self._work.put(None)
        await asyncio.to_thread(self._writer.join)
        self._database.close()
        if self._watermarks is not None:
            self._watermarks.close()

    # The writer's thread.

    async def _rows(self, sql: str, *values: Any, is_long: bool = False) -> list[Any]:
        plain = [json.dumps(value) if isinstance(value, list) else value for value in values]
        return await self._run(lambda database: database.execute(for_sqlite(sql), plain).fetchall())

    async def _run(
        self, work: Callable[[sqlite3.Connection], Result], creates: str | None = None
    ) -> Result:
        result: asyncio.Future[Result] = self._loop.create_future()

        def done(value: Result, error: Exception | None) -> None:
            if result.done():
                return
            if error is None:
                result.set_result(value)
            else:
                result.set_exception(error)

        self._work.put(_Call(work, done, creates))
        return await result

    def _write(self) -> None:
        stopping = False
        while not stopping:
            together: list[Append | _Call] = []
            while not together or (len(together) < MOST_TOGETHER and not self._work.empty()):
                item = self._work.get()
                if item is None:
                    stopping = True
                    break
                together += item if isinstance(item, list) else [item]
            self._call_back(self._commit(together))

    def _call_back(self, answers: list[Callable[[], None]]) -> None:
        def call_all() -> None:
            for answer in answers:
                answer()

        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call_all)

    def _commit(self, together: list[Append | _Call]) -> list[Callable[[], None]]:
        database, marks = self._database, list[tuple[str, int]]()
        try:
            database.execute("BEGIN IMMEDIATE")
            answers = [
                answer
                for _, items in groupby(together, type)
                for answer in _executed(database, [*items], marks)
            ]
            database.execute("COMMIT")
        except Exception as error:  # whatever it was, this thread must live on
            _roll_back(database)
            failed = error if isinstance(error, Conflict) else self._failure(error)
            is_one = isinstance(failed, Conflict | StoreDamaged)  # the other tables are intact
            return [
                answer
                for item in together
                for answer in (
                    self._commit([item])  # queries can still be answered
                    if len(together) > 1 and (is_one or isinstance(item, _Call))
                    else [_answer(item, None, failed)]
                )
            ]
        if marks and self._watermarks is not None:
            self._watermarks.add(marks)
        return answers

    def _failure(self, error: Exception) -> StoreError:
        if not isinstance(error, sqlite3.Error):
            return StoreError(f"cannot write: {error}")
        if not is_damage(error):
            return CannotWrite(f"cannot write: {error}")
        failed = failure(error)
        if not self._is_damage_logged:
            self._is_damage_logged = True
            _LOGGER.error("the file of the store is damaged; run calavera store check")
        return failed


def _roll_back(database: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        if database.in_transaction:
            database.execute("ROLLBACK")


def _executed(
    database: sqlite3.Connection, items: list[Append | _Call], marks: list[tuple[str, int]]
) -> list[Callable[[], None]]:
    """The answers to items of one kind."""
    appends = [item for item in items if isinstance(item, Append)]
    if appends:
        _append(database, appends)
        marks += [(item.code, item.version) for item in appends]
        return [_answer(item, None, None) for item in appends]
    return [_called(database, item, marks) for item in items if isinstance(item, _Call)]


def _called(
    database: sqlite3.Connection, call: _Call, marks: list[tuple[str, int]]
) -> Callable[[], None]:
    try:
        answer = _answer(call, call.work(database), None)
    except (CodeTaken, sqlite3.IntegrityError) as error:
        return _answer(call, None, error)
    if call.creates is not None:
        marks.append((call.creates, 1))
    return answer


def _append(database: sqlite3.Connection, appends: list[Append]) -> None:
    """Write entries in one statement; raises Conflict if one of them cannot be added.

    Each statement waits for the interpreter, which the event loop is using.
    """
    rows = ",".join(["(?,?,?,?)"] * len(appends))
    values = [value for item in appends for value in (*item[:3], checksum(*item[:3]))]
    if database.execute(APPEND.format(rows=rows), values).rowcount < len(appends):
        raise Conflict(appends[0].code)
    for item in appends:
        if item.lists.summary is not None:
            _put_summary(database, item.lists.summary)
        for removal in item.lists.removals:
            database.execute(BAR if removal.is_removed else READMIT, (removal.identity, item.code))
        for game in item.lists.finished:
            database.execute(ADD, stored(game))


def _answer(item: Append | _Call, value: Any, error: Exception | None) -> Callable[[], None]:
    if isinstance(item, Append):
        return lambda: item.answer(error)
    return lambda: item.done(value, error)


def _put_summary(database: sqlite3.Connection, summary: Summary) -> None:
    database.execute(
        "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, unixepoch(), ?, unixepoch())",
        (summary.code, summary.settings.listed, summary.phase.value, SUMMARY.write(summary)),
    )
