"""Calls, refusals, headers and limits."""

import contextlib
import json
from typing import Any

import aiohttp
import pytest
import yarl

from calavera.protocol.reasons import Reason
from calavera.server.limits.budgets import Limits, Rate
from tests.server.headers import SECURITY_HEADERS
from tests.server.raw import (
    Answer,
    Server,
    config,
    raw_connection,
    run,
    running_server,
    seated,
    upgrade,
)

REASONS = {reason.value for reason in Reason}
FEW = Rate(3, 0.0001)


def test_a_program_gets_a_token_and_a_name() -> None:
    async def test() -> None:
        async with running_server() as server:
            answer = await server.call("POST", "/api/identities")
            assert answer.status == 201
            assert set(answer.json) == {"token", "name"}
            assert len(answer.json["token"]) >= 43
            assert "Set-Cookie" not in answer.headers
            me = await server.call("GET", "/api/me", answer.json["token"])
            assert me.json == {"name": answer.json["name"]}

    run(test())


def test_a_browser_gets_a_cookie_that_scripts_and_other_sites_cannot_use() -> None:
    async def test() -> None:
        async with running_server() as server:
            first = await server.call("GET", "/api/me")
            cookie = first.headers["Set-Cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie
            assert "Path=/" in cookie
            assert "Secure" not in cookie
            value = cookie.split(";")[0]
            assert value.split("=")[1] not in first.body.decode()
            again = await server.call("GET", "/api/me", headers={"Cookie": value})
            assert again.json == first.json
            assert "Set-Cookie" not in again.headers

    run(test())


def test_behind_tls_the_cookie_is_secure() -> None:
    async def test() -> None:
        async with running_server(config(public_url="https://skull.example.org")) as server:
            cookie = (await server.call("GET", "/api/me")).headers["Set-Cookie"]
            assert cookie.startswith("__Host-calavera=")
            assert "Secure" in cookie
            assert "Path=/" in cookie
            assert "Domain" not in cookie
            value = cookie.split(";")[0]
            again = await server.call("GET", "/api/me", headers={"Cookie": value})
            assert "Set-Cookie" not in again.headers

    run(test())


def test_behind_tls_an_older_cookie_is_read_once_and_replaced() -> None:
    async def test() -> None:
        async with running_server(config(public_url="https://skull.example.org")) as server:
            token = await server.newcomer("Ana")
            other = await server.newcomer("Bo")
            url = f"{server.base}/api/me"
            old = {"Cookie": f"calavera={token}"}
            async with server.http.get(url, headers=old) as answer:
                assert (await answer.json())["name"] == "Ana"
                secure, gone = answer.headers.getall("Set-Cookie")
            assert secure.startswith(f"__Host-calavera={token}; ")
            assert gone.startswith('calavera=""; ')
            assert "Max-Age=0" in gone
            both = {"Cookie": f"calavera={other}; __Host-calavera={token}"}
            async with server.http.get(url, headers=both) as answer:
                assert (await answer.json())["name"] == "Ana"
                (gone,) = answer.headers.getall("Set-Cookie")
            assert gone.startswith('calavera=""; ')

    run(test())


def test_behind_tls_browsers_are_told_to_stay_there() -> None:
    async def test() -> None:
        for url, told in (("https://skull.example.org", True), ("http://skull.example.org", False)):
            async with running_server(config(public_url=url)) as server:
                for path in ("/", "/api/me", "/api/tables/NOSUCH", "/healthz"):
                    answer = await server.call("GET", path)
                    strict = answer.headers.get("Strict-Transport-Security")
                    assert strict == ("max-age=31536000" if told else None)
                    assert SECURITY_HEADERS.items() <= answer.headers.items()

    run(test())


def test_names_are_checked() -> None:
    async def test() -> None:
        async with running_server() as server:
            token = await server.newcomer()
            done = await server.call("PUT", "/api/me", token, json={"name": "  Ana   B "})
            assert done.json == {"name": "Ana B"}
            bad: list[Any] = [
                "",
                " ",
                "a" * 25,
                "a,b",
                "Ob\u0455idiana",
                "a\x00b",
                "\ud800",
                5,
                None,
                ["a"],
            ]
            for name in bad:
                answer = await server.call("PUT", "/api/me", token, json={"name": name})
                assert (answer.status, answer.reason) == (400, "bad-message"), name
            assert (await server.call("GET", "/api/me", token)).json == {"name": "Ana B"}
            unknown = await server.call("PUT", "/api/me", "nobody", json={"name": "Ana"})
            assert (unknown.status, unknown.reason) == (401, "no-identity")

    run(test())


@pytest.mark.parametrize("token", ["x", "a" * 200, "\udcff\udcfe", "é", "' OR 1=1 --"])
def test_whoever_has_no_token_of_ours_is_nobody(token: str) -> None:
    async def test() -> None:
        async with running_server() as server:
            answer = await server.call("POST", "/api/tables", token, json={})
            assert (answer.status, answer.reason) == (401, "no-identity")

    run(test())


def test_the_ladder_of_bots() -> None:
    async def test() -> None:
        async with running_server() as server:
            bots = (await server.call("GET", "/api/bots")).json
            assert bots
            assert all(set(bot) == {"name", "nickname", "temper", "strength"} for bot in bots)

    run(test())


def test_the_lobby_shows_listed_tables_alone() -> None:
    async def test() -> None:
        async with running_server() as server:
            token = await server.newcomer("Ana")
            hidden = await server.table(token)
            shown = await server.table(token, listed=True, players=3, bots=["cautious"])
            (line,) = (await server.call("GET", "/api/tables")).json["tables"]
            assert line["code"] == shown
            assert line["host"] == "Ana"
            assert (line["people"], line["bots"]) == (0, 1)
            assert line["here"] == 0
            assert line["changed"] > 1_700_000_000_000
            lines = [await server.line(shown, one) for one in (token, "")]
            (line,) = (await server.call("GET", "/api/tables")).json["tables"]
            assert line["here"] == 1, "spectators are not listed"
            assert (await server.call("GET", f"/api/tables/{shown}")).json["here"] == 1
            await lines[0].close()
            assert (await server.call("GET", f"/api/tables/{hidden}")).json["code"] == hidden
            assert token not in json.dumps(line)

    run(test())


def test_codes_may_be_written_small() -> None:
    async def test() -> None:
        async with running_server() as server:
            code = await server.table(await server.newcomer())
            for path in ("", "/qr.svg"):
                answer = await server.call("GET", f"/api/tables/{code.lower()}{path}")
                assert answer.status == 200
            assert (await server.line(code.lower())).room["code"] == code

    run(test())


BAD_TABLES: list[Any] = [
    [],
    "x",
    {"more": 1},
    {"settings": 3},
    {"settings": {"players": 1}},
    {"settings": {"players": 99}},
    {"settings": {"players": "4"}},
    {"settings": {"players": 12, "tribes": 2}},
    {"settings": {"unknown": 1}},
    {"settings": {"clock": {"move": 0, "reserve": 0}}},
    {"bots": "cautious"},
    {"bots": ["cautious"] * 5},
    {"bots": [{}]},
    {"bots": ["nobody"]},
]


@pytest.mark.parametrize("body", BAD_TABLES)
def test_a_table_that_cannot_be_is_refused(body: Any) -> None:
    async def test() -> None:
        async with running_server() as server:
            answer = await server.call("POST", "/api/tables", await server.newcomer(), json=body)
            assert answer.status == 400
            assert answer.reason in ("bad-message", "unknown-bot")

    run(test())


BAD_BODIES: list[tuple[bytes, dict[str, str], int]] = [
    (b"{", {}, 400),
    (b"\xff\xfe", {}, 400),
    (b"{}", {"Content-Type": "text/plain"}, 400),
    (b"[" * 9000, {}, 400),
    (b"9" * 9000, {}, 400),
    (b'{"bots":[],"bots":[]}', {}, 400),
    (b"not gzip", {"Content-Encoding": "gzip"}, 400),
    (b" " * 20_000, {}, 413),
    (b'"' + b"a" * 200_000 + b'"', {}, 413),
]


@pytest.mark.parametrize(("body", "headers", "status"), BAD_BODIES)
def test_invalid_bodies(body: bytes, headers: dict[str, str], status: int) -> None:
    async def test() -> None:
        async with running_server() as server:
            token = await server.newcomer()
            headers_ = {"Content-Type": "application/json", **headers}
            answer = await server.call("POST", "/api/tables", token, data=body, headers=headers_)
            assert answer.status == status
            assert answer.reason in REASONS

    run(test())


def test_unknown_tables_games_and_pages() -> None:
    async def test() -> None:
        async with running_server() as server:
            code = await server.table(await server.newcomer())
            refused = {
                "/api/tables/QQQQQQ": (404, "unknown-table"),
                "/api/tables/x": (404, "unknown-table"),
                "/api/tables/QQQQQQ/qr.svg": (404, "unknown-table"),
                "/api/tables/QQQQQQ/games/1/record": (404, "unknown-table"),
                f"/api/tables/{code}/games/x/record": (404, "not-found"),
                f"/api/tables/{code}/games/99999999999/record": (404, "not-found"),
                "/api/nothing": (404, "not-found"),
                "/missing.js": (404, "not-found"),
                "/..%2f..%2fcli.py": (404, "not-found"),
                "/%2e%2e/cli.py": (404, "not-found"),
                "//etc/hosts.txt": (404, "not-found"),
            }
            for path, expected in refused.items():
                answer = await _get(server, path)
                assert (answer.status, answer.reason) == expected, path
            assert (await server.call("DELETE", "/api/me")).status == 405
            assert (await server.call("POST", "/")).status == 405

    run(test())


async def _get(server: Server, path: str) -> Answer:
    url = yarl.URL(server.base + path, encoded=True)
    async with server.http.get(url) as answer:
        return Answer(answer.status, dict(answer.headers), await answer.read())


def test_odd_paths_are_pages_or_not_found() -> None:
    async def test() -> None:
        async with running_server() as server:
            for path in (
                "/%00",
                "/" + "a" * 6000,
                "/%ff",
                "/%ed%a0%80",
                "/a%0d%0ab",
                "/%",
                "/?%ff",
            ):
                assert (await _get(server, path)).status in (200, 400, 404), path

    run(test())


def test_details_say_what_is_wrong_and_nothing_about_the_parser() -> None:
    async def test() -> None:
        async with running_server() as server:
            token = await server.newcomer()
            kind = {"Content-Type": "application/json"}
            for method, path, body, detail in [
                ("PUT", "/api/me", b"", "name: expected a string of up to 24 characters"),
                ("PUT", "/api/me", b"{name", "not JSON"),
                ("PUT", "/api/me", b"[" * 16_000, "JSON is nested too deeply"),
                ("PATCH", "/api/me", b"", "method not allowed"),
            ]:
                answer = await server.call(method, path, token, data=body, headers=kind)
                assert answer.json == {"reason": "bad-message", "detail": detail}
            line = await server.line(await server.table(token), token)
            await line.socket.send_str("hello")
            assert (await line.answer(None))["detail"] == "not JSON"

    run(test())


def test_every_answer_carries_the_headers() -> None:
    async def test() -> None:
        async with running_server() as server:
            calls = [
                ("GET", "/", 200),
                ("GET", "/t/ABCDEF", 200),
                ("GET", "/healthz", 200),
                ("GET", "/api/me", 200),
                ("GET", "/api/openapi.json", 200),
                ("GET", "/api/schema.json", 200),
                ("GET", "/api/tables/QQQQQQ", 404),
                ("PATCH", "/api/me", 405),
                ("POST", "/api/tables", 401),
            ]
            for method, path, status in calls:
                answer = await server.call(method, path)
                assert answer.status == status
                for name, value in SECURITY_HEADERS.items():
                    assert answer.headers[name] == value
                assert "Strict-Transport-Security" not in answer.headers
                if path.startswith("/api/"):
                    assert answer.headers["Cache-Control"] == "no-store"

    run(test())


def test_a_picture_of_the_link() -> None:
    async def test() -> None:
        async with running_server(config(host="0.0.0.0")) as server:
            code = await server.table(await server.newcomer())
            answer = await server.call("GET", f"/api/tables/{code}/qr.svg")
            assert answer.status == 200
            assert answer.headers["Content-Type"].startswith("image/svg+xml")
            assert answer.body.startswith(b"<svg")
            odd = await server.call(
                "GET", f"/api/tables/{code}/qr.svg", headers={"Host": "x" * 5000}
            )
            assert (odd.status, odd.reason) == (400, "bad-message")

    run(test())


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://[", "file://"])
def test_other_pages_may_not_call(origin: str) -> None:
    async def test() -> None:
        async with running_server() as server:
            answer = await server.call("GET", "/api/me", headers={"Origin": origin})
            assert (answer.status, answer.reason) == (403, "forbidden-origin")
            assert "Set-Cookie" not in answer.headers
            own = await server.call("GET", "/api/me", headers={"Origin": server.base})
            assert own.status == 200

    run(test())


PUBLIC = "https://skull.example.org"


@pytest.mark.parametrize(
    ("public", "host", "origin", "is_ours"),
    [
        (PUBLIC, "skull.example.org", PUBLIC, True),
        (PUBLIC, "skull.example.org", f"{PUBLIC}:443", True),
        (PUBLIC, "Skull.Example.org:443", PUBLIC, True),
        (PUBLIC, "skull.example.org", None, True),
        (PUBLIC, "skull.example.org", "http://skull.example.org", False),
        (PUBLIC, "skull.example.org", f"{PUBLIC}:8443", False),
        (PUBLIC, "skull.example.org:8443", None, False),
        (PUBLIC, "evil.example", None, False),
        (PUBLIC, "evil.example", "https://evil.example", False),
        (PUBLIC, "10.1.2.3:8000", None, False),
        (PUBLIC, "", None, False),
        (PUBLIC, "localhost:8000", None, True),
        (PUBLIC, "localhost:8000", PUBLIC, True),
        (PUBLIC, "localhost:8000", "http://localhost:8000", True),
        (PUBLIC, "localhost:8000", "http://localhost:9000", False),
        ("http://10.1.2.3:8000", "10.1.2.3:8000", "http://10.1.2.3:8000", True),
        ("http://10.1.2.3:8000", "10.1.2.3:8000", "https://10.1.2.3:8000", False),
        (None, "localhost:8000", "http://localhost:8000", True),
        (None, "localhost:8000", "https://localhost:8000", False),
        (None, "localhost", "http://localhost:80", True),
        (None, "localhost:8000", "http://localhost", False),
        (None, "localhost:8000", "http://127.0.0.1:8000", False),
    ],
)
def test_host_and_origin_are_compared_with_scheme_and_port(
    public: str | None, host: str, origin: str | None, is_ours: bool
) -> None:
    async def test() -> None:
        async with running_server(config(public_url=public)) as server:
            headers = {"Host": host} if origin is None else {"Host": host, "Origin": origin}
            answer = await server.call("GET", "/api/bots", headers=headers)
            assert answer.status == (200 if is_ours else 403)
            code = await server.table(await server.newcomer())
            reader, writer = await raw_connection(server.port)
            more = () if origin is None else (f"Origin: {origin}",)
            asked = upgrade(f"/api/tables/{code}/socket", *more)
            writer.write(asked.replace(b"127.0.0.1", host.encode()))
            status = (await reader.readuntil(b"\r\n")).split()[1]
            assert status == (b"101" if is_ours else b"403")
            writer.close()
            for path in ("/healthz", "/readyz"):
                probe = await server.call("GET", path, headers=headers)
                assert probe.status == 200

    run(test())


def test_nobody_may_ask_too_much() -> None:
    async def test() -> None:
        async with running_server(config(limits=Limits(calls=FEW))) as server:
            answers = [await server.call("GET", "/api/bots") for _ in range(4)]
            assert [answer.status for answer in answers] == [200, 200, 200, 429]
            assert answers[-1].reason == "too-fast"
            assert int(answers[-1].headers["Retry-After"]) > 0
            assert "Retry-After" not in answers[0].headers
            assert (await server.call("GET", "/healthz")).status == 200

    run(test())


def test_new_identities_and_new_tables_are_limited() -> None:
    async def test() -> None:
        async with running_server(config(limits=Limits(newcomers=FEW, new_tables=FEW))) as server:
            tokens = [await server.newcomer() for _ in range(3)]
            for method, path in (("POST", "/api/identities"), ("GET", "/api/me")):
                assert (await server.call(method, path)).status == 429
            made = [await server.call("POST", "/api/tables", token) for token in [*tokens, *tokens]]
            assert [answer.status for answer in made] == [201] * 6
            for token in tokens:
                assert (await server.call("POST", "/api/tables", token)).status == 201
                late = await server.call("POST", "/api/tables", token)
                assert (late.status, late.reason) == (429, "too-fast")
                assert late.json["detail"] == f"try again in {late.headers['Retry-After']} s"
        async with running_server(config(limits=Limits(new_tables_from=FEW))) as server:
            tokens = [await server.newcomer() for _ in range(4)]
            made = [await server.call("POST", "/api/tables", token) for token in tokens]
            assert [answer.status for answer in made] == [201, 201, 201, 429]

    run(test())


def test_talk_has_a_limit_of_its_own() -> None:
    async def test() -> None:
        async with running_server(config(limits=Limits(talk=FEW))) as server:
            lines = await seated(server, 2)
            for text in ("a", "b"):
                assert (await lines[0].ask("say", text=text))["type"] == "frame"
            last = await lines[0].send("taunt", taunt="hmm")
            assert (await lines[0].answer(last))["type"] == "frame"
            refused = await lines[0].ask("say", text="d")
            assert (refused["type"], refused["reason"]) == ("refused", "too-fast")
            again = await lines[0].ask("taunt", taunt="hmm", id=last)
            assert again["type"] == "done", "it was already sent"
            assert (await lines[1].ask("say", text="e"))["type"] == "frame"
            moves = lines[0].moves()
            assert (await lines[0].ask("act", **lines[0].act(*moves[0])))["type"] == "frame"

    run(test())


def test_a_reconnect_resets_no_talk_limit() -> None:
    async def test() -> None:
        async with running_server(
            config(limits=Limits(talk=FEW, messages=Rate(8, 0.001)))
        ) as server:
            token = await server.newcomer()
            code = await server.table(token)
            for text in ("a", "b", "c"):
                line = await server.line(code, token)
                assert (await line.ask("say", text=text))["type"] == "frame"
                await line.close()
            line = await server.line(code, token)
            assert (await line.ask("say", text="d"))["reason"] == "too-fast"
            for _ in range(4):
                await line.close()
                line = await server.line(code, token)
                assert (await line.ask("say", text="e"))["type"] == "refused"
            await line.close()
            line = await server.line(code, token)
            await line.send("say", text="f")
            assert (await line.bye())[-1] == {"type": "bye", "reason": "flooding"}

    run(test())


def test_new_sockets_and_records_are_limited() -> None:
    async def test() -> None:
        limits = Limits(sockets=FEW, records=FEW)
        async with running_server(config(limits=limits)) as server:
            token = await server.newcomer()
            code = await server.table(token)
            path = f"/api/tables/{code}/games/1/record"
            told = [(await server.call("GET", path, token)).status for _ in range(4)]
            assert told == [404, 404, 404, 429]
            for _ in range(3):
                await (await server.line(code, token)).close()
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await server.line(code, token)
            assert refused.value.status == 429

    run(test())


def test_a_new_name_reaches_the_tables_where_somebody_is() -> None:
    async def test() -> None:
        async with running_server() as server:
            token = await server.newcomer("Ana")
            code = await server.table(token)
            lines = [await server.line(code, token), await server.line(code)]
            await server.call("PUT", "/api/me", token, json={"name": "Anita"})
            for line in lines:
                await line.until_version(2)
                assert line.room["members"][0]["name"] == "Anita"

    run(test())


def test_a_server_for_this_machine_alone_has_no_other_names() -> None:
    """DNS rebinding: a foreign page could resolve its name to this machine."""

    async def test() -> None:
        async with running_server() as server:
            for name in ("evil.example", f"evil.example:{server.port}", "localhost.evil.example"):
                answer = await server.call("GET", "/api/me", headers={"Host": name})
                assert (answer.status, answer.reason) == (403, "forbidden-origin")
                assert answer.json["detail"] == "this server has another host name"
                assert "Set-Cookie" not in answer.headers
            for name in ("localhost", f"LocalHost:{server.port}", "127.0.0.1", "[::1]:80"):
                assert (await server.call("GET", "/api/me", headers={"Host": name})).status == 200
            code = await server.table(await server.newcomer())
            reader, writer = await raw_connection(server.port)
            asked = upgrade(f"/api/tables/{code}/socket").replace(b"127.0.0.1", b"evil.example")
            writer.write(asked)
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 403")
            writer.close()
        async with running_server(config(host="0.0.0.0")) as server:
            answer = await server.call("GET", "/api/me", headers={"Host": "any.example"})
            assert answer.status == 200

    run(test())


def test_the_bare_address_of_the_calls_describes_them() -> None:
    async def test() -> None:
        async with running_server() as server:
            for path in ("/api", "/api/", "/api/openapi.json"):
                answer = await server.call("GET", path)
                assert answer.json["info"]["title"] == "Calavera"
                assert answer.headers["Server"] == "calavera"

    run(test())


def test_guessed_codes_are_refused_even_if_right() -> None:
    async def test() -> None:
        async with running_server(config(limits=Limits(wrong_codes=FEW))) as server:
            token = await server.newcomer()
            code = await server.table(token)
            for _ in range(3):
                assert (await server.call("GET", "/api/tables/QQQQQQ")).status == 404
            for path in ("QQQQQQ", code, f"{code}/qr.svg", f"{code}/games/1/record"):
                assert (await server.call("GET", f"/api/tables/{path}")).status == 429
            stranger = await server.open(code)
            assert (await stranger.bye())[-1] == {"type": "bye", "reason": "flooding"}
            member = await server.line(code, token)
            assert member.you["member"] == 1

    run(test())


def test_wrong_codes_of_sockets_count_as_well() -> None:
    async def test() -> None:
        async with running_server(config(limits=Limits(wrong_codes=FEW))) as server:
            reasons = []
            for _ in range(4):
                line = await server.open("QQQQQQ")
                reasons.append((await line.bye())[-1]["reason"])
            assert reasons == ["unknown-table"] * 3 + ["flooding"]

    run(test())


def test_tokens_and_what_is_made_of_them_are_told_to_nobody() -> None:
    async def test() -> None:
        async with running_server() as server:
            lines = await seated(server, 2, listed=True)
            watcher = await server.line(lines[0].room["code"])
            await lines[0].ask("say", text="<b>hello</b>")
            await watcher.next()
            told = "".join([*lines[0].raw, *lines[1].raw, *watcher.raw])
            assert "identity" not in told
            assert "token" not in told
            assert "master" not in told
            assert "<b>hello</b>" in told  # it is text, and unchanged

    run(test())


@pytest.mark.parametrize(
    "garbage",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}",
        b"GET / HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
        b"GET //[ HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ],
)
def test_garbage_is_answered_or_dropped_and_the_server_lives(garbage: bytes) -> None:
    async def test() -> None:
        async with running_server() as server:
            reader, writer = await raw_connection(server.port)
            writer.write(garbage)
            writer.write_eof()
            answer = await reader.read()
            assert not answer.startswith(b"HTTP/1.1 5")
            writer.close()
            assert (await server.call("GET", "/healthz")).body == b"ok\n"

    run(test())


def test_a_head_without_end_is_dropped() -> None:
    async def test() -> None:
        async with running_server() as server:
            reader, writer = await raw_connection(server.port)
            writer.write(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000)
            with contextlib.suppress(ConnectionResetError):
                assert (await reader.read()).startswith(b"HTTP/1.0 400 Bad Request\r\n")
            writer.close()

    run(test())


def test_behind_a_proxy_addresses_are_those_that_it_tells() -> None:
    async def test() -> None:
        its = config(limits=Limits(calls=FEW), public_url="https://skull.example.org")
        async with running_server(its) as server:
            for last in ("203.0.113.1", "203.0.113.2"):
                headers = {"X-Forwarded-For": f"198.51.100.7, {last}"}
                calls = [await server.call("GET", "/api/bots", headers=headers) for _ in range(4)]
                assert [answer.status for answer in calls] == [200, 200, 200, 429]
        async with running_server(
            config(limits=Limits(calls=FEW))
        ) as server:  # no other client is trusted
            for number in range(4):
                headers = {"X-Forwarded-For": f"203.0.113.{number}"}
                answer = await server.call("GET", "/api/bots", headers=headers)
            assert answer.status == 429

    run(test())
