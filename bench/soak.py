"""Soak test: `python -m bench.soak`, half an hour; `--minutes 1` for a quick look.

A thousand tables of people and bots at a realistic pace, on a dedicated server with a store on
disk: people think, talk, lose their connection and reconnect, and play game after game. Each minute
prints moves, latency, memory and errors. At the end: whether memory and latency stayed flat after
the first fifth.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.live import Server

SEATS = "abcdefghijkl"
SHOWING = 2
"""Seconds for showing discs."""

BOTS = ("cautious", "bold", "mirror", "belief")
EXPECTED = ("stale", "not-your-turn", "wrong-phase", "wrong-game", "too-fast", "not-ready")
"""Expected refusals: the game was over, or had moved on."""


class Minute(NamedTuple):
    """The figures of one minute."""

    moves: int
    middle: float
    late: float
    """Milliseconds from sending a move to receiving it: median and p99."""

    memory: float
    processor: float
    """CPU seconds per second."""


class Evening:
    """All people, and what they measured."""

    def __init__(self, server: Server, rng: random.Random, think: float) -> None:
        self._server = server
        self.rng = rng
        self.delays: list[float] = []
        self.wrong: Counter[str] = Counter()
        self.returns = 0
        self.games = 0
        self._think = think
        self._tasks: set[asyncio.Task[None]] = set()

    def think(self) -> float:
        """Seconds before a move."""
        return 0.2 + self.rng.expovariate(1 / self._think)

    async def open_table(self) -> None:
        """A table of one to three people and some bots."""
        rng, call = self.rng, self._server.call
        people, bots = rng.randint(1, 3), rng.randint(1, 3)
        tokens = [
            (await asyncio.to_thread(call, "/api/identities"))["token"] for _ in range(people)
        ]
        body = {
            "settings": {"players": people + bots, "showing": SHOWING},
            "bots": [rng.choice(BOTS) for _ in range(bots)],
        }
        code = (await asyncio.to_thread(call, "/api/tables", tokens[0], body))["code"]
        for place, token in enumerate(tokens):
            await self.connect(Guest(self, code, place, people, token))

    async def connect(self, guest: "Guest") -> None:
        """Open a guest's connection."""
        await ws_connect(
            lambda: guest,
            f"ws://127.0.0.1:{self._server.port}/api/tables/{guest.code}/socket",
            extra_headers={"Authorization": f"Bearer {guest.token}"},
        )

    def come_back(self, guest: "Guest") -> None:
        """Reconnect after a short delay."""
        self.returns += 1
        task = asyncio.ensure_future(self._come_back(guest))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _come_back(self, guest: "Guest") -> None:
        await asyncio.sleep(self.rng.uniform(0.1, 5.0))
        try:
            await self.connect(guest)
        except Exception as error:  # any error is a finding
            self.wrong[f"cannot reconnect: {type(error).__name__}"] += 1


