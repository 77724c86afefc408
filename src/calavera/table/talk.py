"""What follows from table talk."""

from calavera.table.commands import Mute, Say, SayTaunt
from calavera.table.facts import Fact, Muted, Said, Taunted
from calavera.table.reasons import Reason, Refused
from calavera.table.table import Member, Table


def said(table: Table, member: Member, command: Say) -> tuple[Fact, ...]:
    """Somebody says something."""
    _check_talk(table)
    text = " ".join(command.text.split())
    if not text:
        raise Refused(Reason.BAD_MESSAGE, "there is nothing to say")
    if not text.isprintable():
        raise Refused(Reason.BAD_MESSAGE, "text: expected no control characters")
    return (Said(member.number, text),)


def taunted(table: Table, member: Member, command: SayTaunt) -> tuple[Fact, ...]:
    """Somebody says something ready-made."""
    _check_talk(table)
    return (Taunted(member.number, command.taunt),)


def muted(table: Table, member: Member, command: Mute) -> tuple[Fact, ...]:
    """Somebody does not want to hear a member, or does again."""
    if not 1 <= command.member <= len(table.members) or command.member == member.number:
        raise Refused(Reason.NOT_AT_TABLE)
    if (command.member in member.muted) == command.muted:
        return ()
    return (Muted(member.number, command.member, command.muted),)


def _check_talk(table: Table) -> None:
    if not table.settings.talk:
        raise Refused(Reason.TALK_IS_OFF)
