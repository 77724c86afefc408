"""The HTTP calls about the caller's own identity: name and tokens."""

from aiohttp import web

from calavera.calls.tables import read_name
from calavera.protocol.reasons import Reason, Refused
from calavera.record.codec.json_text import Json
from calavera.server.app import App
from calavera.server.http.bodies import json_response, read_object
from calavera.server.stores.tokens import UNUSED
from calavera.server.tables.people import COOKIE, SECURE_COOKIE, cookies_in, token_in
from calavera.table.logic.caller import Caller
from calavera.table.running.tokens import token_hash


class Account:
    """The handlers of these calls."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._newcomers = app.limits.of("newcomers")

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/api/identities", self.new_identity),
            web.get("/api/me", self.who_am_i),
            web.put("/api/me", self.rename_me),
            web.get("/api/me/tokens", self.tokens),
            web.post("/api/me/tokens", self.new_token),
            web.delete("/api/me/tokens", self.revoke_others),
            web.delete("/api/me/tokens/{id}", self.revoke),
        ]

    # Authentication.

    async def caller(self, request: web.Request) -> Caller | None:
        """Whoever owns the token in a request."""
        return await self._app.people.find(token_in(request.headers), _agent(request))

    async def known(self, request: web.Request) -> Caller:
        """Whoever owns the token in a request; raises Refused if nobody does."""
        caller = await self.caller(request)
        if caller is None:
            raise _unknown(request)
        return caller

    # Names.

    async def new_identity(self, request: web.Request) -> web.Response:
        self._count(request)
        newcomer = await self._app.people.register(user_agent=_agent(request))
        return json_response({"token": newcomer.token, "name": newcomer.caller.name}, 201)

    async def who_am_i(self, request: web.Request) -> web.Response:
        """The caller's name; a browser that has no token gets one."""
        caller = await self.caller(request)
        if caller is not None:
            return self._with_secure_cookie(request, json_response({"name": caller.name}))
        if "Authorization" in request.headers:  # a program should learn that its token is invalid
            raise _unknown(request)
        self._count(request)
        newcomer = await self._app.people.register(user_agent=_agent(request))
        return self._with_cookie(json_response({"name": newcomer.caller.name}), newcomer.token)

    async def rename_me(self, request: web.Request) -> web.Response:
        body = await read_object(request, {"name"})
        name = read_name(body.get("name"))
        renamed = await self._app.people.rename(await self.known(request), name)
        self._app.tables.rename(renamed)
        return json_response({"name": renamed.name})

    # Tokens.

    async def tokens(self, request: web.Request) -> web.Response:
        caller = await self.known(request)
        own = token_hash(token_in(request.headers) or "")
        lines: list[Json] = [
            {
                "id": token.id,
                "device": token.device,
                "made": token.made * 1000,
                "used": token.used * 1000,
                "current": token.hash == own,
            }
            for token in await self._app.store.tokens.of(caller.identity)
        ]
        return json_response({"tokens": lines})

    async def new_token(self, request: web.Request) -> web.Response:
        """Another token; for a browser in its cookie, where no script can read it."""
        caller = await self.known(request)
        self._count(request)
        token, token_id = await self._app.people.add_token(caller, _agent(request))
        if token_in(request.headers) in cookies_in(request.headers).values():
            return self._with_cookie(json_response({"id": token_id}, 201), token)
        return json_response({"id": token_id, "token": token}, 201)

    async def revoke(self, request: web.Request) -> web.Response:
        caller = await self.known(request)
        if not await self._app.people.revoke(caller, request.match_info["id"]):
            raise Refused(Reason.NOT_FOUND, "you have no such token")
        await self._app.devices.revoked(caller.identity)
        return json_response({"revoked": 1})

    async def revoke_others(self, request: web.Request) -> web.Response:
        caller = await self.known(request)
        kept = token_in(request.headers) or ""
        count = await self._app.people.revoke_others(caller, kept)
        await self._app.devices.revoked(caller.identity)
        return json_response({"revoked": count})

    # Cookies.

    def _with_cookie(self, response: web.Response, token: str) -> web.Response:
        secure = self._app.is_secure
        response.set_cookie(
            SECURE_COOKIE if secure else COOKIE,
            token,
            max_age=UNUSED,
            path="/",
            httponly=True,
            samesite="Lax",
            secure=secure,
        )
        return response

    def _with_secure_cookie(self, request: web.Request, response: web.Response) -> web.Response:
        """Replace a cookie from before the server was behind TLS."""
        cookies = cookies_in(request.headers)
        if self._app.is_secure and COOKIE in cookies:
            if SECURE_COOKIE not in cookies and "Authorization" not in request.headers:
                self._with_cookie(response, cookies[COOKIE])
            response.del_cookie(COOKIE, path="/")
        return response

    def _count(self, request: web.Request) -> None:
        self._newcomers.check(self._app.address(request.remote or "", request.headers))


def _agent(request: web.Request) -> str:
    return request.headers.get("User-Agent", "")


def _unknown(request: web.Request) -> Refused:
    if token_in(request.headers) is None:
        why = "ask GET /api/me or POST /api/identities first"
    else:
        why = "this token is not valid any more"
    return Refused(Reason.NO_IDENTITY, why)
