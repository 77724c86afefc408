"""One live table: commands in, frames out.

It does no I/O and never blocks: the protocols of `ports.py` stand for the outside world. A command
is decided and stored. Once it is durable, the table changes and every client is sent what its
viewer may know. Then comes the next command.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Final

from calavera.protocol.commands import Act, AskHint, Command, Decline
from calavera.protocol.facts import GameBegan, Played, Removed
from calavera.protocol.fields import TablePhase
from calavera.protocol.history import History
from calavera.protocol.messages import ByeReason
from calavera.protocol.reasons import Reason, Refused
from calavera.rules import Action, Event, redact
from calavera.table.live.audience import Audience
from calavera.table.live.automation import Automation, Pace, Question
from calavera.table.live.hinting import Advice, Asked
from calavera.table.live.ports import Alarm, Hosting, Listener, World
from calavera.table.live.queue import CommandQueue, Decision, InFlight, Job
from calavera.table.live.recent_facts import RecentFacts
from calavera.table.logic.admission import admitted, check_reader, may_watch
from calavera.table.logic.caller import NOBODY, Caller
from calavera.table.logic.decide import coming_back, decide, renaming
from calavera.table.logic.entry import ENTRY, Entry
from calavera.table.logic.evolve import after_entry
from calavera.table.logic.moves import Circumstances, Facts
from calavera.table.logic.table import Table
from calavera.table.views.finished import (
    Finished,
    ListChanges,
    ends_game,
    finished,
    removals_in,
)
from calavera.table.views.frames import Change, Instant, Scribe, welcome
from calavera.table.views.game_record import PlayedGame, seated_bots
from calavera.table.views.scene import summary_of, viewer_of

LONGEST_HISTORY: Final = 200_000
"""Length of a history beyond which only a running game may be finished."""


class LiveTable:
    """A table in memory, with its connected clients."""

    def __init__(
        self, world: World, alarm: Alarm, pace: Pace, hosting: Hosting | None = None
    ) -> None:
        self.table = Table()
        self.version = 0
        self.events: list[Event] = []
        """The events of the current game, including secrets."""
        self._authors: list[int | None] = []
        """For each of them, the member whose command it followed from."""
        self._began = 0
        """When the current game began."""
        self.audience = Audience()
        self.hosting = hosting or Hosting()
        self._world = world
        self._alarm = alarm
        self._queue = CommandQueue(world)
        self._automation = Automation(pace)
        self._recent = RecentFacts()
        self._scribe = Scribe()
        self._advice = Advice()

    # The history.

    def restore(self, entries: Iterable[Entry]) -> None:
        """Rebuild the table from its history."""
        for entry in entries:
            self._apply(entry)
        self._automation.wake(self._world.now())
        self._update_presence()

    def _apply(self, entry: Entry) -> None:
        self.table = after_entry(self.table, entry)
        for fact in entry.facts:
            if isinstance(fact, Played):
                self.events.extend(fact.events)
                self._authors.extend([entry.by] * len(fact.events))
            elif isinstance(fact, GameBegan):
                self.events, self._authors, self._began = [], [], entry.at
                self._recent.clear()  # seats may have changed owners
        self.version += 1
        self._recent.add(self.version, entry.facts)
        self._queue.remember(self.version, entry)

    def history(self, caller: Caller) -> History:
        """The events of the current game as the caller saw them; raises Refused."""
        member, game = admitted(self.table, caller), self.table.game
        if game is None:
            raise Refused(Reason.NOT_FOUND, "no game has begun")
        check_reader(self.table, game, member)
        viewer = viewer_of(self.table, member)
        events = tuple([redact(event, viewer) for event in self.events])
        return History(self.version, game.number, events)

    # Connections.

    @property
    def is_empty(self) -> bool:
        """Whether no client is connected to this server."""
        return self.audience.is_empty

    def here(self) -> tuple[int, ...]:
        """The members who are connected to any server."""
        known = range(1, len(self.table.members) + 1)
        return tuple(sorted(self.hosting.elsewhere.union(self.audience.by_member) & {*known}))

    def attach(
        self, listener: Listener, caller: Caller, since: int | None, *, watches: bool = False
    ) -> None:
        """Add a connection, with the public's view if it only watches; raises Refused."""
        member, owner = admitted(self.table, caller), None
        if watches:
            member, caller, owner = None, NOBODY, caller
        now = self._world.now()
        if self.is_empty and not self.hosting.elsewhere:
            self._automation.wake(now)
        is_first = self.audience.add(listener, caller, member, owner)
        listener.send(
            welcome(
                Instant(self.table, self.version, self.here(), now),
                member,
                self._recent.since(since),
                reads=self.audience.reads(self.table, listener),
            )
        )
        self._update_presence(but=listener)
        if member is not None:
            self._enqueue(Job(lambda table, _: coming_back(table, member.number)))
            if renaming(self.table, caller):
                self._rename(caller)
        self._connections_changed(is_first)

    def detach(self, listener: Listener) -> None:
        was_last = self.audience.remove(listener)
        self._update_presence()
        self._connections_changed(was_last)

    def rename(self, caller: Caller) -> None:
        """Apply a new name, if the caller is connected."""
        if self.audience.rename(caller):
            self._rename(caller)

    def _rename(self, caller: Caller) -> None:
        self._enqueue(Job(lambda table, _: renaming(table, caller)))

    def expel(self, identities: Collection[str]) -> None:
        """Close all connections of banned people, including spectator screens."""
        self._disconnect(self.audience.of_identities(identities), ByeReason.REMOVED)

    def dismiss(self, reason: ByeReason) -> None:
        """Close every connection."""
        self._queue.forget_clients()
        self._disconnect(self.audience.connections, reason)

    def _disconnect(self, listeners: Iterable[Listener], reason: ByeReason) -> None:
        for listener in [*listeners]:
            listener.close(reason)
            self.detach(listener)

    def _update_presence(self, but: Listener | None = None) -> None:
        """Publish changes of presence, and record who is absent."""
        here = self.here()
        self.audience.send_presence(here, but)
        away = [one.number for one in self.table.members if one.number not in here]
        self._automation.notice_away(away if self.hosting.sees_others else (), self._world.now())

    def _connections_changed(self, has_regrouped: bool) -> None:
        if has_regrouped:
            self.hosting.regrouped(self.table.code)
        self.arm()

    def rehost(self, hosting: Hosting) -> None:
        """Update the table's role among the servers."""
        if hosting != self.hosting:
            self.hosting = hosting
            self._update_presence()
            self.arm()

    # Commands.

    @property
    def is_idle(self) -> bool:
        """Whether no command is waiting or in flight."""
        return self._queue.is_idle

    def submit(self, listener: Listener, command: Command) -> None:
        """Take a client's command."""
        caller = self.audience.caller(listener)
        if caller is not None:
            decision = partial(self._decide, caller, command)
            job = Job(decision, caller, command.id, listener, self._world.meter.now())
            if isinstance(command, AskHint):
                job = job._replace(then=partial(self._advise, Asked(listener, command)))
            self._queue.submit(self.table, job)
            self._advance()

    def _advise(self, asked: Asked) -> None:
        self._advice.give(self._world.thinker, asked, self.table.game, self.events)

    def is_done(self, listener: Listener, command_id: str) -> bool:
        """Whether the connection's member already has that command done."""
        caller = self.audience.caller(listener)
        return self._queue.done_by(self.table, caller, command_id) is not None

    def enact(self, decision: Decision) -> None:
        """Queue a decision that is not a client's command."""
        self._enqueue(Job(decision, began=self._world.meter.now()))

    def _decide(
        self, caller: Caller, command: Command, table: Table, around: Circumstances
    ) -> Facts:
        if self.version >= LONGEST_HISTORY and not isinstance(command, Act | Decline):
            raise Refused(Reason.CLOSED, "open another table")
        return decide(table, caller, command, around)

    def _enqueue(self, job: Job) -> None:
        self._queue.add(job)
        self._advance()

    def _advance(self) -> None:
        """Store the next entry, if there is one."""
        flight = self._queue.next(self.table, self.version, self.hosting)
        if flight is not None:
            self._store(flight)

    def _store(self, flight: InFlight) -> None:
        entry = flight.entry
        changed = any(not isinstance(fact, Played) for fact in entry.facts)
        summary = summary_of(after_entry(self.table, entry)) if changed else None
        lists = ListChanges(summary, self._finished(entry), removals_in(self.table, entry))
        text = ENTRY.write(entry).encode("ascii")
        self._world.journal.append(self.table.code, self.version, text, lists, self._stored)

    def _finished(self, entry: Entry) -> tuple[Finished, ...]:
        """The game that ends with an entry, for the lists of all people who sat in it."""
        if not ends_game(entry):
            return ()
        after = after_entry(self.table, entry)
        assert after.game is not None
        news = [event for fact in entry.facts if isinstance(fact, Played) for event in fact.events]
        played = PlayedGame(
            after.game,
            seated_bots(after, after.game),
            [*self.events, *news],
            [*self._authors, *[entry.by] * len(news)],
            self._began,
            entry.at,
        )
        return finished(after, played)

    def _stored(self, error: Exception | None) -> None:
        """Handle the journal's answer: a durable entry has happened."""
        flight = self._queue.settle(error, self.table, self.version, self.hosting)
        if flight is not None:
            if self.version == flight.expected:  # otherwise it was already read from the store
                self._happen(flight.entry)
            if flight.job.began:
                self._world.meter.happened(flight.job.began)
            flight.job.then()
        self._advance()
        self.arm()

    def catch_up(self, entries: Sequence[Entry]) -> None:
        """Apply entries that another server stored after the current version."""
        for entry in entries:
            self._happen(entry)
        if entries:
            self._advance()
            self.arm()

    def caught_up(self) -> None:
        """Called when everything stored before `hosting.catch_up` was called has been applied."""
        self._queue.caught_up()
        self._advance()
        self.arm()

    def _happen(self, entry: Entry) -> None:
        before = self.table
        self._apply(entry)
        if before.members is not self.table.members:
            has_regrouped = self.audience.regroup(self.table)
            self._update_presence()
            if has_regrouped:
                self.hosting.regrouped(self.table.code)
        if any(isinstance(fact, GameBegan) for fact in entry.facts) and not may_watch(self.table):
            self._disconnect(self.audience.strangers(self.table), ByeReason.NO_SPECTATORS)
        change = Change(self.version, entry.facts, entry.at)
        frames = self._scribe.frames(before, self.table, change)
        self.audience.publish(self.table, frames, entry)
        for fact in entry.facts:
            if isinstance(fact, Removed):
                removed = self.audience.of_member(self.table, fact.member)
                self._disconnect(removed, ByeReason.REMOVED)
        if self.table.phase is TablePhase.CLOSED:
            self.dismiss(ByeReason.CLOSED)

    # Automatic moves.

    def tick(self) -> None:
        if self.hosting.is_runner and self.is_idle:
            self.enact(self._due_facts)
        self.arm()

    def _due_facts(self, table: Table, around: Circumstances) -> Facts:
        due = self._automation.due(table)
        return due.decide(around) if due is not None and due.at <= around.now else ()

    def arm(self) -> None:
        """Ask bots for their moves, and set the alarm for the next automatic action."""
        due = None
        if self.hosting.is_runner and self.is_idle and not self.is_empty:
            for question in self._automation.questions(self.table, self.events):
                self._world.thinker.think(question.thought, partial(self._answered, question))
            due = self._automation.due(self.table)
        self._alarm.set(None if due is None else max(due.at, self._queue.retry_at))

    def _answered(self, question: Question, action: Action | None) -> None:
        self._automation.answer(question, action)
        self.arm()