class Guest(WSListener):
    """A person who plays game after game."""

    def __init__(self, evening: Evening, code: str, place: int, people: int, token: str) -> None:
        self.code = code
        self.token = token
        self._evening = evening
        self._place = place
        self._people = people
        self._number = 0
        self._sent: dict[str, float] = {}
        self._asked: tuple[int, str, int] | None = None
        self._deed: tuple[tuple[int, str, int], dict[str, Any]] | None = None
        self._ready_for = -1
        self._transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._asked, self._ready_for = None, -1
        self._sent.clear()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._transport = None
        self._evening.come_back(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = json.loads(frame.get_payload_as_bytes())
        kind = message["type"]
        if kind == "refused" and message["reason"] == "too-soon":
            asyncio.get_running_loop().call_later(SHOWING, self._again)
        elif kind == "refused" and message["reason"] not in EXPECTED:
            self._evening.wrong[f"refused: {message['reason']}"] += 1
        elif kind == "bye":
            self._evening.wrong[f"bye: {message['reason']}"] += 1
        elif kind in ("frame", "welcome"):
            self._look(message)

    def _look(self, message: dict[str, Any]) -> None:
        sent = self._sent.pop(message.get("done") or "", None)
        if sent is not None:
            self._evening.delays.append(time.monotonic() - sent)
        room, game = message["room"], message["game"]
        if room is not None and room["phase"] == "gathering":
            self._gather(room, 0 if game is None else game["number"])
        elif game is not None:
            self._play(game)

    def _gather(self, room: dict[str, Any], game: int) -> None:
        mine = room["places"][self._place]
        if self._ready_for != game:
            self._ready_for = game
            self._evening.games += self._place == 0 and game > 0
            if mine.get("member") is None:
                self._send({"type": "sit", "place": self._place})
            self._send({"type": "ready", "ready": True, "salt": "00"})
        taken = [place for place in room["places"][: self._people] if place["ready"]]
        if self._place == 0 and len(taken) == self._people:
            self._send({"type": "start"})

    def _play(self, game: dict[str, Any]) -> None:
        view = game["view"]
        for own in view["own"]:
            seat = own["seat"]
            asked = (game["number"], seat, own["decision"])
            legal = [action for action in own["legal"] if action["type"] != "show"]
            if seat in view["board"]["turn"] and legal and self._asked != asked:
                self._asked = asked
                action = self._evening.rng.choice(legal)
                asyncio.get_running_loop().call_later(
                    self._evening.think(), partial(self._act, asked, action)
                )

    def _again(self) -> None:
        """Play again, after the time to show discs."""
        if self._deed is not None:
            self._act(*self._deed)

    def _act(self, asked: tuple[int, str, int], action: dict[str, Any]) -> None:
        self._deed = (asked, action)
        chance = self._evening.rng.random()
        if self._transport is not None and chance < 0.01:
            self._transport.disconnect()  # a tunnel
            return
        if chance > 0.97:
            self._send({"type": "say", "text": "Are you sure?"})
        keys = dict(zip(("game", "seat", "decision"), asked, strict=True))
        self._send({"type": "act", **keys, "action": action}, timed=True)

    def _send(self, command: dict[str, Any], *, timed: bool = False) -> None:
        if self._transport is None:
            return
        self._number += 1
        command["id"] = f"p{self._place}-{self._number}-{self._evening.rng.randrange(10**9)}"
        if timed:
            self._sent = {command["id"]: time.monotonic()}
        self._transport.send(WSMsgType.TEXT, json.dumps(command).encode())


async def soak(server: Server, tables: int, minutes: int, think: float) -> list[Minute]:
    """Run the soak test, printing each minute."""
    evening = Evening(server, random.Random(7), think)
    for _ in range(tables):
        await evening.open_table()
    print(f"{tables:,} tables are open: {minutes} minutes", flush=True)
    told: list[Minute] = []
    for number in range(1, minutes + 1):
        evening.delays.clear()
        cpu = server.cpu_seconds()
        await asyncio.sleep(60)
        told.append(_minute(evening, server, cpu))
        print(f"{number:3} min: {_line(told[-1])}{_wrong(evening)}", flush=True)
    print(f"{evening.games:,} games ended, {evening.returns:,} lost their line and came back")
    return told


def _minute(evening: Evening, server: Server, cpu: float) -> Minute:
    delays = sorted(evening.delays) or [0.0]
    return Minute(
        len(evening.delays),
        delays[len(delays) // 2] * 1000,
        delays[len(delays) * 99 // 100] * 1000,
        server.megabytes(),
        (server.cpu_seconds() - cpu) / 60,
    )


def _line(one: Minute) -> str:
    return (
        f"{one.moves:6,} moves of people, answered in {one.middle:.1f} ms, p99 {one.late:.0f} ms;"
        f" {one.memory:.0f} MB, {100 * one.processor:.0f} % of a core"
    )


def _wrong(evening: Evening) -> str:
    return "".join(f"; {count} {what}" for what, count in evening.wrong.items()) or "; no error"


def verdict(told: list[Minute]) -> str:
    """Compare the end with the time after the warm-up."""
    warm = told[len(told) // 5 :]
    third = max(1, len(warm) // 3)
    early, late = warm[:third], warm[-third:]
    memory = _mean([one.memory for one in late]) / _mean([one.memory for one in early])
    slow = _mean([one.late for one in late]) / max(0.001, _mean([one.late for one in early]))
    return f"after the warm-up: memory at the end {memory:.3f} times, p99 {slow:.2f} times"


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def run(tables: int, minutes: int, think: float) -> None:
    """Start a server and soak it."""
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:///{Path(folder) / 'soak.db'}"
        server = Server(store, "--pace")
        try:
            print(verdict(uvloop.run(soak(server, tables, minutes, think))), flush=True)
        finally:
            server.stop()


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--think", type=float, default=2.0, help="seconds to think, on average (2)")
    asked = parser.parse_args()
    run(asked.tables, asked.minutes, asked.think)


if __name__ == "__main__":
    main()
