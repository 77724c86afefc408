"""Looks for damage in a store: every entry against its checksum, its place and the rules."""

from calavera.server.archive import Archive
from calavera.server.copying import PAGE, Progress
from calavera.server.damage import Damaged
from calavera.server.following import read_entry
from calavera.server.store import StoreError
from calavera.table.evolve import after_entry
from calavera.table.table import Table


async def check_store(archive: Archive, tell: Progress) -> list[str]:
    """What is damaged, a line a table; raises StoreError where nothing can be read."""
    whole, done, last = await archive.count(), 0, ""
    found = {code: str(Damaged(code, what)) for code, what in (await archive.shortened()).items()}
    while codes := await archive.codes(last, PAGE):
        for code in codes:
            what = await _damage(archive, code)
            if what is not None:
                found.setdefault(code, what)
        last = codes[-1]
        done += len(codes)
        tell("tables", done, whole.tables)
    return [found[code] for code in sorted(found)]


async def _damage(archive: Archive, code: str) -> str | None:
    try:
        stored = await archive.table(code)
    except StoreError as error:
        return str(error)
    if stored is None:  # purged meanwhile
        return None
    if not stored.bodies:
        return str(Damaged(code, "its history is missing"))
    table = Table()
    for version, body in enumerate(stored.bodies, start=1):
        try:
            table = after_entry(table, read_entry(body))
        except Exception as error:  # whatever a wrong entry leads to
            return str(Damaged(code, f"entry {version} cannot be read ({type(error).__name__})"))
    return None
