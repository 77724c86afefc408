"""What a store in a SQLite file looks like, and how an older one becomes like it."""

import contextlib
import os
import sqlite3
import sys
from pathlib import Path
from typing import Final

from calavera.server.store import StoreDamaged, StoreError

MARK: Final = 0x43616C61
"""By which a file is known to be a store: "Cala" in its header."""

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
    # 2: a mark, so that no other program's file is taken for a store
    f"PRAGMA application_id = {MARK};",
    # 3: when tables and people were last seen; bans and the announcement of who runs the server
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
    # 4: tokens of their own, several to an identity; until now an identity was its one token's hash
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
    # 5: a checksum for each entry; those of before have none
    "ALTER TABLE entries ADD COLUMN checksum INTEGER;",
)
"""The statements that lead from each version to the next."""

NEWEST: Final = len(STEPS)
COPYING: Final = -1
"""The version of a store that a copy is being made into."""


def open_database(path: str, *, copies: bool = False) -> sqlite3.Connection:
    """A connection to a store; makes it, or brings an older one up to date. Raises StoreError."""
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
        raise kind(f"cannot open {path}: {_why(error)}") from None
    return database


def check_file(database: sqlite3.Connection, path: str, *, copies: bool = False) -> int:
    """The version of a store; raises StoreError where it is none, or one of a newer program."""
    version, mark, things = _state(database)
    if version == COPYING and not copies:
        raise StoreError(f"a copy into {path} was not finished; run calavera store copy again")
    if version > NEWEST:
        raise StoreError(f"{path} was written by a newer program")
    if mark not in (0, MARK) or (version == 0 and things):
        raise StoreError(f"{path} is the file of another program")
    return version


def version_of(path: Path) -> int:
    """The version of a store, which stays as it is; raises StoreError."""
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=10)) as database:
            return check_file(database, str(path))
    except sqlite3.Error as error:
        raise failure(error, f"cannot open {path}") from None


def failure(error: sqlite3.Error, doing: str = "SQLite") -> StoreError:
    """What an error of SQLite means for a store, in one line."""
    kind = StoreDamaged if is_damage(error) else StoreError
    return kind(f"{doing}: {one_line(str(error))}")


def is_damage(error: Exception) -> bool:
    """Whether SQLite says that the file itself is damaged."""
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
    """The words of SQLite without what it quotes of a damaged file."""
    plain = "".join([letter if " " <= letter <= "~" else " " for letter in text])
    return " ".join(plain.removeprefix("*** in database main ***").split())


def _prepare(database: sqlite3.Connection, path: str, copies: bool) -> None:
    version = check_file(database, path, copies=copies)
    if 0 <= version < NEWEST:
        # Whoever is second finds it done.
        database.execute("BEGIN IMMEDIATE")
        version, _, _ = _state(database)
        for step in STEPS[version:]:
            for statement in step.split(";"):
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {NEWEST}")
        database.execute("COMMIT")


def _state(database: sqlite3.Connection) -> tuple[int, int, int]:
    """The version of a file, its mark, and how many things are in it."""
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    mark: int = database.execute("PRAGMA application_id").fetchone()[0]
    things: int = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    return version, mark, things


def _why(error: Exception) -> str:
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL):
        return (
            f"{error}; if the disk is full, free some room (calavera doctor says how much is left)"
        )
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _make_private(path: Path) -> None:
    """A new file that only its owner reads: everybody's discs are in it.

    SQLite gives the files beside it the same rights.
    """
    make_folder_of(path)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def own_like(store: Path, file: int) -> None:
    """Give a file beside a store to the store's owner: root may have made it for a server."""
    with contextlib.suppress(OSError):  # there is no store yet
        if sys.platform != "win32" and os.geteuid() == 0:
            owner = store.stat()
            os.fchown(file, owner.st_uid, owner.st_gid)


def make_folder_of(path: Path) -> None:
    """The folder of a file, where it is missing; only its owner looks into it."""
    missing = [folder for folder in path.parents if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
