"""Who is where, from notes that come late, twice or never."""

from calavera.server.bus import Heard
from calavera.server.notes import Here, Note
from calavera.server.presence import AGAIN, OLD, SILENT, Presence


class SetBus:
    """A bus in the test's hand."""

    sender = "me"
    failures = 0

    def __init__(self) -> None:
        self.is_well = True
        self.told: list[Note] = []

    def listen(self, heard: Heard) -> None:
        pass

    def tell(self, note: Note) -> None:
        self.told.append(note)

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
        """Time goes by, in which these servers are heard of."""
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
    assert case.bus.told == told
    case.pass_time(AGAIN)
    assert case.bus.told == [*told, told[0]]


def test_who_was_with_a_server_that_is_gone_is_not_there() -> None:
    case = Case()
    case.hear("a", "AAAA", 1)
    case.hear("b", "AAAA", 2)
    assert case.pass_time(SILENT, "b") == ["AAAA"]
    assert case.presence.elsewhere("AAAA") == {2}


def test_while_the_bus_is_down_nobody_is_gone() -> None:
    case = Case()
    case.hear("a", "AAAA", 1)
    case.bus.is_well = False
    assert case.pass_time(100) == []
    case.bus.is_well = True
    assert case.pass_time(SILENT - 1) == []
    assert case.presence.elsewhere("AAAA") == {1}, "it had no time to say so again"
    assert case.pass_time(1) == ["AAAA"]


def test_a_goodbye_that_was_lost_is_found_out() -> None:
    case = Case()
    case.hear("a", "AAAA", 1)
    case.hear("a", "BBBB", 2)
    for _ in range(3):
        assert case.pass_time(AGAIN - 1, "a") == []
        case.hear("a", "BBBB", 2)
    assert case.pass_time(OLD, "a") == ["AAAA", "BBBB"]
