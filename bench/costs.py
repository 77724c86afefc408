"""The cost of one move, one socket and one bus message: `python -m bench.costs`.

The figures at the top of docs/scale.md, from real play in this run: tables of people who answer at
once, on SQLite and on PostgreSQL with Redis.
"""

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import asyncpg
import uvloop

from bench.cluster import Backends
from bench.crowd import Crowd
from bench.live import Server, measured, memory
from tests.server.backends import missing_postgres, missing_redis

FEW, MANY = 100, 400
"""Numbers of tables whose difference gives the memory of a socket."""


class Evening(NamedTuple):
    """The figures of some seconds of play."""

    moves: int
    received: int
    """Bytes of messages to all people together."""

    cpu: tuple[float, ...]
    """Seconds of each server."""


class Kept(NamedTuple):
    """What a store holds."""

    entries: int
    size: int
    """Bytes on disk, including indexes."""

    written: int
    """Bytes of the write-ahead log."""


async def play(servers: Sequence[Server], tables: int, players: int, seconds: float) -> Evening:
    """Let tables play at the first of the servers."""
    crowd = Crowd(random.Random(7))
    await crowd.gather(servers[:1], tables, players)
    await asyncio.sleep(1)
    moves, received = crowd.moves, crowd.received_bytes
    cpu = [server.cpu_seconds() for server in servers]
    await asyncio.sleep(seconds)
    spent = (server.cpu_seconds() - before for server, before in zip(servers, cpu, strict=True))
    return Evening(crowd.moves - moves, crowd.received_bytes - received, tuple(spent))


def on_sqlite(tables: int, players: int, seconds: float) -> tuple[Evening, Kept]:
    """Play at one server with a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "costs.db"
        server = Server(f"sqlite:///{file}")
        try:
            evening = uvloop.run(play([server], tables, players, seconds))
        finally:
            server.stop()
        with sqlite3.connect(file) as store:
            (entries,) = store.execute("SELECT count(*) FROM entries").fetchone()
        store.close()
        return evening, Kept(entries, file.stat().st_size, 0)


def on_postgres(tables: int, players: int, seconds: float) -> tuple[Evening, Kept]:
    """Play at two servers; the second has no people and only receives messages."""
    backends = Backends()
    try:
        address = backends.postgres.new_database()
        servers = [Server(address, backends.redis.address) for _ in range(2)]
        before = uvloop.run(_kept(address))
        try:
            evening = uvloop.run(play(servers, tables, players, seconds))
        finally:
            for server in servers:
                server.stop()
        kept = uvloop.run(_kept(address))
        return evening, kept._replace(written=kept.written - before.written)
    finally:
        backends.stop()


async def _kept(address: str) -> Kept:
    connection = await asyncpg.connect(address)
    try:
        row = await connection.fetchrow(
            "SELECT (SELECT count(*) FROM calavera.entries),"
            " pg_total_relation_size('calavera.entries'),"
            " pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
        )
        return Kept(*row)
    finally:
        await connection.close()


def _held(tables: int, players: int) -> float:
    """Megabytes of a server with that many tables."""
    megabytes: float = measured(lambda server: memory(server, tables, players))
    return megabytes


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.costs", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    tell(asked.tables, asked.players, asked.seconds)
    return 0


def tell(tables: int, players: int, seconds: float) -> None:
    """Print each figure as soon as it is measured."""
    evening, kept = on_sqlite(tables, players, seconds)
    each = evening.received / evening.moves
    print(f"a move: {1e3 * evening.cpu[0] / evening.moves:.2f} ms of the server's CPU time")
    print(
        f"to the {players} people of a table: {each:,.0f} bytes a move, {each / players:,.0f} each"
    )
    print(f"in SQLite: {kept.size / kept.entries:,.0f} bytes an entry", flush=True)
    few, many = (_held(count, players) for count in (FEW, MANY))
    socket = (many - few) * 1024 / ((MANY - FEW) * players)
    base = few - socket * FEW * players / 1024
    print(f"a seated person: {socket:.0f} kB of memory; a server with nobody: {base:.0f} MB")
    reason = missing_postgres() or missing_redis()
    if reason:
        print(f"several servers were not measured: {reason}")
        return
    evening, kept = on_postgres(tables, players, seconds)
    print(
        f"in PostgreSQL: {kept.size / kept.entries:,.0f} bytes an entry with its index,"
        f" {kept.written / kept.entries:,.0f} of its log"
    )
    played, heard = (1e3 * cpu / evening.moves for cpu in evening.cpu)
    print(f"a move at one of two servers: {played:.2f} ms there, {heard:.3f} ms at the other")


if __name__ == "__main__":
    sys.exit(main())
