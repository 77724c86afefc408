"""Routes to a server: direct, on a reused connection, or behind a proxy."""

import asyncio
import contextlib
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from tests.server.heirs import ends_with_us
from tests.server.ports import free_port

STRAIGHT: Final = ("fresh", "reused")
PROXIES: Final = ("nginx", "haproxy")
WAY: ContextVar[str] = ContextVar("way", default="fresh")

NGINX: Final = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr;
events {{ worker_connections 512; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
  upstream tables {{ server 127.0.0.1:{server} max_fails=0; keepalive 16; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://tables;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }}
  }}
}}
"""
HAPROXY: Final = """
global
  maxconn 512
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  option http-keep-alive
frontend door
  bind 127.0.0.1:{port}
  default_backend tables
backend tables
  http-reuse always
  server one 127.0.0.1:{server}
"""


def missing(way: str) -> str | None:
    """What this machine lacks for a route."""
    if way in STRAIGHT or _program(way):
        return None
    return f"there is no {way}: apt-get install {way}"


def _program(way: str) -> str | None:
    return shutil.which(way) or shutil.which(way, path="/usr/sbin:/usr/local/sbin")


@contextlib.asynccontextmanager
async def way_to(server: int) -> AsyncIterator[int]:
    """The port of a route to the server on another port; stops its proxy at the end."""
    way = WAY.get()
    if way in STRAIGHT:
        yield server
        return
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        text = (NGINX if way == "nginx" else HAPROXY).format(
            folder=folder, port=port, server=server
        )
        file = Path(folder) / "proxy.conf"
        file.write_text(text)
        program = _program(way)
        assert program is not None
        options = ["-c", str(file), "-p", folder] if way == "nginx" else ["-f", str(file), "-db"]
        process = await asyncio.create_subprocess_exec(
            program,
            *options,
            stderr=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
        )
        ends_with_us(process.pid)
        try:
            await _answers(port, process)
            yield port
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _answers(port: int, process: asyncio.subprocess.Process) -> None:
    for _ in range(1000):
        assert process.returncode is None, "the proxy does not start"
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            await writer.wait_closed()
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the proxy does not listen")
