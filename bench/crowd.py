"""Simulated people at live tables."""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

if TYPE_CHECKING:
    from bench.live import Server

SEATS = "abcdefghijkl"


class Crowd:
    """Everybody at all tables; `rate` limits the moves per second, evenly spaced."""

    def __init__(self, rng: random.Random, rate: float | None = None) -> None:
        self.rng = rng
        self.moves = 0
        self.received_bytes = 0
        self.delays: list[float] = []
        self.codes: list[str] = []
        self._rate = rate
        self._next = 0.0
        self._receipts: dict[tuple[str, int], list[float]] = {}

    async def gather(
        self, servers: Sequence["Server"], tables: int, players: int, *, spread: bool = False
    ) -> None:
        """Create the tables and sit down: each table at one server, or its people at all."""
        server, self.codes = servers[0], []
        tokens = [server.call("/api/identities")["token"] for _ in range(players)]
        settings = {"players": players, "showing": 0}
        for number in range(tables):
            code = server.call("/api/tables", tokens[0], {"settings": settings})["code"]
            self.codes.append(code)
            for place, token in enumerate(tokens):
                at = servers[(number + place * spread) % len(servers)]
                await ws_connect(
                    partial(self._person, code, place, players),
                    f"ws://127.0.0.1:{at.port}/api/tables/{code}/socket",
                    extra_headers={"Authorization": f"Bearer {token}"},
                )

    def _person(self, code: str, place: int, players: int, *_: object) -> "Person":
        return Person(self, code, place, players)

    def pause(self) -> float:
        """Seconds until the next move is due."""
        if self._rate is None:
            return 0.0
        now = time.monotonic()
        self._next = max(self._next + 1 / self._rate, now)
        return self._next - now

    def received(self, code: str, version: int, sent: float, players: int) -> None:
        """Record a received frame; the last receipt of each gives its latency."""
        times = self._receipts.setdefault((code, version), [])
        times.append(sent)
        if len(times) == players:
            del self._receipts[code, version]
            began = max(times)
            if began:
                self.delays.append(time.monotonic() - began)


class Person(WSListener):
    """Plays at random, as soon as possible."""

    def __init__(self, crowd: Crowd, code: str, place: int, players: int) -> None:
        self._crowd = crowd
        self._code = code
        self._place = place
        self._players = players
        self._number = 0
        self._sent: dict[str, float] = {}
        self._answered = (0, -1)
        self._transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self.send({"type": "sit", "place": self._place})
        self.send({"type": "ready", "ready": True, "salt": "00"})

    def send(self, command: dict[str, Any], *, timed: bool = False) -> None:
        """Send a command with a new id."""
        if self._transport is None:
            return
        self._number += 1
        command["id"] = f"p{self._place}-{self._number}"
        if timed:
            self._sent = {command["id"]: time.monotonic()}
        self._transport.send(WSMsgType.TEXT, json.dumps(command).encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        payload = frame.get_payload_as_bytes()
        self._crowd.received_bytes += len(payload)
        message = json.loads(payload)
        if message["type"] not in ("frame", "welcome"):
            return
        if message["type"] == "frame":
            sent = self._sent.get(message["done"] or "", 0.0)
            self._crowd.received(self._code, message["version"], sent, self._players)
        room, game = message["room"], message["game"]
        if room is not None and room["phase"] == "gathering":
            self._gather(message, room)
        elif game is not None:
            self._play(game)

    def _gather(self, message: dict[str, Any], room: dict[str, Any]) -> None:
        places = room["places"]
        if message["game"] is not None and not places[self._place]["ready"]:
            self.send({"type": "ready", "ready": True, "salt": "00"})
        if self._place == 0 and all(place["ready"] for place in places):
            self.send({"type": "start"})

    def _play(self, game: dict[str, Any]) -> None:
        view = game["view"]
        for own in view["own"]:
            seat = own["seat"]
            decision = (game["number"], own["decision"])
            if seat in view["board"]["turn"] and own["legal"] and self._answered != decision:
                self._answered = decision
                action = self._crowd.rng.choice(own["legal"])
                command = {
                    "type": "act",
                    "game": decision[0],
                    "seat": seat,
                    "decision": decision[1],
                    "action": action,
                }
                pause = self._crowd.pause()
                if pause:
                    asyncio.get_running_loop().call_later(pause, self._act, command)
                else:
                    self._act(command)

    def _act(self, command: dict[str, Any]) -> None:
        self._crowd.moves += 1
        self.send(command, timed=True)
