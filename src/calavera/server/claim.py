"""One server to a store: two would not hear of each other's moves in time.

A store is claimed before it is opened, for to open it may change it, and until it is closed.
"""

import contextlib
import os
from collections.abc import Iterator

from calavera.server.sqlite_schema import make_folder_of, own_like
from calavera.server.store import StoreError
from calavera.server.stores import file_of

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def claimed(address: str) -> Iterator[None]:
    """Hold the store of an address; raises StoreError where a server runs on it.

    The lock goes with the process, however that ends; the file beside the store stays.
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
    """Whether a server runs on the store of an address; makes nothing."""
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
