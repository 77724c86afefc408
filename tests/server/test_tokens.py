"""Tokens and codes, their headers, and the cache of their owners."""

import hashlib
from collections import Counter

import pytest

from calavera.protocol.reasons import Reason, Refused
from calavera.server.stores.sqlite.store import SqliteStore
from calavera.server.tables import people
from calavera.server.tables.people import LONGEST_TOKEN, People, cookies_in, token_in
from calavera.table.running.tokens import new_code, new_token, new_token_id, token_hash
from tests.server.raw import run


def test_tokens_are_long_and_kept_as_hashes() -> None:
    assert len({new_token() for _ in range(100)}) == 100
    assert {len(new_token()) for _ in range(10)} == {43}  # 32 bytes
    assert {len(new_token_id()) for _ in range(10)} == {16}
    assert token_hash("abc") == hashlib.sha256(b"abc").hexdigest()


def test_codes_have_six_letters_each_as_likely_as_any_other() -> None:
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    assert new_code(lambda count: (0).to_bytes(count, "big")) == "AAAAAA"
    assert new_code(lambda count: (25).to_bytes(count, "big")) == "BBAAAA"
    assert new_code(lambda count: (24**5 * 23).to_bytes(count, "big")) == "AAAAAZ"
    assert new_code(lambda count: (24**6).to_bytes(count, "big")) == "AAAAAA"
    sizes: list[int] = []

    def noted(count: int) -> bytes:
        sizes.append(count)
        return bytes(count)

    new_code(noted)
    assert sizes == [16]
    found = Counter("".join([new_code(random_bytes) for _ in range(2000)]))
    assert set(found) == set(letters)


def random_bytes(count: int) -> bytes:
    return hashlib.sha256(new_token().encode()).digest()[:count]


def test_a_token_comes_in_a_header_a_protocol_or_a_cookie() -> None:
    bearer = {"Authorization": "Bearer one"}
    protocol = {"Sec-Websocket-Protocol": "calavera, calavera.token.two"}
    secure = {"Cookie": "calavera=four; __Host-calavera=three"}
    plain = {"Cookie": "other=x; calavera=four"}
    assert token_in({**bearer, **protocol, **secure}) == "one"
    assert token_in({"Authorization": "bearer  one "}) == "one"
    assert token_in({**protocol, **secure}) == "two"
    assert token_in(secure) == "three"
    assert token_in(plain) == "four"
    for none in (
        {},
        {"Authorization": "Basic one"},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer "},
        {"Sec-Websocket-Protocol": "calavera"},
        {"Sec-Websocket-Protocol": "xcalavera.token.two"},
        {"Cookie": "calaveras=four"},
    ):
        assert token_in(none) is None
    assert token_in({"Authorization": "Basic one", **plain}) == "four"
    assert cookies_in({"Cookie": "a=1; b=2"}) == {"a": "1", "b": "2"}
    assert cookies_in({}) == {}
    assert cookies_in({"Cookie": "a\x00=1; \x01"}) == {}


def test_only_a_whole_token_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        store = SqliteStore(":memory:")
        them = People(store)
        for length, is_found in ((LONGEST_TOKEN, True), (LONGEST_TOKEN + 1, False)):
            token = "x" * length
            monkeypatch.setattr(people, "new_token", lambda token=token: token)
            await them.register("Ana")
            assert (await them.find(token) is not None) == is_found
        for wrong in (None, "", "é", "x" * (LONGEST_TOKEN - 1)):
            assert await them.find(wrong) is None
        await store.close()

    run(test())


def test_whoever_is_renamed_revoked_or_banned_is_not_cached() -> None:
    async def test() -> None:
        store = SqliteStore(":memory:")
        them = People(store)
        ana, bo = await them.register("Ana"), await them.register("Bo")
        second, token_id = await them.add_token(ana.caller, "Mozilla/5.0 Firefox/1 Android")
        assert await them.find(second) == ana.caller
        (latest,) = [t for t in await store.tokens.of(ana.caller.identity) if t.id == token_id]
        assert latest.device == "Firefox, Android"
        renamed = await them.rename(ana.caller, "Anna")
        assert renamed.name == "Anna"
        assert await them.find(ana.token) == renamed
        assert await them.find(second) == renamed
        assert not await them.revoke(bo.caller, token_id)  # another's
        assert await them.find(second) == renamed
        assert await them.revoke(renamed, token_id)
        assert await them.find(second) is None
        third, _ = await them.add_token(renamed)
        assert await them.find(third) == renamed
        assert await them.revoke_others(renamed, ana.token) == 1
        assert await them.find(third) is None
        assert await them.find(ana.token) == renamed
        assert await them.find(bo.token) == bo.caller
        them.banned = frozenset([renamed.identity])
        with pytest.raises(Refused) as refused:
            await them.find(ana.token)
        assert refused.value.reason is Reason.REMOVED
        assert await them.find(bo.token) == bo.caller
        await store.close()

    run(test())


def test_names_of_guests_have_three_digits() -> None:
    async def test() -> None:
        store = SqliteStore(":memory:")
        names = [(await People(store).register()).caller.name for _ in range(300)]
        await store.close()
        numbers = [int(name.removeprefix("Guest ")) for name in names]
        assert all(100 <= number <= 999 for number in numbers)
        assert max(numbers) > 899  # one of 300 is, with probability 1 - 10**-15

    run(test())


def test_the_cache_is_cleared_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        day = 5
        monkeypatch.setattr(people, "_today", lambda: day)
        store = SqliteStore(":memory:")
        them = People(store)
        ana = await them.register("Ana")
        await store._rows("DELETE FROM tokens")
        assert await them.find(ana.token) == ana.caller
        day += 1
        assert await them.find(ana.token) is None
        await store.close()

    run(test())


def test_a_shared_store_is_asked_every_time() -> None:
    class SharedStore(SqliteStore):
        is_shared = True

    async def test() -> None:
        store = SharedStore(":memory:")
        them = People(store)
        ana = await them.register("Ana")
        await store._rows("DELETE FROM tokens")
        assert await them.find(ana.token) is None
        await store.close()

    run(test())
