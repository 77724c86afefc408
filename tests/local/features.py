"""Everything that a page can ask of a device, with all that it was answered.

The same file runs in a browser's Python, whose library is trimmed: a module that is missing there
is missed here, and an answer that differs is seen.
"""

import asyncio
import io
import json
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

from calavera.bots import EVERY_BOT
from calavera.local.storage import FileStorage
from calavera.record.arguments import LANGUAGES, THEMES
from tests.local.pages import Dice, Page, Socket, play, quick

IN_TURN = {"players": 3, "placement": "first-last", "showing": 0}
REFUSED = (
    ("GET", "/", ""),
    ("GET", "/api/tables", ""),
    ("POST", "/api/me", ""),
    ("PUT", "/api/me", "{"),
    ("PUT", "/api/me", '{"name": 7}'),
    ("PUT", "/api/me", '{"name": "\\u202e"}'),
    ("GET", "/api/me/games?result=drawn", ""),
    ("GET", "/api/me/games?most=many", ""),
    ("GET", "/api/me/games?after=x", ""),
    ("DELETE", "/api/me/games/KRTM/7", ""),
    ("POST", "/api/tables", "[1]"),
    ("POST", "/api/tables", '{"settings": {"players": 99}}'),
    ("POST", "/api/tables", '{"bots": ["nobody"]}'),
    ("GET", "/api/tables/KRTM", ""),
    ("GET", "/api/tables/KRTM/game", ""),
    ("GET", "/api/tables/KRTM/games/1/record", ""),
    ("POST", "/api/replay", "skull: 1"),
    ("POST", "/api/replay?eyes=nobody", ""),
    ("POST", "/api/card?theme=dusk", ""),
    ("POST", "/api/card", "skull: 1\nplayers: Ana, Bo\nfirst: a\n"),
    ("POST", "/api/review", "skull: 1"),
    ("POST", "/api/replay", "\xff" * 3),
    ("GET", "/api/puzzles/today", ""),
    ("GET", "/api/endings/99-99", ""),
    ("GET", "/api/endings/44-00?moves=bluff", ""),
    ("GET", "/api/endings/44-00?third=1", ""),
)


