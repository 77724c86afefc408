"""What a table remembers of its last entries."""

from collections import OrderedDict, deque
from typing import Final

from calavera.table.entry import Entry
from calavera.table.facts import Fact

MOST_REMEMBERED: Final = 32
"""How many answered commands of each member are remembered; nobody has so many on their way."""

MOST_MISSED: Final = 200
"""How many entries are told to somebody who comes back; who missed more looks at the rest."""


class Memory:
    """Which commands were answered, and what happened lately."""

    def __init__(self) -> None:
        self._answered: dict[int, OrderedDict[str, int]] = {}
        self._recent: deque[tuple[int, tuple[Fact, ...]]] = deque(maxlen=MOST_MISSED)

    def add(self, version: int, entry: Entry) -> None:
        """Something happened; it is the entry of that version."""
        self._recent.append((version, entry.facts))
        if entry.by is not None and entry.id is not None:
            answered = self._answered.setdefault(entry.by, OrderedDict())
            answered[entry.id] = version
            if len(answered) > MOST_REMEMBERED:
                answered.popitem(last=False)

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
        answered = self._answered.get(member)
        return None if answered is None else answered.get(command_id)
