"""Tokens in a store, by their age: which are found, noted as used, listed and deleted."""

from collections.abc import Awaitable, Callable

import pytest

from calavera.server.stores.interface import StoredIdentity
from calavera.server.stores.sqlite.store import SqliteStore
from calavera.server.stores.tokens import MOST_TOKENS, UNUSED, USED_AGAIN
from calavera.table.running.tokens import CODE_LENGTH, CODE_LETTERS, NO_TABLE
from tests.server.raw import run

SOON = 1000
"""Seconds; no test takes as long."""


class Aged:
    """A store in memory in which people and tokens are as old as a test wants."""

    def __init__(self) -> None:
        self.store = SqliteStore(":memory:")
        self.tokens = self.store.tokens

    async def person(self, name: str, seen: int = 0) -> None:
        """Somebody who was last seen that many seconds ago."""
        await self.store.save_identity(StoredIdentity(name, name.title()))
        sql = "UPDATE identities SET seen = {now} - ? WHERE identity = ?"
        await self.store._rows(sql, seen, name)

    async def token(self, digest: str, owner: str, used: int = 0, made: int = 0) -> None:
        """A token that was last used that many seconds ago."""
        await self.tokens.add(digest, f"id-{digest}", owner, "Firefox")
        sql = "UPDATE tokens SET used = {now} - ?, made = {now} - ? WHERE hash = ?"
        await self.store._rows(sql, used, made, digest)

    async def device(self, digest: str) -> str:
        ((device,),) = await self.store._rows("SELECT device FROM tokens WHERE hash = ?", digest)
        assert isinstance(device, str)
        return device

    async def is_recent(self, sql: str, key: str) -> bool:
        ((moment, now),) = await self.store._rows(sql, key)
        return bool(now - moment < SOON)

    async def used_now(self, digest: str) -> bool:
        return await self.is_recent("SELECT used, {now} FROM tokens WHERE hash = ?", digest)

    async def seen_now(self, person: str) -> bool:
        sql = "SELECT seen, {now} FROM identities WHERE identity = ?"
        return await self.is_recent(sql, person)

    async def everything(self) -> tuple[list[str], list[str]]:
        """The people and the tokens that are left."""
        people = await self.store._rows("SELECT identity FROM identities ORDER BY identity")
        tokens = await self.store._rows("SELECT hash FROM tokens ORDER BY hash")
        return [one for (one,) in people], [one for (one,) in tokens]


def with_store(test: Callable[[Aged], Awaitable[None]]) -> None:
    async def whole() -> None:
        aged = Aged()
        try:
            await test(aged)
        finally:
            await aged.store.close()

    run(whole())


def test_the_limits() -> None:
    assert (UNUSED, USED_AGAIN, MOST_TOKENS) == (365 * 86_400, 86_400, 100)
    assert CODE_LENGTH == 6
    assert not set(NO_TABLE) <= set(CODE_LETTERS), "no table has it"
    assert NO_TABLE == "OOOO"


@pytest.mark.parametrize(
    ("used", "seen", "is_noted"),
    [
        (USED_AGAIN - SOON, USED_AGAIN - SOON, False),
        (USED_AGAIN + SOON, USED_AGAIN - SOON, True),
        (USED_AGAIN - SOON, USED_AGAIN + SOON, True),
        (UNUSED - SOON, UNUSED + SOON, True),
    ],
)
def test_the_use_of_a_token_is_noted_once_a_day(used: int, seen: int, is_noted: bool) -> None:
    async def test(aged: Aged) -> None:
        await aged.person("ana", seen)
        await aged.person("bo", seen)
        await aged.token("one", "ana", used)
        await aged.token("two", "ana", used)
        assert await aged.tokens.find("one", "Chrome") == ("ana", "Ana")
        assert await aged.device("one") == ("Chrome" if is_noted else "Firefox")
        assert await aged.used_now("one") is is_noted
        assert await aged.seen_now("ana") is is_noted
        assert await aged.device("two") == "Firefox"
        assert not await aged.used_now("two")
        assert not await aged.seen_now("bo")

    with_store(test)


