"""Who may connect to a table."""

from calavera.table.decide import Asker, removed
from calavera.table.reasons import Reason, Refused
from calavera.table.table import Member, Table, TablePhase


def admitted(table: Table, asker: Asker) -> Member | None:
    """Who somebody is at a table, none for who watches; raises Refused where they may not."""
    if table.phase is TablePhase.CLOSED:
        raise Refused(Reason.CLOSED, "the table is closed")
    member = table.member_of(asker.identity)
    if member is not None and member.removed:
        raise removed()
    if member is None and not may_watch(table):
        raise Refused(Reason.NO_SPECTATORS, "this table is for its players only")
    return member


def may_watch(table: Table) -> bool:
    """Whether somebody who is no member may connect: to sit down, or to watch."""
    return table.settings.spectators or table.phase is TablePhase.GATHERING
