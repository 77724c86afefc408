"""A program is notified of another device of its person, and of a revoked token."""

import logging
from collections.abc import Callable

import pytest

from calavera.client import Client, Settings
from calavera.client.client_table import ClientTable
from calavera.protocol.reasons import Reason, Refused
from tests.client.hosting import LONG, Host, Loop, soon
from tests.server.raw import client as raw_client


def wait_until_over(table: ClientTable) -> None:
    for _ in range(100):
        table.wait(LONG)


def test_a_program_hears_of_another_device_and_is_signed_out(
    client: Callable[..., Client], host: Host, loop: Loop, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "calavera.client")
    one = client()
    table = one.create(Settings(players=2), bots=[])

    async def from_elsewhere() -> int:
        async with raw_client(host.config.port) as server:
            headers = {"Authorization": f"Bearer {one.token}", "User-Agent": "curl/8"}
            url = f"{server.base}/api/tables/{table.code}/socket"
            async with server.http.ws_connect(url, headers=headers) as socket:
                await socket.receive()
            fresh = await server.call("POST", "/api/me/tokens", one.token)
            return (await server.call("DELETE", "/api/me/tokens", fresh.json["token"])).status

    assert loop.call(from_elsewhere()) == 200
    soon(lambda: any("another device" in record.message for record in caplog.records))
    with pytest.raises(Refused) as refused:
        wait_until_over(table)
    assert refused.value.reason is Reason.NO_IDENTITY
    assert one.token not in caplog.text
