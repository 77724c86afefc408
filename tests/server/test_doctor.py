"""`calavera doctor` with PostgreSQL and Redis: real, broken and missing ones."""

import asyncio
from collections.abc import Callable

import pytest

from calavera.cli import main
from calavera.server.stores.interface import StoreError
from calavera.server.stores.opening import open_store
from tests.server.backends import Postgres, Redis, needs_both, postgres, redis
from tests.server.ports import free_port
from tests.server.proxy import Proxy, Way

asyncpg = pytest.importorskip("asyncpg", reason="asyncpg is not installed")
NEWEST = pytest.importorskip("calavera.server.stores.postgres.schema").NEWEST
pytestmark = needs_both

Doctor = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def doctor(capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Its exit status, and its lines about the store and the bus."""

    def ask(store: str, bus: str | None = None) -> tuple[int, list[str]]:
        capsys.readouterr()
        status = main(
            [
                "doctor",
                "--port",
                str(free_port()),
                "--store",
                store,
                *(["--bus", bus] if bus else ()),
            ]
        )
        told = capsys.readouterr()
        assert told.err == ""
        return status, told.out.splitlines()[3:-2]

    return ask


def execute(address: str, *statements: str) -> None:
    async def inner() -> None:
        connection = await asyncpg.connect(address)
        for statement in statements:
            await connection.execute(statement)
        await connection.close()

    asyncio.run(inner())


def made(address: str) -> str:
    """A store in PostgreSQL."""

    async def inner() -> None:
        await (await open_store(address)).close()

    asyncio.run(inner())
    return address


def test_what_is_well(doctor: Doctor) -> None:
    server = Postgres(durable=True)
    try:
        server.start()
        _, told = doctor(made(server.new_database()), redis().address)
    finally:
        server.stop()
    assert told[0].startswith("good  PostgreSQL 1")
    assert told[1] == f"good  the store has version {NEWEST} and holds 0 open tables"
    assert told[2] == "good  what is stored is on the disk (synchronous_commit on)"
    assert told[3].startswith("good  its clock is 0.")
    assert told[4].endswith("connections are free; a server takes 5")
    assert told[5].startswith(("good  the bus (Redis ", "good  the bus (Valkey "))
    assert len(told) == 6


def test_nothing_is_made_by_looking(doctor: Doctor) -> None:
    address = postgres().new_database()
    _, told = doctor(address, redis().address)
    assert told[1] == "good  there is no store yet; the first server makes one"
    with pytest.raises(Exception, match="there is no store"):
        asyncio.run(open_store(address, create=False))


def test_an_older_store_stays_as_it_is(doctor: Doctor) -> None:
    address = made(postgres().new_database())
    execute(address, "UPDATE calavera.store SET version = 1")
    for _ in range(2):
        _, told = doctor(address)
        assert told[1] == f"note  the store has version 1; the next server brings it to {NEWEST}"


@pytest.mark.parametrize(
    ("version", "why"),
    [(99, "version 99, of a newer program"), (-1, "a copy into this store was not finished")],
)
def test_a_store_that_no_server_would_start_on(doctor: Doctor, version: int, why: str) -> None:
    address = made(postgres().new_database())
    execute(address, f"UPDATE calavera.store SET version = {version}")
    status, told = doctor(address)
    assert status == 1
    assert told[1].startswith(" BAD  ")
    assert why in told[1]


def test_what_a_crash_would_lose(doctor: Doctor) -> None:
    address = postgres().new_database()  # without fsync
    name = address.rpartition("/")[2]
    execute(address, f"ALTER DATABASE {name} SET synchronous_commit = off")
    _, told = doctor(address)
    assert told[2].startswith("note  fsync and synchronous_commit off: ")


def test_a_user_who_may_not_make_a_store(doctor: Doctor) -> None:
    address = postgres().new_database()
    name = address.rpartition("/")[2]
    execute(address, f"CREATE USER {name}_guest")
    try:
        status, told = doctor(address.replace("calavera@", f"{name}_guest@"))
    finally:
        execute(address, f"DROP USER {name}_guest")
    assert (status, told[1][:4]) == (1, " BAD")
    assert "may not make one" in told[1]


def test_too_few_connections(doctor: Doctor) -> None:
    server = Postgres(connections=12)  # three of which are reserved for superusers
    try:
        server.start()
        address = server.new_database()

        async def look() -> list[tuple[int, list[str]]]:
            free = await asyncio.to_thread(doctor, address)
            taken = [await asyncpg.connect(address) for _ in range(5)]
            full = await asyncio.to_thread(doctor, address)
            for connection in taken:
                await connection.close()
            return [free, full]

        (_, free), (status, full) = asyncio.run(look())
    finally:
        server.stop()
    assert free[4] == "note  9 connections are free; a server takes 5: no room for a second"
    assert full[4] == " BAD  4 connections are free; a server takes 5: raise max_connections"
    assert status == 1


@pytest.mark.parametrize("kind", ["nothing", "cut"])
def test_where_nothing_answers_there_is_one_line_each(doctor: Doctor, kind: str) -> None:
    async def test() -> None:
        links = [Proxy(postgres().port), Proxy(redis().port)]
        for link in links:
            await link.start()
        ports = [free_port(), free_port()] if kind == "nothing" else [link.port for link in links]
        with links[0].being(Way.CUT), links[1].being(Way.CUT):
            status, told = await asyncio.to_thread(
                doctor,
                f"postgresql://calavera:secret@127.0.0.1:{ports[0]}/skull",
                f"redis://:secret@127.0.0.1:{ports[1]}",
            )
        for link in links:
            await link.stop()
        assert status == 1
        store = f"BAD  PostgreSQL does not answer at postgresql://127.0.0.1:{ports[0]}/skull: "
        bus = f"BAD  the bus does not answer at redis://127.0.0.1:{ports[1]}: "
        assert len(told) == 2
        assert told[0].lstrip().startswith(store)
        assert told[1].lstrip().startswith(bus)
        assert "secret" not in "".join(told)

    asyncio.run(test())


def test_a_bus_that_wants_a_password(doctor: Doctor) -> None:
    server = Redis("--requirepass", "secret")
    server.start()
    try:
        address, store = server.address, postgres().new_database()
        status, told = doctor(store, address)
        assert (status, told[5][:4]) == (1, " BAD")
        assert told[5].endswith(": the password is wrong or missing")
        right = address.replace("//", "//:secret@")
        assert doctor(store, right)[1][5].startswith("good  the bus")
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("store", "bus", "why"),
    [
        ("sqlite:///", "redis://localhost", "give --store postgresql://"),
        ("postgresql", "http://x", "http: a bus is redis://HOST:PORT"),
        ("postgresql", "redis://localhost/abc", "redis: after the port comes the number of a"),
    ],
)
def test_an_invalid_bus_address(doctor: Doctor, store: str, bus: str, why: str) -> None:
    status, told = doctor(postgres().new_database() if store == "postgresql" else store, bus)
    assert status == 1
    assert told[-1].lstrip().startswith("BAD")
    assert why in told[-1]


def test_a_password_that_is_wrong_is_not_silence(doctor: Doctor) -> None:
    address = postgres().new_database()
    user, rest = address.removeprefix("postgresql://").split("@")
    status, told = doctor(f"postgresql://nobody-{user}@{rest}")
    assert status == 1
    assert "PostgreSQL refuses: " in told[0]


def test_a_store_that_was_restored_over_another(doctor: Doctor) -> None:
    address = made(postgres().new_database())
    execute(address, "INSERT INTO calavera.store SELECT * FROM calavera.store")
    with pytest.raises(StoreError, match="into an empty one"):
        made(address)


def test_one_server_alone(doctor: Doctor) -> None:
    _, told = doctor(postgres().new_database())
    assert told[5] == "note  without --bus only one server can use the store"
