"""The facts that follow from table talk."""

from calavera.protocol.commands import Mute, Say, SayTaunt
from calavera.protocol.facts import Fact, Muted, Said, Taunted
from calavera.protocol.reasons import Reason, Refused
from calavera.table.logic.table import Member, Table


def said(table: Table, member: Member, command: Say) -> tuple[Fact, ...]:
    """A member says something."""
    _check_talk(table)
    text = " ".join(command.text.split())
    if not text:
        raise Refused(Reason.BAD_MESSAGE, "text: expected more than blanks")
    if not text.isprintable():
        raise Refused(Reason.BAD_MESSAGE, "text: expected no control characters")
    return (Said(member.number, text),)


def taunted(table: Table, member: Member, command: SayTaunt) -> tuple[Fact, ...]:
    """A member sends a taunt."""
    _check_talk(table)
    return (Taunted(member.number, command.taunt),)


def muted(table: Table, member: Member, command: Mute) -> tuple[Fact, ...]:
    """A member mutes or unmutes another."""
    if not 1 <= command.member <= len(table.members) or command.member == member.number:
        raise Refused(Reason.NOT_AT_TABLE)
    if (command.member in member.muted) == command.muted:
        return ()
    return (Muted(member.number, command.member, command.muted),)


def _check_talk(table: Table) -> None:
    if not table.settings.talk:
        raise Refused(Reason.TALK_IS_OFF)
