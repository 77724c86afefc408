"""The HTTP calls about the caller's own finished games: list, statistics, export, deletion.

Every query is limited to the caller's identity, so nobody learns anything about others' games.
"""

import asyncio
import io
import json
import zipfile
from collections.abc import Mapping, Sequence

from aiohttp import web

from calavera.calls.own_games import (
    MOST_EXPORTED,
    PLACE,
    cursor,
    read_after,
    read_filter,
    read_most,
    statistics_text,
)
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.shapes import GAME_LINE
from calavera.protocol.summary import GameLine
from calavera.record.codec.json_text import Json
from calavera.server.app import App
from calavera.server.http.account import Account
from calavera.server.http.bodies import json_response
from calavera.server.limits.rate_limiter import RateLimiter
from calavera.server.limits.worker_pool import MOST_COST_EACH
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import read_entry
from calavera.table.views.game_record import record_texts
from calavera.table.views.statistics import MOST_GAMES


class OwnGames:
    """The handlers of these calls."""

    def __init__(self, app: App, account: Account) -> None:
        self._app = app
        self._account = account
        self._lists = RateLimiter(app.config.limits.games, app.seconds)
        self._exports = app.limits.of("exports")
        self._exporting = asyncio.Semaphore()
        """One export at a time: each takes seconds of a thread."""

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/me/games", self.games),
            web.delete("/api/me/games", self.delete_all),
            web.get("/api/me/games/export", self.export),
            web.delete("/api/me/games/{code}/{number}", self.delete),
            web.put("/api/me/games/{code}/{number}", self.restore),
            web.get("/api/me/stats", self.stats),
        ]

    async def games(self, request: web.Request) -> web.Response:
        caller = await self._listing(request)
        most = read_most(request.query)
        after = read_after(request.query)
        page = await self._app.store.games.page(
            caller.identity, most + 1, read_filter(request.query), after
        )
        lines: list[Json] = [json.loads(GAME_LINE.write(line)) for line in page[:most]]
        following = cursor(page[most - 1]) if len(page) > most else None
        return json_response({"games": lines, "next": following})

    async def stats(self, request: web.Request) -> web.Response:
        caller = await self._listing(request)
        rows = await self._app.store.games.tallies(
            caller.identity, MOST_GAMES, read_filter(request.query)
        )
        size = sum(len(line) + len(tally) for line, tally in rows)
        text = await self._app.workers.run(
            self._address(request), min(size, MOST_COST_EACH), statistics_text, rows
        )
        return web.Response(text=text, content_type="application/json")

    async def delete(self, request: web.Request) -> web.Response:
        await self._hide(request, hidden=True)
        return json_response({"deleted": 1})

    async def restore(self, request: web.Request) -> web.Response:
        await self._hide(request, hidden=False)
        return json_response({"restored": 1})

    async def delete_all(self, request: web.Request) -> web.Response:
        caller = await self._account.known(request)
        return json_response({"deleted": await self._app.store.games.hide_all(caller.identity)})

    async def export(self, request: web.Request) -> web.Response:
        caller = await self._account.known(request)
        self._exports.check(caller.identity)
        async with self._exporting:
            lines = await self._app.store.games.page(
                caller.identity, MOST_EXPORTED, read_filter(request.query)
            )
            body = await self._zipped(caller, _numbers(lines), self._address(request))
        return web.Response(
            body=body,
            content_type="application/zip",
            headers={"Content-Disposition": 'attachment; filename="calavera-games.zip"'},
        )

    async def _zipped(
        self, caller: Caller, numbers: Mapping[str, Sequence[int]], address: str
    ) -> bytes:
        """The records of games as a ZIP file; those that the caller may not read are left out."""
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for code, wanted in numbers.items():
                try:
                    bodies = await self._app.tables.histories.bodies(code)
                except Refused:  # damaged
                    continue
                size = min(sum(map(len, bodies)), MOST_COST_EACH)
                texts = await self._app.workers.run(
                    address, size, _records, bodies, wanted, caller.identity
                )
                for number, text in texts.items():
                    archive.writestr(f"calavera-{code}-{number}.skull", text)
        return file.getvalue()

    async def _listing(self, request: web.Request) -> Caller:
        caller = await self._account.known(request)
        self._lists.check(caller.identity)
        return caller

    async def _hide(self, request: web.Request, *, hidden: bool) -> None:
        caller = await self._account.known(request)
        code, number = request.match_info["code"].upper(), request.match_info["number"]
        if not PLACE.fullmatch(f"0-{code}-{number}") or not await self._app.store.games.hide(
            caller.identity, code, int(number), hidden=hidden
        ):
            raise Refused(Reason.NOT_FOUND, "you have no such game")

    def _address(self, request: web.Request) -> str:
        return self._app.address(request.remote or "", request.headers)


def _records(bodies: Sequence[bytes], numbers: Sequence[int], identity: str) -> dict[int, str]:
    return record_texts(map(read_entry, bodies), numbers, identity)


def _numbers(lines: Sequence[GameLine]) -> dict[str, list[int]]:
    """The numbers of games by their tables, so that each history is read once."""
    numbers: dict[str, list[int]] = {}
    for line in lines:
        numbers.setdefault(line.code, []).append(line.number)
    return numbers
