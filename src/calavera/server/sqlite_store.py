"""A store in one SQLite file: one thread writes, and commits what came in together.

While one commit is on its way to the disk the next entries gather, so that a busy server makes one
commit for many moves and an idle one makes each at once.
"""

import asyncio
import contextlib
import json
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from calavera.server.damage import MOST_TOLD, Damaged, checked, checked_news, checksum
from calavera.server.marks import Marks, shortened
from calavera.server.rows import CLOSED, Append, listing_of
from calavera.server.sqlite_schema import NEWEST, failure, is_damage, open_database
from calavera.server.sqlite_tokens import SqliteTokens
from calavera.server.store import (
    GATHERING_LATELY,
    PLAYING_LATELY,
    SEEN_AGAIN,
    VISITED_AGAIN,
    Announcement,
    CannotWrite,
    CodeTaken,
    Orders,
    StoreDamaged,
    StoredIdentity,
    StoreError,
)
from calavera.table.ports import Conflict, Stored
from calavera.table.shapes import SUMMARY
from calavera.table.summary import Listing, Summary
from calavera.table.table import TablePhase

_LOGGER: Final = logging.getLogger("calavera.store")

MOST_TOGETHER: Final = 1000
"""How many entries go into one commit."""

APPEND: Final = """
INSERT INTO entries SELECT ?1, ?2, ?3, ?4 WHERE ?2 = 1 OR EXISTS (
    SELECT 1 FROM entries WHERE code = ?1 AND version = ?2 - 1)
"""
"""Only behind its predecessor: the table may have been purged."""

MEMORY: Final = ":memory:"

Result = TypeVar("Result")


class _Call(NamedTuple):
    """Something else to do on the writer's thread."""

    work: Callable[[sqlite3.Connection], Any]
    done: Callable[[Any, Exception | None], None]
    creates: str | None = None
    """The table that is there afterwards."""


