"""The only module that imports Numba.

Numba has no types of its own that mypy could use, so everything compiled passes through the
typed decorators here: `compiled` for a function that other compiled ones call, `entry` for one that
Python calls, which is kept on disk and runs without the interpreter's lock.

The arrays belong to Python, which holds them while a call lasts. So compiled code counts no
references (`_nrt`): that would be half of the time of a move.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import numba
from llvmlite import ir
from numba.core import event
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic

try:
    import fcntl
except ImportError:  # a platform without these locks
    fcntl = None  # type: ignore[assignment]

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

PATIENCE: Final = (
    "calavera: compiling the simulator for this machine; each part once, up to a minute …"
)
"""Printed before the first compilation."""

ANOTHER: Final = "calavera: compiling part {number} of the simulator …"
"""Printed when another part is compiled later."""

SILENCE: Final = 20.0
"""Seconds between two messages."""

_KEPT_DAYS: Final = 30
_entries: Final[set[str]] = set()


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """A function for other compiled functions to call; it is compiled into them.

    A game is some thirty words: handing it from call to call would cost more than the rules do.
    """
    return numba.njit(function, forceinline=True, _nrt=False)  # type: ignore[no-any-return]


def rarely(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The same for code that seldom runs: not inlined, which keeps its callers small."""
    return numba.njit(function, _nrt=False)  # type: ignore[no-any-return]


def summing(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The same for long sums: the processor may add several numbers at a time, in any order."""
    return numba.njit(function, fastmath={"reassoc", "contract"}, _nrt=False)  # type: ignore[no-any-return]


def allocating(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The same for code that makes arrays of its own, or copies from one to another.

    No other compiled code can: a copy is made by way of a third array where two may overlap.
    """
    return numba.njit(function, _nrt=True)  # type: ignore[no-any-return]


def entry(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """A function for Python to call: compiled at its first call and kept on disk."""
    name = function.__module__ + function.__qualname__
    _entries.add(name)
    kept = _cache_of_these_sources()
    # Numba looks for its directory while it decorates; what others compile stays where it was.
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(kept or "")
    try:
        made: Any = numba.njit(cache=kept is not None, nogil=True, _nrt=False)(function)
    finally:
        numba.config.CACHE_DIR = before
    if kept is not None:
        made.compile = _one_at_a_time(made.compile, kept / f"{name}.lock")
    return made  # type: ignore[no-any-return]


def _one_at_a_time(compile_it: Callable[[Any], Any], path: Path) -> Callable[[Any], Any]:
    """Let the first process compile; the others wait, and then find the result on disk."""

    def compile_alone(signature: Any) -> Any:
        # Numba's own lock first: whoever waits for a file holds nothing that its owner waits for.
        with global_compiler_lock, _locked(path):
            return compile_it(signature)

    return compile_alone


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a file's lock, where there are such locks; it ends with the process."""
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        yield
        return
    try:
        if fcntl is not None:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        if fcntl is not None:
            with suppress(OSError):
                fcntl.flock(lock, fcntl.LOCK_UN)  # also for a child that was forked meanwhile
        os.close(lock)


_TABLES: Final = (
    "arena/encoding/action_numbers.py",
    "arena/encoding/observation.py",
    "bots/network/choices.py",
    "bots/network/inputs.py",
)
"""Modules whose constants are compiled in."""


def cache_of_these_sources() -> Path | None:
    """Return a cache directory for this version of the sources; None if it is not writable.

    Numba's cache key covers the file of the function alone and would miss changes in the functions
    it calls. So the key is a hash of everything that is compiled.
    """
    calavera = Path(__file__).parents[2]
    sources = hashlib.sha256()
    for path in (*sorted(calavera.glob("*/compiled/*.py")), *map(calavera.joinpath, _TABLES)):
        sources.update(path.read_bytes())
    chosen = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    home = Path(chosen) if chosen else Path.home() / ".cache"
    directory = home / "calavera" / f"simulator-{sources.hexdigest()[:16]}"
    try:
        if not directory.exists():
            directory.mkdir(parents=True)
            _delete_stale_caches(directory.parent)
        tempfile.TemporaryFile(dir=directory).close()
    except OSError:
        return None
    return directory


def _delete_stale_caches(home: Path) -> None:
    """Delete caches of other versions that are older than a month."""
    for directory in home.glob("simulator-*"):
        if directory.stat().st_mtime < time.time() - _KEPT_DAYS * 86_400:
            shutil.rmtree(directory, ignore_errors=True)


_cache_of_these_sources: Final = cache(cache_of_these_sources)


class _Announcement(event.Listener):  # type: ignore[misc]
    """Tells a person that Numba is compiling."""

    parts = 0
    said = -SILENCE

    def on_start(self, happening: Any) -> None:
        """Numba is about to compile a function."""
        function = happening.data["dispatcher"].py_func
        if function.__module__ + function.__qualname__ not in _entries:
            return
        self.parts += 1
        if self.parts == 1 or time.monotonic() > self.said + SILENCE:
            self.said = time.monotonic()
            line = PATIENCE if self.parts == 1 else ANOTHER.format(number=self.parts)
            print(line, file=sys.stderr, flush=True)

    def on_end(self, happening: Any) -> None:
        """Numba has compiled it."""


event.register("numba:compile", _Announcement())


def _count_ones(_: Any, number: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return numba.types.int64(numba.types.int64), generate


def _count_zeros(_: Any, number: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return numba.types.int64(numba.types.int64), generate


_ones: Final[Any] = intrinsic(_count_ones)
_zeros: Final[Any] = intrinsic(_count_zeros)


@compiled
def ones_in(number: int) -> int:
    """How many bits of a number are set: one instruction of the machine."""
    return _ones(number)  # type: ignore[no-any-return]


@compiled
def zeros_below(number: int) -> int:
    """How many bits lie below the lowest one that is set."""
    return _zeros(number)  # type: ignore[no-any-return]


@compiled
def whole(number: Any) -> int:
    """Any number of an array as the one kind of integer that games are made of."""
    return numba.int64(number)  # type: ignore[no-any-return]
