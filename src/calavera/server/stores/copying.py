"""Copies one store into another, and compares every record."""

import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from calavera.server.stores.archive import Archive, Count
from calavera.server.stores.interface import StoreError, without_secrets
from calavera.server.stores.opening import NO_ASYNCPG, POSTGRES, check_kind, file_of
from calavera.server.stores.sqlite import archive as sqlite_archive

PAGE: Final = 500
"""People or codes in one query."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much is done, and how much there is."""


@contextlib.asynccontextmanager
async def opened(address: str, *, create: bool) -> AsyncIterator[Archive]:
    """The archive of an address; raises StoreError."""
    if is_postgres(address):
        async with postgres_archives().opened(address, create=create) as archive:
            yield archive
        return
    path = kept_file(address)
    if not create and not path.exists():
        raise StoreError(f"there is no store {path}")
    with sqlite_archive.opened(address, path) as archive:
        yield archive


@contextlib.asynccontextmanager
async def opened_beside_servers(address: str) -> AsyncIterator[Archive]:
    """The archive of a store that servers may run on; raises StoreError."""
    if is_postgres(address):
        async with postgres_archives().shared(address) as archive:
            yield archive
    else:
        with sqlite_archive.shared(address, kept_file(address)) as archive:
            yield archive


def is_postgres(address: str) -> bool:
    """Whether a store is in PostgreSQL; raises StoreError for an invalid address."""
    check_kind(address)
    return address.startswith(POSTGRES)


def postgres_archives() -> ModuleType:
    """The module for PostgreSQL; raises StoreError without the extra."""
    try:
        from calavera.server.stores.postgres import archive as postgres_archive  # noqa: PLC0415  # an extra
    except ImportError:
        raise StoreError(NO_ASYNCPG) from None
    return postgres_archive


def kept_file(address: str) -> Path:
    """The file of a store; raises StoreError for a store in memory."""
    path = file_of(address)
    if path is None:
        raise StoreError("the store is in memory; this needs one that is kept")
    return path


async def copy_store(source: str, target: str, report: Progress) -> Count:
    """Copy and compare everything; returns how much it was. Raises StoreError.

    An interrupted copy is continued. The target is not usable until it is complete.
    """
    if source == target:
        raise StoreError("a store cannot be copied into itself")
    async with opened(source, create=False) as here, opened(target, create=True) as there:
        if await here.is_copying():
            raise StoreError(f"{without_secrets(source)} is an unfinished copy itself")
        if not await there.is_copying() and any(await there.count()):
            raise StoreError(f"{without_secrets(target)} is not empty; copy into a new store")
        return await copy_records(here, there, report)


async def copy_records(here: Archive, there: Archive, report: Progress) -> Count:
    """Copy and compare all records; returns how many. Raises StoreError."""
    await there.mark(copying=True)
    whole = await here.count()
    await _copy_people(here, there, whole, report)
    await _copy_tables(here, there, whole, report)
    await there.put_bans(await here.bans())
    await _compare(here, there, whole, report)
    await there.mark(copying=False)
    return whole


async def _copy_people(here: Archive, there: Archive, whole: Count, report: Progress) -> None:
    done = (await there.count()).people
    last = ""
    while page := await there.people(last, PAGE):  # continue an interrupted copy
        last = page[-1].identity
    while page := await here.people(last, PAGE):
        await there.put_people(page)
        last = page[-1].identity
        done += len(page)
        report("people", done, whole.people)


async def _copy_tables(here: Archive, there: Archive, whole: Count, report: Progress) -> None:
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
        report("tables", done, whole.tables)


async def _compare(here: Archive, there: Archive, whole: Count, report: Progress) -> None:
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
        report("compared", done, whole.tables)


def _same(what: str, one: Any, other: Any) -> None:
    if one != other:
        raise StoreError(f"{what}: the copy differs; empty the target and copy again")
