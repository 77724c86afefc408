"""The schema of a store in a SQLite file, and its migrations."""

import contextlib
import os
import sqlite3
import sys
from pathlib import Path
from typing import Final

from calavera.server.stores.interface import StoreDamaged, StoreError

APPLICATION_ID: Final = 0x43616C61
"""Identifies a file as a store: "Cala" in its header."""

STEPS: Final = (
    # 1: histories and people
    """
    CREATE TABLE tables (
        code TEXT PRIMARY KEY,
        listed INTEGER NOT NULL,
        phase TEXT NOT NULL,
        changed INTEGER NOT NULL,
        summary TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_change ON tables (phase, listed, changed);
    CREATE TABLE entries (
        code TEXT NOT NULL,
        version INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (code, version)
    ) WITHOUT ROWID;
    CREATE TABLE identities (
        identity TEXT PRIMARY KEY,
        name TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    # 2: an application id, so that no other program's file is taken for a store
    f"PRAGMA application_id = {APPLICATION_ID};",
    # 3: when tables and people were last seen; bans and the announcement of the operator
    """
    ALTER TABLE tables ADD COLUMN visited INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET visited = changed;
    ALTER TABLE identities ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    UPDATE identities SET seen = unixepoch();
    CREATE TABLE bans (
        identity TEXT PRIMARY KEY,
        until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE announcement (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        until INTEGER NOT NULL
    );
    """,
    # 4: several tokens for an identity; before, an identity was its only token's hash
    """
    CREATE TABLE tokens (
        hash TEXT PRIMARY KEY,
        id TEXT NOT NULL,
        identity TEXT NOT NULL,
        made INTEGER NOT NULL,
        used INTEGER NOT NULL,
        device TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tokens_by_identity ON tokens (identity);
    CREATE INDEX tokens_by_use ON tokens (used);
    INSERT INTO tokens
        SELECT identity, lower(hex(randomblob(8))), identity, seen, seen, '' FROM identities;
    """,
    # 5: a checksum for each entry; older ones have none
    "ALTER TABLE entries ADD COLUMN checksum INTEGER;",
    # 6: the finished games of each person; what older histories hold is added by the server
    """
    CREATE TABLE games (
        identity TEXT NOT NULL,
        code TEXT NOT NULL,
        number INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        players INTEGER NOT NULL,
        won INTEGER NOT NULL,
        rivals TEXT NOT NULL,
        hidden INTEGER NOT NULL,
        line TEXT NOT NULL,
        tally TEXT NOT NULL,
        PRIMARY KEY (identity, code, number)
    ) WITHOUT ROWID;
    CREATE INDEX games_by_end ON games (identity, ended);
    CREATE INDEX games_by_table ON games (code);
    CREATE TABLE removals (
        identity TEXT NOT NULL,
        code TEXT NOT NULL,
        PRIMARY KEY (identity, code)
    ) WITHOUT ROWID;
    CREATE TABLE unindexed (
        code TEXT PRIMARY KEY
    ) WITHOUT ROWID;
    INSERT INTO unindexed SELECT code FROM tables;
    """,
)
"""The migrations from each version to the next."""

NEWEST: Final = len(STEPS)
COPYING: Final = -1
"""The version of an unfinished copy."""


def open_database(path: str, *, copies: bool = False) -> sqlite3.Connection:
    """A connection to a store, which is created or migrated. Raises StoreError."""
    database = None
    try:
        if path != ":memory:":
            _make_private(Path(path))
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        _prepare(database, path, copies)
    except StoreError:
        if database is not None:
            database.close()
        raise
    except (sqlite3.Error, OSError) as error:
        if database is not None:
            database.close()
        kind = StoreDamaged if is_damage(error) else StoreError
        raise kind(f"cannot open {path}: {_explain(error)}") from None
    return database


def check_file(database: sqlite3.Connection, path: str, *, copies: bool = False) -> int:
    """The version of a store; raises StoreError for another program's or a newer one's file."""
    version, application, objects = _state(database)
    if version == COPYING and not copies:
        raise StoreError(f"a copy into {path} was not finished; run calavera store copy again")
    if version > NEWEST:
        raise StoreError(f"{path} was written by a newer program")
    if application not in (0, APPLICATION_ID) or (version == 0 and objects):
        raise StoreError(f"{path} is the file of another program")
    return version


def version_of(path: Path) -> int:
    """The version of a store, without migrating it; raises StoreError."""
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=10)) as database:
            return check_file(database, str(path))
    except sqlite3.Error as error:
        raise failure(error, f"cannot open {path}") from None


def failure(error: sqlite3.Error, doing: str = "SQLite") -> StoreError:
    """The StoreError for an error of SQLite."""
    kind = StoreDamaged if is_damage(error) else StoreError
    return kind(f"{doing}: {one_line(str(error))}")


def is_damage(error: Exception) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def quick_check(database: sqlite3.Connection) -> str | None:
    """What SQLite finds wrong with the pages of a file, in one line; raises sqlite3.Error."""
    try:
        (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        found = str(error)
    return None if found == "ok" else one_line(found)


def one_line(text: str) -> str:
    """A message of SQLite without what it quotes of a damaged file."""
    plain = "".join([letter if " " <= letter <= "~" else " " for letter in text])
    return " ".join(plain.removeprefix("*** in database main ***").split())


def _prepare(database: sqlite3.Connection, path: str, copies: bool) -> None:
    version = check_file(database, path, copies=copies)
    if 0 <= version < NEWEST:
        # The second of two processes finds it done.
        database.execute("BEGIN IMMEDIATE")
        version, _, _ = _state(database)
        for step in STEPS[version:]:
            for statement in step.split(";"):
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {NEWEST}")
        database.execute("COMMIT")


def _state(database: sqlite3.Connection) -> tuple[int, int, int]:
    """The version of a file, its application id, and how many schema objects it has."""
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    application: int = database.execute("PRAGMA application_id").fetchone()[0]
    objects: int = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    return version, application, objects


def _explain(error: Exception) -> str:
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL):
        return (
            f"{error}; if the disk is full, free some space (calavera doctor says how much is left)"
        )
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _make_private(path: Path) -> None:
    """Create a file that only its owner can read: everybody's discs are in it.

    SQLite gives the files beside it the same permissions.
    """
    make_folder_of(path)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def own_like(store: Path, file: int) -> None:
    """Give a file beside a store to the store's owner: root may have created it."""
    with contextlib.suppress(OSError):  # there is no store yet
        if sys.platform != "win32" and os.geteuid() == 0:
            owner = store.stat()
            os.fchown(file, owner.st_uid, owner.st_gid)


def make_folder_of(path: Path) -> None:
    """Create the folder of a file, for its owner alone."""
    missing = [folder for folder in path.parents if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
