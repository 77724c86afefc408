"""What a list of tables shows of one."""

from typing import NamedTuple

from calavera.table.fields import ChairName, Code, Count, Timestamp
from calavera.table.names import chair_name
from calavera.table.settings import Settings
from calavera.table.table import Table, TablePhase


class Summary(NamedTuple):
    """One line of a list of tables: nothing in it is secret to who may know of the table."""

    code: Code
    """By which it is found."""

    phase: TablePhase
    """What it is doing."""

    host: ChairName
    """The name of the host."""

    people: Count
    """How many people sit there."""

    bots: Count
    """How many bots."""

    number: Count
    """How many games were begun."""

    settings: Settings
    """How it plays."""


class Listing(NamedTuple):
    """The same, with what is no part of the table's history."""

    code: Code
    """By which it is found."""

    phase: TablePhase
    """What it is doing."""

    host: ChairName
    """The name of the host."""

    people: Count
    """How many people sit there."""

    bots: Count
    """How many bots."""

    number: Count
    """How many games were begun."""

    settings: Settings
    """How it plays."""

    here: Count
    """How many of its people are connected now."""

    changed: Timestamp
    """When it last changed, moves not counted: in milliseconds since 1970."""


def summary_of(table: Table) -> Summary:
    """The line of a table."""
    people = sum(chair.member is not None for chair in table.chairs)
    bots = sum(chair.member is None and chair.bot is not None for chair in table.chairs)
    host = table.members[table.host - 1].name if table.members else chair_name(table, 0)
    return Summary(table.code, table.phase, host, people, bots, table.number, table.settings)
