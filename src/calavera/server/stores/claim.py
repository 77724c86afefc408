"""Locks a SQLite store for one server: two would not notice each other's moves in time.

The lock is taken before the store is opened, for opening may migrate it.
"""

import contextlib
import os
from collections.abc import Iterator

from calavera.server.stores.interface import StoreError
from calavera.server.stores.opening import file_of
from calavera.server.stores.sqlite.schema import make_folder_of, own_like

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def claimed(address: str) -> Iterator[None]:
    """Lock the store of an address; raises StoreError if a server runs on it.

    The lock ends with the process; the lock file stays.
    """
    path = file_of(address)
    if path is None or fcntl is None:
        yield
        return
    try:
        make_folder_of(path)
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        own_like(path, lock)
    except OSError as error:
        raise StoreError(f"cannot open {path}.lock: {error.strerror}") from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"a server is already running on this store, {path}") from None
        yield
    finally:
        os.close(lock)


def is_claimed(address: str) -> bool:
    """Whether a server runs on the store of an address; creates no file."""
    path = file_of(address)
    if path is None or fcntl is None:
        return False
    try:
        lock = os.open(f"{path}.lock", os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    else:
        return False
    finally:
        os.close(lock)
