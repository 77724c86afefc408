"""JSON data as bytes, and a strict parser."""

import json
from typing import Any, Final, NoReturn, TypeAlias

from calavera.record.codec.errors import CodecError, describe

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = dict[str, Json]

MOST_BYTES: Final = 100_000
"""The longest text that is parsed; the view of a twelve-player table has about 4,000 bytes."""

_WRITER: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def write_json(data: Json) -> bytes:
    """The data as ASCII without spaces, keys in their given order."""
    return _WRITER.encode(data).encode("ascii")


def read_json(text: str | bytes) -> Json:
    """The data of a JSON text; raises CodecError, also for duplicate keys."""
    if len(text) > MOST_BYTES:
        raise CodecError(f"expected at most {MOST_BYTES:,} bytes, got {len(text):,}")
    try:
        plain = text.decode() if isinstance(text, bytes) else text
    except UnicodeDecodeError:
        raise CodecError("expected UTF-8") from None
    try:
        data: Json = _READER.decode(plain)
    except CodecError:
        raise
    except json.JSONDecodeError:
        raise CodecError("not JSON") from None
    except ValueError:  # an integer of more digits than Python parses
        raise CodecError("expected JSON with shorter numbers") from None
    except RecursionError:
        raise CodecError("JSON is nested too deeply") from None
    return data


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise CodecError(f"expected each key once, got {describe(twice)} twice")
    return data


def _refuse(constant: str) -> NoReturn:
    raise CodecError(f"expected JSON, which has no {constant}")


_READER: Final = json.JSONDecoder(object_pairs_hook=_each_key_once, parse_constant=_refuse)
