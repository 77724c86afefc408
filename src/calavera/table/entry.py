"""One line of a table's history, as it is stored."""

from typing import NamedTuple

from calavera.table.facts import Fact


class Entry(NamedTuple):
    """The facts that followed from one command, or from nobody's."""

    by: int | None
    """The member whose command it was."""

    id: str | None
    """The command's id: so that it is played once, also after a restart."""

    at: int
    """When, in milliseconds since 1970."""

    facts: tuple[Fact, ...]
    """What happened, secrets and all."""
