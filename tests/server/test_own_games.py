"""The calls about one's own finished games, and who gets nothing from them."""

import asyncio
import contextlib
import io
import random
import shutil
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from calavera.cli import main
from calavera.record import read_record
from calavera.server.limits.budgets import UNLIMITED, Rate
from calavera.server.stores.opening import open_store
from calavera.server.stores.postgres import schema as postgres_schema
from calavera.table.running.tokens import token_hash
from tests.server.backends import needs_both, needs_postgres, postgres, redis
from tests.server.raw import Answer, Line, Server, config, level, run, running_server
from tests.server.test_migrations import FIRST, execute
from tests.server.test_purge import LONG_AGO, age, old


class Evening:
    """People at one table, with their tokens."""

    def __init__(self, server: Server, code: str, tokens: list[str], lines: list[Line]) -> None:
        self.server = server
        self.code = code
        self.tokens = tokens
        self.lines = lines

    async def play(self, rng: random.Random) -> None:
        """One more game of random moves, to its end."""
        lines = self.lines
        for line in lines:
            await line.ask("ready", ready=True, salt="00")
        begun = await lines[0].ask("start")
        await level(lines, begun["version"])
        while lines[0].room["phase"] == "playing":
            moves = [(line, *move) for line in lines for move in line.moves()]
            line, seat, action = rng.choice(moves)
            done = await line.ask("act", **line.act(seat, action))
            await level(lines, done["version"])

    async def games(self, player: int = 0, query: str = "") -> Any:
        return (await self.call("GET", f"/api/me/games{query}", player)).json["games"]

    async def call(self, method: str, path: str, player: int = 0) -> Answer:
        return await self.server.call(method, path, self.tokens[player])


async def evening(server: Server, players: int = 2, games: int = 1, **settings: Any) -> Evening:
    tokens = [await server.newcomer(f"Player {number}") for number in range(players)]
    code = await server.table(tokens[0], players=players, showing=0, **settings)
    lines = [await server.line(code, token) for token in tokens]
    for line in lines:
        done = await line.ask("sit", place=None)
        await level(lines, done["version"])
    spent = Evening(server, code, tokens, lines)
    for seed in range(games):
        await spent.play(random.Random(seed))
    return spent


def test_a_game_is_listed_for_its_players_once_it_is_over() -> None:
    async def test() -> None:
        async with running_server() as server:
            spent = await evening(server, games=0)
            assert await spent.games() == []
            await spent.play(random.Random(1))
            (mine,), (theirs,) = await spent.games(0), await spent.games(1)
            assert (mine["code"], mine["number"]) == (spent.code, 1)
            assert (mine["place"], theirs["place"]) == (0, 1)
            assert mine["names"] == ["Player 0", "Player 1"]
            assert {**mine, "place": 1} == theirs
            record = await spent.call("GET", f"/api/tables/{spent.code}/games/1/record")
            assert record.status == 200, "a line leads to its record"
            stats = (await spent.call("GET", "/api/me/stats")).json
            assert stats["games"] == 1
            assert stats["wins"] == (mine["winner"] == 0)
            assert stats["sizes"] == [{"players": 2, "games": 1, "wins": stats["wins"]}]
            assert [rival["name"] for rival in stats["rivals"]] == ["Player 1"]

    run(test())


def test_a_running_game_is_in_no_list_and_in_no_figure() -> None:
    async def test() -> None:
        async with running_server() as server:
            spent = await evening(server, games=0)
            for line in spent.lines:
                await line.ask("ready", ready=True, salt="00")
            begun = await spent.lines[0].ask("start")
            await level(spent.lines, begun["version"])
            assert await spent.games() == []
            assert (await spent.call("GET", "/api/me/stats")).json["games"] == 0
            assert names_in(await spent.call("GET", "/api/me/games/export")) == []
            assert (await spent.call("DELETE", f"/api/me/games/{spent.code}/1")).status == 404

    run(test())


def names_in(export: Answer) -> list[str]:
    assert export.status == 200
    return sorted(zipfile.ZipFile(io.BytesIO(export.body)).namelist())


