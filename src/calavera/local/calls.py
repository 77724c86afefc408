"""The calls that a page makes, answered on the device as a server answers them."""

import io
import json
import re
import zipfile
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl

from calavera.calls import endings
from calavera.calls.bodies import object_in
from calavera.calls.cards import card
from calavera.calls.own_games import (
    MOST_EXPORTED,
    cursor,
    read_after,
    read_filter,
    read_most,
    statistics_text,
)
from calavera.calls.puzzles import puzzle_of
from calavera.calls.replays import LONGEST_RECORD, replay
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
from calavera.local.tables import Tables
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.shapes import GAME_LINE, HISTORY
from calavera.record.arguments import LANGUAGES, THEMES
from calavera.record.codec.json_text import Json, write_json
from calavera.review.worker import tell_review
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import read_entry
from calavera.table.views.game_record import record_text, record_texts
from calavera.table.views.statistics import MOST_GAMES

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"


class Request(NamedTuple):
    """A call."""

    method: str
    path: str
    query: Mapping[str, str]
    token: str | None
    """None for the owner of the device."""
    body: bytes
    news: Callable[[bytes], None]
    """Takes the parts of an answer that comes in parts."""


class Answer(NamedTuple):
    """What a call is answered."""

    status: int
    kind: str
    """Its media type."""
    body: bytes


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
                ("POST", "/api/replay", self._replay),
                ("POST", "/api/card", self._card),
                ("POST", "/api/review", self._review),
                ("GET", r"/api/puzzles/([\w-]+)", self._puzzle),
                ("GET", r"/api/endings/([\w-]+)", self._ending),
                ("GET", r"/api/endings/([\w-]+)/map", self._ending_map),
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
            return _json(why, STATUS.get(refused.reason, 400))

    def _caller(self, request: Request) -> Caller:
        return self._people.find(request.token)

    # People.

    async def _me(self, request: Request) -> Answer:
        return _json({"name": self._caller(request).name})

    async def _rename(self, request: Request) -> Answer:
        name = read_name(object_in(request.body, {"name"}).get("name"))
        renamed = await self._people.rename(self._caller(request), name)
        self._tables.rename(renamed)
        return _json({"name": renamed.name})

    async def _identity(self, _: Request) -> Answer:
        token, caller = await self._people.register()
        return _json({"token": token, "name": caller.name}, 201)

    # Tables.

    async def _bots(self, _: Request) -> Answer:
        return _json(bot_lines())

    async def _open(self, request: Request) -> Answer:
        body = object_in(request.body, {"settings", "bots"})
        settings = read_settings(body.get("settings"))
        bots = read_bots(body.get("bots"), settings)
        code = await self._tables.create(self._caller(request), settings, bots)
        return _json({"code": code}, 201)

    async def _table(self, _: Request, code: str) -> Answer:
        listing = self._journal.listing(read_code(code))
        if listing is None:
            raise Refused(Reason.UNKNOWN_TABLE, "no table has this code")
        return _json(listing_line(listing._replace(here=self._tables.here(listing.code))))

    async def _game(self, request: Request, code: str) -> Answer:
        live = await self._tables.find(read_code(code))
        return _text(HISTORY.write(live.history(self._caller(request))))

    async def _record(self, request: Request, code: str, number: str) -> Answer:
        bodies = await self._journal.entries(read_code(code))
        if not bodies:
            raise Refused(Reason.UNKNOWN_TABLE, "no table has this code")
        identity = self._caller(request).identity
        text = record_text(map(read_entry, bodies), read_number(number), identity)
        return _text(text, "text/plain")

    # The caller's own games.

    async def _games(self, request: Request) -> Answer:
        most, after = read_most(request.query), read_after(request.query)
        found = await self._journal.games(
            self._caller(request).identity, read_filter(request.query)
        )
        lines = [one.line for one in found if after is None or place_of(one.line) < after]
        page: list[Json] = [json.loads(GAME_LINE.write(line)) for line in lines[:most]]
        following = cursor(lines[most - 1]) if len(lines) > most else None
        return _json({"games": page, "next": following})

    async def _statistics(self, request: Request) -> Answer:
        found = await self._journal.games(
            self._caller(request).identity, read_filter(request.query)
        )
        rows = [(GAME_LINE.write(one.line), one.tally) for one in found[:MOST_GAMES]]
        return _text(statistics_text(rows))

    async def _hide(self, request: Request, code: str, number: str) -> Answer:
        await self._change(request, code, number, hidden=True)
        return _json({"deleted": 1})

    async def _restore(self, request: Request, code: str, number: str) -> Answer:
        await self._change(request, code, number, hidden=False)
        return _json({"restored": 1})

    async def _change(self, request: Request, code: str, number: str, *, hidden: bool) -> None:
        identity, place = self._caller(request).identity, (read_code(code), read_number(number))
        if not await self._journal.hide(identity, *place, hidden=hidden):
            raise Refused(Reason.NOT_FOUND, "you have no such game")

    async def _hide_all(self, request: Request) -> Answer:
        return _json({"deleted": await self._journal.hide_all(self._caller(request).identity)})

    async def _export(self, request: Request) -> Answer:
        identity = self._caller(request).identity
        found = await self._journal.games(identity, read_filter(request.query))
        numbers: dict[str, list[int]] = {}
        for one in found[:MOST_EXPORTED]:
            numbers.setdefault(one.line.code, []).append(one.line.number)
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for code, wanted in numbers.items():
                entries = map(read_entry, await self._journal.entries(code))
                for number, text in record_texts(entries, wanted, identity).items():
                    archive.writestr(f"calavera-{code}-{number}.skull", text)
        return Answer(200, "application/zip", file.getvalue())

    # Answers that need no table.

    async def _replay(self, request: Request) -> Answer:
        return Answer(200, JSON, replay(_record_in(request), request.query.get("eyes")))

    async def _card(self, request: Request) -> Answer:
        theme = request.query.get("theme", THEMES[0])
        language = request.query.get("language", LANGUAGES[0])
        return Answer(200, "image/svg+xml", card(_record_in(request), theme, language))

    async def _review(self, request: Request) -> Answer:
        def write(line: Json) -> None:
            assert isinstance(line, dict)
            if "refused" in line:
                raise Refused(Reason(line["refused"]), str(line["detail"]))
            request.news(write_json(line) + b"\n")

        tell_review(_record_in(request), write)
        return Answer(200, LINES, b"")

    async def _puzzle(self, _: Request, day: str) -> Answer:
        return Answer(200, JSON, puzzle_of(day))

    async def _ending(self, request: Request, position: str) -> Answer:
        return _text(endings.ending(*endings.read_query(position, request.query)))

    async def _ending_map(self, _: Request, position: str) -> Answer:
        return _text(endings.ending_map(position))


def _record_in(request: Request) -> bytes:
    if len(request.body) > LONGEST_RECORD:
        raise Refused(Reason.TOO_LARGE, f"expected up to {LONGEST_RECORD:,} bytes")
    return request.body


def _json(data: Json, status: int = 200) -> Answer:
    return Answer(status, JSON, write_json(data))


def _text(text: str, kind: str = JSON) -> Answer:
    return Answer(200, kind, text.encode())


def split(address: str) -> tuple[str, dict[str, Any]]:
    """The path and the query of an address."""
    path, _, query = address.partition("?")
    return path, dict(parse_qsl(query))
