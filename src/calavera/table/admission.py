"""Who may connect to a table, and who may read its games."""

from calavera.table.caller import Caller
from calavera.table.decide import removed
from calavera.table.reasons import Reason, Refused
from calavera.table.table import Game, Member, Table, TablePhase


def admitted(table: Table, caller: Caller) -> Member | None:
    """Who somebody is at a table, none for who watches; raises Refused where they may not."""
    if table.phase is TablePhase.CLOSED:
        raise Refused(Reason.CLOSED, "the table is closed")
    member = table.member_of(caller.identity)
    if member is not None and member.removed:
        raise removed()
    if member is None and not may_watch(table):
        raise no_spectators()
    return member


def may_watch(table: Table) -> bool:
    """Whether somebody who is no member may connect: to sit down, or to watch."""
    return table.settings.spectators or table.phase is TablePhase.GATHERING


def may_read(table: Table, game: Game, member: Member | None) -> bool:
    """Whether somebody may read a game, as it is played and after it; none for a stranger.

    The one place that decides it, for sockets, calls and records. How much of the game they are
    told is another question: `viewer_of` and `record_for` answer it.
    """
    if member is not None and member.removed:
        return False
    if game.spectators and table.settings.spectators:
        return True
    return member is not None and member.number <= game.audience


def check_reader(table: Table, game: Game, member: Member | None) -> None:
    """Raises Refused where somebody may not read a game."""
    if not may_read(table, game, member):
        raise removed() if member is not None and member.removed else no_spectators()


def no_spectators() -> Refused:
    """What a stranger is told."""
    return Refused(Reason.NO_SPECTATORS, "this table is for its players only")
