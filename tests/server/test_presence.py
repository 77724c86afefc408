"""Presence, from messages that come late, twice or never."""

from calavera.server.cluster.bus import Handler
from calavera.server.cluster.notifications import Here, Notification
from calavera.server.cluster.presence import AGAIN, OLD, SILENT, Presence


class SetBus:
    """A bus that the test controls."""

    sender = "me"
    failures = 0

    def __init__(self) -> None:
        self.is_healthy = True
        self.published: list[Notification] = []

    def subscribe(self, handler: Handler) -> None:
        pass

    def publish(self, notification: Notification) -> None:
        self.published.append(notification)

    async def close(self) -> None:
        pass


class Case:
    def __init__(self) -> None:
        self.now = 1000.0
        self.bus = SetBus()
        self.presence = Presence(self.bus, lambda: self.now)

    def hear(self, sender: str, code: str, *members: int) -> None:
        self.presence.heard(sender)
        self.presence.is_there(sender, Here(code, frozenset(members)))

    def pass_time(self, seconds: float, *alive: str) -> list[str]:
        """Let time pass while these servers send heartbeats."""
        gone = []
        for _ in range(round(seconds * 2)):
            self.now += 0.5
            for sender in alive:
                self.presence.heard(sender)
            gone += self.presence.look_around()
        return gone


def test_people_are_where_their_servers_say() -> None:
    case = Case()
    case.hear("a", "AAAA", 1, 2)
    case.hear("b", "AAAA", 2, 3)
    case.presence.is_here("AAAA", frozenset({4}))
    assert case.presence.elsewhere("AAAA") == {1, 2, 3}
    assert case.presence.here("AAAA") == 4
    assert {*case.presence.visited()} == {"AAAA"}
    case.hear("a", "AAAA")
    assert case.presence.elsewhere("AAAA") == {2, 3}
    assert case.presence.elsewhere("BBBB") == frozenset()


def test_changes_are_told_and_all_is_told_again() -> None:
    case = Case()
    case.presence.is_here("AAAA", frozenset({1}))
    case.presence.is_here("AAAA", frozenset({1}))
    case.presence.is_here("BBBB", frozenset({2}))
    case.presence.is_here("BBBB", frozenset())
    case.presence.is_here("CCCC", frozenset())
    told = [Here("AAAA", frozenset({1})), Here("BBBB", frozenset({2})), Here("BBBB", frozenset())]
    assert case.bus.published == told
    case.pass_time(AGAIN)
    assert case.bus.published == [*told, told[0]]


def test_members_of_a_dead_server_are_not_present() -> None:
    case = Case()
    case.hear("a", "AAAA", 1)
    case.hear("b", "AAAA", 2)
    assert case.pass_time(SILENT, "b") == ["AAAA"]
    assert case.presence.elsewhere("AAAA") == {2}


def test_while_the_bus_is_down_nobody_is_gone() -> None:
    case = Case()
    case.hear("a", "AAAA", 1)
    case.bus.is_healthy = False
    assert case.pass_time(100) == []
    case.bus.is_healthy = True
    assert case.pass_time(SILENT - 1) == []
    assert case.presence.elsewhere("AAAA") == {1}, "it had no time to repeat it"
    assert case.pass_time(1) == ["AAAA"]


def test_a_goodbye_that_was_lost_is_found_out() -> None:
    case = Case()
    case.hear("a", "AAAA", 1)
    case.hear("a", "BBBB", 2)
    for _ in range(3):
        assert case.pass_time(AGAIN - 1, "a") == []
        case.hear("a", "BBBB", 2)
    assert case.pass_time(OLD, "a") == ["AAAA", "BBBB"]
