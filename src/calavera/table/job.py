"""Something that stands in a table's queue."""

from collections.abc import Callable
from typing import NamedTuple

from calavera.table.caller import Caller
from calavera.table.facts import Fact
from calavera.table.ports import Listener


class Job(NamedTuple):
    """Something to be decided."""

    decide: Callable[[], tuple[Fact, ...]]
    """The facts that follow; raises Refused."""

    caller: Caller | None = None
    """Whose command it is."""

    id: str | None = None
    """The command's id."""

    listener: Listener | None = None
    """Who is told if it is refused."""

    began: float = 0.0
    """When it arrived, on the meter's clock."""

    tries: int = 0
    """How often it was decided and came too late."""

    is_checked: bool = False
    """Whether it was decided at the table as it was in the store after it came."""
