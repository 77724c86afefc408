"""The published schema of messages: up to date, and valid for a real server's messages."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from calavera.client import Client, Settings, table_connection
from calavera.protocol import schema as schema_module
from calavera.protocol.commands import Command
from calavera.protocol.messages import ServerMessage
from calavera.protocol.schema import message_schema, schema_text
from calavera.server.http.openapi import openapi
from tests.client.test_games import play_by_hand

CHECKED_IN = Path(schema_module.__file__).with_name("messages.schema.json")
HOW_TO_RENEW = f"python -m calavera.protocol.schema > src/calavera/protocol/{CHECKED_IN.name}"


def validator(name: str) -> Any:
    definitions = message_schema()["$defs"]
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": definitions})


def test_the_checked_in_schema_is_up_to_date() -> None:
    assert CHECKED_IN.read_text(encoding="utf-8") == schema_text(), f"renew it: {HOW_TO_RENEW}"


def test_the_command_that_renews_it_works() -> None:
    command = [sys.executable, "-W", "error", "-m", "calavera.protocol.schema"]
    printed = subprocess.run(command, capture_output=True, check=True).stdout
    assert printed.decode() == schema_text()
    assert HOW_TO_RENEW in (schema_module.__doc__ or "")


def test_it_is_a_schema_with_every_message() -> None:
    Draft202012Validator.check_schema(message_schema())
    definitions: Any = message_schema()["$defs"]
    for name, choice in (("Command", Command), ("ServerMessage", ServerMessage)):
        assert len(definitions[name]["oneOf"]) == len(get_args(choice))
    for name, definition in definitions.items():
        assert definition["title"] == name
        assert definition["description"], name


def test_it_has_no_place_for_what_only_the_store_may_know() -> None:
    text = schema_text()
    for secret in ('"identity"', '"master"', '"discs-shuffled"', '"Fact"', '"Entry"'):
        assert secret not in text


def test_what_a_server_says_and_a_client_sends_is_valid(
    client: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that goes over the wire in whole games."""
    heard: list[str] = []
    sent: list[str] = []
    read, written = table_connection._read, table_connection._written

    def reading(text: str) -> ServerMessage:
        heard.append(text)
        return read(text)

    def writing(command: Command) -> str:
        sent.append(written(command))
        return sent[-1]

    monkeypatch.setattr(table_connection, "_read", reading)
    monkeypatch.setattr(table_connection, "_written", writing)
    for settings in (Settings(players=3), Settings(players=2, tribes=2, opens=False)):
        table = client().create(settings, bots=["uniform"] * (settings.players - 1))
        table.sit()
        table.ready()
        table.start()
        table.say("¡hola!")
        play_by_hand(table, random.Random(4))
        client().join(table.code).wait()
    messages, commands = validator("ServerMessage"), validator("Command")
    assert len(heard) > 40
    for text in heard:
        assert [error.message for error in messages.iter_errors(json.loads(text))] == []
    for text in sent:
        assert [error.message for error in commands.iter_errors(json.loads(text))] == []


def test_every_reference_in_the_description_of_calls_leads_somewhere() -> None:
    description = openapi()
    text = json.dumps(description)
    components: Any = description["components"]
    for name in {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert name in components["schemas"]
    assert "/api/tables/{code}/game" in text
