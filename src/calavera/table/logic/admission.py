"""Who may connect to a table, and who may read its games."""

from calavera.protocol.fields import TablePhase
from calavera.protocol.reasons import Reason, Refused
from calavera.table.logic.caller import Caller
from calavera.table.logic.decide import removed
from calavera.table.logic.table import Game, Member, Table


def admitted(table: Table, caller: Caller) -> Member | None:
    """The caller's membership, None for spectators; raises Refused."""
    if table.phase is TablePhase.CLOSED:
        raise Refused(Reason.CLOSED, "the table is closed")
    member = table.member_of(caller.identity)
    if member is not None and member.removed:
        raise removed()
    if member is None and not may_watch(table):
        raise no_spectators()
    return member


def may_watch(table: Table) -> bool:
    """Whether a non-member may connect, to sit down or to watch."""
    return table.settings.spectators or table.phase is TablePhase.GATHERING


def may_read(table: Table, game: Game, member: Member | None) -> bool:
    """Whether a member, or a non-member (None), may read a game during and after play.

    The one place that decides it, for sockets, the API and records. `viewer_of` and `record_for`
    decide how much of the game they may know.
    """
    if member is not None and member.removed:
        return False
    if game.spectators and table.settings.spectators:
        return True
    return member is not None and member.number <= game.audience


def check_reader(table: Table, game: Game, member: Member | None) -> None:
    """Raises Refused if they may not read a game."""
    if not may_read(table, game, member):
        raise removed() if member is not None and member.removed else no_spectators()


def no_spectators() -> Refused:
    """The refusal for non-members."""
    return Refused(Reason.NO_SPECTATORS, "this table is for its players only")
