"""The big screen shows the public view, whoever opened it."""

import asyncio
from typing import Any

import aiohttp

from calavera.server.app import ServerConfig
from calavera.server.lifecycle import running
from calavera.server.limits.budgets import UNLIMITED
from calavera.table.live.automation import Pace


async def _until(socket: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = await asyncio.wait_for(socket.receive_json(), 10)
        if message["type"] == kind:
            return message


def test_a_players_screen_is_told_what_the_public_is() -> None:
    async def test() -> None:
        config = ServerConfig(port=0, store="sqlite:///", limits=UNLIMITED)
        async with (
            running(config) as port,
            aiohttp.ClientSession(
                f"http://127.0.0.1:{port}", connector=aiohttp.TCPConnector(force_close=True)
            ) as session,
        ):
            async with session.post("/api/identities") as answer:
                bearer = {"Authorization": f"Bearer {(await answer.json())['token']}"}
            wish = {"settings": {"players": 2, "spectators": False}, "bots": ["cautious"]}
            async with session.post("/api/tables", json=wish, headers=bearer) as answer:
                address = f"/api/tables/{(await answer.json())['code']}/socket"
            async with (
                session.ws_connect(address + "?watch=1", headers=bearer) as screen,
                session.ws_connect(address + "?watch=1") as stranger,
            ):
                welcome = await _until(screen, "welcome")
                assert welcome["you"]["member"] is None
                assert welcome["here"] == []
                await _until(stranger, "welcome")

                await screen.send_json({"type": "sit", "id": "s1", "place": 0})
                assert (await _until(screen, "refused"))["reason"] == "no-identity"

                async with session.ws_connect(address, headers=bearer) as player:
                    await _until(player, "welcome")
                    assert (await _until(screen, "presence"))["here"] == [1]
                    for command in (
                        {"type": "sit", "id": "c1", "place": 0},
                        {"type": "ready", "id": "c2", "ready": True, "salt": "00"},
                        {"type": "start", "id": "c3"},
                        {
                            "type": "act",
                            "id": "c4",
                            "game": 1,
                            "seat": "a",
                            "decision": 0,
                            "action": {"type": "place", "disc": "S"},
                        },
                    ):
                        await player.send_json(command)
                    # The table is for its players only: the non-member is disconnected, the screen
                    # stays.
                    assert (await _until(stranger, "bye"))["reason"] == "no-spectators"
                    told = ""
                    while '"played"' not in told:
                        told = (await screen.receive()).data
                        assert '"disc": "S"' not in told
                        assert '"disc":"S"' not in told

                # A reconnect in the middle of the game.
                async with session.ws_connect(address + "?watch=1&since=1", headers=bearer) as late:
                    game = (await _until(late, "welcome"))["game"]
                    assert game["view"]["viewer"] == []
                    assert game["view"]["own"] == []
                async with session.ws_connect(address + "?watch=1") as other:
                    assert (await _until(other, "bye"))["reason"] == "no-spectators"

    asyncio.run(test())


def test_a_finished_game_of_a_closed_table_is_its_players_alone() -> None:
    async def test() -> None:
        config = ServerConfig(port=0, store="sqlite:///", limits=UNLIMITED, pace=Pace(0, 0, 0))
        async with (
            running(config) as port,
            aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
        ):
            async with session.post("/api/identities") as answer:
                bearer = {"Authorization": f"Bearer {(await answer.json())['token']}"}
            wish = {"settings": {"players": 2, "spectators": False}, "bots": ["uniform"] * 2}
            async with session.post("/api/tables", json=wish, headers=bearer) as answer:
                table = f"/api/tables/{(await answer.json())['code']}"
            async with session.ws_connect(f"{table}/socket", headers=bearer) as host:
                await host.send_json({"type": "start", "id": "c1"})
                while True:
                    frame = await _until(host, "frame")
                    if frame["game"] and frame["game"]["view"]["board"]["outcome"]:
                        break
            for path in ("game", "games/1/record"):
                async with session.get(f"{table}/{path}", headers=bearer) as answer:
                    assert answer.status == 200
                async with session.get(f"{table}/{path}") as answer:
                    assert answer.status == 403
                    assert (await answer.json())["reason"] == "no-spectators"
            async with session.ws_connect(f"{table}/socket?since=1") as stranger:
                welcome = await _until(stranger, "welcome")
                assert (welcome["game"], welcome["dice"], welcome["facts"]) == (None, None, [])

    asyncio.run(test())
