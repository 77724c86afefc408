"""A socket on a reused connection, as behind a proxy."""

import asyncio
import json

import aiohttp
import pytest

from tests.client.hosting import LONG, Host


def test_a_socket_on_a_kept_connection_is_as_good_as_any(host: Host) -> None:
    asyncio.run(asyncio.wait_for(converse(host), LONG))


async def converse(host: Host) -> None:
    one = aiohttp.TCPConnector(limit=1)  # every request over the same connection
    async with aiohttp.ClientSession(connector=one) as session:
        async with session.post(f"{host.address}/api/identities") as answer:
            token = (await answer.json())["token"]
        headers = {"Authorization": f"Bearer {token}"}
        async with session.post(
            f"{host.address}/api/tables", json={"settings": {"players": 2}}, headers=headers
        ) as answer:
            code = (await answer.json())["code"]
        address = f"{host.address}/api/tables/{code}/socket"
        async with session.ws_connect(address, headers=headers) as socket:
            welcome = json.loads(await socket.receive_str())
            assert (welcome["type"], welcome["you"]["member"]) == ("welcome", 1)
            await socket.send_str('{"type":"sit","id":"1","place":1}')
            frame = json.loads(await socket.receive_str())
            assert (frame["done"], frame["you"]["place"]) == ("1", 1)
            await socket.send_str("nonsense")
            assert json.loads(await socket.receive_str())["reason"] == "bad-message"
            await asyncio.to_thread(host.stop)
            assert json.loads(await socket.receive_str()) == {"type": "bye", "reason": "stopping"}
            assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE


@pytest.mark.parametrize(
    ("message", "reason"), [("x" * 5000, "too-large"), (b"binary", "bad-message")]
)
def test_what_is_no_message_is_told_before_the_end(
    host: Host, message: str | bytes, reason: str
) -> None:
    asyncio.run(asyncio.wait_for(misspeak(host, message, reason), LONG))


async def misspeak(host: Host, message: str | bytes, reason: str) -> None:
    one = aiohttp.TCPConnector(limit=1)
    async with aiohttp.ClientSession(connector=one) as session:
        async with session.post(f"{host.address}/api/identities") as answer:
            headers = {"Authorization": f"Bearer {(await answer.json())['token']}"}
        async with session.post(f"{host.address}/api/tables", headers=headers) as answer:
            code = (await answer.json())["code"]
        address = f"{host.address}/api/tables/{code}/socket"
        async with session.ws_connect(address, headers=headers) as socket:
            assert json.loads(await socket.receive_str())["type"] == "welcome"
            if isinstance(message, bytes):
                await socket.send_bytes(message)
            else:
                await socket.send_str(message)
            assert json.loads(await socket.receive_str()) == {"type": "bye", "reason": reason}
            assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
