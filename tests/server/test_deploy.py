"""deploy/ works: the proxies run as shipped, and people play through them."""

import asyncio
import contextlib
import ctypes
import os
import random
import re
import shutil
import signal
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from string import Template
from typing import NamedTuple

import aiohttp
import pytest

from calavera.server.commands.arguments import CONFIGURED
from calavera.server.limits.budgets import UNLIMITED, Rate
from calavera.table.live.automation import AT_ONCE
from tests.server.backends import missing_postgres, missing_redis, postgres, redis
from tests.server.heirs import ends_with_us
from tests.server.ports import free_port
from tests.server.raw import PATIENCE, Line, Server, config, level, run, running_server, seated
from tests.server.test_start import port_of

DEPLOY = Path(__file__).parents[2] / "deploy"
PR_SET_MDWE = 65


class Proxy(NamedTuple):
    """A running proxy, and the certificate that its clients trust."""

    http: int
    https: int
    certificate: Path

    @property
    def url(self) -> str:
        return f"https://localhost:{self.https}"


@contextlib.contextmanager
def process(words: list[str], folder: Path, **environment: str) -> Iterator[None]:
    """A program that runs during the block."""
    with (folder / "log.txt").open("wb") as log:
        running = subprocess.Popen(
            words, stdout=log, stderr=log, cwd=folder, env={**os.environ, **environment}
        )
    ends_with_us(running.pid)
    try:
        yield
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(60)


