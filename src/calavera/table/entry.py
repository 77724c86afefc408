"""One line of a table's history, as it is stored."""

from typing import Annotated, NamedTuple

from calavera.record.derive import AtMost
from calavera.table.facts import Fact
from calavera.table.fields import MOST_FACTS, CommandId, MemberNumber, Timestamp


class Entry(NamedTuple):
    """The facts that followed from one command, or from nobody's."""

    by: MemberNumber | None
    """The member whose command it was."""

    id: CommandId | None
    """The command's id: so that it is played once, also after a restart."""

    at: Timestamp
    """When, in milliseconds since 1970."""

    facts: Annotated[tuple[Fact, ...], AtMost(MOST_FACTS)]
    """What happened, secrets and all."""
