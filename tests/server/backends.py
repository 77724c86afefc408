"""PostgreSQL and Redis, started for the tests that need them and stopped with them."""

import asyncio
import atexit
import functools
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.heirs import ends_with_us
from tests.server.ports import free_port

try:
    import asyncpg
except ImportError:  # the extra is not installed
    asyncpg = None

POSTGRES_FOLDERS = "/usr/lib/postgresql/*/bin"
STARTING = 60.0
"""Timeout of a start in seconds."""

_COUNT = itertools.count(1)


def missing_postgres() -> str | None:
    """Why PostgreSQL cannot be started here, or None."""
    if asyncpg is None:
        return "asyncpg is not installed"
    if postgres_program("postgres") is None:
        return "there is no PostgreSQL here"
    if os.geteuid() == 0 and _ordinary_user() is None:
        return "PostgreSQL does not run as root, and there is nobody else here"
    return None


def missing_redis() -> str | None:
    """Why Redis cannot be started here, or None."""
    return None if redis_program() else "there is no Redis or Valkey here"


def postgres_program(name: str) -> str | None:
    """The newest program of that name."""
    folders = sorted(Path("/").glob(POSTGRES_FOLDERS[1:]), key=lambda path: path.parent.name)
    found = [str(folder / name) for folder in folders if (folder / name).exists()]
    return found[-1] if found else shutil.which(name)


def redis_program() -> str | None:
    """Redis, or Valkey."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


def _ordinary_user() -> pwd.struct_passwd | None:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    return None


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + STARTING
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if process.poll() is not None:
                raise RuntimeError("it did not start") from None
            time.sleep(0.02)
        else:
            return
    raise RuntimeError("it did not start in time")


class Postgres:
    """A separate PostgreSQL that can be killed and restarted."""

    def __init__(self, *, durable: bool = False, connections: int = 60) -> None:
        self._connections = connections
        self._durable = durable  # whether to fsync: killing processes does not need it
        self.port = free_port()
        self._home = Path(tempfile.mkdtemp(prefix="calavera-postgres-"))
        self._user = _ordinary_user() if os.geteuid() == 0 else None
        if self._user is not None:
            os.chown(self._home, self._user.pw_uid, self._user.pw_gid)
        self._data = self._home / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self.run(
            "initdb", "--pgdata", str(self._data), "--username", "calavera",
            "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync",
        )  # fmt: skip

    def run(self, name: str, *arguments: str) -> bytes:
        """Run one of its programs to the end."""
        done: subprocess.CompletedProcess[bytes] = subprocess.run(
            [str(postgres_program(name)), *arguments],
            check=False,
            capture_output=True,
            cwd=self._home,
            **self._as_user(),
        )
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stderr.decode()}")
        return done.stdout

    def _as_user(self) -> dict[str, Any]:
        user = self._user
        return {"user": user.pw_uid, "group": user.pw_gid} if user is not None else {}

    @property
    def folder(self) -> Path:
        """A folder where its programs may write."""
        return self._home

    @property
    def address(self) -> str:
        """Without a database."""
        return f"postgresql://calavera@127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it listens."""
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "shared_buffers": "32MB",
            "max_connections": self._connections,
            "fsync": "on" if self._durable else "off",
        }
        chosen = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        with (self._home / "log.txt").open("ab") as log:
            self._process = subprocess.Popen(
                [str(postgres_program("postgres")), "-D", str(self._data), *chosen],
                stdout=log,
                stderr=log,
                cwd=self._home,
                start_new_session=True,
                **self._as_user(),
            )
        ends_with_us(self._process.pid, self._home)
        _wait_for(self.port, self._process)

    @property
    def process(self) -> int:
        """The id of its main process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Kill all of its processes at once, as when a machine fails."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """Stop it and remove its files."""
        self.kill()
        shutil.rmtree(self._home, ignore_errors=True)

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"skull{os.getpid()}_{next(_COUNT)}"

        async def create() -> None:
            end = time.monotonic() + STARTING
            while True:
                try:
                    connection = await asyncpg.connect(f"{self.address}/postgres")
                    break
                except asyncpg.CannotConnectNowError:
                    if time.monotonic() > end:
                        raise
                    await asyncio.sleep(0.05)
            await connection.execute(f"CREATE DATABASE {name}")
            await connection.close()

        asyncio.run(create())
        return f"{self.address}/{name}"


class Redis:
    """A separate Redis that can be killed and restarted."""

    def __init__(self, *options: str, program: str | None = None) -> None:
        self._program = program or str(redis_program())
        self._options = options
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it listens."""
        self._process = subprocess.Popen(
            [
                *(self._program, "--port", str(self.port), "--bind", "127.0.0.1"),
                *("--save", "", "--appendonly", "no"),
                *self._options,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tempfile.gettempdir(),
        )
        ends_with_us(self._process.pid)
        _wait_for(self.port, self._process)

    @property
    def process(self) -> int:
        """The id of its main process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


needs_postgres = pytest.mark.skipif(bool(missing_postgres()), reason=str(missing_postgres()))
needs_both = pytest.mark.skipif(
    bool(missing_postgres() or missing_redis()), reason=f"{missing_postgres() or missing_redis()}"
)


@functools.cache
def postgres() -> Postgres:
    """Shared by all tests of this process that do not kill it; skips if unavailable."""
    reason = missing_postgres()
    if reason:
        pytest.skip(reason)
    server = Postgres()
    atexit.register(server.stop)
    server.start()
    return server


@functools.cache
def redis(name: str | None = None) -> Redis:
    """Shared by all tests of this process that do not kill it; skips if unavailable."""
    program = shutil.which(name) if name else redis_program()
    if program is None:
        pytest.skip(f"there is no {name} here" if name else str(missing_redis()))
    server = Redis(program=program)
    atexit.register(server.kill)
    server.start()
    return server
