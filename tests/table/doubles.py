"""A live table in memory: a manual clock, a journal that can be slow or fail."""

import json
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from calavera.bots import tell
from calavera.bots.hints import Hint
from calavera.protocol.commands import Act, Command, SayReady, SeatBot, Sit, Start
from calavera.protocol.facts import DiceBound, Fact, Joined, Opened
from calavera.protocol.messages import ByeReason, Frame, RefusedMessage, ServerMessage
from calavera.protocol.reasons import Reason
from calavera.protocol.scene import DiceSeen, GameSeen, RoomSeen, You
from calavera.protocol.settings import Settings
from calavera.protocol.shapes import DICE, GAME, ROOM, SERVER_MESSAGE, YOU
from calavera.protocol.summary import Summary
from calavera.record.codec.json_text import read_json
from calavera.record.codec.kinds import Object
from calavera.record.codec.values import decode_action
from calavera.rules import Action, Seat, Show, chance_outcomes, seat_letter, seat_named
from calavera.rules.actions import action_named
from calavera.table.live.automation import AT_ONCE, Pace
from calavera.table.live.coordinator import LiveTable
from calavera.table.live.ports import Consultation, Stored, Thought, World
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import ENTRY, Entry
from calavera.table.logic.table import Game
from calavera.table.views.finished import ListChanges

MORNING = 1_700_000_000_000
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lu")


class SetClock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = MORNING

    def __call__(self) -> int:
        return self.now


class MemoryJournal:
    """Keeps entries in memory and answers at once, or only on request."""

    def __init__(self) -> None:
        self.entries: list[bytes] = []
        self.summaries: list[Summary | None] = []
        self.lists: list[ListChanges] = []
        self.slow = False
        self.error: Exception | None = None
        self._waiting: list[tuple[int, bytes, ListChanges, Stored]] = []

    def append(
        self, code: str, expected: int, entry: bytes, lists: ListChanges, done: Stored
    ) -> None:
        assert code == "KRTM"
        self._waiting.append((expected, entry, lists, done))
        if not self.slow:
            self.answer()

    @property
    def waiting(self) -> int:
        """How many entries are not durable yet; a table stores one at a time."""
        return len(self._waiting)

    def answer(self) -> None:
        """Store the first waiting entry, or fail with an error."""
        expected, entry, lists, done = self._waiting.pop(0)
        if self.error is None:
            assert expected == len(self.entries)
            self.entries.append(entry)
            self.summaries.append(lists.summary)
            self.lists.append(lists)
        done(self.error)


class SetAlarm:
    """Remembers when to wake the table."""

    at: int | None = None

    def set(self, at: int | None) -> None:
        self.at = at


class QuickThinker:
    """Runs a bot at once, or later on request."""

    def __init__(self) -> None:
        self.slow = False
        self.fails = False
        self.thoughts: list[Thought] = []
        self._waiting: list[Callable[[], None]] = []

    def think(self, thought: Thought, done: Callable[[Action | None], None]) -> None:
        self.thoughts.append(thought)
        self._waiting.append(lambda: done(self._choice(thought)))
        if not self.slow:
            self.answer()

    def advise(self, question: Consultation, done: Callable[[Hint | None], None]) -> None:
        self._waiting.append(lambda: done(self._hint(question)))
        if not self.slow:
            self.answer()

    def answer(self) -> None:
        self._waiting.pop(0)()

    def _hint(self, question: Consultation) -> Hint | None:
        if self.fails:
            return None
        return question.adviser.hint(question.view, question.seat, question.seen)

    def _choice(self, thought: Thought) -> Action | None:
        for event in thought.news:
            tell(thought.bot, event)
        if self.fails:
            return None
        return thought.bot.choose(thought.view, random.Random(thought.seed))


