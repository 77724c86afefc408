"""The commands `store copy`, `store backup`, `store check` and `store purge`."""

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Iterator

from rich.console import Console

from calavera.console.progress import progress_bar
from calavera.console.wording import counted
from calavera.server.commands.serve import ServeError
from calavera.server.stores.backup import back_up
from calavera.server.stores.copying import Progress, copy_store, opened_beside_servers
from calavera.server.stores.integrity import Checked, check_store
from calavera.server.stores.interface import StoreDamaged, StoreError, without_secrets
from calavera.server.stores.purge import LEAST_AGE, Purged, purge


def run_store_copy(options: argparse.Namespace) -> int:
    with _progress("stopped; run the same command again to go on") as report:
        whole = asyncio.run(copy_store(options.source, options.target, report))
    target = without_secrets(options.target)
    print(f"copied to {target} and compared with the original: {whole}")
    return 0


def run_store_backup(options: argparse.Namespace) -> int:
    with _progress(f"stopped; {options.file} was not written") as report:
        whole = back_up(options.store, options.file, report)
    print(f"backed up to {options.file}: {whole}")
    return 0


def run_store_check(options: argparse.Namespace) -> int:
    with _progress("stopped") as report:
        checked = asyncio.run(_check(options, report))
    for line in [*checked.damage, *checked.shortened]:
        print(line)
    if options.accept and checked.shortened:
        accepted = counted(len(checked.shortened), "shorter history", "shorter histories")
        print(f"accepted {accepted} as complete")
        checked = checked._replace(shortened=[])
    found = len(checked.damage) + len(checked.shortened)
    print(
        f"checked {counted(checked.tables, 'table', 'tables')},"
        f" {counted(checked.entries, 'entry', 'entries')}:"
        f" {counted(found, 'problem', 'problems') if found else 'no damage'}"
    )
    return int(bool(found))


async def _check(options: argparse.Namespace, report: Progress) -> Checked:
    try:
        async with opened_beside_servers(options.store) as archive:
            checked = await check_store(archive, report)
            if options.accept:
                await archive.accept()
            return checked
    except StoreDamaged as error:
        return Checked(0, 0, [str(error)], [])


def run_store_purge(options: argparse.Namespace) -> int:
    if options.older_than < LEAST_AGE:
        raise ServeError("--older-than: at least 1d is required")
    if not (options.dry_run or options.yes):
        raise ServeError("deletes for good: look with --dry-run first, then give --yes")
    with _progress("stopped; what was deleted stays deleted") as report:
        purged, is_shrunk = asyncio.run(_purge(options, report))
    print(f"{'would delete' if options.dry_run else 'deleted'} {purged}")
    if not is_shrunk:
        print("a server runs on the file, which keeps its size; the room in it is used again")
    return 0


async def _purge(options: argparse.Namespace, report: Progress) -> tuple[Purged, bool]:
    async with opened_beside_servers(options.store) as archive:
        purged = await purge(archive, options.older_than, report, dry_run=options.dry_run)
        return purged, options.dry_run or await archive.give_space_back()


@contextlib.contextmanager
def _progress(stopped: str) -> Iterator[Progress]:
    """Yields what shows the progress; an error or an interruption ends in one line."""
    try:
        with progress_bar(Console(stderr=True)) as show:
            yield lambda what, done, whole: show(done, whole, what)
    except StoreError as error:
        raise ServeError(str(error)) from None
    except KeyboardInterrupt:
        print(stopped, file=sys.stderr)
        raise
