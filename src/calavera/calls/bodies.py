"""Reads JSON bodies."""

from collections.abc import Collection
from typing import Any

from calavera.protocol.reasons import Reason, Refused
from calavera.record.codec.errors import CodecError
from calavera.record.codec.json_text import read_json


def object_in(text: bytes, keys: Collection[str]) -> dict[str, Any]:
    """The object of a body, with only these keys; empty where there is no body."""
    if not text:
        return {}
    try:
        data = read_json(text)
    except CodecError as error:
        raise Refused(Reason.BAD_MESSAGE, str(error)) from None
    if not isinstance(data, dict) or not data.keys() <= {*keys}:
        raise Refused(Reason.BAD_MESSAGE, f"expected an object with {', '.join(sorted(keys))}")
    return data
