"""The contract of every store for the lists of finished games."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from calavera.calls.own_games import Filter, Place
from calavera.protocol.summary import AttemptTally, BidTally, GameLine, Rivals, Tally
from calavera.rules.model.outcome import Ending
from calavera.server.stores.copying import opened_beside_servers
from calavera.server.stores.interface import Store, StoredIdentity
from calavera.server.stores.opening import open_store
from calavera.table.live.ports import Conflict
from calavera.table.views.finished import Finished, ListChanges, Removal
from tests.contracts.stores import append, line
from tests.contracts.test_stores import OPENERS, with_store

TALLY = Tally((BidTally(2, 3, 1, 3, 2, 1),), (AttemptTally(2, 1, 0),))


@pytest.fixture(params=OPENERS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return OPENERS[request.param](tmp_path)


def game(
    code: str,
    number: int = 1,
    ended: int = 1000,
    *,
    bots: tuple[str | None, ...] = (None, "bold"),
    winner: int = 0,
) -> GameLine:
    names = tuple(f"P{place}" for place in range(len(bots)))
    return GameLine(
        code, number, 1, ended, names, bots, 0, winner, Ending.LAST_ONE_IN, 5, 1
    )  # fmt: skip


async def play(store: Store, code: str, *games: GameLine, who: str = "ana") -> None:
    """Tables with an entry for each of these games of one person."""
    await store.create(code, b"0", line(code))
    for version, one in enumerate(games, start=1):
        lists = ListChanges(finished=(Finished(who, one, TALLY),))
        assert await append(store, code, version, b"%d" % version, lists) is None


async def codes(store: Store, who: str = "ana", **only: Any) -> list[tuple[str, int]]:
    page = await store.games.page(who, 100, Filter(**only))
    return [(one.code, one.number) for one in page]


def test_a_game_is_listed_with_the_entry_that_ended_it_or_not_at_all(address: str) -> None:
    async def test(store: Store) -> None:
        await play(store, "AAAA", game("AAAA", 1, 1000))
        late = ListChanges(finished=(Finished("ana", game("AAAA", 2, 2000), TALLY),))
        assert isinstance(await append(store, "AAAA", 1, b"late", late), Conflict)
        assert await store.games.page("ana", 10) == [game("AAAA")]

    async def later(store: Store) -> None:
        assert await store.games.page("ana", 10) == [game("AAAA")]

    with_store(address, test)
    with_store(address, later)


def test_a_list_is_its_owner_s_and_comes_in_pages_the_latest_first(address: str) -> None:
    async def test(store: Store) -> None:
        await play(store, "AAAA", game("AAAA", 1, 1000), game("AAAA", 2, 3000))
        await play(store, "BBBB", game("BBBB", 1, 2000), game("BBBB", 2, 3000))
        await play(store, "CCCC", game("CCCC", 1, 9000), who="bo")
        whole = [("BBBB", 2), ("AAAA", 2), ("BBBB", 1), ("AAAA", 1)]
        assert await codes(store) == whole
        assert await codes(store, "bo") == [("CCCC", 1)]
        assert await codes(store, "cy") == []
        told: list[tuple[str, int]] = []
        after = None
        while page := await store.games.page("ana", 3, after=after):
            told += [(one.code, one.number) for one in page]
            after = Place(page[-1].ended, page[-1].code, page[-1].number)
        assert told == whole

    with_store(address, test)


def test_a_list_can_be_filtered(address: str) -> None:
    async def test(store: Store) -> None:
        people = game("BBBB", bots=(None, None, None), winner=2)
        mixed = game("CCCC", bots=(None, None, "bold"), winner=0)
        for one in (game("AAAA"), people, mixed):
            await play(store, one.code, one)
        assert await codes(store, won=True) == [("CCCC", 1), ("AAAA", 1)]
        assert await codes(store, won=False) == [("BBBB", 1)]
        assert await codes(store, players=2) == [("AAAA", 1)]
        assert await codes(store, players=3, won=True) == [("CCCC", 1)]
        for kind, code in zip(Rivals, ("AAAA", "BBBB", "CCCC"), strict=True):
            assert await codes(store, rivals=kind) == [(code, 1)]
        tallies = await store.games.tallies("ana", 2, Filter(won=True))
        assert len(tallies) == 2
        assert len(await store.games.tallies("ana", 1)) == 1
        assert await store.games.tallies("bo", 9) == []

    with_store(address, test)


def test_a_deleted_game_stays_away_until_it_is_restored(address: str) -> None:
    async def test(store: Store) -> None:
        await play(store, "AAAA", game("AAAA", 1), game("AAAA", 2))
        await play(store, "BBBB", game("BBBB"), who="bo")
        assert not await store.games.hide("bo", "AAAA", 1, hidden=True), "it is not theirs"
        assert not await store.games.hide("ana", "AAAA", 3, hidden=True)
        assert await store.games.hide("ana", "AAAA", 1, hidden=True)
        assert await codes(store) == [("AAAA", 2)]
        assert len(await store.games.tallies("ana", 9)) == 1
        # The history is indexed again, as after an upgrade.
        await store.games.index("AAAA", ListChanges(None, (Finished("ana", game("AAAA"), TALLY),)))
        assert await codes(store) == [("AAAA", 2)]
        assert await store.games.hide("ana", "AAAA", 1, hidden=False)
        assert await codes(store) == [("AAAA", 2), ("AAAA", 1)]
        assert await store.games.hide_all("ana") == 2
        assert await store.games.hide_all("ana") == 0
        assert await codes(store) == []
        assert await codes(store, "bo") == [("BBBB", 1)]

    with_store(address, test)


def test_whoever_is_removed_lists_nothing_of_that_table_until_readmitted(address: str) -> None:
    async def test(store: Store) -> None:
        await play(store, "AAAA", game("AAAA"))
        await play(store, "BBBB", game("BBBB"))
        gone = ListChanges(removals=(Removal("ana", True),))
        assert await append(store, "AAAA", 2, b"removed", gone) is None
        assert await append(store, "AAAA", 3, b"removed again", gone) is None
        assert await codes(store) == [("BBBB", 1)]
        assert len(await store.games.tallies("ana", 9)) == 1
        ended = ListChanges(finished=(Finished("ana", game("AAAA", 2), TALLY),))
        assert await append(store, "AAAA", 4, b"the game goes on", ended) is None
        assert await codes(store) == [("BBBB", 1)]
        for number in (2, 3):
            assert not await store.games.hide("ana", "AAAA", number, hidden=True), "nothing is told"
        assert await store.games.hide_all("ana") == 1
        assert await store.games.hide("ana", "BBBB", 1, hidden=False)
        back = ListChanges(removals=(Removal("ana", False),))
        assert await append(store, "AAAA", 5, b"readmitted", back) is None
        assert await codes(store) == [("BBBB", 1), ("AAAA", 2), ("AAAA", 1)]

    with_store(address, test)


def test_a_purged_table_or_person_leaves_no_line(address: str) -> None:
    async def test() -> None:
        store = await open_store(address)
        await play(store, "AAAA", game("AAAA"))
        await play(store, "BBBB", game("BBBB"), who="bo")
        await store.save_identity(StoredIdentity("bo", "Bo"))
        async with opened_beside_servers(address) as archive:
            assert await archive.delete_table("AAAA", 2**40) == 2
            assert await archive.delete_people(["bo"], 2**40) == 1
            table = await archive.table("BBBB")
            assert table is not None
            assert table.games == ()
        assert await codes(store) == await codes(store, "bo") == []
        await store.close()

    asyncio.run(test())


def test_an_identity_that_expired_leaves_no_line(address: str) -> None:
    async def test(store: Store) -> None:
        for name, code in (("ana", "AAAA"), ("bo", "BBBB")):
            await store.save_identity(StoredIdentity(name, name))
            await play(store, code, game(code), who=name)
        await store._rows("UPDATE identities SET seen = 0 WHERE identity = ?", "ana")
        await store.tokens.purge()
        assert await codes(store) == []
        assert await codes(store, "bo") == [("BBBB", 1)]

    with_store(address, test)


def test_what_is_not_indexed_yet_is_indexed_once(address: str) -> None:
    async def test(store: Store) -> None:
        await play(store, "AAAA", game("AAAA", 2))
        await store._rows("INSERT INTO unindexed VALUES (?)", "AAAA")
        assert await store.games.unindexed(9) == ["AAAA"]
        older = [Finished("ana", game("AAAA", number), TALLY) for number in (1, 2)]
        change = ListChanges(None, tuple(older), (Removal("bo", True),))
        for _ in range(2):
            await store.games.index("AAAA", change)
            assert await store.games.unindexed(9) == []
            assert await codes(store) == [("AAAA", 2), ("AAAA", 1)]

    with_store(address, test)
