"""The JSON Schema of everything the codec writes, from the same table.

`calavera.schema.json` beside this file is the result; the front end's types are generated from it.
To renew it:

    python -m calavera.record.codec.schema > src/calavera/record/codec/calavera.schema.json
"""

import json
from collections.abc import Iterable
from typing import Any, Final

from calavera.record.codec.docstrings import docstring, field_docstrings
from calavera.record.codec.json_text import Json, JsonObject
from calavera.record.codec.kinds import (
    TAG,
    AllWritten,
    Choice,
    Flag,
    Kind,
    ListOf,
    Maybe,
    Number,
    Object,
    OneOf,
    Remembered,
    SeatLetter,
    SomeKeys,
    Spread,
    Text,
)
from calavera.record.codec.shapes import ACTION, EVENT, SEEN_EVENT, SETUP, VIEW
from calavera.rules.model.seats import LETTERS

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema() -> JsonObject:
    """The whole schema, with a definition for every named value and part."""
    return schema_of(
        (ACTION, EVENT, SEEN_EVENT, VIEW, SETUP),
        "Calavera",
        "Actions, events and views of a game of Skull, as JSON.",
    )


def schema_of(kinds: Iterable[Kind], title: str, description: str) -> JsonObject:
    """The schema of some kinds with all their parts."""
    definitions: JsonObject = {}
    roots = [_look(kind, definitions) for kind in kinds]
    return {
        "$schema": DIALECT,
        "title": title,
        "description": description,
        "anyOf": [*roots],
        "$defs": definitions,
    }


def schema_text() -> str:
    """The schema as it is checked in."""
    return json.dumps(schema(), indent=2) + "\n"


def _look(kind: Kind, definitions: JsonObject) -> JsonObject:
    """The schema of a kind; a named kind is defined once and referenced."""
    if isinstance(kind, Remembered | AllWritten):
        return _look(kind.kind, definitions)
    name: str = getattr(kind, "name", "")
    if not name:
        return _form(kind, definitions)
    if name not in definitions:
        definitions[name] = {}  # reserves its place before its parts
        definitions[name] = {
            "title": name,
            "description": _description(kind),
            **_form(kind, definitions),
        }
    elif definitions[name] and _description(kind) not in _words(definitions[name]):
        raise TypeError(f"two different kinds are called {name}")
    return {"$ref": f"#/$defs/{name}"}


def _words(definition: Json) -> tuple[Json, ...]:
    return tuple(definition.values()) if isinstance(definition, dict) else ()


def _form(kind: Kind, definitions: JsonObject) -> JsonObject:
    match kind:
        case Number(lowest=lowest, highest=highest):
            return {"type": "integer", "minimum": lowest, "maximum": highest}
        case Flag():
            return {"type": "boolean"}
        case Text(least=least, most=most, pattern=pattern):
            limits: JsonObject = {"pattern": f"^({pattern})$"} if pattern else {}
            return {"type": "string", "minLength": least, "maxLength": most, **limits}
        case SeatLetter():
            return {"type": "string", "enum": [*LETTERS]}
        case Choice(members=members):
            return {"type": "string", "enum": [*members]}
        case Maybe(kind=some):
            return {"oneOf": [_look(some, definitions), {"type": "null"}]}
        case ListOf(kind=item, least=least, most=most):
            fewest: JsonObject = {"minItems": least} if least else {}
            form = {"type": "array", "items": _look(item, definitions), **fewest}
            return {**form, "maxItems": most}
        case OneOf(shapes=shapes):
            return {"oneOf": [_look(shape, definitions) for shape in shapes]}
        case SomeKeys():
            return {"type": "object"}
        case Object():
            return _object(kind, definitions)
        case _:
            raise TypeError(f"no schema for {kind!r}")


def _object(kind: Object[Any], definitions: JsonObject) -> JsonObject:
    properties = _properties(kind, definitions)
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


def _properties(kind: Object[Any], definitions: JsonObject) -> JsonObject:
    docstrings = field_docstrings(kind.of)
    properties: JsonObject = {}
    if kind.tag is not None:
        properties[TAG] = {"const": kind.tag}
    for key, part in kind.fields.items():
        if isinstance(part, Spread):
            properties |= _properties(part.kind, definitions)
        else:
            properties[key] = _described(_look(part, definitions), docstrings.get(key, ""))
    for key, extra in kind.derived.items():
        properties[key] = _described(_look(extra.kind, definitions), docstring(extra.derive))
    return properties


def _described(form: JsonObject, description: str) -> JsonObject:
    return {"description": description, **form} if description else form


def _description(kind: Kind) -> str:
    match kind:
        case Object(of=cls) | Choice(of=cls):
            return docstring(cls)
        case _:
            about: str = getattr(kind, "about", "")
            return about


if __name__ == "__main__":
    print(schema_text(), end="")
