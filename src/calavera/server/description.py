"""The HTTP calls, described for programs: OpenAPI, made from the codec's own table."""

from functools import cache
from typing import Any, Final

from calavera import __version__
from calavera.record.json_text import JsonObject
from calavera.record.retelling import ALL_EYES
from calavera.record.retelling_shape import RETELLING
from calavera.record.schema import schema_of
from calavera.table.reasons import Reason
from calavera.table.shapes import HISTORY, LISTING, SETTINGS

_CODE: Final[JsonObject] = {
    "name": "code",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Z]{4,12}$"},
}

_EYES: Final[JsonObject] = {
    "name": "eyes",
    "in": "query",
    "description": "Whose: open, public or a seat's letter; left out, those that see most.",
    "schema": {"type": "string", "enum": [*ALL_EYES]},
}

_KNOWN: Final[list[Any]] = [{"cookie": []}, {"bearer": []}]


@cache
def openapi() -> JsonObject:
    """The HTTP calls."""
    definitions = schema_of((SETTINGS, LISTING, HISTORY, RETELLING), "", "")["$defs"]
    text = _definitions(definitions)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Calavera", "version": __version__},
        "components": {
            "schemas": {**text, "Refusal": _refusal()},
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "calavera"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
        "paths": _paths(),
    }


def _definitions(data: Any) -> Any:
    """The same definitions under the names that OpenAPI gives them."""
    if isinstance(data, dict):
        return {key: _definitions(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_definitions(item) for item in data]
    if isinstance(data, str):
        return data.replace("#/$defs/", "#/components/schemas/")
    return data


def _refusal() -> JsonObject:
    return _object(
        {
            "reason": {"type": "string", "enum": [reason.value for reason in Reason]},
            "detail": {"type": "string"},
        }
    )


def _paths() -> JsonObject:
    name = _object({"name": {"type": "string"}})
    token = _object({"token": {"type": "string"}, "name": {"type": "string"}})
    revoked = _object({"revoked": {"type": "integer", "minimum": 0}})
    table: JsonObject = {"$ref": "#/components/schemas/Listing"}
    bot = _object({key: {"type": "string"} for key in ("name", "nickname", "temper", "strength")})
    return {
        "/api/identities": {"post": _call("A token for a program", token, 201)},
        "/api/me": {
            "get": _call("Your name; gives a browser its cookie", name),
            "put": _call("Change your name", name, requestBody=_carrying(name), security=_KNOWN),
        },
        "/api/me/tokens": {
            "get": _call(
                "Your tokens, the latest first",
                _object({"tokens": {"type": "array", "items": _token_line()}}),
                security=_KNOWN,
            ),
            "post": _call(
                "A further token: in the cookie for a browser, in the answer for a program",
                {
                    **_object({"id": {"type": "string"}, "token": {"type": "string"}}),
                    "required": ["id"],
                },
                201,
                security=_KNOWN,
            ),
            "delete": _call("Revoke all your other tokens", revoked, security=_KNOWN),
        },
        "/api/me/tokens/{id}": {
            "delete": _call(
                "Revoke one of your tokens",
                revoked,
                parameters=[
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
                ],
                security=_KNOWN,
            )
        },
        "/api/bots": {"get": _call("The bots, weakest first", {"type": "array", "items": bot})},
        "/api/tables": {
            "get": _call("Public tables", _object({"tables": {"type": "array", "items": table}})),
            "post": _call(
                "Make a table",
                _object({"code": {"type": "string"}}),
                201,
                requestBody=_carrying(_new_table()),
                security=_KNOWN,
            ),
        },
        "/api/replay": {
            "post": _call(
                "A game in the notation, told again step by step",
                {"$ref": "#/components/schemas/Retelling"},
                parameters=[_EYES],
                requestBody={"content": {"text/plain": {"schema": {"type": "string"}}}},
            )
        },
        "/api/tables/{code}": {"get": _call("One table", table, parameters=[_CODE])},
        "/api/tables/{code}/game": {
            "get": _call(
                "The present game from its beginning, as you saw it",
                {"$ref": "#/components/schemas/History"},
                parameters=[_CODE],
            )
        },
        "/api/tables/{code}/games/{number}/record": {
            "get": _call(
                "A finished game, as far as you may know it",
                None,
                parameters=[
                    _CODE,
                    {
                        "name": "number",
                        "in": "path",
                        "required": True,
                        "schema": {"type": "integer", "minimum": 1},
                    },
                ],
            )
        },
    }


def _token_line() -> JsonObject:
    moment: JsonObject = {"type": "integer", "description": "Milliseconds since 1970."}
    return _object(
        {
            "id": {"type": "string"},
            "device": {"type": "string"},
            "made": moment,
            "used": moment,
            "current": {"type": "boolean"},
        }
    )


def _new_table() -> JsonObject:
    """Every setting may be left out."""
    settings: Any = schema_of((SETTINGS,), "", "")["$defs"]
    every = _definitions(settings["Settings"])
    every.pop("required")
    return {
        "type": "object",
        "properties": {
            "settings": every,
            "bots": {"type": "array", "items": {"type": "string"}, "maxItems": 12},
        },
        "additionalProperties": False,
    }


def _call(
    summary: str, answer: JsonObject | None, status: int = 200, **more: JsonObject | list[Any]
) -> JsonObject:
    """A call; `more` are its other keys."""
    content: JsonObject = (
        {"text/plain": {"schema": {"type": "string"}}}
        if answer is None
        else {"application/json": {"schema": answer}}
    )
    refused: JsonObject = {
        "description": "Refused",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
    }
    call: JsonObject = {
        "summary": summary,
        "responses": {str(status): {"description": "Done", "content": content}, "default": refused},
    }
    return {**call, **more}


def _carrying(schema: JsonObject) -> JsonObject:
    return {"content": {"application/json": {"schema": schema}}}


def _object(properties: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }
