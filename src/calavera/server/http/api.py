"""The HTTP API: the lobby, tables, records, replays and cards."""

import gzip
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web
from aiohttp.web_protocol import RequestPayloadError

from calavera.calls import endings
from calavera.calls.cards import card
from calavera.calls.puzzles import puzzle_of
from calavera.calls.replays import LONGEST_RECORD, replay
from calavera.calls.status import STATUS
from calavera.calls.tables import (
    bot_lines,
    listing_line,
    read_bots,
    read_code,
    read_number,
    read_settings,
)
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.schema import message_schema
from calavera.protocol.shapes import HISTORY
from calavera.protocol.summary import Listing
from calavera.record.arguments import LANGUAGES, THEMES
from calavera.record.codec.json_text import Json, write_json
from calavera.server.app import App
from calavera.server.http.account import Account
from calavera.server.http.bodies import json_response, read_large, read_object
from calavera.server.http.games import OwnGames
from calavera.server.http.openapi import openapi
from calavera.server.http.probes import Refusal
from calavera.server.http.qr import qr_svg
from calavera.server.http.reviews import stream_review
from calavera.server.limits.rate_limiter import RateLimiter, TooFast
from calavera.server.limits.worker_pool import Overloaded
from calavera.server.sockets.sessions import PATH
from calavera.server.stores.interface import StoreError
from calavera.table.logic.caller import NOBODY

_LOGGER: Final = logging.getLogger("calavera.calls")
LONGEST_BODY: Final = 16 * 1024
LONGEST_LINK: Final = 300
GZIP_LEVEL: Final = 3
"""More would take longer than replaying a game."""
MOST_LISTED: Final = 100
FOR_BALANCERS: Final = ("/healthz", "/readyz")
"""Answered under any host name: a load balancer may know the address alone."""


