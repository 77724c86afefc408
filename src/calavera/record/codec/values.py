"""Actions, events and views as JSON, both ways.

`encode` returns JSON data, `dumps` its bytes; equal values have equal bytes. The `decode_`
functions accept untrusted data: they return a value or raise `CodecError`. `docs/wire.md` has
examples, `shapes` the table of all keys, `calavera.schema.json` its schema.
"""

import json
from typing import Any, Final, TypeAlias, TypeVar

from calavera.record.codec.errors import CodecError
from calavera.record.codec.json_text import Json, JsonObject, read_json, write_json
from calavera.record.codec.kinds import Object, OneOf
from calavera.record.codec.shapes import ACTION, EVENT, SEEN_EVENT, SETUP, VIEW
from calavera.rules.actions import Action
from calavera.rules.events import Event, SeenEvent
from calavera.rules.model.setup import Setup
from calavera.rules.view import View

__all__ = [
    "CodecError",
    "Encodable",
    "Json",
    "JsonObject",
    "decode_action",
    "decode_event",
    "decode_seen_event",
    "decode_setup",
    "decode_view",
    "dumps",
    "encode",
    "read_json",
    "write_json",
]

Encodable: TypeAlias = Action | Event | SeenEvent | View | Setup

Value = TypeVar("Value")

_SHAPES: Final[dict[type, Object[Any]]] = {
    shape.of: shape for shape in (*ACTION.shapes, *EVENT.shapes, *SEEN_EVENT.shapes, VIEW, SETUP)
}


def dumps(value: Encodable) -> bytes:
    """The value as JSON text; equal values have equal bytes."""
    return _write(value).encode("ascii")


def encode(value: Encodable) -> JsonObject:
    """The value as JSON data: what a reader of `dumps` parses."""
    data: JsonObject = json.loads(_write(value))
    return data


def decode_action(data: object) -> Action:
    """Decode an action; raises CodecError."""
    return _decode(ACTION, data, "action")


def decode_event(data: object) -> Event:
    """Decode an event with its secrets; raises CodecError."""
    return _decode(EVENT, data, "event")


def decode_seen_event(data: object) -> SeenEvent:
    """Decode an event as a viewer saw it; raises CodecError."""
    return _decode(SEEN_EVENT, data, "event")


def decode_view(data: object) -> View:
    """Decode a view; raises CodecError."""
    return _decode(VIEW, data, "view")


def decode_setup(data: object) -> Setup:
    """Decode a setup; raises CodecError."""
    return _decode(SETUP, data, "setup")


def _write(value: Encodable) -> str:
    shape = _SHAPES.get(type(value))
    if shape is None:
        raise TypeError(f"a {type(value).__name__} has no encoding")
    return shape.write(value)


def _decode(kind: Object[Value] | OneOf[Value], data: object, what: str) -> Value:
    try:
        return kind.decode(data)
    except CodecError as error:
        raise error.within(what) from None
