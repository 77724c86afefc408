"""A client as a whole: its address, its identity, its token file, its thread."""

import asyncio
import concurrent.futures
import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import calavera.client as package
from calavera.client import Client, Reason, Refused
from calavera.client.backoff import FORGOTTEN, LONGEST, SHORTEST, Backoff, Throttle
from calavera.client.calls import FIRST_PATIENCE, Calls
from calavera.client.client import PATIENCE, _checked_server
from calavera.client.errors import ConnectionLost
from calavera.client.portal import Portal
from calavera.client.table_connection import AFTER_FLOOD
from calavera.client.token_file import TokenFile
from calavera.server.limits.budgets import Limits
from tests.client.hosting import LONG
from tests.client.scripted import Naps, run

THERE = "http://there:8000"


# The package.


def test_every_name_of_the_package_is_found_where_it_lives() -> None:
    assert set(package._HOMES) == set(package.__all__)
    for name in package.__all__:
        found = getattr(package, name)
        assert found.__name__ == name
        assert found is getattr(import_module(found.__module__), name)


def test_another_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError) as error:
        package.Nobody  # noqa: B018
    assert str(error.value) == "module 'calavera.client' has no attribute 'Nobody'"


# The address.


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("there", "http://there"),
        ("there:8000/", "http://there:8000"),
        ("https://there//", "https://there"),
        ("http://127.0.0.1:8000/skull/", "http://127.0.0.1:8000/skull"),
        ("http://there/XX/", "http://there/XX"),
    ],
)
def test_an_address_has_a_scheme_and_no_slash_at_its_end(written: str, address: str) -> None:
    assert _checked_server(written) == address


@pytest.mark.parametrize(
    "written",
    ["", "ftp://x", "http://", "http://x:0", "http://x:y", "http://x:99999", "http://u@x",
     "http://u:p@x", "http://@x", "http://x/?q", "http://x/#f", "http://x y", "http://x/\n"],
)  # fmt: skip
def test_an_invalid_address_is_quoted(written: str) -> None:
    with pytest.raises(ValueError, match="is not the address") as error:
        _checked_server(written)
    example = "like http://127.0.0.1:8000"
    assert str(error.value) == f"{written!r} is not the address of a server, {example}"


# Who it is.


