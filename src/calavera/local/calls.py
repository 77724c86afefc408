"""The calls that a page makes, answered on the device as a server answers them."""

import io
import json
import re
from collections.abc import Awaitable, Callable
from functools import partial

from calavera.calls.bodies import object_in
from calavera.calls.own_games import (
    MOST_EXPORTED,
    cursor,
    read_after,
    read_filter,
    read_most,
    statistics_text,
)
from calavera.calls.status import STATUS
from calavera.calls.tables import (
    bot_lines,
    listing_line,
    read_bots,
    read_code,
    read_name,
    read_number,
    read_settings,
)
from calavera.local.journal import Journal, place_of
from calavera.local.people import People
from calavera.local.requests import Answer, Request, json_answer, text_answer
from calavera.local.tables import Tables
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.shapes import GAME_LINE, HISTORY
from calavera.record.codec.json_text import Json
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import read_entry
from calavera.table.views.game_record import record_text, record_texts
from calavera.table.views.statistics import MOST_GAMES

Handler = Callable[..., Awaitable[Answer]]


class Calls:
    """The handlers of all calls that need no network."""

    def __init__(self, journal: Journal, people: People, tables: Tables) -> None:
        self._journal = journal
        self._people = people
        self._tables = tables
        code, number = r"/api/tables/(\w+)", r"/games/(\w+)"
        own = r"/api/me/games/(\w+)/(\w+)"
        self._routes: list[tuple[str, re.Pattern[str], Handler]] = [
            (method, re.compile(pattern), handler)
            for method, pattern, handler in (
                ("GET", "/api/me", self._me),
                ("PUT", "/api/me", self._rename),
                ("GET", "/api/me/games", self._games),
                ("DELETE", "/api/me/games", self._hide_all),
                ("GET", "/api/me/games/export", self._export),
                ("DELETE", own, self._hide),
                ("PUT", own, self._restore),
                ("GET", "/api/me/stats", self._statistics),
                ("POST", "/api/identities", self._identity),
                ("GET", "/api/bots", self._bots),
                ("POST", "/api/tables", self._open),
                ("GET", code, self._table),
                ("GET", f"{code}/game", self._game),
                ("GET", f"{code}{number}/record", self._record),
                ("POST", "/api/replay", partial(self._study, "replay")),
                ("POST", "/api/card", partial(self._study, "card")),
                ("POST", "/api/review", partial(self._study, "review")),
                ("GET", r"/api/puzzles/([\w-]+)", partial(self._study, "puzzle")),
                ("GET", r"/api/endings/([\w-]+)", partial(self._study, "ending")),
                ("GET", r"/api/endings/([\w-]+)/map", partial(self._study, "ending_map")),
            )
        ]

    async def answer(self, request: Request) -> Answer:
        """Answer a call; a refusal is an answer too."""
        try:
            for method, pattern, handler in self._routes:
                match = pattern.fullmatch(request.path)
                if match is not None and method == request.method:
                    return await handler(request, *match.groups())
            raise Refused(Reason.NOT_FOUND, "not on this device")
        except Refused as refused:
            why: Json = {"reason": refused.reason.value, "detail": refused.detail}
            return json_answer(why, STATUS.get(refused.reason, 400))

    def _caller(self, request: Request) -> Caller:
        return self._people.find(request.token)

    # People.

    async def _me(self, request: Request) -> Answer:
        return json_answer({"name": self._caller(request).name})

    async def _rename(self, request: Request) -> Answer:
        name = read_name(object_in(request.body, {"name"}).get("name"))
        renamed = await self._people.rename(self._caller(request), name)
        self._tables.rename(renamed)
        return json_answer({"name": renamed.name})

    async def _identity(self, _: Request) -> Answer:
        token, caller = await self._people.register()
        return json_answer({"token": token, "name": caller.name}, 201)

    # Tables.

    async def _bots(self, _: Request) -> Answer:
        return json_answer(bot_lines())

    async def _open(self, request: Request) -> Answer:
        body = object_in(request.body, {"settings", "bots"})
        settings = read_settings(body.get("settings"))
        bots = read_bots(body.get("bots"), settings)
        code = await self._tables.create(self._caller(request), settings, bots)
        return json_answer({"code": code}, 201)

    async def _table(self, _: Request, code: str) -> Answer:
        listing = self._journal.listing(read_code(code))
        if listing is None:
            raise Refused(Reason.UNKNOWN_TABLE, "no table has this code")
        return json_answer(listing_line(listing._replace(here=self._tables.here(listing.code))))

    async def _game(self, request: Request, code: str) -> Answer:
        live = await self._tables.find(read_code(code))
        return text_answer(HISTORY.write(live.history(self._caller(request))))

    async def _record(self, request: Request, code: str, number: str) -> Answer:
        bodies = await self._journal.entries(read_code(code))
        if not bodies:
            raise Refused(Reason.UNKNOWN_TABLE, "no table has this code")
        identity = self._caller(request).identity
        text = record_text(map(read_entry, bodies), read_number(number), identity)
        return text_answer(text, "text/plain")

    # The caller's own games.

    async def _games(self, request: Request) -> Answer:
        most, after = read_most(request.query), read_after(request.query)
        found = await self._journal.games(
            self._caller(request).identity, read_filter(request.query)
        )
        lines = [one.line for one in found if after is None or place_of(one.line) < after]
        page: list[Json] = [json.loads(GAME_LINE.write(line)) for line in lines[:most]]
        following = cursor(lines[most - 1]) if len(lines) > most else None
        return json_answer({"games": page, "next": following})

    async def _statistics(self, request: Request) -> Answer:
        found = await self._journal.games(
            self._caller(request).identity, read_filter(request.query)
        )
        rows = [(GAME_LINE.write(one.line), one.tally) for one in found[:MOST_GAMES]]
        return text_answer(statistics_text(rows))

    async def _hide(self, request: Request, code: str, number: str) -> Answer:
        await self._change(request, code, number, hidden=True)
        return json_answer({"deleted": 1})

    async def _restore(self, request: Request, code: str, number: str) -> Answer:
        await self._change(request, code, number, hidden=False)
        return json_answer({"restored": 1})

    async def _change(self, request: Request, code: str, number: str, *, hidden: bool) -> None:
        identity, place = self._caller(request).identity, (read_code(code), read_number(number))
        if not await self._journal.hide(identity, *place, hidden=hidden):
            raise Refused(Reason.NOT_FOUND, "you have no such game")

    async def _hide_all(self, request: Request) -> Answer:
        return json_answer(
            {"deleted": await self._journal.hide_all(self._caller(request).identity)}
        )

    async def _export(self, request: Request) -> Answer:
        identity = self._caller(request).identity
        found = await self._journal.games(identity, read_filter(request.query))
        numbers: dict[str, list[int]] = {}
        for one in found[:MOST_EXPORTED]:
            numbers.setdefault(one.line.code, []).append(one.line.number)
        import zipfile  # noqa: PLC0415  the same

        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for code, wanted in numbers.items():
                entries = map(read_entry, await self._journal.entries(code))
                for number, text in record_texts(entries, wanted, identity).items():
                    archive.writestr(f"calavera-{code}-{number}.skull", text)
        return Answer(200, "application/zip", file.getvalue())

    # Answers that need no table.

    async def _study(self, name: str, request: Request, *parts: str) -> Answer:
        from calavera.local import studies  # noqa: PLC0415  a first game needs nothing of it

        answer: Answer = getattr(studies, name)(request, *parts)
        return answer
