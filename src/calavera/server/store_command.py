"""The commands `store copy`, `store backup`, `store check` and `store purge`."""

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Iterator

from calavera.server.backup import back_up
from calavera.server.checking import Checked, check_store
from calavera.server.command import ServeError
from calavera.server.copying import copy_store, opened_beside_servers
from calavera.server.counted import counted
from calavera.server.purge import LEAST_AGE, Purged, purge
from calavera.server.store import StoreDamaged, StoreError, without_secrets


def run_store_copy(options: argparse.Namespace) -> int:
    """Copy, and say how much it was."""
    with _in_one_line("stopped; run the same command again to go on"):
        whole = asyncio.run(copy_store(options.source, options.target, _tell))
    target = without_secrets(options.target)
    print(f"copied to {target} and compared with the original: {whole}")
    return 0


def run_store_backup(options: argparse.Namespace) -> int:
    """Write a backup, and say how much is in it."""
    with _in_one_line(f"stopped; {options.file} was not written"):
        whole = back_up(options.store, options.file, _tell)
    print(f"backed up to {options.file}: {whole}")
    return 0


def run_store_check(options: argparse.Namespace) -> int:
    """Say what is damaged; 1 if anything is."""
    with _in_one_line("stopped"):
        checked = asyncio.run(_check(options))
    for line in [*checked.damage, *checked.shortened]:
        print(line)
    if options.accept and checked.shortened:
        told = counted(len(checked.shortened), "shorter history", "shorter histories")
        print(f"accepted {told} as complete")
        checked = checked._replace(shortened=[])
    found = len(checked.damage) + len(checked.shortened)
    print(
        f"checked {counted(checked.tables, 'table', 'tables')},"
        f" {checked.entries:,} {'entry' if checked.entries == 1 else 'entries'}:"
        f" {counted(found, 'problem', 'problems') if found else 'no damage'}"
    )
    return int(bool(found))


async def _check(options: argparse.Namespace) -> Checked:
    try:
        async with opened_beside_servers(options.store) as archive:
            checked = await check_store(archive, _tell)
            if options.accept:
                await archive.accept()
            return checked
    except StoreDamaged as error:
        return Checked(0, 0, [str(error)], [])


def run_store_purge(options: argparse.Namespace) -> int:
    """Delete what is old, or say how much that is."""
    if options.older_than < LEAST_AGE:
        raise ServeError("--older-than: at least 1d is required")
    if not (options.dry_run or options.yes):
        raise ServeError("deletes for good: look with --dry-run first, then give --yes")
    with _in_one_line("stopped; what was deleted stays deleted"):
        purged, is_shrunk = asyncio.run(_purge(options))
    print(f"{'would delete' if options.dry_run else 'deleted'} {purged}")
    if not is_shrunk:
        print("a server runs on the file, which keeps its size; the room in it is used again")
    return 0


async def _purge(options: argparse.Namespace) -> tuple[Purged, bool]:
    async with opened_beside_servers(options.store) as archive:
        purged = await purge(archive, options.older_than, _tell, dry_run=options.dry_run)
        return purged, options.dry_run or await archive.give_space_back()


@contextlib.contextmanager
def _in_one_line(stopped: str) -> Iterator[None]:
    """Says what went wrong, or that it was stopped."""
    try:
        yield
    except StoreError as error:
        _end_line()
        raise ServeError(str(error)) from None
    except KeyboardInterrupt:
        _end_line()
        print(stopped, file=sys.stderr)
        raise
    _end_line()


def _tell(what: str, done: int, whole: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{what}: {done} of {whole} ", end="", file=sys.stderr, flush=True)


def _end_line() -> None:
    if sys.stderr.isatty():
        print(file=sys.stderr)