class Ear:
    """A connection that keeps what it is sent, and reads it as a client does."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.sent: list[bytes] = []
        self.closed: ByeReason | None = None
        self.version = 0
        self._data: dict[str, Any] = {}
        self._read: dict[str, Any] = {}

    def send(self, message: bytes) -> None:
        assert self.closed is None
        self.sent.append(message)
        data = json.loads(message)
        if data["type"] not in ("welcome", "frame"):
            return
        if data["type"] == "frame":
            assert data["version"] == self.version + 1, "everybody gets every version"
        self.version = data["version"]
        for key in ("you", "room", "game", "dice"):
            if data[key] is not None:
                self._data[key] = data[key]
                self._read.pop(key, None)

    def close(self, reason: ByeReason) -> None:
        self.closed = reason

    def _now(self, key: str, shape: Object[Any]) -> Any:
        """What the client knows now, decoded on demand."""
        if key in self._data and key not in self._read:
            self._read[key] = shape.decode(self._data[key])
        return self._read.get(key)

    @property
    def you(self) -> You:
        you: You = self._now("you", YOU)
        return you

    @property
    def room(self) -> RoomSeen:
        room: RoomSeen = self._now("room", ROOM)
        return room

    @property
    def game(self) -> GameSeen:
        game: GameSeen = self._now("game", GAME)
        return game

    @property
    def dice(self) -> DiceSeen:
        dice: DiceSeen = self._now("dice", DICE)
        return dice

    @property
    def messages(self) -> list[ServerMessage]:
        return [SERVER_MESSAGE.decode(read_json(message)) for message in self.sent]

    @property
    def last(self) -> ServerMessage:
        return self.messages[-1]

    def moves(self, *, shows: bool = False) -> list[tuple[Seat, Action]]:
        """The actions that this client offers."""
        game = self._data.get("game")
        owns = game["view"]["own"] if game else ()
        moves = [
            (seat_named(own["seat"]), decode_action(action))
            for own in owns
            for action in own["legal"]
        ]
        return [move for move in moves if shows or not isinstance(move[1], Show)]


class Harness:
    """One table with all its ports."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        pace: Pace = AT_ONCE,
        seed: int = 0,
        facts: Iterable[Fact] = (),
        identities: Mapping[str, str] | None = None,
    ) -> None:
        self._identities = identities or {}
        self.clock = SetClock()
        self.journal = MemoryJournal()
        self.alarm = SetAlarm()
        self.thinker: QuickThinker = QuickThinker()
        self.pace = pace
        self.rng = random.Random(seed)
        self.world = World(self.journal, self.thinker, self.clock, self.rng.randbytes)
        self.live = LiveTable(self.world, self.alarm, pace)
        self._ids = 0
        opening = Entry(
            None,
            None,
            self.clock.now,
            (
                Opened("KRTM", settings or Settings()),
                DiceBound(self.rng.randbytes(32).hex()),
                Joined(1, "Ana", self.identity("Ana")),
                *facts,
            ),
        )
        self.journal.entries.append(ENTRY.write(opening).encode("ascii"))
        self.live.restore([opening])

    def entries(self) -> list[Entry]:
        return [ENTRY.decode(read_json(entry)) for entry in self.journal.entries]

    def restarted(self) -> LiveTable:
        """The same table, rebuilt from its history."""
        live = LiveTable(self.world, SetAlarm(), self.pace)
        live.restore(self.entries())
        return live

    def reborn(self) -> "Harness":
        """Another server with the same history, from which the table is rebuilt."""
        twin = Harness(pace=self.pace)
        twin.journal.entries = [*self.journal.entries]
        twin.clock.now = self.clock.now
        twin.rng.setstate(self.rng.getstate())
        twin.live = LiveTable(twin.world, twin.alarm, self.pace)
        twin.live.restore(self.entries())
        return twin

    def identity(self, name: str) -> str:
        return self._identities.get(name, f"identity-{name}")

    def connect(self, name: str, since: int | None = None) -> Ear:
        caller = Caller(self.identity(name), name)
        ear = Ear(caller)
        self.live.attach(ear, caller, since)
        return ear

    def rehost(self, **changes: Any) -> None:
        """Change the table's role among the servers."""
        self.live.rehost(self.live.hosting._replace(**changes))

    def do(self, ear: Ear, command: Command) -> ServerMessage:
        """Send a command and return its answer."""
        before = len(ear.sent)
        self.live.submit(ear, command)
        for message in ear.sent[before:]:
            data = json.loads(message)
            if command.id in (data.get("done"), data.get("id")):
                return SERVER_MESSAGE.decode(data)
        raise AssertionError(f"no answer to {command}")

    def done(self, ear: Ear, command: Command) -> Frame:
        """Send a command that changes the table."""
        answer = self.do(ear, command)
        assert isinstance(answer, Frame), answer
        return answer

    def refused(self, ear: Ear, command: Command) -> Reason:
        """Send a command that is refused: only the sender is notified, nothing is stored."""
        others = {one: len(one.sent) for one in self._ears() if one is not ear}
        before = self.live.table, self.live.version, len(self.journal.entries)
        answer = self.do(ear, command)
        assert isinstance(answer, RefusedMessage), answer
        assert {one: len(one.sent) for one in others} == others
        assert (self.live.table, self.live.version, len(self.journal.entries)) == before
        return answer.reason

    def _ears(self) -> list[Ear]:
        return [ear for ear in self.live.audience.connections if isinstance(ear, Ear)]

    def id(self) -> str:
        self._ids += 1
        return f"c{self._ids}"

    def people(self, count: int) -> list[Ear]:
        """Seat people on the first chairs, ready."""
        ears = [self.connect(name) for name in NAMES[:count]]
        for ear in ears:
            self.done(ear, Sit(self.id(), None))
        for ear in ears:
            self.done(ear, SayReady(self.id(), True, self.rng.randbytes(4).hex()))
        return ears

    def bots(self, host: Ear, bot: str = "uniform") -> None:
        """Seat a bot on every free chair."""
        for place, chair in enumerate(self.live.table.chairs):
            if chair.is_free:
                self.done(host, SeatBot(self.id(), place, bot))

    def start(self, people: int, *, bots: bool = False) -> list[Ear]:
        ears = self.people(people)
        if bots:
            self.bots(ears[0])
        self.done(ears[0], Start(self.id()))
        return ears

    def act(self, ear: Ear, seat: Seat, action: Action) -> Act:
        """The command of a client for one of its buttons."""
        game = ear._data["game"]
        (own,) = [own for own in game["view"]["own"] if own["seat"] == seat_letter(seat)]
        return Act(self.id(), game["number"], seat, own["decision"], action)

    def wait(self) -> bool:
        """Let time pass until the next automatic action; False if there is none."""
        if self.alarm.at is None:
            return False
        self.clock.now = max(self.clock.now, self.alarm.at)
        self.live.tick()
        return True

    def pass_time(self, milliseconds: int) -> None:
        """Let time pass, with all automatic actions."""
        until = self.clock.now + milliseconds
        while self.alarm.at is not None and self.alarm.at <= until:
            self.wait()
        self.clock.now = max(self.clock.now, until)

    @property
    def game(self) -> Game:
        """The game with all its secrets."""
        game = self.live.table.game
        assert game is not None
        return game

    @property
    def is_playing(self) -> bool:
        game = self.live.table.game
        return game is not None and game.outcome is None

    def play_out(self, ears: list[Ear], rng: random.Random, most: int = 5000) -> None:
        """People choose random actions until the game is over."""
        for _ in range(most):
            self.check()
            if not self.is_playing:
                return
            moves = [(ear, *move) for ear in ears for move in ear.moves(shows=True)]
            if not moves:
                assert self.wait(), "nobody can do anything"
                continue
            ear, seat, action = rng.choice(moves)
            answer = self.do(ear, self.act(ear, seat, action))
            if isinstance(answer, RefusedMessage):
                assert answer.reason is Reason.TOO_SOON  # the time to show discs (R22)
                self.pass_time(1000)
        raise AssertionError("the game does not end")

    def check(self) -> None:
        """Check the invariants."""
        game = self.live.table.game
        assert game is None or not chance_outcomes(game.state), "the table never waits for chance"

    def say(self, ears: list[Ear], moves: str) -> None:
        """Moves in the notation of records, without their results: `aF b2 c- a>b`."""
        for move in moves.split():
            seat = seat_named(move[0])
            ear = ears[seat % len(ears)]
            self.done(ear, self.act(ear, seat, action_named(move[1:])))


def beginning(
    people: int, settings: Settings, *, pace: Pace = AT_ONCE
) -> tuple[Harness, list[Ear]]:
    """A game of people that seat a begins: tables are created until it does."""
    for seed in range(1000):
        harness = Harness(settings, pace=pace, seed=seed)
        ears = harness.start(people, bots=people < settings.players)
        game = harness.live.table.game
        if game is not None and game.state.board.first == 0:
            return harness, ears
    raise AssertionError("a is never first")
