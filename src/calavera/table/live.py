"""One live table: commands in, frames out.

A program without input or output of its own: it is handed what it needs through the small
protocols of `ports.py`, and it never waits. Commands stand in one queue. Each is decided, then
stored; when it is durable the table changes and everybody is told, each what they may know; then
comes the next.
"""

import logging
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from calavera.rules import Event, redact
from calavera.table.admission import admitted, check_reader, may_watch
from calavera.table.answers import as_bytes, refuse
from calavera.table.audience import Audience
from calavera.table.automation import Automation, Pace
from calavera.table.caller import NOBODY, Caller
from calavera.table.commands import Act, Command, Decline
from calavera.table.decide import decide, renaming
from calavera.table.entry import Entry
from calavera.table.evolve import after_entry
from calavera.table.facts import Fact, GameBegan, Played, Removed
from calavera.table.frames import Change, Moment, Scribe, welcome
from calavera.table.history import History
from calavera.table.job import Job
from calavera.table.memory import Memory
from calavera.table.messages import ByeReason, Done
from calavera.table.moves import Circumstances
from calavera.table.ports import Alarm, Conflict, Listener, World
from calavera.table.reasons import Reason, Refused
from calavera.table.scene import viewer_of
from calavera.table.shapes import ENTRY
from calavera.table.summary import summary_of
from calavera.table.table import Table, TablePhase

_LOGGER: Final = logging.getLogger("calavera.tables")

MOST_WAITING: Final = 200
"""How many commands may stand in the queue."""

LONGEST_HISTORY: Final = 200_000
"""After so many entries a game may still be played to its end, and nothing else be done."""

RETRY: Final = 500
"""Milliseconds until what happens by itself is tried again, where it could not be stored."""

MOST_TRIES: Final = 20
"""How often a command is decided anew because others were faster; then its sender is told so."""


