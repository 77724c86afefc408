"""What a table remembers of its last entries."""

from collections import OrderedDict, deque
from typing import Final

from calavera.table.entry import Entry
from calavera.table.facts import Fact

MOST_REMEMBERED: Final = 500
"""How many answered commands are remembered; an older one is refused as stale."""

MOST_MISSED: Final = 200
"""How many entries are told to somebody who comes back; who missed more looks at the rest."""


class Memory:
    """Which commands were answered, and what happened lately."""

    def __init__(self) -> None:
        self._answered: OrderedDict[tuple[int, str], int] = OrderedDict()
        self._recent: deque[tuple[int, tuple[Fact, ...]]] = deque(maxlen=MOST_MISSED)

    def add(self, version: int, entry: Entry) -> None:
        """Something happened; it is the entry of that version."""
        self._recent.append((version, entry.facts))
        if entry.by is not None and entry.id is not None:
            self._answered[entry.by, entry.id] = version
            if len(self._answered) > MOST_REMEMBERED:
                self._answered.popitem(last=False)

    def forget_facts(self) -> None:
        """What happened until now is not told again."""
        self._recent.clear()

    def missed(self, since: int | None) -> tuple[Fact, ...]:
        """The facts after a version, where all of them are still known."""
        if since is None or not self._recent or since < self._recent[0][0] - 1:
            return ()
        return tuple([fact for version, facts in self._recent if version > since for fact in facts])

    def done(self, member: int, command_id: str) -> int | None:
        """The version by which a member's command was done."""
        return self._answered.get((member, command_id))