class Api:
    """The handlers of all calls."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._account = Account(app)
        self._games = OwnGames(app, self._account)
        self._calls = RateLimiter(app.config.limits.calls, app.seconds)
        self._records = app.limits.of("records")
        self._new_tables = app.limits.of("new_tables")
        self._new_tables_from = app.limits.of("new_tables_from")
        self._replays = app.limits.of("replays")

    def routes(self) -> list[web.RouteDef]:
        return [
            *self._account.routes(),
            *self._games.routes(),
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
            web.post("/api/card", self.card),
            web.get("/api/endings/{position}", self.ending),
            web.get("/api/endings/{position}/map", self.ending_map),
            web.post("/api/review", self.review),
            web.get("/api/puzzles/{day}", self.puzzle),
            web.get("/api/schema.json", self.schema),
            web.get("/api/openapi.json", self.openapi),
        ]

    @web.middleware
    async def guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Check origin and rate limit, and turn every error into a refusal."""
        try:
            is_ours = self._app.origins.allow(request.headers)
            if not is_ours and request.path not in FOR_BALANCERS:
                known = self._app.origins.knows(request.headers)
                why = "the origin is another site" if known else "this server has another host name"
                raise Refused(Reason.FORBIDDEN_ORIGIN, why)
            # Sockets have their own limit: all people of an address may reconnect at once.
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
            response = refusal(Refused(Reason.BAD_MESSAGE, "method not allowed"), 405)
            response.headers["Allow"] = ", ".join(sorted(error.allowed_methods))
            return response
        except web.HTTPException as error:
            return refusal(Refused(Reason.BAD_MESSAGE, error.reason), error.status)
        except RequestPayloadError:
            return refusal(Refused(Reason.BAD_MESSAGE, "the body cannot be read"))
        except StoreError as error:
            self._app.metrics.failed("store")
            self._app.writability.failed(error)
            return refusal(Refused(Reason.BUSY, "try again"))
        except Exception as error:  # a bug
            _LOGGER.exception("a call failed: %s %s", request.method, type(error).__name__)
            return refusal(Refused(Reason.BUSY), 500)

    def _address(self, request: web.Request) -> str:
        return self._app.address(request.remote or "", request.headers)

    # Tables.

    async def bots(self, _: web.Request) -> web.Response:
        return json_response(bot_lines())

    async def lobby(self, _: web.Request) -> web.Response:
        tables = self._app.tables
        listed = await self._app.store.lobby(MOST_LISTED, tables.visited())
        lines = [
            listing_line(one._replace(here=tables.cluster.presence.here(one.code)))
            for one in listed
            if not tables.histories.is_damaged(one.code)
        ]
        return json_response({"tables": lines})

    async def new_table(self, request: web.Request) -> web.Response:
        body = await read_object(request, {"settings", "bots"})
        settings = read_settings(body.get("settings"))
        bots = read_bots(body.get("bots"), settings)
        caller = await self._account.known(request)
        self._new_tables.check(caller.identity)
        self._new_tables_from.check(self._address(request))
        return json_response({"code": await self._app.tables.create(caller, settings, bots)}, 201)

    async def table(self, request: web.Request) -> web.Response:
        return json_response(listing_line(await self._summary(request)))

    async def qr(self, request: web.Request) -> web.Response:
        summary = await self._summary(request)
        link = f"{self._app.base_url(request.headers)}/t/{summary.code}"
        if len(link) > LONGEST_LINK or not link.isascii():
            raise Refused(Reason.BAD_MESSAGE, "the address does not fit into a QR code")
        return web.Response(text=qr_svg(link), content_type="image/svg+xml")

    async def game(self, request: web.Request) -> web.Response:
        summary = await self._summary(request)
        caller = await self._account.caller(request)
        live = await self._app.tables.find(summary.code)
        text = HISTORY.write(live.history(caller or NOBODY))
        return web.Response(text=text, content_type="application/json")

    async def record(self, request: web.Request) -> web.Response:
        number = read_number(request.match_info["number"])
        self._records.check(self._address(request))
        code = (await self._summary(request)).code
        caller = await self._account.caller(request)
        text = await self._app.record(code, number, caller.identity if caller else "")
        name = f"calavera-{code}-{number}.skull"
        return web.Response(
            text=text, headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )

    async def replay(self, request: web.Request) -> web.Response:
        eyes = request.query.get("eyes")
        return await self._from_record(request, "application/json", replay, eyes)

    async def card(self, request: web.Request) -> web.Response:
        look = request.query.get("theme", THEMES[0]), request.query.get("language", LANGUAGES[0])
        return await self._from_record(request, "image/svg+xml", card, *look)

    async def _from_record(
        self, request: web.Request, kind: str, work: Callable[..., bytes], *values: str | None
    ) -> web.Response:
        """What a worker makes of the record in the body."""
        self._replays.check(self._address(request))
        text = await read_large(request, LONGEST_RECORD)
        is_compressed = "gzip" in request.headers.get("Accept-Encoding", "")
        made = await self._app.workers.run(
            self._address(request), len(text), _made, is_compressed, work, text, *values
        )
        headers = {
            "Vary": "Accept-Encoding",
            **({"Content-Encoding": "gzip"} if is_compressed else {}),
        }
        return web.Response(body=made, content_type=kind, headers=headers)

    # The solved game of two.

    async def ending(self, request: web.Request) -> web.Response:
        asked = endings.read_query(request.match_info["position"], request.query)
        return await self._ending(request, endings.ending, *asked)

    async def ending_map(self, request: web.Request) -> web.Response:
        return await self._ending(request, endings.ending_map, request.match_info["position"])

    async def _ending(
        self, request: web.Request, work: Callable[..., str], *asked: object
    ) -> web.Response:
        text = await self._app.workers.run(self._address(request), 0, work, *asked)
        return web.Response(
            text=text, content_type="application/json", headers={"Cache-Control": endings.KEPT}
        )

    async def review(self, request: web.Request) -> web.StreamResponse:
        address = self._address(request)
        self._replays.check(address)
        text = await read_large(request, LONGEST_RECORD)
        return await stream_review(request, self._app.reviews, address, text)

    async def puzzle(self, request: web.Request) -> web.Response:
        address, day = self._address(request), request.match_info["day"]
        body = await self._app.workers.run(address, len(day), puzzle_of, day)
        return web.Response(body=body, content_type="application/json")

    async def _summary(self, request: web.Request) -> Listing:
        """The table of a code; whoever guessed too often gets no answer for right ones either."""
        guesses, address = self._app.wrong_codes, self._address(request)
        if not guesses.would_allow(address):
            raise guesses.too_fast(address)
        summary = await self._app.store.summary(read_code(request.match_info["code"]))
        if summary is None:
            guesses.allows(address)
            raise Refused(Reason.UNKNOWN_TABLE, "no table has this code")
        if self._app.tables.histories.is_damaged(summary.code):
            raise Refused(Reason.DAMAGED, "the history of this table is damaged")
        return summary._replace(here=self._app.tables.cluster.presence.here(summary.code))

    # Schemas.

    async def schema(self, _: web.Request) -> web.Response:
        return json_response(message_schema())

    async def openapi(self, _: web.Request) -> web.Response:
        return json_response(openapi())


def refusal(refused: Refused, status: int | None = None) -> web.Response:
    body: Json = {"reason": refused.reason.value, "detail": refused.detail}
    status = status or STATUS.get(refused.reason, 400)
    response = Refusal(refused.reason, write_json(body), status)
    if isinstance(refused, TooFast | Overloaded):
        response.headers["Retry-After"] = str(refused.seconds)
    return response


def _made(is_compressed: bool, work: Callable[..., bytes], *values: object) -> bytes:
    plain = work(*values)
    return gzip.compress(plain, GZIP_LEVEL, mtime=0) if is_compressed else plain