def test_a_token_expires_after_a_year_without_use() -> None:
    async def test(aged: Aged) -> None:
        await aged.person("ana")
        await aged.token("old", "ana", UNUSED + SOON)
        await aged.token("young", "ana", UNUSED - SOON)
        assert await aged.tokens.valid(["old", "young"]) == {"young"}
        assert [token.hash for token in await aged.tokens.of("ana")] == ["young"]
        assert await aged.tokens.find("old", "Chrome") is None
        assert await aged.device("old") == "Firefox"
        assert await aged.tokens.find("young", "") == ("ana", "Ana")

    with_store(test)


def test_a_token_without_its_owner_finds_nobody() -> None:
    async def test(aged: Aged) -> None:
        await aged.token("one", "nobody")
        assert await aged.tokens.find("one", "") is None

    with_store(test)


def test_a_token_is_added_once() -> None:
    async def test(aged: Aged) -> None:
        await aged.person("ana")
        await aged.tokens.add("one", "id-one", "ana", "Firefox")
        await aged.tokens.add("one", "id-other", "bo", "Chrome")
        ((token,), others) = await aged.tokens.of("ana"), await aged.tokens.of("bo")
        assert (token.hash, token.id, token.device) == ("one", "id-one", "Firefox")
        assert others == []

    with_store(test)


def test_the_latest_tokens_are_listed() -> None:
    """By use, then by age, then by id; as many as a page can show."""

    async def test(aged: Aged) -> None:
        await aged.token("d", "ana", 30)
        await aged.token("c", "ana", 20, 7)
        await aged.token("b", "ana", 20, 8)
        await aged.token("a", "ana", 20, 7)
        listed = await aged.tokens.of("ana")
        assert [token.hash for token in listed] == ["a", "c", "b", "d"]
        for number in range(MOST_TOKENS - 4):
            await aged.token(f"new {number}", "ana", 10)
        assert (await aged.tokens.of("ana"))[-1].hash == "d"
        await aged.token("one more", "ana", 10)
        listed = await aged.tokens.of("ana")
        assert len(listed) == MOST_TOKENS
        assert listed[-1].hash == "b"

    with_store(test)


def test_a_purge_deletes_what_has_expired_and_nothing_else() -> None:
    async def test(aged: Aged) -> None:
        for name, seen in {
            "ana": UNUSED + SOON,  # has a valid token
            "bo": UNUSED + SOON,  # had one
            "cy": UNUSED - SOON,  # had one, and was seen
            "di": UNUSED + SOON,  # never had one
            "ed": 0,
        }.items():
            await aged.person(name, seen)
        await aged.token("one", "ana", UNUSED - SOON)
        await aged.token("two", "ana", UNUSED + SOON)
        await aged.token("three", "bo", UNUSED + SOON)
        await aged.token("four", "cy", UNUSED + SOON)
        await aged.token("five", "nobody")
        assert await aged.tokens.purge() == 4
        assert await aged.everything() == (["ana", "cy", "ed"], ["one"])
        assert await aged.tokens.purge() == 0

    with_store(test)


def test_a_token_is_revoked_by_its_owner_and_its_id() -> None:
    async def test(aged: Aged) -> None:
        for digest, owner in {"one": "ana", "two": "ana", "three": "ana", "four": "bo"}.items():
            await aged.token(digest, owner)
        assert await aged.tokens.revoke("ana", "id-four") is False
        assert await aged.tokens.revoke("ana", "two") is False, "that is no id"
        assert await aged.tokens.revoke("ana", "id-two") is True
        assert await aged.tokens.revoke("ana", "id-two") is False
        assert await aged.everything() == ([], ["four", "one", "three"])
        assert await aged.tokens.revoke_others("ana", "one") == 1
        assert await aged.tokens.revoke_others("ana", "one") == 0
        assert await aged.everything() == ([], ["four", "one"])

    with_store(test)
