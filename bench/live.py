"""How many moves a server of live tables carries: `python -m bench.live`.

Tables of people who answer as fast as they are asked, every move stored durably; counted per CPU
second of the server's process. The people are simulated in this process, on the other core.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

SEATS = "abcdefghijkl"


class Server:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        store = f"sqlite:///{folder / 'bench.db'}"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.live_server", store], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    def cpu_seconds(self) -> float:
        """CPU time of the process so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes that the process holds."""
        for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()

    def call(self, path: str, token: str = "", body: Any = None) -> Any:
        """A call of its API."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            method="POST",
            data=json.dumps(body).encode() if body is not None else b"",
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


class Count:
    """What all people did together."""

    def __init__(self) -> None:
        self.moves = 0
        self.delays: list[float] = []
        self.sent: dict[str, float] = {}
        self.pause = 0.0


class Person(WSListener):
    """Plays at random, as soon as it may."""

    def __init__(self, count: Count, place: int, rng: random.Random) -> None:
        self._count = count
        self._place = place
        self._rng = rng
        self._number = 0
        self._answered: tuple[int, int] = (0, -1)
        self._transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self.send({"type": "sit", "place": self._place})
        self.ready()

    def ready(self) -> None:
        """Say so, and begin where nobody else has to."""
        self.send({"type": "ready", "ready": True, "salt": "00"})

    def send(self, command: dict[str, Any]) -> None:
        """Send a command with an id of its own."""
        if self._transport is not None:
            self._number += 1
            command["id"] = f"p{self._place}-{self._number}"
            self._transport.send(WSMsgType.TEXT, json.dumps(command).encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        message = json.loads(frame.get_payload_as_bytes())
        if message["type"] not in ("frame", "welcome"):
            return
        room, game = message["room"], message["game"]
        if room is not None and room["phase"] == "gathering":
            self._gather(message, room)
        elif game is not None:
            self._play(game)

    def _gather(self, message: dict[str, Any], room: dict[str, Any]) -> None:
        places = room["places"]
        if message["game"] is not None and not places[self._place]["ready"]:
            self.ready()
        if self._place == 0 and all(place["ready"] for place in places):
            self.send({"type": "start"})

    def _play(self, game: dict[str, Any]) -> None:
        view = game["view"]
        for own in view["own"]:
            seat = own["seat"]
            decision = (game["number"], game["decisions"][SEATS.index(seat)])
            if seat in view["board"]["turn"] and own["legal"] and self._answered != decision:
                self._answered = decision
                self._count.moves += 1
                action = self._rng.choice(own["legal"])
                self.send(
                    {"type": "act", "game": decision[0], "seat": seat, "decision": decision[1],
                     "action": action}
                )  # fmt: skip


async def crowd(server: Server, tables: int, players: int, seconds: float) -> tuple[float, float]:
    """Moves a CPU second of the server, and the moves a second on the clock."""
    count, rng = Count(), random.Random(7)
    tokens = [server.call("/api/identities")["token"] for _ in range(players)]
    for _ in range(tables):
        settings = {"players": players, "showing": 0}
        code = server.call("/api/tables", tokens[0], {"settings": settings})["code"]
        url = f"ws://127.0.0.1:{server.port}/api/tables/{code}/socket"
        for place, token in enumerate(tokens):
            await ws_connect(
                lambda place=place: Person(count, place, rng),
                url,
                extra_headers={"Authorization": f"Bearer {token}"},
            )
    await asyncio.sleep(2)
    moves, cpu, clock = count.moves, server.cpu_seconds(), time.monotonic()
    await asyncio.sleep(seconds)
    done = count.moves - moves
    return done / (server.cpu_seconds() - cpu), done / (time.monotonic() - clock)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.live")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            per_cpu, per_second = uvloop.run(
                crowd(server, asked.tables, asked.players, asked.seconds)
            )
            print(f"{per_cpu:,.0f} moves a CPU second, {per_second:,.0f} a second,", end=" ")
            print(f"{server.memory():.0f} MB")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
