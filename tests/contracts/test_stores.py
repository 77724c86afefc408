"""The contract of every store; a new store adds its opener to OPENERS."""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from calavera.protocol.fields import TablePhase
from calavera.server.stores import tokens
from calavera.server.stores.interface import CodeTaken, Orders, Store, StoredIdentity
from calavera.server.stores.opening import open_store
from calavera.server.stores.tokens import UNUSED, USED_AGAIN
from calavera.table.live.ports import Conflict
from calavera.table.views.finished import ListChanges
from tests.contracts.stores import append, kept, line
from tests.server.backends import postgres
from tests.server.heirs import ends_with_us

MOST = 100
PATIENCE = 60.0

OPENERS: dict[str, Callable[[Path], str]] = {
    "sqlite": lambda folder: f"sqlite:///{folder}/a.db",
    "postgres": lambda folder: postgres().new_database(),
}
"""The address of an empty store, by kind."""


@pytest.fixture(params=OPENERS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return OPENERS[request.param](tmp_path)


@contextlib.asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    store = await open_store(address)
    try:
        yield store
    finally:
        await store.close()


def with_store(address: str, test: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        async with opened(address) as store:
            await test(store)

    asyncio.run(whole())


def test_a_history_is_made_and_goes_on(address: str) -> None:
    async def test(store: Store) -> None:
        await store.create("AAAA", b"one", line("AAAA"))
        assert await append(store, "AAAA", 1, b"two") is None
        assert await append(store, "AAAA", 2, b"\x00three\xff") is None
        assert await store.entries("AAAA") == [b"one", b"two", b"\x00three\xff"]
        assert await store.entries("AAAA", 1) == [b"two", b"\x00three\xff"]
        assert await store.entries("AAAA", 3) == []
        assert await store.entries("AAAA", 99) == []
        assert await store.entries("BBBB") == []

    with_store(address, test)


def test_a_code_is_given_once(address: str) -> None:
    async def test(store: Store) -> None:
        await store.create("AAAA", b"one", line("AAAA"))
        with pytest.raises(CodeTaken):
            await store.create("AAAA", b"other", line("AAAA"))
        assert await store.entries("AAAA") == [b"one"]

    with_store(address, test)


def test_of_two_concurrent_writers_one_succeeds(address: str) -> None:
    async def test(store: Store) -> None:
        await store.create("AAAA", b"one", line("AAAA"))
        changed = line("AAAA", phase=TablePhase.CLOSED)
        answers = await asyncio.gather(
            append(store, "AAAA", 1, b"mine"), append(store, "AAAA", 1, b"theirs", changed)
        )
        assert answers[0] is None
        assert isinstance(answers[1], Conflict)
        assert await store.entries("AAAA") == [b"one", b"mine"]
        assert await kept(store, "AAAA") == line("AAAA")  # nothing of what was refused

    with_store(address, test)


def test_a_conflict_does_not_touch_its_neighbours(address: str) -> None:
    async def test(store: Store) -> None:
        for code in ("AAAA", "BBBB"):
            await store.create(code, b"1", line(code))
        answers = await asyncio.gather(
            append(store, "AAAA", 1, b"2"),
            append(store, "BBBB", 0, b"late"),
            append(store, "AAAA", 2, b"3"),
            append(store, "BBBB", 1, b"2"),
        )
        assert [type(answer) for answer in answers] == [
            type(None), Conflict, type(None), type(None)
        ]  # fmt: skip
        assert await store.entries("AAAA") == [b"1", b"2", b"3"]
        assert await store.entries("BBBB") == [b"1", b"2"]

    with_store(address, test)


def test_answers_come_in_the_order_of_the_questions(address: str) -> None:
    async def test(store: Store) -> None:
        await store.create("AAAA", b"0", line("AAAA"))
        order: list[int] = []
        finished = asyncio.Event()

        def note(number: int) -> Callable[[Exception | None], None]:
            def stored(error: Exception | None) -> None:
                assert error is None
                order.append(number)
                if number == 2500:
                    finished.set()

            return stored

        for number in range(1, 2501):
            store.append("AAAA", number, b"%d" % number, ListChanges(), note(number))
        async with asyncio.timeout(60):
            await finished.wait()
        assert order == list(range(1, 2501))
        assert await store.entries("AAAA", 2499) == [b"2499", b"2500"]

    with_store(address, test)


def test_an_error_on_an_answer_delays_nobody_else(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    def err(error: Exception | None) -> None:
        raise RuntimeError("a mistake")

    async def test(store: Store) -> None:
        for code in ("AAAA", "BBBB"):
            await store.create(code, b"1", line(code))
        async with asyncio.timeout(PATIENCE):
            for version in (1, 2):
                store.append("AAAA", version, b"more", ListChanges(), err)
                assert await append(store, "BBBB", version, b"more") is None
        assert len(await store.entries("AAAA")) == 3

    with_store(address, test)
    assert caplog.messages == ["what follows an entry of table AAAA failed"] * 2


def test_a_question_after_an_answer_sees_it(address: str) -> None:
    async def test(store: Store) -> None:
        await store.create("AAAA", b"0", line("AAAA"))
        for number in range(1, 20):
            assert await append(store, "AAAA", number, b"x") is None
            assert len(await store.entries("AAAA")) == number + 1

    with_store(address, test)


def test_news_of_some_tables(address: str) -> None:
    async def test(store: Store) -> None:
        for code in ("AAAA", "BBBB", "CCCC"):
            await store.create(code, b"1", line(code))
            await append(store, code, 1, b"2")
            await append(store, code, 2, b"3")
        known = {"AAAA": 0, "BBBB": 2, "CCCC": 3, "DDDD": 0}
        assert await store.news(known) == {"AAAA": [b"1", b"2", b"3"], "BBBB": [b"3"]}
        assert await store.news({}) == {}

    with_store(address, test)


def test_a_table_is_run_by_one_holder_at_a_time(address: str) -> None:
    async def test(store: Store) -> None:
        assert await store.lease("one", 30, ["AAAA", "BBBB"]) == {"AAAA", "BBBB"}
        assert await store.lease("one", 30, ["AAAA"]) == {"AAAA"}
        if not store.is_shared:
            return  # there is no other server
        assert await store.lease("two", 30, ["AAAA", "CCCC"]) == {"CCCC"}
        assert await store.others("one") == 1
        assert await store.lease("one", 30, ["AAAA", "BBBB", "CCCC"]) == {"AAAA", "BBBB"}
        await store.release("one", ["AAAA"])
        assert await store.lease("two", 30, ["AAAA", "BBBB"]) == {"AAAA"}
        assert await store.lease("one", 30, ["AAAA", "BBBB"]) == {"BBBB"}
        await store.release("one")
        assert await store.others("two") == 0
        assert await store.lease("two", 30, ["BBBB"]) == {"BBBB"}

    with_store(address, test)


def test_a_dead_server_runs_nothing(address: str) -> None:
    async def test(store: Store) -> None:
        await store.lease("one", 0, ["AAAA"])
        assert await store.others("two") == 0
        assert await store.lease("two", 30, ["AAAA"]) == {"AAAA"}
        assert await store.lease("one", 30, ["AAAA"]) == (set() if store.is_shared else {"AAAA"})

    with_store(address, test)


def test_the_lobby_lists_open_public_tables(address: str) -> None:
    async def test(store: Store) -> None:
        await store.create("AAAA", b"1", line("AAAA"))
        await store.create("BBBB", b"1", line("BBBB", listed=False))
        await store.create("CCCC", b"1", line("CCCC"))
        assert {one.code for one in await store.lobby(MOST)} == {"AAAA", "CCCC"}
        assert {one.code for one in await store.all_tables(MOST)} == {"AAAA", "BBBB", "CCCC"}
        assert len(await store.lobby(1)) == 1
        await append(store, "CCCC", 1, b"2", line("CCCC", phase=TablePhase.CLOSED))
        assert [one.code for one in await store.lobby(MOST)] == ["AAAA"]
        assert {one.code for one in await store.all_tables(MOST)} == {"AAAA", "BBBB"}
        assert await kept(store, "BBBB") == line("BBBB", listed=False)
        assert await store.summary("ZZZZ") is None

    with_store(address, test)


def test_people_are_found_again(address: str) -> None:
    async def test(store: Store) -> None:
        assert await store.find_identity("ana") is None
        await store.save_identity(StoredIdentity("ana", "Ana"))
        await store.save_identity(StoredIdentity("ana", "Ana María 🌹"))
        assert await store.find_identity("ana") == StoredIdentity("ana", "Ana María 🌹")

    with_store(address, test)


async def with_tokens(store: Store, **tokens: str) -> None:
    """People with tokens: names of tokens by names of people."""
    for person, theirs in tokens.items():
        await store.save_identity(StoredIdentity(person, person.title()))
        for token in theirs.split():
            await store.tokens.add(token, f"id-{token}", person, "Firefox")


async def ids(store: Store, person: str) -> set[str]:
    return {token.id for token in await store.tokens.of(person)}


def test_an_identity_has_several_tokens(address: str) -> None:
    async def test(store: Store) -> None:
        await with_tokens(store, ana="one two", bo="three")
        for digest in ("one", "two"):
            assert await store.tokens.find(digest, "") == ("ana", "Ana")
        assert await store.tokens.find("four", "") is None
        assert await ids(store, "ana") == {"id-one", "id-two"}
        (token,) = await store.tokens.of("bo")
        assert (token.hash, token.identity, token.device) == ("three", "bo", "Firefox")
        assert token.made == token.used > 0
        assert await store.tokens.of("cy") == []

    with_store(address, test)


def test_a_revoked_token_finds_nobody(address: str) -> None:
    async def test(store: Store) -> None:
        await with_tokens(store, ana="one two three", bo="four")
        assert not await store.tokens.revoke("ana", "id-four")
        assert not await store.tokens.revoke("ana", "one")
        assert await store.tokens.revoke("ana", "id-one")
        assert await store.tokens.find("one", "") is None
        assert await store.tokens.valid(["one", "two", "four", "five"]) == {"two", "four"}
        assert await store.tokens.revoke_others("ana", "two") == 1
        assert await ids(store, "ana") == {"id-two"}
        assert await ids(store, "bo") == {"id-four"}
        assert await store.tokens.valid([]) == set()

    with_store(address, test)


def test_a_token_that_is_not_used_for_a_year_expires(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:

    def now_is(later: int) -> None:
        """Move the limits instead of the clock."""
        monkeypatch.setattr(tokens, "UNUSED", UNUSED - later)
        monkeypatch.setattr(tokens, "USED_AGAIN", USED_AGAIN - later)

    async def test(store: Store) -> None:
        await with_tokens(store, ana="one two", bo="three")
        now_is(USED_AGAIN + 1)  # a day later the use of one of them is recorded
        assert await store.tokens.find("one", "Chrome") == ("ana", "Ana")
        devices = {token.id: token.device for token in await store.tokens.of("ana")}
        assert devices == {"id-one": "Chrome", "id-two": "Firefox"}
        now_is(UNUSED + 1)  # what is used now was used a year ago
        assert await store.tokens.find("two", "") is None
        assert await store.tokens.of("ana") == []
        assert await store.tokens.valid(["one", "two"]) == set()
        now_is(0)
        assert await ids(store, "ana") == {"id-one", "id-two"}
        assert await store.tokens.purge() == 0
        now_is(UNUSED + 1)
        assert await store.tokens.purge() == 3
        now_is(0)
        assert await ids(store, "ana") == set()
        assert await store.find_identity("ana") is None

    with_store(address, test)


def test_an_announcement_is_replaced_and_withdrawn(address: str) -> None:
    async def test(store: Store) -> None:
        assert await store.orders() == Orders()
        await store.announce("back in five minutes", 60)
        await store.announce("<b>back</b> in ten minutes", 60)
        told = (await store.orders()).announcement
        assert told is not None
        assert told.text == "<b>back</b> in ten minutes"
        assert told.at > 0
        await store.announce("", 60)
        assert await store.orders() == Orders()
        await store.announce("long ago", -1)
        assert await store.orders() == Orders()

    with_store(address, test)


def test_a_ban_holds_until_it_is_lifted_or_over(address: str) -> None:
    async def test(store: Store) -> None:
        await store.ban("ana", 60)
        await store.ban("bo", 60)
        await store.ban("cy", -1)
        assert (await store.orders()).banned == {"ana", "bo"}
        await store.ban("ana", 0)
        assert (await store.orders()).banned == {"bo"}

    with_store(address, test)


def test_an_entry_without_a_predecessor_is_a_conflict(address: str) -> None:
    async def test(store: Store) -> None:
        await store.create("AAAA", b"1", line("AAAA"))
        assert isinstance(await append(store, "AAAA", 2, b"3"), Conflict)
        assert isinstance(await append(store, "BBBB", 1, b"2"), Conflict)
        assert await store.entries("AAAA") == [b"1"]
        assert await store.entries("BBBB") == []

    with_store(address, test)


def test_everything_is_there_after_it_was_closed(address: str) -> None:
    async def write(store: Store) -> None:
        await store.create("AAAA", b"1", line("AAAA"))
        await store.save_identity(StoredIdentity("ana", "Ana"))
        store.append("AAAA", 1, b"2", ListChanges(), lambda _: None)  # closing waits for it

    async def read(store: Store) -> None:
        assert await store.entries("AAAA") == [b"1", b"2"]
        assert await store.find_identity("ana") == StoredIdentity("ana", "Ana")

    with_store(address, write)
    with_store(address, read)


def test_two_programs_at_one_store(address: str) -> None:
    async def test() -> None:
        async with opened(address) as one, opened(address) as two:
            await one.create("AAAA", b"1", line("AAAA"))
            assert await two.changed_elsewhere()
            assert await append(two, "AAAA", 1, b"2") is None
            assert await one.changed_elsewhere()
            assert await one.changed_elsewhere() is one.is_shared, "it can tell, or it says yes"
            assert isinstance(await append(one, "AAAA", 1, b"late"), Conflict)
            assert await one.entries("AAAA", 1) == [b"2"]

    asyncio.run(test())


WRITER = """
import asyncio, sys
from calavera.server.stores.opening import open_store
from tests.contracts.stores import append, line

async def write():
    store = await open_store(sys.argv[1])
    await store.create("AAAA", b"1", line("AAAA"))
    for version in range(1, 100_000):
        assert await append(store, "AAAA", version, b"%d" % (version + 1)) is None
        print(version + 1, flush=True)

asyncio.run(write())
"""


@pytest.mark.parametrize("kill_after", [1, 40, 97])
def test_what_was_acknowledged_is_there_after_a_kill(address: str, kill_after: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, address], stdout=subprocess.PIPE, text=True
    ) as writer:
        ends_with_us(writer.pid)
        assert writer.stdout is not None
        said = [int(writer.stdout.readline()) for _ in range(kill_after)]
        writer.kill()
        said += [int(one) for one in writer.stdout.read().splitlines()]

    async def read(store: Store) -> None:
        entries = await store.entries("AAAA")
        assert entries == [b"%d" % version for version in range(1, len(entries) + 1)]
        assert len(entries) >= said[-1]
        assert await append(store, "AAAA", len(entries), b"on it goes") is None

    with_store(address, read)