def test_another_identity_gets_nothing() -> None:
    """Neither a stranger nor a member who watched, nor anybody who guesses codes and numbers."""

    async def test() -> None:
        async with running_server() as server:
            spent = await evening(server)
            watcher = await server.newcomer("Watcher")
            await server.line(spent.code, watcher)
            stranger = await server.newcomer("Stranger")
            game = f"/api/me/games/{spent.code}/1"
            nothing = f"/api/me/games/{'A' * len(spent.code)}/1"
            for token in (watcher, stranger):
                assert (await server.call("GET", "/api/me/games", token)).json == {
                    "games": [],
                    "next": None,
                }
                assert (await server.call("GET", "/api/me/stats", token)).json["games"] == 0
                assert names_in(await server.call("GET", "/api/me/games/export", token)) == []
                for method in ("DELETE", "PUT"):
                    there = await server.call(method, game, token)
                    nowhere = await server.call(method, nothing, token)
                    assert (there.status, there.body) == (nowhere.status, nowhere.body)
                    assert there.status == 404
                assert (await server.call("DELETE", "/api/me/games", token)).json == {"deleted": 0}
            for method, path in (
                ("GET", "/api/me/games"),
                ("GET", "/api/me/stats"),
                ("GET", "/api/me/games/export"),
                ("DELETE", "/api/me/games"),
                ("DELETE", game),
                ("PUT", game),
            ):
                assert (await server.call(method, path)).status == 401, "and nobody without a token"
            assert len(await spent.games()) == 1

    run(test())


def test_a_removed_player_lists_nothing_of_that_table_until_readmitted() -> None:
    async def test() -> None:
        async with running_server() as server:
            spent = await evening(server)
            host = spent.lines[0]
            await host.ask("clear", place=1)
            assert await spent.games(1) == []
            assert (await spent.call("GET", "/api/me/stats", 1)).json["games"] == 0
            assert names_in(await spent.call("GET", "/api/me/games/export", 1)) == []
            for method in ("DELETE", "PUT"):
                refused = await spent.call(method, f"/api/me/games/{spent.code}/1", 1)
                assert refused.status == 404
            assert (await spent.call("DELETE", "/api/me/games", 1)).json == {"deleted": 0}
            assert len(await spent.games(0)) == 1
            await host.ask("admit", member=2)
            assert len(await spent.games(1)) == 1

    run(test())


