"""`calavera doctor`: checks whether this machine and configuration can run a server."""

import argparse
import asyncio
import contextlib
import logging
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import aiohttp

from calavera.console.wording import counted
from calavera.server.cluster.bus import BusError
from calavera.server.cluster.joining import NO_REDIS, check_bus, redis_address
from calavera.server.commands.arguments import PORT
from calavera.server.http.probes import HEALTHY
from calavera.server.http.static import FOLDER
from calavera.server.net.addresses import check_port, is_open_to_network
from calavera.server.ops.findings import Finding, Verdict, bad, good, note
from calavera.server.stores.claim import is_claimed
from calavera.server.stores.interface import Store, StoreError
from calavera.server.stores.opening import NO_ASYNCPG, POSTGRES, check_kind, file_of, open_store
from calavera.server.stores.sqlite.schema import NEWEST, quick_check, version_of
from calavera.table.running.tokens import NO_TABLE

ENOUGH_SPACE: Final = 100_000_000
"""Bytes: several hundred thousand games."""

SLOW: Final = 0.05
"""Seconds above which people notice that the store is slow."""

FEW_FILES: Final = 1024

PATIENCE: Final = 3.0
"""Seconds that a server has to answer a probe."""

CHECKING: Final = 10.0
"""Seconds that SQLite may check the pages of a file."""

Check = Callable[[argparse.Namespace], Awaitable[list[Finding]]]


def run_doctor(options: argparse.Namespace) -> int:
    """Print the findings; 1 if a server would not run, or not as configured."""
    logger = logging.getLogger("calavera")
    logger.addHandler(logging.NullHandler())
    logger.propagate = False  # the findings say what opening the store logs
    try:
        findings = asyncio.run(_findings(options))
    finally:
        logger.propagate = True
    for finding in findings:
        print(f"{finding.verdict.value:>4}  {finding.text}")
    return int(any(finding.verdict is Verdict.BAD for finding in findings))


async def _findings(options: argparse.Namespace) -> list[Finding]:
    checks: list[Check] = [_program, _pages, _port, _metrics, _store, _bus, _files, _address]
    return [finding for check in checks for finding in await check(options)]


async def _program(_: argparse.Namespace) -> list[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    loop = "uvloop" if find_spec("uvloop") else "the plain event loop; uvloop would be faster"
    return [good(f"Python {version}, SQLite {sqlite3.sqlite_version}, {loop}")]


async def _pages(_: argparse.Namespace) -> list[Finding]:
    if (FOLDER / "index.html").is_file():
        return [good("the pages are built")]
    return [bad("the pages are not built: make web builds them")]


async def _port(options: argparse.Namespace) -> list[Finding]:
    port = _port_of(options)
    try:
        check_port(options.host, port)
    except OSError as error:
        if await _is_ours(options.host, port):
            return [await _readiness(options.host, port)]
        if options.port is None:
            return [note(f"port {port} is taken; the next will be used")]
        return [bad(f"cannot listen on {options.host} port {port}: {error}")]
    return [good(f"port {port} of {options.host} is free")]


def _port_of(options: argparse.Namespace) -> int:
    return PORT if options.port is None else int(options.port)


async def _is_ours(host: str, port: int) -> bool:
    return await _probed(host, port, "healthz") == (HTTPStatus.OK, HEALTHY)


async def _readiness(host: str, port: int) -> Finding:
    summary = f"a Calavera server runs on port {port} of {host}"
    status, text = await _probed(host, port, "readyz") or (None, b"no answer")
    if status == HTTPStatus.OK:
        return good(f"{summary} and is ready")
    why = text.decode("ascii", "replace").strip()
    return bad(f"{summary}, but is not ready: {why if why.isprintable() else status}")


async def _probed(host: str, port: int, path: str) -> tuple[int, bytes] | None:
    """The status and the start of an answer; None if nothing answers."""
    near = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
    name = f"[{near}]" if ":" in near else near
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(PATIENCE)) as session,
            session.get(f"http://{name}:{port}/{path}") as answer,
        ):
            return answer.status, await answer.content.read(100)
    except (aiohttp.ClientError, OSError, TimeoutError):
        return None


async def _metrics(options: argparse.Namespace) -> list[Finding]:
    if options.metrics is None:
        return []
    host, port = options.metrics
    try:
        check_port(host, port)
    except OSError as error:
        if await _is_ours(host, port):
            return [good(f"a Calavera server serves metrics on port {port} of {host}")]
        return [bad(f"metrics cannot be served on {host} port {port}: {error}")]
    return [good(f"port {port} of {host} is free for metrics")]


async def _store(options: argparse.Namespace) -> list[Finding]:
    address: str = options.store
    try:
        check_kind(address)
    except StoreError as error:
        return [bad(str(error))]
    is_running = await _is_ours(options.host, _port_of(options))
    if address.startswith(POSTGRES):
        return await _postgres(address, is_running=is_running)
    path = file_of(address)
    if path is None:
        return [note("the store is in memory: it ends with the server")]
    if not path.exists():
        return [_space(path), _new_store(path)]
    return [
        _space(path),
        *_permissions(path),
        *_beside(path),
        await _file(address, path),
        *_claim(address, is_running=is_running),
    ]


