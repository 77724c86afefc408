"""The OpenAPI description of the HTTP API, derived from the codec."""

from functools import cache
from typing import Any, Final

from calavera import __version__
from calavera.protocol.calls.endings import ENDING, ENDING_MAP
from calavera.protocol.reasons import Reason
from calavera.protocol.shapes import GAME_LINE, HISTORY, LISTING, SETTINGS, STATISTICS
from calavera.protocol.summary import Rivals
from calavera.record.arguments import LANGUAGES, THEMES
from calavera.record.codec.json_text import JsonObject
from calavera.record.codec.schema import schema_of
from calavera.record.retelling.shape import RETELLING
from calavera.record.retelling.steps import ALL_VIEWPOINTS

_CODE: Final[JsonObject] = {
    "name": "code",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Z]{4,12}$"},
}

_EYES: Final[JsonObject] = {
    "name": "eyes",
    "in": "query",
    "description": "Viewpoint: open, public or a seat's letter; by default the one that sees most.",
    "schema": {"type": "string", "enum": [*ALL_VIEWPOINTS]},
}

_POSITION: Final[JsonObject] = {
    "name": "position",
    "in": "path",
    "required": True,
    "description": "Discs of the player who begins and of the other, a dash, their wins: 32-10.",
    "schema": {"type": "string", "pattern": "^[1-4]{2}-[01]{2}$"},
}

_BELIEFS: Final[list[Any]] = [
    {
        "name": name,
        "in": "query",
        "description": f"How likely {who} has its skull; by default as after blind picks alone."
        " Always 1 for a player with four discs.",
        "schema": {"type": "number", "minimum": 0, "maximum": 1},
    }
    for name, who in (("first", "the player who begins"), ("second", "the other"))
]

_MOVES: Final[JsonObject] = {
    "name": "moves",
    "in": "query",
    "description": "The moves of the round after the first discs, the player who begins as a, with"
    " spaces between: `a? b1 a-`.",
    "schema": {"type": "string", "pattern": "^([ab][-?1-8]( [ab][-?1-8])*)?$", "maxLength": 120},
}
_NUMBER: Final[JsonObject] = {
    "name": "number",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 1},
}

_ONLY: Final[list[Any]] = [
    {"name": "result", "in": "query", "schema": {"type": "string", "enum": ["won", "lost"]}},
    {"name": "players", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 12}},
    {
        "name": "rivals",
        "in": "query",
        "description": "The kind of opponents.",
        "schema": {"type": "string", "enum": [kind.value for kind in Rivals]},
    },
]

_PAGE: Final[list[Any]] = [
    {"name": "most", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 30}},
    {
        "name": "after",
        "in": "query",
        "description": "What the call before returned as `next`.",
        "schema": {"type": "string"},
    },
]

_KNOWN: Final[list[Any]] = [{"cookie": []}, {"bearer": []}]


