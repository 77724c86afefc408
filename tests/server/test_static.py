"""The files of the front end, their cache headers, and which origins may call."""

import asyncio
from pathlib import Path

import pytest

import calavera
from calavera.server.http import static
from calavera.server.http.static import security_headers
from calavera.server.net.addresses import addresses, free_port, is_open_to_network, is_private
from calavera.server.net.connections import Connections
from calavera.server.net.origins import Origins
from tests.server.headers import SECURITY_HEADERS
from tests.server.ports import free_port as unused_port
from tests.server.raw import client, config, run, running_server


def test_the_front_end_is_inside_the_package() -> None:
    assert Path(calavera.__file__).parent / "web" == static.FOLDER


def test_the_headers_are_the_ones_that_browsers_need() -> None:
    assert security_headers(is_secure=False) == SECURITY_HEADERS
    strict = {"Strict-Transport-Security": "max-age=31536000"}
    assert security_headers(is_secure=True) == {**SECURITY_HEADERS, **strict}


def test_files_pages_and_what_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "assets" / "a.js").write_text("1")
    (folder / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(static, "FOLDER", folder)

    async def test() -> None:
        async with running_server() as server:
            unbuilt = await server.call("GET", "/")
            assert unbuilt.status == 200
            assert b"make web" in unbuilt.body
            assert unbuilt.headers["Content-Type"].startswith("text/html")
            (folder / "index.html").write_text("<p>index</p>")
            forever = "public, max-age=31536000, immutable"
            for path, body, kept in (
                ("/assets/a.js", b"1", forever),
                ("/icon.svg", b"<svg/>", "no-cache"),
                ("/", b"<p>index</p>", "no-cache"),
                ("/t/KRTMWX", b"<p>index</p>", "no-cache"),
                ("/assets", b"<p>index</p>", "no-cache"),
                ("/t.x/KRTMWX", b"<p>index</p>", "no-cache"),
                ("/t/x.y/KRTMWX", b"<p>index</p>", "no-cache"),
                ("/%00", b"<p>index</p>", "no-cache"),
            ):
                answer = await server.call("GET", path)
                assert (answer.status, answer.body) == (200, body)
                assert answer.headers["Cache-Control"] == kept
                assert SECURITY_HEADERS.items() <= answer.headers.items()
            for path in (
                "/assets/b.js", "/t/x.png", "/api/nothing", "/metrics", "/%2e%2e/secret.txt",
                "/..%2fsecret.txt", "/" + "x" * 300 + ".js",
            ):  # fmt: skip
                missing = await server.call("GET", path)
                assert missing.status == 404
                assert SECURITY_HEADERS.items() <= missing.headers.items()
            assert (await server.call("GET", "/" + "x" * 300)).status == 200
            assert (await server.call("GET", "/api/bots")).headers["Cache-Control"] == "no-store"
            assert "Cache-Control" not in (await server.call("GET", "/healthz")).headers

    run(test())


def test_the_port_of_the_metrics_has_the_headers_too() -> None:
    async def test() -> None:
        port = unused_port()
        its = config(metrics=("127.0.0.1", port), public_url=PROXIED)
        async with running_server(its), client(port) as watcher:
            for path, status in (("/metrics", 200), ("/healthz", 200), ("/nothing", 404)):
                answer = await watcher.call("GET", path)
                assert answer.status == status
                assert SECURITY_HEADERS.items() <= answer.headers.items()
                assert "Strict-Transport-Security" not in answer.headers  # this port has no TLS

    run(test())


PROXIED = "https://skull.example.org"


@pytest.mark.parametrize(
    ("public_url", "host", "headers", "is_allowed"),
    [
        (None, "127.0.0.1", {}, True),
        (None, "127.0.0.1", {"Host": "localhost:8000"}, True),
        (None, "127.0.0.1", {"Host": "[::1]:8000"}, True),
        (None, "127.0.0.5", {"Host": "127.0.0.5"}, True),
        (None, "127.0.0.1", {"Host": "evil.example"}, False),
        (None, "127.0.0.1", {"Host": "["}, False),
        (None, "127.0.0.1", {"Host": ""}, False),
        (None, "0.0.0.0", {"Host": "anything.example"}, True),
        (None, "0.0.0.0", {"Host": "a.example", "Origin": "http://a.example"}, True),
        (None, "0.0.0.0", {"Host": "a.example:80", "Origin": "http://a.example"}, True),
        (None, "0.0.0.0", {"Host": "a.example", "Origin": "https://a.example"}, False),
        (None, "0.0.0.0", {"Host": "a.example", "Origin": "http://a.example:81"}, False),
        (None, "0.0.0.0", {"Host": "a.example", "Origin": "http://b.example"}, False),
        (None, "0.0.0.0", {"Host": "a.example", "Origin": "null"}, False),
        (None, "0.0.0.0", {"Origin": "http://a.example"}, False),
        (None, "0.0.0.0", {"Origin": "http://none"}, False),
        (None, "0.0.0.0", {"Host": "", "Origin": "http://"}, False),
        (None, "0.0.0.0", {"Host": "a.example:81", "Origin": "https://a.example:81"}, False),
        (PROXIED, "127.0.0.1", {"Host": "skull.example.org"}, True),
        (PROXIED, "127.0.0.1", {"Host": "skull.example.org:443"}, True),
        (PROXIED, "127.0.0.1", {"Host": "skull.example.org:444"}, False),
        (PROXIED, "127.0.0.1", {"Host": "localhost:8000"}, True),
        (PROXIED, "127.0.0.1", {"Host": "127.0.0.1:8000"}, True),
        (PROXIED, "127.0.0.1", {"Host": "other.example.org"}, False),
        (PROXIED, "127.0.0.1", {"Origin": PROXIED}, True),
        (PROXIED, "0.0.0.0", {"Host": "other.example.org"}, False),
        (PROXIED, "127.0.0.1", {"Host": "skull.example.org", "Origin": PROXIED}, True),
        (PROXIED, "127.0.0.1", {"Host": "localhost:8000", "Origin": PROXIED}, True),
        (
            PROXIED,
            "127.0.0.1",
            {"Host": "localhost:8000", "Origin": "http://localhost:8000"},
            True,
        ),
        (
            PROXIED,
            "127.0.0.1",
            {"Host": "skull.example.org", "Origin": "http://skull.example.org"},
            False,
        ),
        (
            "http://skull.example.org:8080",
            "127.0.0.1",
            {"Host": "skull.example.org:8080", "Origin": "http://skull.example.org:8080"},
            True,
        ),
    ],
)
def test_hosts_and_origins(
    public_url: str | None, host: str, headers: dict[str, str], is_allowed: bool
) -> None:
    assert Origins(public_url, host).allow(headers) == is_allowed


def test_addresses_that_others_can_reach() -> None:
    assert [is_open_to_network(host) for host in ("localhost", "::1", "127.0.0.9")] == [False] * 3
    assert [is_open_to_network(host) for host in ("0.0.0.0", "::", "192.0.2.1", "")] == [True] * 4
    assert all(map(is_private, ("127.0.0.1", "10.1.2.3", "192.168.0.1", "fd00::1", "::1")))
    assert not any(map(is_private, ("8.8.8.8", "2001:4860::8888", "", "example.org")))
    assert addresses("127.0.0.1", 80) == ["http://127.0.0.1:80"]
    assert addresses("::1", 80) == ["http://[::1]:80"]
    assert addresses("0.0.0.0", 80)[-1] == "http://localhost:80"


def test_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: set[int] = set()

    def check(_: str, port: int) -> None:
        if port in taken:
            raise OSError

    monkeypatch.setattr("calavera.server.net.addresses.check_port", check)
    assert free_port("127.0.0.1", 8000) == 8000
    taken |= {8000, 8001}
    assert free_port("127.0.0.1", 8000) == 8002
    taken |= {*range(8000, 8019)}
    assert free_port("127.0.0.1", 8000) == 8019
    taken.add(8019)
    assert free_port("127.0.0.1", 8000) == 8000


class Wire:
    """A transport that records its calls."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.done: list[str] = []

    def get_extra_info(self, _: str) -> tuple[str, int]:
        return self.address, 1

    def is_closing(self) -> bool:
        return "abort" in self.done

    def abort(self) -> None:
        self.done.append("abort")

    def pause_reading(self) -> None:
        self.done.append("pause")


def test_an_address_has_a_number_of_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calavera.server.net.connections.TARPIT", 0.0)

    async def test() -> None:
        is_slow = True
        connections = Connections(lambda _: 2, lambda _: is_slow)
        wires = [Wire("192.0.2.1") for _ in range(3)]
        assert [connections.add(wire) for wire in wires] == [True, True, False]  # type: ignore[arg-type]
        assert wires[2].done == ["abort"]
        assert connections.count == 2
        assert connections.add(Wire("192.0.2.2"))  # type: ignore[arg-type]
        wires[0].abort()
        assert connections.count == 2
        assert connections.add(Wire("192.0.2.1"))  # type: ignore[arg-type]
        is_slow = False
        late = Wire("192.0.2.3")
        assert not connections.add(late)  # type: ignore[arg-type]
        assert late.done == []
        for _ in range(100):
            await asyncio.sleep(0)
            if late.is_closing():
                break
        assert late.done == ["pause", "abort"]
        connections.abort()
        assert wires[1].done == ["abort"]
        assert connections.count == 0
        is_slow, after = True, Wire("192.0.2.4")
        assert not connections.add(after)  # type: ignore[arg-type]
        assert after.done == ["abort"]

    run(test())