@contextlib.contextmanager
def nginx(folder: Path, *upstreams: int) -> Iterator[Proxy]:
    proxy = Proxy(free_port(), free_port(), folder / "certificate.pem")
    key = folder / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", str(key), "-out", str(proxy.certificate)),
        ],
        check=True,
        capture_output=True,
    )
    site = Template((DEPLOY / "nginx.conf.template").read_text()).safe_substitute(
        SITE="localhost",
        UPSTREAM=f"127.0.0.1:{upstreams[0]}",
        CERTIFICATE=proxy.certificate,
        CERTIFICATE_KEY=key,
        HTTP_PORT=proxy.http,
        HTTPS_PORT=proxy.https,
    )
    (folder / "site.conf").write_text(site)
    user = "user root;" if os.geteuid() == 0 else ""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = " ".join([f"{kind}_temp_path {folder}/{kind};" for kind in kinds])
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/pid; error_log stderr; worker_processes 1;\n"
        f"events {{}}\nhttp {{ access_log off; {folders} include {folder}/site.conf; }}\n"
    )
    words = [str(shutil.which("nginx")), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    tested = subprocess.run([*words, "-t"], capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    assert "warn" not in tested.stderr
    with process(words, folder):
        yield proxy


@contextlib.contextmanager
def caddy(folder: Path, *upstreams: int) -> Iterator[Proxy]:
    root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    proxy = Proxy(free_port(), free_port(), root)
    environment = {
        "SITE": "localhost",
        "UPSTREAMS": " ".join([f"127.0.0.1:{port}" for port in upstreams]),
        "HTTP_PORT": str(proxy.http),
        "HTTPS_PORT": str(proxy.https),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "HOME": str(folder),
    }
    file = ["--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    program = str(shutil.which("caddy"))
    tested = subprocess.run(
        [program, "validate", *file],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert tested.returncode == 0, tested.stderr.decode()
    with process([program, "run", *file], folder, **environment):
        yield proxy


PROXIES: dict[str, Callable[..., contextlib.AbstractContextManager[Proxy]]] = {
    "nginx": nginx,
    "caddy": caddy,
}


@pytest.fixture(params=PROXIES)
def proxied(
    request: pytest.FixtureRequest,
) -> Callable[..., contextlib.AbstractContextManager[Proxy]]:
    if shutil.which(request.param) is None:
        pytest.skip(f"there is no {request.param} here")
    return PROXIES[request.param]


@contextlib.asynccontextmanager
async def through(proxy: Proxy) -> AsyncIterator[Server]:
    """A client that trusts only the proxy's certificate."""
    async with asyncio.timeout(4 * PATIENCE):
        while True:
            with contextlib.suppress(OSError, aiohttp.ClientError, ssl.SSLError):
                trusted = ssl.create_default_context(cafile=proxy.certificate)
                connector = aiohttp.TCPConnector(limit=0, ssl=trusted)
                async with aiohttp.ClientSession(connector=connector) as http:
                    server = Server(proxy.https, http)
                    server.base = proxy.url
                    if (await server.call("GET", "/readyz")).status == 200:
                        break
            await asyncio.sleep(0.05)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0, ssl=trusted)) as http:
        server = Server(proxy.https, http)
        server.base = proxy.url
        yield server


async def play(lines: list[Line], rng: random.Random) -> None:
    """A whole game of people who make random legal moves."""
    while lines[0].room["phase"] == "playing":
        line = next(line for line in lines if line.moves())
        seat, action = rng.choice(line.moves())
        frame = await line.ask("act", **line.act(seat, action))
        assert frame["type"] == "frame"
        await level(lines, frame["version"])


def test_a_whole_game_is_played_through_a_proxy(
    proxied: Callable[..., contextlib.AbstractContextManager[Proxy]], tmp_path: Path
) -> None:
    # Caddy assumes that people reach it under port 443.
    shown = "https://localhost/" if proxied is PROXIES["caddy"] else None

    async def test() -> None:
        port = free_port()
        with proxied(tmp_path, port) as proxy:
            async with (
                running_server(config(port=port, public_url=proxy.url)),
                through(proxy) as server,
            ):
                lines = await seated(server, 3, showing=0)
                await play(lines, random.Random(1))
                code = lines[0].room["code"]
                record = await server.call("GET", f"/api/tables/{code}/games/1/record")
                assert record.status == 200
                page = await server.call("GET", "/")
                assert page.status == 200
                me = await server.call("GET", "/api/me")
                assert "Secure" in me.headers["Set-Cookie"]
                for line in lines:
                    await line.close()
                plain = f"http://localhost:{proxy.http}/t/{code}"
                async with server.http.get(plain, allow_redirects=False) as answer:
                    assert answer.status in (301, 308)
                    assert answer.headers["Location"] == f"{shown or proxy.url + '/'}t/{code}"

    run(test())


def test_limits_count_the_address_that_the_proxy_sees(
    proxied: Callable[..., contextlib.AbstractContextManager[Proxy]], tmp_path: Path
) -> None:
    limits = UNLIMITED._replace(newcomers=Rate(1, 1e-6))

    async def test() -> None:
        port = free_port()
        with proxied(tmp_path, port) as proxy:
            async with (
                running_server(config(port=port, public_url=proxy.url, limits=limits)),
                through(proxy) as server,
            ):
                answers = [
                    await server.call(
                        "POST", "/api/identities", headers={"X-Forwarded-For": f"203.0.113.{n}"}
                    )
                    for n in range(2)
                ]
                assert [answer.status for answer in answers] == [201, 429], (
                    "no other client is trusted"
                )

    run(test())


def test_caddy_sends_people_to_whichever_server_is_ready(tmp_path: Path) -> None:
    missing = missing_postgres() or missing_redis()
    if missing or shutil.which("caddy") is None:
        pytest.skip(missing or "there is no caddy here")
    store, bus = postgres().new_database(), redis().address

    async def test() -> None:
        ports = [free_port(), free_port()]
        with caddy(tmp_path, *ports) as proxy:
            shared = config(store, bus=bus, public_url=proxy.url, pace=AT_ONCE)
            async with contextlib.AsyncExitStack() as first:
                await first.enter_async_context(running_server(shared._replace(port=ports[0])))
                async with through(proxy) as server:
                    token = await server.newcomer("Ana")
                    code = await server.table(token)
                    async with running_server(shared._replace(port=ports[1])):
                        await first.aclose()
                        async with asyncio.timeout(4 * PATIENCE):
                            while True:
                                with contextlib.suppress(aiohttp.ClientError):
                                    line = await server.line(code, token)
                                    break
                                await asyncio.sleep(0.1)
                        assert line.you["member"] == 1
                        await line.close()

    run(test())


# systemd.


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit, with this installation instead of the one in /opt."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze here")
    text = (DEPLOY / "calavera.service").read_text()
    assert text.count("/opt/calavera/bin/calavera serve\n") == 1
    here = f"{sys.executable} -m calavera serve\n"
    file = tmp_path / "calavera.service"
    file.write_text(text.replace("/opt/calavera/bin/calavera serve\n", here))
    return file


def analyze(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


def test_systemd_understands_every_line_of_the_unit(unit: Path) -> None:
    done = analyze("verify", str(unit))
    assert (done.returncode, done.stderr) == (0, "")


def test_systemd_finds_the_unit_little_exposed(unit: Path) -> None:
    done = analyze("security", "--offline=true", "--threshold=15", str(unit))
    assert done.returncode == 0, done.stdout[-2000:]


def test_a_server_needs_no_memory_that_is_written_and_executed(tmp_path: Path) -> None:
    """As under MemoryDenyWriteExecute: the kernel denies it to this server and its bots."""
    if ctypes.CDLL(None).prctl(PR_SET_MDWE + 1, 0, 0, 0, 0) < 0:
        pytest.skip("this kernel cannot refuse it")
    script = (
        "import ctypes, os, sys\n"
        f"assert ctypes.CDLL(None).prctl({PR_SET_MDWE}, 1, 0, 0, 0) == 0\n"
        "os.execv(sys.executable, [sys.executable, '-m', 'calavera', 'serve', *sys.argv[1:]])\n"
    )
    words = ["--port", "0", "--store", f"sqlite:///{tmp_path}/a.db"]
    server = subprocess.Popen(
        [sys.executable, "-c", script, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    ends_with_us(server.pid)
    with server:
        try:
            port = port_of(server)

            async def test() -> None:
                async with aiohttp.ClientSession() as http:
                    near = Server(port, http)
                    token = await near.newcomer("Ana")
                    code = await near.table(token, players=2, showing=0, bots=["belief"])
                    line = await near.line(code, token)
                    await line.ask("sit", place=None)
                    await line.ask("ready", ready=True, salt="")
                    await line.ask("start")
                    rng = random.Random(1)
                    for _ in range(5):
                        while line.room["phase"] == "playing" and not line.moves():
                            await line.next()
                        if line.room["phase"] != "playing":
                            break  # The bot may win within two rounds.
                        seat, action = rng.choice(line.moves())
                        answer = await line.ask("act", **line.act(seat, action))
                        assert answer["type"] == "frame"
                    await line.close()

            run(test())
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=60)


# The contents of every file.


def test_every_variable_in_deploy_is_an_option() -> None:
    known = {name.upper() for name in CONFIGURED} | {"CONFIG", "WEB"}
    for file in DEPLOY.iterdir():
        named = {*re.findall(r"\bCALAVERA_([A-Z_]+)", file.read_text())}
        assert named <= known, file.name


def test_the_container_copies_what_there_is() -> None:
    root = DEPLOY.parent
    for line in (DEPLOY / "Containerfile").read_text().splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            *sources, _ = line.split()[1:]
            for source in sources:
                assert (root / source).exists(), line
