"""Checks every entry of a store against its checksum, its version and the rules."""

from collections.abc import Sequence
from typing import NamedTuple

from calavera.server.stores.archive import Archive
from calavera.server.stores.checksums import Damaged
from calavera.server.stores.copying import PAGE, Progress
from calavera.server.stores.interface import StoreDamaged, StoreError
from calavera.table.logic.entry import read_entry
from calavera.table.logic.evolve import after_entry
from calavera.table.logic.table import Table


class Checked(NamedTuple):
    """How much was checked, and a line for each finding."""

    tables: int
    entries: int
    damage: list[str]
    shortened: list[str]
    """Tables that are intact, but shorter than players were sent."""


async def check_store(archive: Archive, report: Progress) -> Checked:
    """Check a store; raises StoreError if nothing can be read."""
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
            report("tables", tables, whole)
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
    replayed(code, stored.bodies)
    return len(stored.bodies)


def replayed(code: str, bodies: Sequence[bytes]) -> Table:
    """The table after a whole history; raises Damaged."""
    table = Table()
    for version, body in enumerate(bodies, start=1):
        try:
            table = after_entry(table, read_entry(body))
        except Exception as error:  # whatever a wrong entry causes
            what = f"entry {version} cannot be read ({type(error).__name__})"
            raise Damaged(code, what) from None
    return table
