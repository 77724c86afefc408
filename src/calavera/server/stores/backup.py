"""A backup: a store as it was at one moment, in a new SQLite file, while servers run on it."""

import asyncio
import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from calavera.server.stores.archive import Count
from calavera.server.stores.copying import Progress, copy_records, is_postgres, postgres_archives
from calavera.server.stores.interface import StoreError
from calavera.server.stores.opening import file_of
from calavera.server.stores.sqlite.archive import SqliteArchive
from calavera.server.stores.sqlite.schema import check_file, failure, open_database, quick_check

PAGES: Final = 2000
"""Pages of a file that are copied between two progress reports."""

BESIDE: Final = ("", "-journal", "-wal", "-shm")
"""The suffixes of files that SQLite may leave behind."""


def back_up(address: str, target: Path, report: Progress) -> Count:
    """Back up a store into a new file; returns how much is in it. Raises StoreError."""
    with _new_file(target) as file:
        if is_postgres(address):
            asyncio.run(_copy_database(address, file, report))
        else:
            _copy_file(address, file, report)  # without an event loop, which would delay Ctrl-C
        return _checked(file)


@contextlib.contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """A file for its owner alone, which is renamed once it is complete and synced."""
    if target.exists():
        raise StoreError(f"{target} exists; a backup never replaces a file")
    file = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        yield file
        _sync(file)
        _name(file, target)
        _sync(target.parent)
    except OSError as error:
        raise StoreError(f"cannot write {target}: {error.strerror}") from None
    finally:
        for end in BESIDE:
            Path(f"{file}{end}").unlink(missing_ok=True)


def _name(file: Path, target: Path) -> None:
    """Rename a file without replacing another."""
    try:
        os.link(file, target)
    except FileExistsError:
        raise StoreError(f"{target} exists; a backup never replaces a file") from None
    except OSError:  # a disk without hard links
        file.rename(target)


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _copy_file(address: str, file: Path, report: Progress) -> None:
    """Copy page by page, whatever the version of the store."""
    path = file_of(address)
    if path is None:
        raise StoreError("a store in memory has no backup")
    if not path.exists():
        raise StoreError(f"there is no store {path}")
    try:
        with (
            contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=10)) as source,
            contextlib.closing(sqlite3.connect(file, isolation_level=None)) as target,
        ):
            # Without a transaction SQLite would start over at every move that is stored.
            source.execute("BEGIN")
            check_file(source, str(path))
            source.backup(
                target,
                pages=PAGES,
                progress=lambda _, left, whole: report("pages", whole - left, whole),
            )
    except sqlite3.Error as error:
        raise failure(error, f"cannot back up {path}") from None


async def _copy_database(address: str, file: Path, report: Progress) -> None:
    async with postgres_archives().snapshot(address) as here:
        database = open_database(str(file), copies=True)
        try:
            database.execute("PRAGMA synchronous = OFF")  # it is synced before it is renamed
            await copy_records(here, SqliteArchive(database), report)
        finally:
            database.close()


def _checked(file: Path) -> Count:
    """How much is in a backup; raises StoreError if it is damaged."""
    try:
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as database:
            found = quick_check(database)
            if found is not None:
                raise StoreError(f"the store is damaged: {found}")
            return asyncio.run(SqliteArchive(database).count())
    except sqlite3.Error as error:
        raise failure(error, "the backup cannot be read") from None
