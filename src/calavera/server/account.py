"""The calls about the caller: a name, and the tokens by which they are known."""

from typing import Final

from aiohttp import web

from calavera.record.json_text import Json
from calavera.server.bodies import answer_json, read_object
from calavera.server.house import House
from calavera.server.people import COOKIE, SECURE_COOKIE, cookies_in, token_in
from calavera.server.token_store import UNUSED
from calavera.server.tokens import identity_of
from calavera.table.caller import Caller
from calavera.table.fields import LONGEST_NAME
from calavera.table.names import checked_name
from calavera.table.reasons import Reason, Refused

LONGEST_GIVEN_NAME: Final = 2 * LONGEST_NAME
"""Characters of a name as it is sent; some are not kept."""


class Account:
    """The handlers of these calls."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._newcomers = house.limits.of("newcomers")

    def routes(self) -> list[web.RouteDef]:
        """Every call there is."""
        return [
            web.post("/api/identities", self.new_identity),
            web.get("/api/me", self.who_am_i),
            web.put("/api/me", self.rename_me),
            web.get("/api/me/tokens", self.tokens),
            web.post("/api/me/tokens", self.new_token),
            web.delete("/api/me/tokens", self.revoke_others),
            web.delete("/api/me/tokens/{id}", self.revoke),
        ]

    # Who calls.

    async def caller(self, request: web.Request) -> Caller | None:
        """Whoever has the token that the request carries."""
        return await self._house.people.find(token_in(request.headers), _agent(request))

    async def known(self, request: web.Request) -> Caller:
        """The same; raises Refused where nobody has it."""
        caller = await self.caller(request)
        if caller is None:
            raise _unknown(request)
        return caller

    # Names.

    async def new_identity(self, request: web.Request) -> web.Response:
        """A token for a program."""
        self._count(request)
        newcomer = await self._house.people.welcome(user_agent=_agent(request))
        return answer_json({"token": newcomer.token, "name": newcomer.caller.name}, 201)

    async def who_am_i(self, request: web.Request) -> web.Response:
        """The caller's name; a browser that has no token gets one."""
        caller = await self.caller(request)
        if caller is not None:
            return self._with_newer_cookie(request, answer_json({"name": caller.name}))
        if "Authorization" in request.headers:  # a program should learn that its token is none
            raise _unknown(request)
        self._count(request)
        newcomer = await self._house.people.welcome(user_agent=_agent(request))
        return self._with_cookie(answer_json({"name": newcomer.caller.name}), newcomer.token)

    async def rename_me(self, request: web.Request) -> web.Response:
        """Another name."""
        body = await read_object(request, {"name"})
        name = checked_name(_text(body.get("name")))
        renamed = await self._house.people.rename(await self.known(request), name)
        self._house.tables.rename(renamed)
        return answer_json({"name": renamed.name})

    # Tokens.

    async def tokens(self, request: web.Request) -> web.Response:
        """The caller's tokens, the latest first."""
        caller = await self.known(request)
        own = identity_of(token_in(request.headers) or "")
        lines: list[Json] = [
            {
                "id": token.id,
                "device": token.device,
                "made": token.made * 1000,
                "used": token.used * 1000,
                "current": token.hash == own,
            }
            for token in await self._house.store.tokens.of(caller.identity)
        ]
        return answer_json({"tokens": lines})

    async def new_token(self, request: web.Request) -> web.Response:
        """A further token; whoever came by a cookie has it in the cookie, where no script reads."""
        caller = await self.known(request)
        self._count(request)
        token, token_id = await self._house.people.another_token(caller, _agent(request))
        if token_in(request.headers) in cookies_in(request.headers).values():
            return self._with_cookie(answer_json({"id": token_id}, 201), token)
        return answer_json({"id": token_id, "token": token}, 201)

    async def revoke(self, request: web.Request) -> web.Response:
        """Sign one device out."""
        caller = await self.known(request)
        if not await self._house.people.revoke(caller, request.match_info["id"]):
            raise Refused(Reason.NOT_FOUND, "you have no such token")
        await self._house.devices.revoked(caller.identity)
        return answer_json({"revoked": 1})

    async def revoke_others(self, request: web.Request) -> web.Response:
        """Sign every other device out."""
        caller = await self.known(request)
        kept = token_in(request.headers) or ""
        count = await self._house.people.revoke_others(caller, kept)
        await self._house.devices.revoked(caller.identity)
        return answer_json({"revoked": count})

    # Cookies.

    def _with_cookie(self, answer: web.Response, token: str) -> web.Response:
        secure = self._house.is_secure
        answer.set_cookie(
            SECURE_COOKIE if secure else COOKIE,
            token,
            max_age=UNUSED,
            path="/",
            httponly=True,
            samesite="Lax",
            secure=secure,
        )
        return answer

    def _with_newer_cookie(self, request: web.Request, answer: web.Response) -> web.Response:
        """Replace the cookie of a browser that was here before the server was behind TLS."""
        cookies = cookies_in(request.headers)
        if self._house.is_secure and COOKIE in cookies:
            if SECURE_COOKIE not in cookies and "Authorization" not in request.headers:
                self._with_cookie(answer, cookies[COOKIE])
            answer.del_cookie(COOKIE, path="/")
        return answer

    def _count(self, request: web.Request) -> None:
        self._newcomers.check(self._house.address(request.remote or "", request.headers))


def _agent(request: web.Request) -> str:
    return request.headers.get("User-Agent", "")


def _unknown(request: web.Request) -> Refused:
    if token_in(request.headers) is None:
        why = "ask GET /api/me or POST /api/identities first"
    else:
        why = "this token is not valid any more"
    return Refused(Reason.NO_IDENTITY, why)


def _text(data: object) -> str:
    if not isinstance(data, str) or len(data) > LONGEST_GIVEN_NAME:
        raise Refused(
            Reason.BAD_MESSAGE, f"name: expected a string of up to {LONGEST_NAME} characters"
        )
    return data