class Registry:
    """Stands for a server's calls: knows some tokens, and gives out new ones."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names = {"known": "Ana"}
        self.error: Exception = Refused(Reason.NO_IDENTITY)
        self.closed = 0
        registry = self

        async def me(calls: Calls) -> str:
            if calls.token not in registry.names:
                raise registry.error
            return registry.names[calls.token]

        async def new_identity(calls: Calls) -> str:
            calls.token = f"new {len(registry.names)}"
            registry.names[calls.token] = "Guest"
            return "Guest"

        async def rename(calls: Calls, name: str) -> str:
            if name == "a,b":
                raise Refused(Reason.BAD_MESSAGE)
            return f"{name}!"

        async def close(_: Calls) -> None:
            registry.closed += 1

        for deed in (me, new_identity, rename, close):
            monkeypatch.setattr(Calls, deed.__name__, deed)


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Registry:
    return Registry(monkeypatch)


Make = Callable[..., Client]


@pytest.fixture
def make(registry: Registry) -> Iterator[Make]:
    made: list[Client] = []

    def client(**options: Any) -> Client:
        made.append(Client(THERE, **options))
        return made[-1]

    yield client
    for one in made:
        one.close()


def test_without_a_token_it_is_somebody_new(make: Make) -> None:
    first, second = make(), make()
    assert (first.name, first.token) == ("Guest", "new 1")
    assert second.token == "new 2"
    assert first.server == THERE
    assert (first._patience, first._calls._patience) == (PATIENCE, PATIENCE)
    assert PATIENCE == 60


def test_a_token_that_is_given_is_used_or_refused(make: Make, tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    TokenFile(path).put(THERE, "kept")
    assert make(token="known", token_file=path).name == "Ana"
    with pytest.raises(Refused) as refused:
        make(token="unknown", token_file=path)
    assert refused.value.reason is Reason.NO_IDENTITY
    assert TokenFile(path).get(THERE) == "kept"


def test_a_token_of_a_file_is_used_and_replaced_where_nobody_has_it(
    make: Make, registry: Registry, tmp_path: Path
) -> None:
    path = tmp_path / "tokens"
    TokenFile(path).put(THERE, "known")
    assert make(token_file=path).name == "Ana"
    TokenFile(path).put(THERE, "forgotten")
    registry.error = Refused(Reason.TOO_FAST)
    with pytest.raises(Refused):
        make(token_file=path)
    assert TokenFile(path).get(THERE) == "forgotten", "only that nobody has it counts"
    registry.error = Refused(Reason.NO_IDENTITY)
    somebody = make(token_file=path)
    assert somebody.name == "Guest"
    assert TokenFile(path).get(THERE) == somebody.token == "new 1"


def test_a_name_is_as_the_server_writes_it(make: Make) -> None:
    somebody = make(name="Ana")
    assert somebody.name == "Ana!"
    somebody.rename("Bo")
    assert somebody.name == "Bo!"


def test_a_client_that_could_not_begin_leaves_no_thread(make: Make, registry: Registry) -> None:
    with pytest.raises(Refused):
        make(name="a,b")
    assert registry.closed == 1
    assert "calavera-client" not in [thread.name for thread in threading.enumerate()]


def test_a_client_hangs_up_when_its_block_is_left(make: Make, registry: Registry) -> None:
    with make() as somebody:
        closed: list[str] = []

        class Table:
            def close(self) -> None:
                closed.append("table")

        somebody._tables.append(Table())  # type: ignore[arg-type]
        assert registry.closed == 0
    assert (closed, registry.closed) == (["table"], 1)
    somebody.close()
    assert registry.closed == 1


def test_what_is_reported_reaches_the_program(make: Make) -> None:
    told: list[str] = []
    make(report=told.append)._calls.announced("ten", 1)
    make()._calls.announced("ten", 1)
    assert told == [f"the administrator of {THERE} says: ten"]


# The thread.


def test_a_portal_returns_and_raises_what_is_done_in_its_thread() -> None:
    portal = Portal()
    assert portal.is_open

    async def name() -> str:
        await asyncio.sleep(0)
        return threading.current_thread().name

    async def fail() -> None:
        raise KeyError("here")

    assert portal.call(name()) == "calavera-client"
    assert portal._thread.daemon
    with pytest.raises(KeyError):
        portal.call(fail())
    portal.close()
    portal.close()
    assert not portal.is_open
    assert portal._loop.is_closed()
    with pytest.raises(RuntimeError, match=r"^the client is closed$"):
        portal.call(name())


def test_an_interrupted_call_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    portal = Portal()
    begun, ended = threading.Event(), threading.Event()

    async def forever() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    def interrupted(_: object) -> None:
        assert begun.wait(LONG)
        raise KeyboardInterrupt

    monkeypatch.setattr(concurrent.futures.Future, "result", interrupted)
    with pytest.raises(KeyboardInterrupt):
        portal.call(forever())
    assert ended.wait(LONG)
    portal.close()


# Tokens.


def test_a_file_of_tokens_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "tokens.json"
    tokens = TokenFile(path)
    assert tokens.get(THERE) is None
    tokens.put(THERE, "one")
    tokens.put("http://else", "two")
    tokens.put(THERE, "three")
    assert (tokens.get(THERE), tokens.get("http://else")) == ("three", "two")
    assert tokens.get("http://nowhere") is None
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["tokens.json"], "no draft is left"
    assert path.read_text() == json.dumps({THERE: "three", "http://else": "two"}, indent=2), (
        "people can read it"
    )


def test_a_draft_that_was_left_behind_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    (tmp_path / f"tokens.{os.getpid()}").write_text("x" * 500)
    TokenFile(path).put(THERE, "one")
    assert json.loads(path.read_text()) == {THERE: "one"}
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("text", ["", "no json", "[]", "7"])
def test_another_file_is_never_overwritten(text: str, tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text(text)
    told = f"^{re.escape(str(path))} is not a file of tokens$"
    with pytest.raises(ValueError, match=told):
        TokenFile(path).get(THERE)
    with pytest.raises(ValueError, match=told):
        TokenFile(path).put(THERE, "one")
    assert path.read_text() == text


# Pauses.


def test_patience_ends_to_the_second(naps: Naps, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        backoff = Backoff(10)
        with naps.clock(monkeypatch):
            for _ in range(2):
                await backoff.wait("down", 5.0)
            assert naps.taken == [5.0, 5.0]
            with pytest.raises(ConnectionLost, match=r"^gave up after 10 seconds: down$"):
                await backoff.wait("down", 5.0)
            backoff.reset()
            await backoff.wait("down", 100.0)
            assert naps.taken[2:] == [10.0], "never longer than there is patience"

    run(test())


def test_the_next_failure_is_the_first_only_after_a_while(
    naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: (low + high) / 2)

    async def test() -> None:
        backoff = Backoff(LONG)
        with naps.clock(monkeypatch):
            await backoff.wait("down", FORGOTTEN)
            await backoff.wait("down", FORGOTTEN + 1)
            await backoff.wait("down")
            backoff.reset()
            naps.skipped += FORGOTTEN - naps.taken[-1]
            await backoff.wait("down")
        assert naps.taken[2:] == [SHORTEST, SHORTEST * 2]

    run(test())


def test_delays_differ_by_chance(naps: Naps, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[float, float]] = []

    def uniform(low: float, high: float) -> float:
        drawn.append((low, high))
        return high

    monkeypatch.setattr("random.uniform", uniform)

    async def test() -> None:
        with naps.clock(monkeypatch):
            await Backoff(LONG).wait("down")

    run(test())
    assert drawn == [(0.8, 1.2)]
    assert naps.taken == [SHORTEST * 1.2]


def test_pauses_are_as_the_pages_say() -> None:
    """docs/client.md, and for floods docs/protocol.md."""
    assert (SHORTEST, LONGEST) == (1 / 20, 3)
    assert (PATIENCE, FIRST_PATIENCE) == (60, 20)
    assert AFTER_FLOOD == 2


def test_the_throttle_stays_below_the_limits_of_a_server() -> None:
    limit = Limits().messages
    assert limit.burst > Throttle.BURST
    assert limit.per_second > Throttle.PER_SECOND


def test_a_second_earns_as_many_messages_as_are_allowed(
    naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        throttle = Throttle()
        with naps.clock(monkeypatch):
            for _ in range(Throttle.BURST):
                await throttle.turn()
            naps.skipped += 1
            for _ in range(int(Throttle.PER_SECOND)):
                await throttle.turn()
            assert naps.taken == []
            await throttle.turn()
            assert naps.taken == [pytest.approx(1 / Throttle.PER_SECOND)]

    run(test())