def test_a_player_whom_the_operator_removes_lists_nothing(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/a.db"

    async def test() -> None:
        async with running_server(config(address)) as server:
            spent = await evening(server)
            kick = ["tables", "--store", address, "--kick", f"{spent.code}:2"]
            assert await asyncio.to_thread(main, kick) == 0
            assert await spent.games(1) == []
            assert len(await spent.games(0)) == 1

    run(test())


def test_a_list_is_paged_and_filtered() -> None:
    async def test() -> None:
        async with running_server() as server:
            spent = await evening(server, games=3)
            page = (await spent.call("GET", "/api/me/games?most=2")).json
            assert [game["number"] for game in page["games"]] == [3, 2]
            rest = (await spent.call("GET", f"/api/me/games?most=2&after={page['next']}")).json
            assert [game["number"] for game in rest["games"]] == [1]
            assert rest["next"] is None
            whole = await spent.games()
            won = await spent.games(query="?result=won")
            lost = await spent.games(query="?result=lost")
            assert sorted([*won, *lost], key=lambda game: -game["number"]) == whole
            assert all(game["winner"] == 0 for game in won)
            assert await spent.games(query="?players=2&rivals=people") == whole
            assert await spent.games(query="?players=3") == []
            assert await spent.games(query="?rivals=bots") == []
            stats = (await spent.call("GET", "/api/me/stats?result=won")).json
            assert stats["games"] == stats["wins"] == len(won)
            for wrong in ("result=draw", "players=0", "players=x", "rivals=cats", "most=31"):
                refused = await spent.call("GET", f"/api/me/games?{wrong}")
                assert (refused.status, refused.reason) == (400, "bad-message")
            refused = await spent.call("GET", "/api/me/games?after=yesterday")
            assert refused.status == 400

    run(test())


def test_a_game_is_deleted_from_ones_own_list_alone_and_can_be_restored() -> None:
    async def test() -> None:
        async with running_server() as server:
            spent = await evening(server, games=2)
            game = f"/api/me/games/{spent.code}/1"
            assert (await spent.call("DELETE", game)).json == {"deleted": 1}
            assert [one["number"] for one in await spent.games()] == [2]
            assert (await spent.call("GET", "/api/me/stats")).json["games"] == 1
            assert names_in(await spent.call("GET", "/api/me/games/export")) == [
                f"calavera-{spent.code}-2.skull"
            ]
            assert len(await spent.games(1)) == 2, "the others keep it"
            assert (await spent.call("PUT", game)).json == {"restored": 1}
            assert len(await spent.games()) == 2
            assert (await spent.call("DELETE", "/api/me/games")).json == {"deleted": 2}
            assert await spent.games() == []
            assert len(await spent.games(1)) == 2

    run(test())


def test_an_export_holds_every_record_as_its_owner_may_read_it() -> None:
    async def test() -> None:
        async with running_server() as server:
            spent = await evening(server, games=2, opens=False)
            export = await spent.call("GET", "/api/me/games/export", 1)
            assert export.headers["Content-Type"] == "application/zip"
            assert "attachment" in export.headers["Content-Disposition"]
            names = names_in(export)
            assert names == [f"calavera-{spent.code}-{number}.skull" for number in (1, 2)]
            files = zipfile.ZipFile(io.BytesIO(export.body))
            for number, name in enumerate(names, start=1):
                text = files.read(name).decode()
                path = f"/api/tables/{spent.code}/games/{number}/record"
                assert text == (await spent.call("GET", path, 1)).body.decode()
                assert not read_record(text).is_full

    run(test())


def test_lists_and_exports_have_their_limits() -> None:
    async def test() -> None:
        limits = UNLIMITED._replace(games=Rate(2, 0.0001), exports=Rate(1, 0.0001))
        async with running_server(config(limits=limits)) as server:
            token = await server.newcomer("Ana")
            calls = [await server.call("GET", "/api/me/games", token)]
            calls += [await server.call("GET", "/api/me/stats", token) for _ in range(2)]
            assert [call.status for call in calls] == [200, 200, 429]
            exports = [await server.call("GET", "/api/me/games/export", token) for _ in range(2)]
            assert [call.status for call in exports] == [200, 429]
            other = await server.newcomer("Bo")
            assert (await server.call("GET", "/api/me/games", other)).status == 200

    run(test())


def test_a_purge_takes_the_games_of_a_table_out_of_every_list(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/a.db"

    async def spend() -> list[str]:
        async with running_server(config(address)) as server:
            return (await evening(server)).tokens

    async def look(tokens: list[str]) -> None:
        store = await open_store(address)
        for token in tokens:
            assert await store.games.page(token_hash(token), 9) == []
        await store.close()

    tokens = run(spend())
    age(address, old("tables", "visited"))
    assert LONG_AGO > 180 * 24 * 3600
    assert main(["store", "purge", "--store", address, "--older-than", "180d", "--yes"]) == 0
    run(look(tokens))


# Histories from before there was an index.


async def until_indexed(address: str) -> None:
    """Run a server until it has listed the games of all older histories."""
    async with running_server(config(address)), asyncio.timeout(60):
        while await unindexed(address):
            await asyncio.sleep(0.05)


async def unindexed(address: str) -> int:
    if address.startswith("postgres"):
        return len(await execute(address, "SELECT code FROM calavera.unindexed"))
    with contextlib.closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as database:
        return len(database.execute("SELECT code FROM unindexed").fetchall())


def test_games_of_the_first_schema_are_listed(tmp_path: Path) -> None:
    shutil.copy(FIRST, tmp_path / "old.db")
    address = f"sqlite:///{tmp_path}/old.db"
    run(until_indexed(address))

    async def look() -> None:
        store = await open_store(address)
        rows = await store._rows("SELECT identity, code FROM games")
        people = {identity for (identity,) in await store._rows("SELECT identity FROM identities")}
        assert rows
        assert {identity for identity, _ in rows} <= people
        for identity, code in rows:
            (line,) = await store.games.page(identity, 9)
            assert (line.code, line.number) == (code, 1)
        await store.close()

    run(look())


@needs_postgres
def test_games_of_an_older_database_are_listed() -> None:
    address = postgres().new_database()

    async def spend() -> list[str]:
        async with running_server(config(address)) as server:
            spent = await evening(server)
            await spent.lines[0].ask("clear", place=1)
            return spent.tokens

    async def forget() -> None:
        """As version 5 would have left it."""
        await execute(
            address,
            *[f"DROP TABLE calavera.{name}" for name in ("games", "removals", "unindexed")],
            f"UPDATE calavera.store SET version = {postgres_schema.NEWEST - 1}",
        )

    async def look(tokens: list[str]) -> None:
        store = await open_store(address)
        ana, bo = [await store.games.page(token_hash(token), 9) for token in tokens]
        assert len(ana) == 1
        assert bo == [], "they were removed"
        await store.close()

    tokens = run(spend())
    run(forget())
    run(until_indexed(address))
    run(look(tokens))


@needs_both
def test_every_server_of_a_store_shows_the_same_list() -> None:
    address = postgres().new_database()
    its = config(address, bus=redis().address)

    async def test() -> None:
        async with running_server(its) as one, running_server(its) as other:
            spent = await evening(one)
            here = await spent.games()
            there = (await other.call("GET", "/api/me/games", spent.tokens[0])).json["games"]
            assert here == there
            assert len(here) == 1
            await other.call("DELETE", f"/api/me/games/{spent.code}/1", spent.tokens[0])
            assert await spent.games() == []

    run(test())


@pytest.mark.parametrize("path", ["aaaa/1", "KRTM/x", "KRTM/99999999", "KRTM/-1", "K%20/1"])
def test_a_malformed_game_is_not_found(path: str) -> None:
    async def test() -> None:
        async with running_server() as server:
            token = await server.newcomer("Ana")
            answer = await server.call("DELETE", f"/api/me/games/{path}", token)
            assert answer.status == 404

    run(test())
