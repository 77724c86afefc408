"""The connections to one table: their owners, and what each is sent."""

from collections.abc import Collection, Iterable

from calavera.protocol.messages import Presence
from calavera.table.live.answers import as_bytes
from calavera.table.live.ports import Listener
from calavera.table.logic.admission import may_read
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import Entry
from calavera.table.logic.table import Member, Table
from calavera.table.views.frames import Frames

SPECTATORS = 0
"""Stands for everybody who is not a member."""


class Audience:
    """The connections to a table."""

    def __init__(self) -> None:
        self.by_member: dict[int, list[Listener]] = {}
        """The connections of each member to this server."""
        self._callers: dict[Listener, Caller] = {}
        self._screens: dict[Listener, Caller] = {}
        """Spectator screens, which are sent the public view, with the callers who opened them."""
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

    def caller(self, listener: Listener) -> Caller | None:
        """The caller of a connection, None if it is closed."""
        return self._callers.get(listener)

    # Adding and removing connections.

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

    def remove(self, listener: Listener) -> bool:
        """Remove a connection; returns whether it was the member's last."""
        self._callers.pop(listener, None)
        self._screens.pop(listener, None)
        for number, listeners in self.by_member.items():
            if listener in listeners:
                listeners.remove(listener)
                if not listeners:
                    del self.by_member[number]
                    return True
        return False

    def rename(self, caller: Caller) -> bool:
        """Store a caller's new name; return whether they are connected."""
        theirs = [one for one, who in self._callers.items() if who.identity == caller.identity]
        for listener in theirs:
            self._callers[listener] = caller
        return bool(theirs)

    def regroup(self, table: Table) -> bool:
        """Group the connections again; return whether the set of members changed.

        A person who sits down for the first time was a spectator until then.
        """
        groups: dict[int, list[Listener]] = {}
        for listener, caller in self._callers.items():
            member = table.member_of(caller.identity)
            groups.setdefault(member.number if member else SPECTATORS, []).append(listener)
        has_changed = groups.keys() != self.by_member.keys()
        self.by_member = groups
        return has_changed

    # Looking up connections.

    def of_member(self, table: Table, number: int) -> list[Listener]:
        """The connections of a member, including their spectator screens."""
        return self.of_identities({table.members[number - 1].identity})

    def of_identities(self, identities: Collection[str]) -> list[Listener]:
        """The connections of some people, including their spectator screens."""
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
        """Whether the opener of a connection may read the last game, if there was one."""
        owner = self._screens.get(listener) or self._callers[listener]
        return table.game is None or may_read(table, table.game, table.member_of(owner.identity))

    # Sending.

    def send(self, message: bytes, but: Listener | None = None) -> None:
        """Send everybody a message that is not stored."""
        for listener in self.connections:
            if listener is not but:
                listener.send(message)

    def send_presence(self, here: tuple[int, ...], but: Listener | None = None) -> None:
        """Send everybody the connected members, if they changed."""
        if here != self._last_presence:
            self._last_presence = here
            self.send(as_bytes(Presence(here)), but)

    def publish(self, table: Table, frames: Frames, entry: Entry) -> None:
        """Send everybody their frame of a change; the author's carries the command's id."""
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
        """The connections of one member, grouped by whether they may read the last game."""
        if table.game is None or may_read(table, table.game, member):
            return [(True, [*listeners])]
        parts = [
            (reads, [one for one in listeners if self.reads(table, one) is reads])
            for reads in (True, False)
        ]
        return [(reads, readers) for reads, readers in parts if readers]