class SqliteStore:
    """One file; `:memory:` keeps nothing and is for trying things out."""

    is_shared: Final = False
    lost: Final = 0
    name: Final = ""

    def __init__(self, path: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._work: queue.SimpleQueue[list[Append] | _Call | None] = queue.SimpleQueue()
        self._gathered: list[Append] = []
        self._database = open_database(path)
        self._seen_version = self._data_version()
        self.tokens = SqliteTokens(self._run)
        """By which people are known."""
        self._marks = None if path == MEMORY else Marks(Path(path))
        self._is_damage_told = False
        self.shortened: Mapping[str, str] = shortened(self._database, self._marks)
        """Tables whose history is shorter than players were told, with how much, by their codes."""
        for code, what in [*self.shortened.items()][:MOST_TOLD]:
            _LOGGER.error("%s; run calavera store check", Damaged(code, what))
        if len(self.shortened) > MOST_TOLD:
            _LOGGER.error("%d tables are damaged", len(self.shortened))
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    # Histories.

    def append(
        self, code: str, expected: int, entry: bytes, summary: Summary | None, done: Stored
    ) -> None:
        """Add an entry; `done` is told on the event loop once it is durable.

        Entries of one turn of the loop go to the writer together: to wake it costs as much as
        to write one.
        """
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(Append(code, expected + 1, entry, summary, done))

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._work.put(gathered)

    async def create(self, code: str, entry: bytes, summary: Summary) -> None:
        """Begin a history; raises CodeTaken."""

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
        """A table's history, after so many entries."""
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
        """What came to some histories after so many entries; those with nothing are left out."""
        sql = (
            "SELECT code, version, body, checksum FROM entries JOIN json_each(?) AS known"
            " ON code = known.key AND version > known.value ORDER BY code, version"
        )
        try:
            return checked_news(known, await self._rows(sql, json.dumps(dict(known))))
        except StoreDamaged:  # one of them cannot be read: which one?
            news = {code: await self.entries(code, after) for code, after in known.items()}
            return {code: bodies for code, bodies in news.items() if bodies}

    async def lobby(self, most: int, visited: Sequence[str] = ()) -> list[Listing]:
        """Listed tables that are not closed and changed lately or are visited, the latest first."""
        sql = (
            "SELECT summary, changed FROM tables WHERE listed AND phase != ? AND"
            " (changed >= unixepoch() - CASE phase WHEN ? THEN ? ELSE ? END"
            " OR code IN (SELECT value FROM json_each(?))) ORDER BY changed DESC LIMIT ?"
        )
        times = (TablePhase.GATHERING.value, GATHERING_LATELY, PLAYING_LATELY)
        rows = await self._rows(sql, CLOSED, *times, json.dumps([*visited]), most)
        return [listing_of(*row) for row in rows]

    async def put_summary(self, summary: Summary) -> None:
        """Replace the line of a table."""
        await self._run(lambda database: _put_summary(database, summary))

    async def all_tables(self, most: int) -> list[Listing]:
        """Every table that is not closed, the latest first."""
        sql = "SELECT summary, changed FROM tables WHERE phase != ? ORDER BY changed DESC LIMIT ?"
        return [listing_of(*row) for row in await self._rows(sql, CLOSED, most)]

    async def summary(self, code: str) -> Listing | None:
        """The line of one table."""
        rows = await self._rows("SELECT summary, changed FROM tables WHERE code = ?", code)
        return listing_of(*rows[0]) if rows else None

    # People.

    async def find_identity(self, identity: str) -> StoredIdentity | None:
        """Somebody's name; notes that they were seen."""
        await self._rows(
            "UPDATE identities SET seen = unixepoch()"
            " WHERE identity = ? AND seen < unixepoch() - ?",
            identity,
            SEEN_AGAIN,
        )
        sql = "SELECT identity, name FROM identities WHERE identity = ?"
        rows = await self._rows(sql, identity)
        return StoredIdentity(*rows[0]) if rows else None

    async def save_identity(self, person: StoredIdentity) -> None:
        """Keep somebody's name."""
        await self._run(
            lambda database: database.execute(
                "INSERT OR REPLACE INTO identities VALUES (?, ?, unixepoch())", person
            )
        )

    # Whoever runs the server.

    async def visit(self, codes: Sequence[str]) -> None:
        """Note that somebody is at these tables."""
        await self._rows(
            "UPDATE tables SET visited = unixepoch()"
            " WHERE visited < unixepoch() - ? AND code IN (SELECT value FROM json_each(?))",
            VISITED_AGAIN,
            json.dumps([*codes]),
        )

    async def orders(self) -> Orders:
        """The announcement and the bans that hold now."""
        told = await self._rows("SELECT text, at FROM announcement WHERE until > unixepoch()")
        banned = await self._rows("SELECT identity FROM bans WHERE until > unixepoch()")
        announcement = Announcement(*told[0]) if told else None
        return Orders(announcement, frozenset([identity for (identity,) in banned]))

    async def announce(self, text: str, seconds: int) -> None:
        """Replace the announcement."""
        sql = "INSERT OR REPLACE INTO announcement VALUES (1, ?, unixepoch(), unixepoch() + ?)"
        await self._rows(sql, text, seconds if text else 0)

    async def ban(self, identity: str, seconds: int) -> None:
        """Keep somebody out for so long."""
        sql = "INSERT OR REPLACE INTO bans VALUES (?, unixepoch() + ?)"
        await self._rows(sql, identity, seconds)

    async def try_writing(self) -> None:
        """Write the number of the schema once more."""
        await self._run(lambda database: database.execute(f"PRAGMA user_version = {NEWEST}"))

    async def changed_elsewhere(self) -> bool:
        """Whether another program has written since this was last asked."""

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
        """All of them: there is no other server at a file."""
        return {*codes}

    async def release(self, holder: str, codes: Sequence[str] | None = None) -> None:
        """There is nobody to take them."""

    async def others(self, holder: str) -> int:
        """None: the file is claimed."""
        return 0

    async def close(self) -> None:
        """Write what is left and close."""
        self._hand_over()
        self._work.put(None)
        await asyncio.to_thread(self._writer.join)
        self._database.close()
        if self._marks is not None:
            self._marks.close()

    # The writer's thread.

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        return await self._run(lambda database: database.execute(sql, values).fetchall())

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
            self._tell(self._commit(together))

    def _tell(self, answers: list[Callable[[], None]]) -> None:
        def tell_all() -> None:
            for answer in answers:
                answer()

        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is left to be told
            self._loop.call_soon_threadsafe(tell_all)

    def _commit(self, together: list[Append | _Call]) -> list[Callable[[], None]]:
        database, marks = self._database, list[tuple[str, int]]()
        try:
            database.execute("BEGIN IMMEDIATE")
            answers = [_carried_out(database, item, marks) for item in together]
            database.execute("COMMIT")
        except Exception as error:  # whatever it was: this thread must live on
            _roll_back(database)
            failed = self._failure(error)
            is_one = isinstance(failed, StoreDamaged)  # one table's pages, and the others are well
            return [
                answer
                for item in together
                for answer in (
                    self._commit([item])  # a question can still be answered
                    if len(together) > 1 and (is_one or isinstance(item, _Call))
                    else [_answer(item, None, failed)]
                )
            ]
        if marks and self._marks is not None:
            self._marks.note(marks)
        return answers

    def _failure(self, error: Exception) -> StoreError:
        if not isinstance(error, sqlite3.Error):
            return StoreError(f"cannot write: {error}")
        if not is_damage(error):
            return CannotWrite(f"cannot write: {error}")
        failed = failure(error)
        if not self._is_damage_told:
            self._is_damage_told = True
            _LOGGER.error("the file of the store is damaged; run calavera store check")
        return failed


def _roll_back(database: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        if database.in_transaction:
            database.execute("ROLLBACK")


def _carried_out(
    database: sqlite3.Connection, item: Append | _Call, marks: list[tuple[str, int]]
) -> Callable[[], None]:
    if isinstance(item, _Call):
        try:
            answer = _answer(item, item.work(database), None)
        except (CodeTaken, sqlite3.IntegrityError) as error:
            return _answer(item, None, error)
        if item.creates is not None:
            marks.append((item.creates, 1))
        return answer
    try:
        added = database.execute(APPEND, (*item[:3], checksum(*item[:3]))).rowcount
    except sqlite3.IntegrityError:
        added = 0
    if not added:
        return _answer(item, None, Conflict(item.code))
    if item.summary is not None:
        _put_summary(database, item.summary)
    marks.append((item.code, item.version))
    return _answer(item, None, None)


def _answer(item: Append | _Call, value: Any, error: Exception | None) -> Callable[[], None]:
    if isinstance(item, Append):
        return lambda: item.answer(error)
    return lambda: item.done(value, error)


def _put_summary(database: sqlite3.Connection, summary: Summary) -> None:
    database.execute(
        "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, unixepoch(), ?, unixepoch())",
        (summary.code, summary.settings.listed, summary.phase.value, SUMMARY.write(summary)),
    )
