"""Copies one store into another, and holds every record of both against each other."""

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from calavera.server import sqlite_archive
from calavera.server.archive import Archive, Count
from calavera.server.store import StoreError, without_secrets
from calavera.server.stores import NO_ASYNCPG, POSTGRES, check_kind, file_of

PAGE: Final = 500
"""How many people or codes are read at once."""

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


@contextlib.asynccontextmanager
async def opened(address: str, *, create: bool) -> AsyncIterator[Archive]:
    """The archive of an address; raises StoreError."""
    async with contextlib.AsyncExitStack() as kept:
        yield await _entered(kept, address, create=create)


async def _entered(kept: contextlib.AsyncExitStack, address: str, *, create: bool) -> Archive:
    if is_postgres(address):
        return await kept.enter_async_context(postgres_archives().opened(address, create=create))
    path = kept_file(address)
    if not create and not path.exists():
        raise StoreError(f"there is no store {path}")
    return await kept.enter_async_context(sqlite_archive.opened(address, path))


@contextlib.asynccontextmanager
async def opened_beside_servers(address: str) -> AsyncIterator[Archive]:
    """The archive of a store that servers may run on; raises StoreError."""
    async with contextlib.AsyncExitStack() as kept:
        if is_postgres(address):
            yield await kept.enter_async_context(postgres_archives().shared(address))
        else:
            yield kept.enter_context(sqlite_archive.shared(address, kept_file(address)))


def is_postgres(address: str) -> bool:
    """Whether a store is a database, not a file; raises StoreError where it is neither."""
    check_kind(address)
    return address.startswith(POSTGRES)


def postgres_archives() -> ModuleType:
    """The module for databases, which needs an extra; raises StoreError."""
    try:
        from calavera.server import postgres_archive  # noqa: PLC0415  # an extra
    except ImportError:
        raise StoreError(NO_ASYNCPG) from None
    return postgres_archive


def kept_file(address: str) -> Path:
    """The file of a store; raises StoreError where it is in memory."""
    path = file_of(address)
    if path is None:
        raise StoreError("the store is in memory; this needs one that is kept")
    return path


async def copy_store(source: str, target: str, tell: Progress) -> Count:
    """Copy everything and compare it; returns how much it was. Raises StoreError.

    What was copied before it was interrupted is not copied again. The target is no store until all
    of it is there.
    """
    if source == target:
        raise StoreError("a store cannot be copied into itself")
    async with opened(source, create=False) as here, opened(target, create=True) as there:
        if await here.is_copying():
            raise StoreError(f"{without_secrets(source)} is an unfinished copy itself")
        if not await there.is_copying() and any(await there.count()):
            raise StoreError(f"{without_secrets(target)} is not empty; copy into a new store")
        return await copy_records(here, there, tell)


async def copy_records(here: Archive, there: Archive, tell: Progress) -> Count:
    """Copy and compare all records; returns how many. Raises StoreError."""
    await there.mark(copying=True)
    whole = await here.count()
    await _copy_people(here, there, whole, tell)
    await _copy_tables(here, there, whole, tell)
    await there.put_bans(await here.bans())
    await _compare(here, there, whole, tell)
    await there.mark(copying=False)
    return whole


async def _copy_people(here: Archive, there: Archive, whole: Count, tell: Progress) -> None:
    done = (await there.count()).people
    last = ""
    while page := await there.people(last, PAGE):  # as far as it came before
        last = page[-1].identity
    while page := await here.people(last, PAGE):
        await there.put_people(page)
        last = page[-1].identity
        done += len(page)
        tell("people", done, whole.people)


async def _copy_tables(here: Archive, there: Archive, whole: Count, tell: Progress) -> None:
    done = (await there.count()).tables
    last = ""
    while codes := await there.codes(last, PAGE):
        last = codes[-1]
    while codes := await here.codes(last, PAGE):
        for code in codes:
            table = await here.table(code)
            if table is not None:
                await there.put_table(table)
                done += 1
        last = codes[-1]
        tell("tables", done, whole.tables)


async def _compare(here: Archive, there: Archive, whole: Count, tell: Progress) -> None:
    """Every record, from both sides: the numbers are equal, and each of the one is in the other."""
    copied = await there.count()
    if copied != whole or await here.count() != whole:
        raise StoreError(f"the copy has {copied}, not {whole}")
    last, done = "", 0
    while people := await here.people(last, PAGE):
        _same("people", people, await there.people(last, PAGE))
        last = people[-1].identity
    last = ""
    while codes := await here.codes(last, PAGE):
        for code in codes:
            _same(f"table {code}", await here.table(code), await there.table(code))
            done += 1
        last = codes[-1]
        tell("compared", done, whole.tables)


def _same(what: str, one: Any, other: Any) -> None:
    if one != other:
        raise StoreError(f"{what}: the copy differs; empty the target and copy again")
