"""Checks linearizability: clients saw what one sequential game could have shown them.

A table on several servers must look like one table: each command takes effect at one moment between
its sending and its answer. Changes are numbered, so the order need not be guessed. The checks, with
the rules as the model:

- every entry of the history follows by the rules from the ones before it;
- every completed command is there once, with the facts that follow from it at that place; no entry
  has a command that nobody sent;
- it comes after everything that anybody had been sent before it was sent;
- a refused command would have been refused, for the same reason, at some moment between its sending
  and its answer;
- a read returns at least what anybody had been sent before.
"""

import bisect
import itertools
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from calavera.protocol.facts import DiceBound, GameBegan, Joined, Played
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.shapes import COMMAND
from calavera.rules import Event, legal_actions
from calavera.rules import decide as decide_move
from calavera.table.logic.caller import Caller
from calavera.table.logic.decide import decide
from calavera.table.logic.entry import Entry
from calavera.table.logic.evolve import after
from calavera.table.logic.moves import Circumstances, Facts
from calavera.table.logic.table import Table

UNEXPLAINED = frozenset({Reason.BUSY.value, Reason.TOO_FAST.value})
"""Refusals that do not depend on the table."""


class Anomaly(Exception):
    """A violation of linearizability; the message says what."""


class Call(NamedTuple):
    """A command of a client, and its outcome."""

    caller: Caller
    command: dict[str, Any]
    sent: float
    """When it was first sent."""
    answered: float | None = None
    """When the answer came, or None."""
    version: int | None = None
    """The version that it produced."""
    reason: str | None = None
    """Why it was refused."""


class Look(NamedTuple):
    """A client received a version."""

    version: int
    told: float
    asked: float | None = None
    """When it asked, None if the message was unsolicited."""


def check(history: Sequence[Entry], calls: Sequence[Call], looks: Sequence[Look]) -> None:
    """Check one table; raises Anomaly."""
    tables = check_history(history)
    _Table(history, tables, calls, looks).check()


def check_history(history: Sequence[Entry]) -> list[Table]:
    """Check that a history follows the rules; returns the table after each entry."""
    ids = Counter((entry.by, entry.id) for entry in history if entry.id is not None)
    doubled = [one for one, count in ids.items() if count > 1]
    if doubled:
        raise Anomaly(f"done more than once: {doubled}")
    tables = [Table()]
    for version, entry in enumerate(history, start=1):
        table = tables[-1]
        for fact in entry.facts:
            if isinstance(fact, Played):
                _check_played(version, table, fact)
            elif isinstance(fact, GameBegan) and fact.number != table.number + 1:
                raise Anomaly(f"version {version}: game {fact.number} after {table.number}")
            elif isinstance(fact, Joined) and fact.member != len(table.members) + 1:
                raise Anomaly(f"version {version}: member {fact.member} joined")
            table = after(table, fact, entry.at)
        tables.append(table)
    return tables


def _check_played(version: int, table: Table, played: Played) -> None:
    game = table.game
    if game is None:
        raise Anomaly(f"version {version}: a move without a game")
    state = game.state
    if played.seat is None:
        drawn = game.dice.first(game.setup) if not game.state.board.round else game.dice.pick(state)
        expected: list[tuple[Event, ...]] = [(drawn,)]
    else:
        expected = [
            decide_move(state, played.seat, action) for action in legal_actions(state, played.seat)
        ]
    if played.events not in expected:
        raise Anomaly(f"version {version}: not a move of {played.seat} here: {played.events}")


