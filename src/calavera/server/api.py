"""The calls of HTTP: the lobby, new tables, records."""

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import web
from aiohttp.web_protocol import RequestPayloadError

from calavera.bots import BOTS
from calavera.record.codec_error import CodecError
from calavera.record.json_text import Json, write_json
from calavera.server.account import Account
from calavera.server.bodies import answer_json, read_long, read_object
from calavera.server.description import openapi
from calavera.server.house import House
from calavera.server.limiter import Limiter, TooFast
from calavera.server.operations import Refusal
from calavera.server.qr import qr_svg
from calavera.server.replay import LONGEST_RECORD, replay
from calavera.server.sessions import PATH
from calavera.server.store import StoreError
from calavera.server.workers import Overloaded
from calavera.table.caller import NOBODY
from calavera.table.fields import CODE
from calavera.table.reasons import Reason, Refused
from calavera.table.schema import message_schema
from calavera.table.settings import Settings, check_settings
from calavera.table.shapes import HISTORY, LISTING, SETTINGS
from calavera.table.summary import Listing

_LOGGER: Final = logging.getLogger("calavera.calls")
LONGEST_BODY: Final = 16 * 1024
LONGEST_LINK: Final = 300
MOST_LISTED: Final = 100
FOR_BALANCERS: Final = ("/healthz", "/readyz")
"""Asked under any name: a load balancer knows the address alone, and nothing is told there."""

STATUS: Final = {
    Reason.UNKNOWN_TABLE: 404,
    Reason.NOT_FOUND: 404,
    Reason.NOT_FINISHED: 409,
    Reason.DAMAGED: 410,
    Reason.TOO_FAST: 429,
    Reason.TOO_LARGE: 413,
    Reason.FORBIDDEN_ORIGIN: 403,
    Reason.NO_SPECTATORS: 403,
    Reason.REMOVED: 403,
    Reason.NO_IDENTITY: 401,
    Reason.BUSY: 503,
}
"""Any other reason is a 400."""


