"""The linearizability check: a correct history passes, each kind of violation is caught."""

import random
from typing import Any

import pytest

from calavera.protocol.facts import Played, Said
from calavera.protocol.messages import Frame, RefusedMessage
from calavera.protocol.settings import Settings
from calavera.protocol.shapes import COMMAND
from calavera.record.codec.values import encode
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import Entry
from tests.server.linear import Anomaly, Call, Look, check
from tests.table.doubles import Harness


class Recording:
    """A game of two at one correct table: all commands and messages, a tick apart."""

    def __init__(self, seed: int = 1) -> None:
        self.calls: list[Call] = []
        self.looks: list[Look] = []
        self._harness = Harness(Settings(players=2, showing=0), seed=seed)
        self._clock = 0.0
        self._ears = [self._harness.connect(name) for name in ("Ana", "Bo")]
        rng = random.Random(seed)
        for ear in self._ears:
            self.ask(ear, {"type": "sit", "place": None})
            self.ask(ear, {"type": "ready", "ready": True, "salt": ""})
        self.ask(self._ears[0], {"type": "start"})
        for _ in range(12):
            ear, seat, action = rng.choice(
                [(ear, *move) for ear in self._ears for move in ear.moves()]
            )
            game = ear._data["game"]
            self.ask(
                ear,
                {
                    "type": "act",
                    "game": game["number"],
                    "seat": "ab"[seat],
                    "decision": game["view"]["own"][0]["decision"],
                    "action": encode(action),
                },
            )
        self.ask(self._ears[0], {"type": "start"})  # refused: a game is being played
        self.ask(self._ears[1], {"type": "say", "text": "well"})

    @property
    def history(self) -> list[Entry]:
        return self._harness.entries()

    def ask(self, ear: Any, command: dict[str, Any]) -> None:
        command = {"id": f"c{len(self.calls)}", **command}
        sent = self._tick()
        answer = self._harness.do(ear, COMMAND.decode(command))
        call = Call(ear.caller, command, sent, self._tick())
        if isinstance(answer, Frame):
            self.calls.append(call._replace(version=answer.version))
            self.looks.append(Look(answer.version, self._tick()))
        else:
            assert isinstance(answer, RefusedMessage)
            self.calls.append(call._replace(reason=answer.reason.value))

    def _tick(self) -> float:
        self._clock += 1
        return self._clock

    def check(self, history: list[Entry] | None = None) -> None:
        check(history or self.history, self.calls, self.looks)

    def change(self, number: int, **changes: Any) -> None:
        self.calls[number] = self.calls[number]._replace(**changes)


@pytest.fixture
def recording() -> Recording:
    return Recording()


def test_an_honest_table_passes(recording: Recording) -> None:
    assert any(call.reason for call in recording.calls)
    recording.check()


def test_a_command_whose_answer_never_came_may_be_there_or_not(recording: Recording) -> None:
    recording.change(4, answered=None, version=None)
    recording.calls.append(Call(Caller("nobody", ""), {"id": "x", "type": "start"}, 0.0))
    recording.check()


def test_an_acknowledged_move_that_is_lost(recording: Recording) -> None:
    with pytest.raises(Anomaly, match="is not there"):
        recording.check(recording.history[:-1])


def test_a_move_that_is_there_twice(recording: Recording) -> None:
    with pytest.raises(Anomaly, match="more than once"):
        recording.check([*recording.history, recording.history[-1]])


def test_two_moves_in_the_wrong_order(recording: Recording) -> None:
    history = recording.history
    moves = [place for place, one in enumerate(history) if isinstance(one.facts[0], Played)]
    first, second = moves[-2:]
    history[first], history[second] = history[second], history[first]
    with pytest.raises(Anomaly):
        recording.check(history)


def test_an_entry_that_nobody_asked_for(recording: Recording) -> None:
    forged = Entry(1, "forged", 0, (Said(1, "I never said that"),))
    with pytest.raises(Anomaly, match="nobody sent"):
        recording.check([*recording.history, forged])


def test_an_entry_that_does_not_follow_from_its_command(recording: Recording) -> None:
    history = recording.history
    history[-1] = history[-1]._replace(facts=(Said(2, "something else"),))
    with pytest.raises(Anomaly, match="came to"):
        recording.check(history)


def test_a_move_that_the_rules_forbid(recording: Recording) -> None:
    history = recording.history
    moves = [place for place, one in enumerate(history) if isinstance(one.facts[0], Played)]
    played = history[moves[0]].facts[0]
    assert isinstance(played, Played)
    history.append(Entry(None, None, 0, (played, played)))
    with pytest.raises(Anomaly, match="not a move"):
        recording.check(history)


def test_a_stale_read_is_an_anomaly(recording: Recording) -> None:
    last = max(look.told for look in recording.looks)
    recording.looks.append(Look(len(recording.history) - 1, last + 2, last + 1))
    with pytest.raises(Anomaly, match="was known"):
        recording.check()


def test_a_command_that_was_done_before_it_was_sent(recording: Recording) -> None:
    recording.change(3, sent=1000.0, answered=1001.0)
    with pytest.raises(Anomaly, match="before it was sent"):
        recording.check()


def test_a_command_that_was_refused_and_done(recording: Recording) -> None:
    recording.change(5, version=None, reason="stale")
    with pytest.raises(Anomaly, match="refused as stale and done"):
        recording.check()


def test_a_refusal_that_was_right_only_long_before(recording: Recording) -> None:
    """As from a server that is behind: "not ready" after everybody received the start."""
    refused = next(place for place, call in enumerate(recording.calls) if call.reason)
    recording.change(refused, reason="not-ready")
    with pytest.raises(Anomaly, match="at no time rightly"):
        recording.check()


def test_a_version_that_is_not_there(recording: Recording) -> None:
    recording.looks.append(Look(len(recording.history) + 1, 1.0))
    with pytest.raises(Anomaly, match="is not there"):
        recording.check()