class Walk:
    """One device and what its page was told."""

    def __init__(self, folder: Path) -> None:
        self._storage = FileStorage(folder / "features")
        self._dice = Dice(21)
        self._page = Page(self._storage, quick(self._dice))
        self.told: list[str] = []

    async def run(self) -> str:
        """Try everything; returns what was answered, a line each."""
        await self._page.device.start()
        await self._people()
        records = [
            await self._game(7 + at, IN_TURN, [name, "cautious"])
            for at, name in enumerate(EVERY_BOT)
        ]
        records += [await self._game(seed, *table) for seed, table in enumerate(TABLES, 50)]
        await self._passed_round()
        await self._own_games()
        for record in (records[0], records[-1]):
            await self._about(record)
        await self._answers()
        self._storage.close()
        return "\n".join(self.told)

    async def _ask(self, method: str, address: str, body: str = "", **more: str) -> str:
        answer = await self._page.ask(method, address, body, **more)
        text: str = answer["body"]
        if answer["kind"] == "application/zip":
            with zipfile.ZipFile(io.BytesIO(text.encode("latin-1"))) as archive:
                text = json.dumps(
                    {name: archive.read(name).decode() for name in archive.namelist()}
                )
        self.told.append(f"{method} {address} {answer['status']} {answer['kind']} {text}")
        return text

    async def _people(self) -> None:
        await self._ask("GET", "/api/me")
        await self._ask("PUT", "/api/me", '{"name": "Ana\\u0301 María"}')
        await self._ask("GET", "/api/bots")
        await self._ask("GET", "/api/me", token="guessed")

    async def _game(self, seed: int, settings: dict[str, Any], bots: list[str]) -> str:
        self._dice.seed(seed)
        code, socket = await self._page.begin(settings, bots)
        for taunt in ("bluff", "again"):
            socket.send(type="taunt", taunt=taunt)
        socket.send(type="say", text="¡Órale! 🌼")
        socket.send(type="dance")
        await self._hint(socket)
        await play(socket, seed)
        for address in ("", "/game", "/games/1/record"):
            text = await self._ask("GET", f"/api/tables/{code}{address}")
        socket.send(type="rematch")
        socket.send(type="leave")
        socket.close()
        return text

    async def _hint(self, socket: Socket) -> None:
        await socket.until(lambda: socket.decision() is not None)
        found = socket.decision()
        assert found is not None
        seat, decision = found[1]["seat"], found[1]["decision"]
        name = socket.send(type="hint", game=1, seat=seat, decision=decision)
        await socket.until(
            lambda: any(one["type"] == "hint" or one.get("id") == name for one in socket.messages)
        )
        self.told += [json.dumps(one["hint"]) for one in socket.messages if one["type"] == "hint"]

    async def _passed_round(self) -> None:
        tokens = [json.loads(await self._ask("POST", "/api/identities"))["token"] for _ in "abc"]
        settings = {**IN_TURN, "players": 2}
        body = json.dumps({"settings": settings})
        code = json.loads(await self._ask("POST", "/api/tables", body, token=tokens[0]))["code"]
        dealer, *players = [self._page.open(code, token) for token in tokens]
        for place, player in enumerate(players):
            player.send(type="sit", place=place)
            player.send(type="ready", ready=True, salt="5eed")
        await dealer.until(lambda: all_are_ready(dealer))
        dealer.send(type="start")
        await dealer.until(partial(has_game, dealer))
        for player in players:
            await player.until(partial(has_game, player))
        await asyncio.gather(*[play(player, 3) for player in players])
        await self._ask("GET", f"/api/tables/{code}/games/1/record", token=tokens[1])

    async def _own_games(self) -> None:
        listed = json.loads(await self._ask("GET", "/api/me/games?most=2"))
        await self._ask("GET", f"/api/me/games?after={listed['next']}")
        await self._ask("GET", "/api/me/games?result=won")
        await self._ask("GET", "/api/me/stats")
        await self._ask("GET", "/api/me/games/export")
        one = f"/api/me/games/{listed['games'][0]['code']}/1"
        await self._ask("DELETE", one)
        await self._ask("PUT", one)

    async def _about(self, record: str) -> None:
        await self._ask("POST", "/api/replay", record)
        await self._ask("POST", "/api/replay?eyes=open", record)
        await self._ask("POST", "/api/replay?eyes=a", record)
        await self._ask("POST", "/api/review", record)
        self.told += self._page.news
        for theme in THEMES:
            for language in LANGUAGES:
                await self._ask("POST", f"/api/card?theme={theme}&language={language}", record)

    async def _answers(self) -> None:
        for day in range(1, 29):
            await self._ask("GET", f"/api/puzzles/2026-11-{day:02}")
        for position in ("44-00", "41-10", "22-11"):
            await self._ask("GET", f"/api/endings/{position}")
            await self._ask("GET", f"/api/endings/{position}?first=1/4&second=0.3")
            await self._ask("GET", f"/api/endings/{position}/map")
        for method, address, body in REFUSED:
            await self._ask(method, address, body)
        await self._ask("DELETE", "/api/me/games")


def has_game(socket: Socket) -> bool:
    """Whether a game has begun."""
    return socket.known.get("game") is not None


def all_are_ready(socket: Socket) -> bool:
    """Whether everybody at a table is ready."""
    return all(one.get("ready") for one in socket.known.get("room", {"places": [{}]})["places"])


TABLES: tuple[tuple[dict[str, Any], list[str]], ...] = (
    ({**IN_TURN, "players": 2}, ["champion"]),
    ({**IN_TURN, "players": 2, "tribes": 2}, ["belief"]),
    ({**IN_TURN, "players": 12}, ["mirror"] * 11),
    ({**IN_TURN, "clock": {"move": 60, "reserve": 5}}, ["bold", "belief"]),
    ({**IN_TURN, "placement": "simultaneous", "pace": "fast"}, ["bold", "belief"]),
)


async def features(folder: Path) -> str:
    """Everything that a page can ask, with the answers."""
    return await Walk(folder).run()