class Api:
    """The handlers of all calls."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._account = Account(house)
        self._calls = Limiter(house.plan.limits.calls, house.seconds)
        self._records = house.limits.of("records")
        self._makers = house.limits.of("new_tables")
        self._makers_from = house.limits.of("new_tables_from")
        self._replays = house.limits.of("replays")

    def routes(self) -> list[web.RouteDef]:
        """Every call there is."""
        return [
            *self._account.routes(),
            web.get("/api/bots", self.bots),
            web.get("/api/tables", self.lobby),
            web.post("/api/tables", self.new_table),
            web.get("/api/tables/{code}", self.table),
            web.get("/api/tables/{code}/qr.svg", self.qr),
            web.get("/api/tables/{code}/game", self.game),
            web.get("/api/tables/{code}/games/{number}/record", self.record),
            web.get("/api", self.openapi),
            web.get("/api/", self.openapi),
            web.post("/api/replay", self.replay),
            web.get("/api/schema.json", self.schema),
            web.get("/api/openapi.json", self.openapi),
        ]

    @web.middleware
    async def guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Refuses in one form, and lets nobody ask too much."""
        try:
            is_ours = self._house.origins.allow(request.headers)
            if not is_ours and request.path not in FOR_BALANCERS:
                known = self._house.origins.knows(request.headers)
                why = "the origin is another site" if known else "this server has another host name"
                raise Refused(Reason.FORBIDDEN_ORIGIN, why)
            # Sockets have a limit of their own: all people of an address may come back at once.
            if request.path.startswith("/api") and not PATH.fullmatch(request.path):
                self._calls.check(self._address(request))
            return await handler(request)
        except Refused as refused:
            return refusal(refused)
        except web.HTTPRequestEntityTooLarge:
            return refusal(Refused(Reason.TOO_LARGE))
        except web.HTTPNotFound:
            return refusal(Refused(Reason.NOT_FOUND))
        except web.HTTPMethodNotAllowed as error:
            answer = refusal(Refused(Reason.BAD_MESSAGE, "method not allowed"), 405)
            answer.headers["Allow"] = ", ".join(sorted(error.allowed_methods))
            return answer
        except web.HTTPException as error:
            return refusal(Refused(Reason.BAD_MESSAGE, error.reason), error.status)
        except RequestPayloadError:
            return refusal(Refused(Reason.BAD_MESSAGE, "the body cannot be read"))
        except StoreError as error:
            self._house.metrics.failed("store")
            self._house.writability.failed(error)
            return refusal(Refused(Reason.BUSY, "try again"))
        except Exception as error:  # a mistake of ours
            _LOGGER.exception("a call failed: %s %s", request.method, type(error).__name__)
            return refusal(Refused(Reason.BUSY), 500)

    def _address(self, request: web.Request) -> str:
        return self._house.address(request.remote or "", request.headers)

    # Tables.

    async def bots(self, _: web.Request) -> web.Response:
        """The ladder, weakest first."""
        return answer_json(
            [
                {
                    "name": bot.name,
                    "nickname": bot.nickname,
                    "temper": bot.temper,
                    "strength": str(bot.strength),
                }
                for bot in BOTS.values()
            ]
        )

    async def lobby(self, _: web.Request) -> web.Response:
        """Public tables."""
        tables = self._house.tables
        listed = await self._house.store.lobby(MOST_LISTED, tables.visited())
        lines = [
            _line(one._replace(here=tables.here(one.code)))
            for one in listed
            if not tables.is_damaged(one.code)
        ]
        return answer_json({"tables": lines})

    async def new_table(self, request: web.Request) -> web.Response:
        """Make a table."""
        body = await read_object(request, {"settings", "bots"})
        settings = _settings(body.get("settings"))
        bots = _bots(body.get("bots"), settings)
        caller = await self._account.known(request)
        self._makers.check(caller.identity)
        self._makers_from.check(self._address(request))
        return answer_json({"code": await self._house.tables.create(caller, settings, bots)}, 201)

    async def table(self, request: web.Request) -> web.Response:
        """One table's line of the lobby."""
        return answer_json(_line(await self._summary(request)))

    async def qr(self, request: web.Request) -> web.Response:
        """A picture of the table's link."""
        summary = await self._summary(request)
        link = f"{self._house.base_url(request.headers)}/t/{summary.code}"
        if len(link) > LONGEST_LINK or not link.isascii():
            raise Refused(Reason.BAD_MESSAGE, "an address that fits into no picture")
        return web.Response(text=qr_svg(link), content_type="image/svg+xml")

    async def game(self, request: web.Request) -> web.Response:
        """The present game from its beginning, as the caller saw it."""
        summary = await self._summary(request)
        caller = await self._account.caller(request)
        live = await self._house.tables.find(summary.code)
        text = HISTORY.write(live.history(caller or NOBODY))
        return web.Response(text=text, content_type="application/json")

    async def record(self, request: web.Request) -> web.Response:
        """A finished game, as far as the caller may know it."""
        number = _number(request.match_info["number"])
        self._records.check(self._address(request))
        code = (await self._summary(request)).code
        caller = await self._account.caller(request)
        text = await self._house.record(code, number, caller.identity if caller else "")
        name = f"calavera-{code}-{number}.skull"
        return web.Response(
            text=text, headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )

    async def replay(self, request: web.Request) -> web.Response:
        """A game that the caller has, told again step by step."""
        self._replays.check(self._address(request))
        text = await read_long(request, LONGEST_RECORD)
        is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
        told = await self._house.workers.run(
            self._address(request), len(text), replay, text, request.query.get("eyes"), is_packed
        )
        headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if is_packed else {})}
        return web.Response(body=told, content_type="application/json", headers=headers)

    async def _summary(self, request: web.Request) -> Listing:
        """The table of a code; who has guessed too often is not told of the right ones either."""
        guesses, address = self._house.wrong_codes, self._address(request)
        if not guesses.would_allow(address):
            raise guesses.too_fast(address)
        summary = await self._house.store.summary(_code(request))
        if summary is None:
            guesses.allows(address)
            raise Refused(Reason.UNKNOWN_TABLE, "no table has this code")
        if self._house.tables.is_damaged(summary.code):
            raise Refused(Reason.DAMAGED, "the history of this table is damaged")
        return summary._replace(here=self._house.tables.here(summary.code))

    # About the server.

    async def schema(self, _: web.Request) -> web.Response:
        """The schema of all messages."""
        return answer_json(message_schema())

    async def openapi(self, _: web.Request) -> web.Response:
        """The description of these calls."""
        return answer_json(openapi())


def refusal(refused: Refused, status: int | None = None) -> web.Response:
    """A refused call."""
    body: Json = {"reason": refused.reason.value, "detail": refused.detail}
    status = status or STATUS.get(refused.reason, 400)
    answer = Refusal(refused.reason, write_json(body), status)
    if isinstance(refused, TooFast | Overloaded):
        answer.headers["Retry-After"] = str(refused.seconds)
    return answer


def _line(listing: Listing) -> Json:
    line: Json = json.loads(LISTING.write(listing))
    return line


def _settings(data: object) -> Settings:
    """Settings, those left out as usual."""
    if data is None:
        return Settings()
    usual: dict[str, Any] = json.loads(SETTINGS.write(Settings()))
    if not isinstance(data, dict):
        raise Refused(Reason.BAD_MESSAGE, "settings: expected an object")
    try:
        settings = SETTINGS.decode({**usual, **data})
    except CodecError as error:
        raise Refused(Reason.BAD_MESSAGE, str(error.within("settings"))) from None
    check_settings(settings)
    return settings


def _bots(data: object, settings: Settings) -> list[str]:
    if data is None:
        return []
    if not isinstance(data, list) or len(data) > settings.players:
        raise Refused(Reason.BAD_MESSAGE, f"bots: expected up to {settings.players} names")
    for name in data:
        if not isinstance(name, str) or name not in BOTS:
            raise Refused(Reason.UNKNOWN_BOT, f"there are {', '.join(BOTS)}")
    return data


def _code(request: web.Request) -> str:
    try:
        return CODE.decode(request.match_info["code"].upper())
    except CodecError:
        raise Refused(Reason.UNKNOWN_TABLE, "a code is 4 to 12 letters") from None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise Refused(Reason.NOT_FOUND)
    return int(text)