@cache
def openapi() -> JsonObject:
    shapes = SETTINGS, LISTING, HISTORY, RETELLING, GAME_LINE, STATISTICS, ENDING, ENDING_MAP
    definitions = schema_of(shapes, "", "")["$defs"]
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
        "/api/identities": {
            "post": _call("Register, and return a token for a program", token, 201)
        },
        "/api/me": {
            "get": _call("Your name; sets a cookie for a browser", name),
            "put": _call("Change your name", name, requestBody=_body(name), security=_KNOWN),
        },
        "/api/me/tokens": {
            "get": _call(
                "Your tokens, the latest first",
                _object({"tokens": {"type": "array", "items": _token_line()}}),
                security=_KNOWN,
            ),
            "post": _call(
                "Another token: in the cookie for a browser, in the response for a program",
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
                requestBody=_body(_new_table()),
                security=_KNOWN,
            ),
        },
        "/api/replay": {
            "post": _call(
                "Replay a game in the notation step by step",
                {"$ref": "#/components/schemas/Retelling"},
                parameters=[_EYES],
                requestBody={"content": {"text/plain": {"schema": {"type": "string"}}}},
            )
        },
        "/api/card": {
            "post": _call(
                "Draw the card of a finished game in the notation, as a picture to share",
                "image/svg+xml",
                parameters=[_choice("theme", THEMES), _choice("language", LANGUAGES)],
                requestBody={"content": {"text/plain": {"schema": {"type": "string"}}}},
            )
        },
        "/api/endings/{position}": {
            "get": _call(
                "A round of the solved game of two, after some moves",
                {"$ref": "#/components/schemas/EndingRound"},
                parameters=[_POSITION, *_BELIEFS, _MOVES],
            )
        },
        "/api/endings/{position}/map": {
            "get": _call(
                "The values of a position of two players over both beliefs",
                {"$ref": "#/components/schemas/EndingMap"},
                parameters=[_POSITION],
            )
        },
        "/api/review": {
            "post": _call(
                "Review a finished game: lines of JSON, progress and at last the review",
                "application/x-ndjson",
                requestBody={"content": {"text/plain": {"schema": {"type": "string"}}}},
            )
        },
        "/api/puzzles/{day}": {
            "get": _call(
                "The puzzle of a date, the same for everybody",
                {"type": "object"},
                parameters=[
                    {
                        "name": "day",
                        "in": "path",
                        "required": True,
                        "schema": {"type": "string", "format": "date"},
                    }
                ],
            )
        },
        "/api/tables/{code}": {"get": _call("One table", table, parameters=[_CODE])},
        "/api/tables/{code}/game": {
            "get": _call(
                "The current game from its start, as you saw it",
                {"$ref": "#/components/schemas/History"},
                parameters=[_CODE],
            )
        },
        "/api/tables/{code}/games/{number}/record": {
            "get": _call(
                "A finished game, as far as you may know it",
                "text/plain",
                parameters=[_CODE, _NUMBER],
            )
        },
        **_own_games(),
    }


def _own_games() -> JsonObject:
    line: JsonObject = {"$ref": "#/components/schemas/GameLine"}
    page = _object(
        {"games": {"type": "array", "items": line}, "next": {"type": ["string", "null"]}}
    )
    deleted = _object({"deleted": {"type": "integer", "minimum": 0}})
    restored = _object({"restored": {"type": "integer", "minimum": 0}})
    zipped = _call(
        "The records of your games as a ZIP file",
        "application/zip",
        parameters=_ONLY,
        security=_KNOWN,
    )
    return {
        "/api/me/games": {
            "get": _call(
                "Your finished games, the latest first",
                page,
                parameters=[*_ONLY, *_PAGE],
                security=_KNOWN,
            ),
            "delete": _call("Delete all games from your list", deleted, security=_KNOWN),
        },
        "/api/me/games/export": {"get": zipped},
        "/api/me/games/{code}/{number}": {
            "delete": _call(
                "Delete a game from your list",
                deleted,
                parameters=[_CODE, _NUMBER],
                security=_KNOWN,
            ),
            "put": _call(
                "Undo that",
                restored,
                parameters=[_CODE, _NUMBER],
                security=_KNOWN,
            ),
        },
        "/api/me/stats": {
            "get": _call(
                "Your finished games in figures",
                {"$ref": "#/components/schemas/Statistics"},
                parameters=_ONLY,
                security=_KNOWN,
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
    """A request for a new table; every setting is optional."""
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


def _choice(name: str, values: tuple[str, ...]) -> JsonObject:
    return {"name": name, "in": "query", "schema": {"type": "string", "enum": [*values]}}


def _call(
    summary: str, answer: JsonObject | str, status: int = 200, **more: JsonObject | list[Any]
) -> JsonObject:
    """An operation that answers with JSON or with another media type; `more` are its other keys."""
    content: JsonObject = (
        {answer: {"schema": {"type": "string"}}}
        if isinstance(answer, str)
        else {"application/json": {"schema": answer}}
    )
    refused: JsonObject = {
        "description": "Refused",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
    }
    call: JsonObject = {
        "summary": summary,
        "responses": {
            str(status): {"description": "Success", "content": content},
            "default": refused,
        },
    }
    return {**call, **more}


def _body(schema: JsonObject) -> JsonObject:
    return {"content": {"application/json": {"schema": schema}}}


def _object(properties: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }
