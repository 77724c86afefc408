"""The command queue of a table: in order, each command answered once."""

import logging
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from calavera.protocol.messages import Done
from calavera.protocol.reasons import Reason, Refused
from calavera.table.live.answers import as_bytes, refuse
from calavera.table.live.ports import Conflict, Hosting, Listener, World
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import Entry
from calavera.table.logic.moves import Circumstances, Facts
from calavera.table.logic.table import Table

_LOGGER: Final = logging.getLogger("calavera.tables")

MOST_WAITING: Final = 200
"""How many commands may wait."""

MOST_TRIES: Final = 20
"""How often a command is decided again after a version conflict."""

MOST_REMEMBERED: Final = 32
"""Answered commands remembered per member; more than a client has in flight."""

RETRY: Final = 500
"""Milliseconds until automatic moves are retried after a journal failure."""

Decision: TypeAlias = Callable[[Table, Circumstances], Facts]
"""Returns the facts that follow; raises Refused."""


def _nothing() -> None:
    pass


class Job(NamedTuple):
    """A decision to make."""

    decide: Decision
    caller: Caller | None = None
    """The sender of the command, if any."""
    id: str | None = None
    """The command's id."""
    listener: Listener | None = None
    """The connection that is answered."""
    began: float = 0.0
    """When it arrived, on the meter's clock; 0 if not measured."""
    tries: int = 0
    """The number of version conflicts so far."""
    is_checked: bool = False
    """Whether the table has caught up with the store since it arrived."""
    then: Callable[[], None] = _nothing
    """Called once the command is done, also when it was done before."""


class InFlight(NamedTuple):
    """An entry on its way to the journal."""

    job: Job
    entry: Entry
    expected: int
    """The version before it."""


class CommandQueue:
    """Decides commands in order, with one entry in flight to the journal at a time.

    It holds no table: each call passes the current one.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._jobs: deque[Job] = deque()
        self._in_flight: InFlight | None = None
        self._is_behind = False
        """Whether decisions wait for the table to catch up with the store."""
        self._answered: defaultdict[int, dict[str, int]] = defaultdict(dict)
        """By member: the ids of completed commands, with their versions."""
        self.retry_at = 0
        """The earliest time of the next automatic move."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing is waiting or in flight."""
        return not (self._jobs or self._in_flight or self._is_behind)

    def add(self, job: Job) -> None:
        """Append a decision that is not a client's command."""
        self._jobs.append(job)

    def submit(self, table: Table, job: Job) -> None:
        """Append a client's command, or answer it at once."""
        if self._answer_again(table, job):
            return
        if len(self._jobs) >= MOST_WAITING:
            self._refuse(job, Refused(Reason.BUSY))
        else:
            self._jobs.append(job)

    def next(self, table: Table, version: int, hosting: Hosting) -> InFlight | None:
        """Decide commands until one has an entry to store."""
        while self._jobs and self._in_flight is None and not self._is_behind:
            job = self._jobs.popleft()
            if self._answer_again(table, job):
                continue
            facts, refused = self._decide(table, job)
            if facts:
                entry = Entry(_author(table, job.caller), job.id, self._world.now(), facts)
                self._in_flight = InFlight(job, entry, version)
                return self._in_flight
            if hosting.is_shared and job.listener is not None and not job.is_checked:
                # The command may be legal after changes on another server.
                self._retry(job._replace(is_checked=True), table, hosting)
                return None
            if refused is not None:
                self._refuse(job, refused)
            elif job.listener is not None and job.id is not None:
                job.listener.send(as_bytes(Done(job.id, version)))
                job.then()
        return None

    def _decide(self, table: Table, job: Job) -> tuple[Facts, Refused | None]:
        around = Circumstances(self._world.now(), self._world.random)
        try:
            return job.decide(table, around), None
        except Refused as refused:
            return (), refused
        except Exception:  # a bug must not stop the table
            _LOGGER.exception("a command of table %s failed", table.code)
            return (), Refused(Reason.BUSY)

    def settle(
        self, error: Exception | None, table: Table, version: int, hosting: Hosting
    ) -> InFlight | None:
        """Handle the journal's answer; return the entry if it was stored."""
        flight, self._in_flight = self._in_flight, None
        if flight is None or error is None:
            return flight
        job = flight.job
        if not isinstance(error, Conflict) or job.tries >= MOST_TRIES:
            self._refuse(job, Refused(Reason.BUSY, "try again"))
            self.retry_at = self._world.now() + RETRY
        elif version == flight.expected:
            self._retry(job._replace(tries=job.tries + 1), table, hosting)
        else:  # the table has already caught up
            self._jobs.appendleft(job._replace(tries=job.tries + 1))
        return None

    def _retry(self, job: Job, table: Table, hosting: Hosting) -> None:
        """Decide it again, once the table has caught up with the store."""
        self._jobs.appendleft(job)
        self._is_behind = True
        hosting.catch_up(table.code)

    def caught_up(self) -> None:
        """Called when the table has caught up with the store."""
        self._is_behind = False

    def forget_clients(self) -> None:
        """Drop all client commands: clients will send them to another server."""
        # A command decided here later could take effect after its refusal there.
        self._jobs = deque(job for job in self._jobs if job.listener is None)
        if self._in_flight is not None:
            job = self._in_flight.job._replace(listener=None, tries=MOST_TRIES, then=_nothing)
            self._in_flight = self._in_flight._replace(job=job)

    def _refuse(self, job: Job, why: Refused) -> None:
        if job.listener is not None:
            self._world.meter.refused(why.reason)
            refuse(job.listener, job.id, why)

    # Idempotent commands.

    def remember(self, version: int, entry: Entry) -> None:
        """Record that an entry's command is done."""
        if entry.by is not None and entry.id is not None:
            answered = self._answered[entry.by]
            answered[entry.id] = version
            if len(answered) > MOST_REMEMBERED:
                del answered[next(iter(answered))]

    def done_by(self, table: Table, caller: Caller | None, command_id: str | None) -> int | None:
        """The version that a command produced, if it is done."""
        member = table.member_of(caller.identity) if caller else None
        if member is None or command_id is None:
            return None
        return self._answered[member.number].get(command_id)

    def _answer_again(self, table: Table, job: Job) -> bool:
        """Repeat the answer to a completed command; return whether it was one."""
        done = self.done_by(table, job.caller, job.id)
        if done is None or job.id is None or job.listener is None:
            return False
        job.listener.send(as_bytes(Done(job.id, done)))
        job.then()
        return True


def _author(table: Table, caller: Caller | None) -> int | None:
    """The member who sent a command; a newcomer will be the next member."""
    if caller is None:
        return None
    member = table.member_of(caller.identity)
    return member.number if member else len(table.members) + 1
