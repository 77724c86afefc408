"""The connections to one table: whose they are, and who is sent what."""

from collections.abc import Collection, Iterable

from calavera.table.admission import may_read
from calavera.table.answers import as_bytes
from calavera.table.caller import Caller
from calavera.table.entry import Entry
from calavera.table.frames import Frames
from calavera.table.messages import Presence
from calavera.table.ports import Listener
from calavera.table.table import Member, Table

SPECTATORS = 0
"""Stands for everybody who is no member."""


class Audience:
    """Everybody who is connected to a table."""

    def __init__(self) -> None:
        self.by_member: dict[int, list[Listener]] = {}
        """The connections of each member to this server."""
        self.elsewhere: frozenset[int] = frozenset()
        """The members that are connected by other servers."""
        self._callers: dict[Listener, Caller] = {}
        self._screens: dict[Listener, Caller] = {}
        """Connections that are sent what the public may know, with whoever opened them."""
        self._last_presence: tuple[int, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nobody is connected to this server."""
        return not self._callers

    @property
    def connections(self) -> list[Listener]:
        """Every connection to this server."""
        return [*self._callers]

    @property
    def members_here(self) -> frozenset[int]:
        """The members that are connected to this server."""
        return frozenset(self.by_member) - {SPECTATORS}

    def here(self, table: Table) -> tuple[int, ...]:
        """The members that are connected, by whatever server."""
        known = range(1, len(table.members) + 1)
        return tuple(sorted(self.elsewhere.union(self.by_member).intersection(known)))

    def caller(self, listener: Listener) -> Caller | None:
        """Whose commands come from a connection; none where it is gone."""
        return self._callers.get(listener)

    # Connections come and go.

    def add(
        self, listener: Listener, caller: Caller, member: Member | None, owner: Caller | None
    ) -> bool:
        """Add a connection, or a screen of its owner; returns whether it is the member's first."""
        number = member.number if member else SPECTATORS
        is_first = number not in self.by_member
        self._callers[listener] = caller
        if owner is not None:
            self._screens[listener] = owner
        self.by_member.setdefault(number, []).append(listener)
        return is_first

    def remove(self, listener: Listener) -> int | None:
        """Remove a connection; returns the member whose last one here it was."""
        self._callers.pop(listener, None)
        self._screens.pop(listener, None)
        for number, listeners in self.by_member.items():
            if listener in listeners:
                listeners.remove(listener)
                if listeners:
                    return None
                del self.by_member[number]
                return number
        return None

    def rename(self, caller: Caller) -> bool:
        """Keep somebody's new name; returns whether they are connected."""
        theirs = [one for one, who in self._callers.items() if who.identity == caller.identity]
        for listener in theirs:
            self._callers[listener] = caller
        return bool(theirs)

    def regroup(self, table: Table) -> bool:
        """Group the connections again; returns whether other members are here than before.

        Whoever sits down for the first time was a spectator until then.
        """
        groups: dict[int, list[Listener]] = {}
        for listener, caller in self._callers.items():
            member = table.member_of(caller.identity)
            groups.setdefault(member.number if member else SPECTATORS, []).append(listener)
        has_changed = groups.keys() != self.by_member.keys()
        self.by_member = groups
        return has_changed

    # Whose they are.

    def of_member(self, table: Table, number: int) -> list[Listener]:
        """The connections of a member, with the screens that they have opened."""
        return self.of_identities({table.members[number - 1].identity})

    def of_identities(self, identities: Collection[str]) -> list[Listener]:
        """The connections of some people, with the screens that they have opened."""
        return [
            listener
            for listener, caller in self._callers.items()
            if self._screens.get(listener, caller).identity in identities
        ]

    def strangers(self, table: Table) -> list[Listener]:
        """The connections of spectators who may not read the last game."""
        spectators = self.by_member.get(SPECTATORS, ())
        return [listener for listener in spectators if not self.reads(table, listener)]

    def reads(self, table: Table, listener: Listener) -> bool:
        """Whether whoever opened a connection may read the last game, if there was one."""
        owner = self._screens.get(listener) or self._callers[listener]
        return table.game is None or may_read(table, table.game, table.member_of(owner.identity))

    # What they are sent.

    def send(self, message: bytes, but: Listener | None = None) -> None:
        """Send everybody a message that is not kept."""
        for listener in self.connections:
            if listener is not but:
                listener.send(message)

    def send_presence(self, table: Table, but: Listener | None = None) -> None:
        """Tell everybody who is connected."""
        self._last_presence = self.here(table)
        self.send(as_bytes(Presence(self._last_presence)), but)

    def is_presence_stale(self, table: Table) -> bool:
        """Whether everybody was last told of other members than are connected."""
        return self.here(table) != self._last_presence

    def publish(self, table: Table, frames: Frames, entry: Entry) -> None:
        """Send everybody their frame of a change; its author's carries the command's id."""
        for number, listeners in [*self.by_member.items()]:
            member = table.members[number - 1] if number else None
            done = entry.id if number and number == entry.by else None
            for reads, readers in self._by_reading(table, member, listeners):
                frame = frames.frame(member, done, reads=reads)
                for listener in readers:
                    listener.send(frame)

    def _by_reading(
        self, table: Table, member: Member | None, listeners: Iterable[Listener]
    ) -> list[tuple[bool, list[Listener]]]:
        """The connections of one member by whether they may read the last game."""
        if table.game is None or may_read(table, table.game, member):
            return [(True, [*listeners])]
        parts = [
            (reads, [one for one in listeners if self.reads(table, one) is reads])
            for reads in (True, False)
        ]
        return [(reads, readers) for reads, readers in parts if readers]