class LiveTable:
    """A table that people are at."""

    def __init__(self, world: World, alarm: Alarm, pace: Pace) -> None:
        self.table = Table()
        self.version = 0
        self.events: list[Event] = []
        """What happened in the present game, secrets and all."""
        self._world = world
        self._alarm = alarm
        self._automation = Automation(self, world, pace)
        self._scribe = Scribe()
        self._queue: deque[Job] = deque()
        self._retry_at = 0
        self._storing: tuple[Job, Entry, int] | None = None
        """What is on its way to the store, and after which version."""
        self._is_behind = False
        self._memory = Memory()
        self.audience = Audience()
        self.behind: Callable[[], None] = lambda: None
        """Called where the history has gone on elsewhere: then `caught_up` is waited for."""
        self.regrouped: Callable[[], None] = lambda: None
        """Called where other members are connected here than before."""
        self.is_shared = False
        """Whether other servers write to the history too: nothing is refused without a look."""
        self.is_blind = False
        """Whether it is not known now who is connected by other servers."""
        self.is_runner = True
        """Whether clocks and bots are run here."""

    # The history.

    def restore(self, entries: Iterable[Entry]) -> None:
        """Bring the table to where its history ends."""
        for entry in entries:
            self._apply(entry)
        self._automation.wake(self._world.now())

    def _apply(self, entry: Entry) -> None:
        self.table = after_entry(self.table, entry)
        for fact in entry.facts:
            if isinstance(fact, Played):
                self.events.extend(fact.events)
            elif isinstance(fact, GameBegan):
                self.events = []
                self._memory.forget_facts()  # what was whose is another matter now
        self.version += 1
        self._memory.add(self.version, entry)

    # People come and go.

    @property
    def is_empty(self) -> bool:
        """Whether nobody is connected."""
        return self.audience.is_empty

    @property
    def is_idle(self) -> bool:
        """Whether nothing is on its way to the store."""
        return self._storing is None and not self._queue

    def here(self) -> tuple[int, ...]:
        """The members that are connected."""
        return self.audience.here(self.table)

    def attach(
        self, listener: Listener, caller: Caller, since: int | None, *, watches: bool = False
    ) -> None:
        """Somebody connects, as the public if they only watch; raises Refused if they may not."""
        member, owner = admitted(self.table, caller), None
        if watches:
            member, caller, owner = None, NOBODY, caller
        if self.is_empty and not self.audience.elsewhere:
            self._automation.wake(self._world.now())
        is_first = self.audience.add(listener, caller, member, owner)
        listener.send(
            welcome(
                Moment(self.table, self.version, self.here(), self._world.now()),
                member,
                self._memory.missed(since),
                reads=self.audience.reads(self.table, listener),
            )
        )
        if member is not None:
            if is_first and member.number not in self.audience.elsewhere:
                self.audience.send_presence(self.table, but=listener)
            self._enqueue(Job(lambda: self._automation.returned(member.number)))
            if renaming(self.table, caller):
                self._rename(caller)
        if is_first:
            self.regrouped()
        self.arm()

    def history(self, caller: Caller) -> History:
        """The present game, event for event, as somebody saw it; raises Refused."""
        member, game = admitted(self.table, caller), self.table.game
        if game is None:
            raise Refused(Reason.NOT_FOUND, "no game has begun")
        check_reader(self.table, game, member)
        viewer = viewer_of(self.table, member)
        events = tuple([redact(event, viewer) for event in self.events])
        return History(self.version, game.number, events)

    def rename(self, caller: Caller) -> None:
        """Somebody who may be connected has another name."""
        if self.audience.rename(caller):
            self._rename(caller)

    def _rename(self, caller: Caller) -> None:
        self._enqueue(Job(lambda: renaming(self.table, caller)))

    def expel(self, identities: Collection[str]) -> None:
        """Close the connections of people who may not use the server, their screens too."""
        self._send_away(self.audience.of_identities(identities), ByeReason.REMOVED)

    def is_done(self, listener: Listener, command_id: str) -> bool:
        """Whether that command of theirs was answered before."""
        return self._done(self.audience.caller(listener), command_id) is not None

    def detach(self, listener: Listener) -> None:
        """A connection is gone."""
        number = self.audience.remove(listener)
        if number is not None:
            if number not in self.audience.elsewhere:
                self._automation.went(number, self._world.now())
                self.audience.send_presence(self.table)
            self.regrouped()
        self.arm()

    def others_are(self, members: frozenset[int]) -> None:
        """Who is connected to the table by other servers now."""
        if members == self.audience.elsewhere:
            return
        here, gone = self.here(), self.audience.elsewhere - members
        self.audience.elsewhere = members
        for number in gone.difference(self.audience.by_member):
            self._automation.went(number, self._world.now())
        for number in members:
            self._automation.came(number)
        if self.here() != here:
            self.audience.send_presence(self.table)
        self.arm()

    # Commands.

    def submit(self, listener: Listener, command: Command) -> None:
        """Somebody asks for something."""
        caller = self.audience.caller(listener)
        if caller is None:
            return
        done = self._done(caller, command.id)
        if done is not None:
            listener.send(as_bytes(Done(command.id, done)))
            return
        if len(self._queue) >= MOST_WAITING:
            self._refuse(listener, command.id, Refused(Reason.BUSY))
            return
        if self.version >= LONGEST_HISTORY and not isinstance(command, Act | Decline):
            self._refuse(listener, command.id, Refused(Reason.CLOSED, "open another table"))
            return
        self._enqueue(
            Job(
                lambda: decide(self.table, caller, command, self._around()),
                caller,
                command.id,
                listener,
                self._world.meter.now(),
            )
        )

    def enact(self, decision: Callable[[], Sequence[Fact]]) -> None:
        """Something happens by itself, or by the hand of who runs the server."""
        self._enqueue(Job(lambda: tuple(decision()), began=self._world.meter.now()))

    def _around(self) -> Circumstances:
        return Circumstances(self._world.now(), self._world.random)

    def _enqueue(self, job: Job) -> None:
        self._queue.append(job)
        self._next()

    def _next(self) -> None:
        """Decide what stands first in the queue, until something has to be stored."""
        while self._queue and self._storing is None and not self._is_behind:
            job = self._queue.popleft()
            done = self._done(job.caller, job.id)
            if done is not None and job.listener is not None:
                job.listener.send(as_bytes(Done(job.id or "", done)))
                continue
            try:
                facts = job.decide()
            except Refused as refused:
                if self._is_doubtful(job):
                    self._look_again(job)
                else:
                    self._refuse(job.listener, job.id, refused)
                continue
            except Exception:  # a mistake of ours must not stop the table
                _LOGGER.exception("a command of table %s failed", self.table.code)
                self._refuse(job.listener, job.id, Refused(Reason.BUSY))
                continue
            if facts:
                self._store(job, facts)
            elif self._is_doubtful(job):
                self._look_again(job)
            elif job.listener is not None and job.id is not None:
                job.listener.send(as_bytes(Done(job.id, self.version)))

    def _is_doubtful(self, job: Job) -> bool:
        """Whether the table may have gone on elsewhere, so that a command fits after all."""
        return self.is_shared and job.listener is not None and not job.is_checked

    def _look_again(self, job: Job) -> None:
        """Decide it once more, at the table as it is in the store now."""
        self._queue.appendleft(job._replace(is_checked=True))
        self._is_behind = True
        self.behind()

    def _refuse(self, listener: Listener | None, command_id: str | None, why: Refused) -> None:
        if listener is not None:
            self._world.meter.refused(why.reason)
            refuse(listener, command_id, why)

    def _done(self, caller: Caller | None, command_id: str | None) -> int | None:
        """The version by which a command was done before."""
        member = self.table.member_of(caller.identity) if caller else None
        if member is None or command_id is None:
            return None
        return self._memory.done(member.number, command_id)

    def _number(self, caller: Caller | None) -> int | None:
        """The member whose command it is; who is new here will be the next."""
        if caller is None:
            return None
        member = self.table.member_of(caller.identity)
        return member.number if member else len(self.table.members) + 1

    def _store(self, job: Job, facts: tuple[Fact, ...]) -> None:
        entry = Entry(self._number(job.caller), job.id, self._world.now(), facts)
        self._storing = (job, entry, self.version)
        changed = any(not isinstance(fact, Played) for fact in facts)
        summary = summary_of(after_entry(self.table, entry)) if changed else None
        text = ENTRY.write(entry).encode("ascii")
        self._world.journal.append(self.table.code, self.version, text, summary, self._stored)

    def _stored(self, error: Exception | None) -> None:
        """The entry is durable: now it has happened, and everybody is told."""
        if self._storing is None:
            return
        job, entry, version = self._storing
        self._storing = None
        if error is None:
            if self.version == version:  # else it was read from the store before this was told
                self._happen(entry)
            if job.began:
                self._world.meter.happened(job.began)
        elif isinstance(error, Conflict) and job.tries < MOST_TRIES:
            # Somebody wrote first: the command is decided anew, at the table as it is then.
            self._queue.appendleft(job._replace(tries=job.tries + 1))
            if self.version == version:
                self._is_behind = True
                self.behind()
        else:
            self._refuse(job.listener, job.id, Refused(Reason.BUSY, "try again"))
            self._retry_at = self._world.now() + RETRY
        self._next()
        self.arm()

    def catch_up(self, entries: Sequence[Entry]) -> None:
        """What another program stored for this table, from the present version on."""
        for entry in entries:
            self._happen(entry)
        if entries:
            self._next()
            self.arm()

    def caught_up(self) -> None:
        """Everything is here that was stored when `behind` was called."""
        self._is_behind = False
        self._next()
        self.arm()

    def _happen(self, entry: Entry) -> None:
        before = self.table
        self._apply(entry)
        if before.members is not self.table.members:
            self._regroup()
        if any(isinstance(fact, GameBegan) for fact in entry.facts) and not may_watch(self.table):
            self._send_away(self.audience.strangers(self.table), ByeReason.NO_SPECTATORS)
        change = Change(self.version, entry.facts, entry.at)
        frames = self._scribe.frames(before, self.table, change)
        self.audience.publish(self.table, frames, entry)
        for fact in entry.facts:
            if isinstance(fact, Removed):
                removed = self.audience.of_member(self.table, fact.member)
                self._send_away(removed, ByeReason.REMOVED)
        if self.table.phase is TablePhase.CLOSED:
            self.dismiss(ByeReason.CLOSED)

    def _regroup(self) -> None:
        has_changed = self.audience.regroup(self.table)
        if self.audience.is_presence_stale(self.table):
            self.audience.send_presence(self.table)
        if has_changed:
            self.regrouped()

    def _send_away(self, listeners: Iterable[Listener], reason: ByeReason) -> None:
        for listener in [*listeners]:
            listener.close(reason)
            self.detach(listener)

    def dismiss(self, reason: ByeReason) -> None:
        """Close every connection; what they asked for they ask again, elsewhere."""
        # To be decided here later would be after they may have been refused there.
        self._queue = deque(job for job in self._queue if job.listener is None)
        if self._storing is not None:
            job = self._storing[0]._replace(listener=None, tries=MOST_TRIES)
            self._storing = (job, *self._storing[1:])
        self._send_away(self.audience.connections, reason)

    def fall_asleep(self) -> None:
        """It leaves the memory: nothing in it may hold it there by referring to itself."""
        del self._automation

    # What happens by itself.

    def tick(self) -> None:
        """It is the time that the alarm was set to."""
        if self.is_runner and self.is_idle:
            self._automation.act(self._world.now())
        self.arm()

    def share(self, *, runs: bool, sees: bool) -> None:
        """Whether this server runs clocks and bots, and knows who is connected by others."""
        if (runs, not sees) != (self.is_runner, self.is_blind):
            if sees and self.is_blind:
                self._automation.forget_absence(self._world.now())
            self.is_runner, self.is_blind = runs, not sees
            self.arm()

    def arm(self) -> None:
        """Set the alarm to what happens next by itself."""
        idle = not (self.is_runner and self.is_idle and not self.is_empty)
        due = None if idle else self._automation.due()
        self._alarm.set(None if due is None else max(due, self._retry_at))
