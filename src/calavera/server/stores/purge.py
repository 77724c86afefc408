"""Purges what was not used for long, while servers may be running.

A table that nobody has visited is deleted with its history. From the others old talk is deleted.
People are deleted if they are members of no remaining table and their tokens were not used.
"""

import time
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Final, NamedTuple

from calavera.console.wording import counted
from calavera.protocol.facts import BotSaid, Joined, Said, Taunted
from calavera.record.codec.errors import CodecError
from calavera.server.stores.archive import Archive, StoredEntry
from calavera.server.stores.copying import PAGE, Progress
from calavera.server.stores.interface import StoreError
from calavera.table.logic.entry import ENTRY, Entry, read_entry

LEAST_AGE: Final = 24 * 3600
"""Seconds: servers note visits only once an hour, and people only once a day."""

TALK: Final = (b'"said"', b'"taunted"', b'"bot-said"')
_WORDS: Final = (Said, Taunted, BotSaid)
PEOPLE: Final = (b'"joined"',)
"""What the text of an entry with such a fact contains."""


class Purged(NamedTuple):
    """How much was deleted, or would be."""

    tables: int
    messages: int
    """Of table talk, at tables that stay."""
    people: int

    def __str__(self) -> str:
        tables = counted(self.tables, "table", "tables")
        messages = counted(self.messages, "message", "messages")
        return f"{tables}, {messages} of talk and {counted(self.people, 'person', 'people')}"


async def purge(archive: Archive, age: int, report: Progress, *, dry_run: bool) -> Purged:
    """Delete what is older than `age` seconds; returns how much that is. Raises StoreError."""
    before = int(time.time()) - age
    old = await archive.old_tables(before)
    tables = len(old)
    if not dry_run:
        tables = 0
        for done, code in enumerate(old, start=1):
            tables += bool(await archive.delete_table(code, before))
            report("tables", done, len(old))
    gone = {*old} if dry_run else set()
    messages = await _purge_talk(archive, before, gone, dry_run=dry_run)
    people = await _purge_people(archive, before, gone, report, dry_run=dry_run)
    return Purged(tables, messages, people)


async def _purge_talk(archive: Archive, before: int, gone: set[str], *, dry_run: bool) -> int:
    count = 0
    async for stored, entry in _entries(archive, TALK, gone):
        silent = tuple([fact for fact in entry.facts if not isinstance(fact, _WORDS)])
        said = len(entry.facts) - len(silent)
        if entry.at >= before * 1000 or not said:
            continue
        count += said
        if not dry_run:
            body = ENTRY.write(entry._replace(facts=silent)).encode("ascii")
            await archive.replace_entry(stored._replace(body=body))
    return count


async def _purge_people(
    archive: Archive, before: int, gone: set[str], report: Progress, *, dry_run: bool
) -> int:
    old = {*await archive.old_people(before)}
    async for _, entry in _entries(archive, PEOPLE, gone):
        old -= {fact.identity for fact in entry.facts if isinstance(fact, Joined)}
    if dry_run:
        return len(old)
    count = 0
    for page in _pages(sorted(old)):
        count += await archive.delete_people(page, before)
        report("people", count, len(old))
    return count


async def _entries(
    archive: Archive, words: Sequence[bytes], gone: set[str]
) -> AsyncIterator[tuple[StoredEntry, Entry]]:
    """Entries that contain one of these words, of the tables that stay."""
    after = ("", 0)
    while page := await archive.entries_with(words, after, PAGE):
        for stored in page:
            if stored.code not in gone:
                yield stored, _read(stored)
        after = (page[-1].code, page[-1].version)


def _read(stored: StoredEntry) -> Entry:
    try:
        return read_entry(stored.body)
    except CodecError:
        where = f"table {stored.code}, entry {stored.version}"
        raise StoreError(f"{where} is damaged; people who may be in it are not deleted") from None


def _pages(identities: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(identities), PAGE):
        yield identities[start : start + PAGE]
