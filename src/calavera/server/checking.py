"""Looks for damage in a store: every entry against its checksum, its place and the rules."""

from typing import NamedTuple

from calavera.server.archive import Archive
from calavera.server.copying import PAGE, Progress
from calavera.server.damage import Damaged
from calavera.server.following import read_entry
from calavera.server.store import StoreDamaged, StoreError
from calavera.table.evolve import after_entry
from calavera.table.table import Table


class Checked(NamedTuple):
    """How much was looked at, and what was found, a line for each thing."""

    tables: int
    entries: int
    damage: list[str]
    shortened: list[str]
    """Tables that are in order, and shorter than players were told."""


async def check_store(archive: Archive, tell: Progress) -> Checked:
    """What is damaged; raises StoreError where nothing can be read."""
    faults = await archive.faults()
    damage = [] if faults is None else [f"the file is damaged: {faults}"]
    found, tables, entries, last = dict[str, str](), 0, 0, ""
    try:
        whole = (await archive.count()).tables
        while codes := await archive.codes(last, PAGE):
            for code in codes:
                try:
                    entries += await _length(archive, code)
                except StoreError as error:
                    found[code] = str(error)
                except Damaged as damaged:
                    found[code] = str(damaged)
            last = codes[-1]
            tables += len(codes)
            tell("tables", tables, whole)
    except StoreDamaged as error:
        damage.append(f"the list of tables cannot be read: {error}")
    short = await archive.shortened()
    lines = [str(Damaged(code, short[code])) for code in sorted(short.keys() - found.keys())]
    return Checked(tables, entries, damage + [found[code] for code in sorted(found)], lines)


async def _length(archive: Archive, code: str) -> int:
    """How many entries a table has; raises Damaged or StoreError."""
    try:
        stored = await archive.table(code)
    except StoreDamaged as error:
        raise Damaged(code, str(error)) from None
    if stored is None:  # purged meanwhile
        return 0
    if not stored.bodies:
        raise Damaged(code, "its history is missing")
    table = Table()
    for version, body in enumerate(stored.bodies, start=1):
        try:
            table = after_entry(table, read_entry(body))
        except Exception as error:  # whatever a wrong entry leads to
            what = f"entry {version} cannot be read ({type(error).__name__})"
            raise Damaged(code, what) from None
    return len(stored.bodies)
