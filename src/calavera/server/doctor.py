"""`calavera doctor`: looks whether a server would run well here, and says what to do where not."""

import argparse
import asyncio
import contextlib
import shutil
import socket
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from calavera.server.addresses import is_open_to_network
from calavera.server.arguments import PORT
from calavera.server.pages import FOLDER
from calavera.server.store import Store, StoreError
from calavera.server.stores import file_of, open_store
from calavera.server.tokens import NO_TABLE

ENOUGH_ROOM: Final = 100_000_000
"""Bytes: some hundred thousand games."""

SLOW: Final = 0.05
"""Seconds of an answer by the store that people would notice."""

FEW_FILES: Final = 1024


class Verdict(Enum):
    """How grave a finding is."""

    GOOD = "good"
    WORTH_KNOWING = "note"
    BAD = "BAD"


class Finding(NamedTuple):
    """What was found about one thing."""

    verdict: Verdict
    text: str


Look = Callable[[argparse.Namespace], Awaitable[Finding]]


def run_doctor(options: argparse.Namespace) -> int:
    """Print what was found; 1 if a server would not run."""
    findings = asyncio.run(_findings(options))
    for finding in findings:
        print(f"{finding.verdict.value:>4}  {finding.text}")
    return int(any(finding.verdict is Verdict.BAD for finding in findings))


async def _findings(options: argparse.Namespace) -> list[Finding]:
    looks: list[Look] = [_program, _pages, _port, _room, _store, _files, _address]
    return [await look(options) for look in looks]


async def _program(_: argparse.Namespace) -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    loop = "uvloop" if find_spec("uvloop") else "the plain event loop; uvloop would be faster"
    return Finding(Verdict.GOOD, f"Python {version}, SQLite {sqlite3.sqlite_version}, {loop}")


async def _pages(_: argparse.Namespace) -> Finding:
    if (FOLDER / "index.html").is_file():
        return Finding(Verdict.GOOD, "the pages are built")
    return Finding(Verdict.BAD, "the pages are not built: make web builds them")


async def _port(options: argparse.Namespace) -> Finding:
    port = PORT if options.port is None else options.port
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((options.host, port))
    except OSError as error:
        if options.port is None:
            return Finding(Verdict.WORTH_KNOWING, f"port {port} is taken; the next will be used")
        return Finding(Verdict.BAD, f"cannot listen on {options.host} port {port}: {error}")
    return Finding(Verdict.GOOD, f"port {port} of {options.host} is free")


async def _room(options: argparse.Namespace) -> Finding:
    path = file_of(options.store)
    if path is None:
        return Finding(Verdict.WORTH_KNOWING, "the store is not a file of this machine")
    folder = next(one for one in path.absolute().parents if one.exists())
    free = shutil.disk_usage(folder).free
    told = f"{free / 1e9:.1f} GB are free where the store is"
    return Finding(Verdict.GOOD if free > ENOUGH_ROOM else Verdict.BAD, told)


async def _store(options: argparse.Namespace) -> Finding:
    path = file_of(options.store)
    if path is not None and not path.exists():
        return _new_store(path)
    try:
        async with _opened(options.store) as store:
            began = time.perf_counter()
            await store.summary(NO_TABLE)
            took = time.perf_counter() - began
            tables = len(await store.all_tables(1_000_000))
    except (StoreError, OSError) as error:
        return Finding(Verdict.BAD, f"the store does not open: {error}")
    told = f"the store answers in {1000 * took:.1f} ms and holds {tables} open tables"
    return Finding(Verdict.GOOD if took < SLOW else Verdict.WORTH_KNOWING, told)


def _new_store(path: Path) -> Finding:
    """What is not there yet is not made by looking."""
    folder = next(one for one in path.absolute().parents if one.exists())
    try:
        probe = folder / f".calavera-doctor-{time.time_ns()}"
        probe.touch(exist_ok=False)
        probe.unlink()
    except OSError as error:
        return Finding(Verdict.BAD, f"a store cannot be made in {folder}: {error.strerror}")
    return Finding(Verdict.GOOD, f"there is no store yet; one can be made in {folder}")


@contextlib.asynccontextmanager
async def _opened(address: str) -> AsyncIterator[Store]:
    store = await open_store(address, create=False)
    try:
        yield store
    finally:
        await store.close()


async def _files(_: argparse.Namespace) -> Finding:
    try:
        import resource  # noqa: PLC0415  # not on every system
    except ImportError:
        return Finding(Verdict.WORTH_KNOWING, "how many sockets may be open is not known here")
    most, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    told = f"{most} files and sockets may be open"
    if most <= FEW_FILES:
        return Finding(Verdict.WORTH_KNOWING, f"{told}; for more people raise it with ulimit -n")
    return Finding(Verdict.GOOD, told)


async def _address(options: argparse.Namespace) -> Finding:
    if options.public_url is None and is_open_to_network(options.host):
        return Finding(
            Verdict.WORTH_KNOWING,
            "people come without TLS: for more than a home network put a proxy in front and give"
            " --public-url",
        )
    if options.public_url and options.public_url.startswith("http:"):
        return Finding(Verdict.WORTH_KNOWING, f"{options.public_url} is without TLS")
    return Finding(
        Verdict.GOOD, options.public_url or f"only this machine gets in ({options.host})"
    )
