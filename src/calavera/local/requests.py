"""Calls and answers on a device."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl

from calavera.record.codec.json_text import Json, write_json

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"


class Request(NamedTuple):
    """A call."""

    method: str
    path: str
    query: Mapping[str, str]
    token: str | None
    """None for the owner of the device."""
    body: bytes
    news: Callable[[bytes], None]
    """Takes the parts of an answer that comes in parts."""


class Answer(NamedTuple):
    """What a call is answered."""

    status: int
    kind: str
    """Its media type."""
    body: bytes


def json_answer(data: Json, status: int = 200) -> Answer:
    return Answer(status, JSON, write_json(data))


def text_answer(text: str, kind: str = JSON) -> Answer:
    return Answer(200, kind, text.encode())


def split(address: str) -> tuple[str, dict[str, Any]]:
    """The path and the query of an address."""
    path, _, query = address.partition("?")
    return path, dict(parse_qsl(query))