class _Table:
    """One table with all commands and messages."""

    def __init__(
        self,
        history: Sequence[Entry],
        tables: Sequence[Table],
        calls: Sequence[Call],
        looks: Sequence[Look],
    ) -> None:
        self._history = history
        self._tables = tables
        self._calls = calls
        self._looks = looks
        told = [(look.told, look.version) for look in looks]
        told += [(one.answered, one.version) for one in calls if one.answered and one.version]
        told.sort()
        self._moments = [moment for moment, _ in told]
        self._highest = [*itertools.accumulate((version for _, version in told), max)]

    def floor(self, moment: float) -> int:
        """The highest version that anybody had received before a moment."""
        count = bisect.bisect_left(self._moments, moment)
        return self._highest[count - 1] if count else 0

    def check(self) -> None:
        """Check everything; raises Anomaly."""
        if self._highest and self._highest[-1] > len(self._history):
            raise Anomaly(f"version {self._highest[-1]} was told and is not there")
        sent = self._check_senders()
        for call in self._calls:
            if call.version is not None:
                self._check_done(call, call.version)
            elif call.reason is not None:
                self._check_refused(call, call.reason, sent)
        for look in self._looks:
            if look.asked is not None and look.version < self.floor(look.asked):
                raise Anomaly(f"saw {look.version} when {self.floor(look.asked)} was known")

    def _check_senders(self) -> dict[int, float]:
        """Check that every entry with a command has a sender; return when it was sent."""
        known = {(one.caller.identity, one.command["id"]): one for one in self._calls}
        sent = {}
        for version, entry in enumerate(self._history, start=1):
            if entry.id is None or entry.by is None:
                continue
            identity = self._tables[version].members[entry.by - 1].identity
            call = known.get((identity, entry.id))
            if call is None:
                raise Anomaly(f"version {version}: nobody sent {entry.id}")
            if call.reason is not None:
                raise Anomaly(f"{entry.id} was refused as {call.reason} and done at {version}")
            if version <= self.floor(call.sent):
                raise Anomaly(f"{entry.id} was done at {version}, before it was sent")
            self._check_facts(version, call)
            sent[version] = call.sent
        return sent

    def _check_facts(self, version: int, call: Call) -> None:
        """Check that the entry follows from the command at its place."""
        entry = self._history[version - 1]
        secrets = [bytes.fromhex(one.master) for one in entry.facts if isinstance(one, DiceBound)]
        around = Circumstances(entry.at, lambda _: secrets[0])
        try:
            facts: Facts = decide(
                self._tables[version - 1], call.caller, COMMAND.decode(call.command), around
            )
        except Refused as refused:
            raise Anomaly(f"version {version}: {call.command} is {refused.reason.value}") from None
        if facts != entry.facts:
            raise Anomaly(f"version {version}: {call.command} came to {entry.facts}")

    def _check_done(self, call: Call, version: int) -> None:
        entry = self._history[version - 1]
        members = self._tables[version].members
        own = entry.by is not None and members[entry.by - 1].identity == call.caller.identity
        is_there = own and entry.id == call.command["id"]
        if not is_there and not self._changes_nothing(call, version):
            raise Anomaly(f"{call.command} was done at {version} and is not there")

    def _changes_nothing(self, call: Call, version: int) -> bool:
        """Check that a command without effect is answered with the version it was decided at."""
        if version < self.floor(call.sent):
            return False
        try:
            return not self._decided(call, version)
        except Refused:
            return False

    def _decided(self, call: Call, version: int) -> Facts:
        at = self._history[version - 1].at if version else 0
        around = Circumstances(at, bytes)
        return decide(self._tables[version], call.caller, COMMAND.decode(call.command), around)

    def _check_refused(self, call: Call, reason: str, sent: dict[int, float]) -> None:
        if reason in UNEXPLAINED:
            return
        assert call.answered is not None
        last = len(self._history)
        later = [version for version, moment in sent.items() if moment > call.answered]
        if later:
            last = min(later) - 1
        for version in range(self.floor(call.sent), last + 1):
            try:
                self._decided(call, version)
            except Refused as refused:
                if refused.reason.value == reason:
                    return
        raise Anomaly(f"{json.dumps(call.command)} was refused as {reason}, at no time rightly")