def _beside(path: Path) -> list[Finding]:
    found = []
    for name in (f"{path}.marks", f"{path}.lock"):
        file = Path(name)
        if not file.exists():
            continue
        is_ours = file.stat().st_uid == path.stat().st_uid
        if not (is_ours and os.access(file, os.R_OK | os.W_OK)):
            found.append(bad(f"{file} cannot be written by the owner of the store; chown it"))
    return found


def _faults(path: Path) -> str | None:
    """What SQLite finds wrong with a file within a few seconds."""
    until = time.monotonic() + CHECKING
    with contextlib.closing(sqlite3.connect(path, timeout=CHECKING)) as database:
        database.set_progress_handler(lambda: int(time.monotonic() > until), 10_000)
        try:
            return quick_check(database)
        except sqlite3.OperationalError:  # interrupted: nothing was found so far
            return None


def _claim(address: str, *, is_running: bool) -> list[Finding]:
    if not is_claimed(address):
        return []
    if is_running:
        return [good("the running server has the store")]
    return [bad("a server holds this store, but does not answer on this port; give its --port")]


def _permissions(path: Path) -> list[Finding]:
    """Whether others can read the file: everybody's discs are in it."""
    others = path.stat().st_mode & 0o077
    return [note(f"others on this machine can read {path}: chmod 600 {path}")] if others else []


async def _postgres(address: str, *, is_running: bool) -> list[Finding]:
    try:
        from calavera.server.stores.postgres.checkup import (  # noqa: PLC0415  # an extra
            check_postgres,
        )
    except ImportError:
        return [bad(NO_ASYNCPG)]
    return await check_postgres(address, is_running=is_running)


def _space(path: Path) -> Finding:
    folder = next(one for one in path.absolute().parents if one.exists())
    free = shutil.disk_usage(folder).free
    summary = f"{free // 1_000_000} MB are free in {folder}"
    if free > ENOUGH_SPACE:
        return good(summary)
    return bad(f"{summary}; at least {ENOUGH_SPACE // 1_000_000} MB are required")


async def _file(address: str, path: Path) -> Finding:
    try:
        version = version_of(path)
        if version < NEWEST:
            where = f"the store {path.absolute()} has version {version}"
            return note(f"{where}; the next server brings it to {NEWEST}")
        faults = _faults(path)
        if faults is not None:
            return bad(f"the file is damaged: {faults}; run calavera store check")
        async with _opened(address) as store:
            began = time.perf_counter()
            await store.summary(NO_TABLE)
            took = time.perf_counter() - began
            tables = len(await store.all_tables(1_000_000))
            damaged = [*store.shortened]
    except (StoreError, OSError) as error:
        return bad(f"the store {path.absolute()} does not open: {error}")
    if damaged:
        lost = counted(len(damaged), "table is", "tables are")
        return bad(f"{lost} shorter than what players saw; run calavera store check")
    held = counted(tables, "open table", "open tables")
    summary = (
        f"the store {path.absolute()} answers in {1000 * took:.1f} ms and holds {held};"
        " calavera store check checks their contents"
    )
    return good(summary) if took < SLOW else note(summary)


def _new_store(path: Path) -> Finding:
    """Whether a store can be created, without creating it."""
    folder = next(one for one in path.absolute().parents if one.exists())
    try:
        probe = folder / f".calavera-doctor-{time.time_ns()}"
        probe.touch(exist_ok=False)
        probe.unlink()
    except OSError as error:
        return bad(f"a store cannot be made in {folder}: {error.strerror}")
    return good(f"there is no store {path.absolute()} yet; one can be made in {folder}")


@contextlib.asynccontextmanager
async def _opened(address: str) -> AsyncIterator[Store]:
    store = await open_store(address, create=False)
    try:
        yield store
    finally:
        await store.close()


async def _bus(options: argparse.Namespace) -> list[Finding]:
    is_shared = options.store.startswith(POSTGRES)
    if options.bus is None:
        return [note("without --bus only one server can use the store")] if is_shared else []
    try:
        check_bus(options.bus, options.store)
    except BusError as error:
        return [bad(str(error))]
    try:
        from calavera.server.cluster.redis_checkup import check_redis  # noqa: PLC0415  # an extra
    except ImportError:
        return [bad(NO_REDIS)]
    return [await check_redis(redis_address(options.bus))]


async def _files(_: argparse.Namespace) -> list[Finding]:
    try:
        import resource  # noqa: PLC0415  # not on every system
    except ImportError:
        return [note("the limit on open sockets is not known on this system")]
    most, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    summary = f"{most} files and sockets may be open"
    if most <= FEW_FILES:
        return [note(f"{summary}; for more people raise it with ulimit -n")]
    return [good(summary)]


async def _address(options: argparse.Namespace) -> list[Finding]:
    if options.public_url is None and is_open_to_network(options.host):
        return [
            note(
                "people connect without TLS: for more than a home network put a proxy in front and"
                " give --public-url"
            )
        ]
    if options.public_url and options.public_url.startswith("http:"):
        return [note(f"{options.public_url} is without TLS")]
    if options.public_url:
        return [good(f"people open {options.public_url} (--public-url)")]
    return [good(f"reachable from this machine only ({options.host})")]
