"""One line of a table's history, as it is stored."""

from typing import Annotated, Final, NamedTuple

from calavera.protocol.facts import Fact
from calavera.protocol.fields import MOST_FACTS, CommandId, MemberNumber, Timestamp
from calavera.record.codec.annotations import AtMost, object_of, union_of
from calavera.record.codec.json_text import read_json
from calavera.record.codec.kinds import Object, OneOf


class Entry(NamedTuple):
    """The facts that followed from one command, or from an automatic action."""

    by: MemberNumber | None
    """The member who sent the command."""

    id: CommandId | None
    """The command's id, which makes it idempotent across restarts."""

    at: Timestamp
    """When, in milliseconds since 1970."""

    facts: Annotated[tuple[Fact, ...], AtMost(MOST_FACTS)]
    """What happened, including secrets."""


FACT: Final[OneOf[Fact]] = union_of(
    "Fact", "What happened at a table, including secrets: for the store only.", Fact
)
ENTRY: Final[Object[Entry]] = object_of(Entry)


def read_entry(body: bytes) -> Entry:
    """Decode a stored entry."""
    return ENTRY.decode(read_json(body))
