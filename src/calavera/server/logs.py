"""How a server tells what happens to it: lines for people, or a JSON object a line for programs.

An error is told by its kind and by the places it came through, never in its own words: those may
quote what somebody sent or what somebody holds. The same goes for what libraries log: of that only
errors are told, by the place in the library.
"""

import json
import logging
import traceback
from datetime import UTC, datetime


def write_logs(form: str) -> None:
    """Send everything that is logged to standard error, in one of the forms."""
    handler = logging.StreamHandler()
    handler.addFilter(_is_told)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


class TextLines(logging.Formatter):
    """A line for each record."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{_time(record)} {record.levelname.lower()} {record.name}: {_message(record)}"
        error = _error(record)
        return line if error is None else f"{line} ({error['kind']} at {error['places'][-1]})"


class JsonLines(logging.Formatter):
    """An object for each record, on one line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "part": record.name,
            "message": _message(record),
        }
        error = _error(record)
        if error is not None:
            line["error"] = error
        return json.dumps(line, ensure_ascii=True)


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] == "calavera"


def _is_told(record: logging.LogRecord) -> bool:
    return _is_ours(record) or record.levelno >= logging.ERROR


def _message(record: logging.LogRecord) -> str:
    return record.getMessage() if _is_ours(record) else f"{record.filename}:{record.lineno}"


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _error(record: logging.LogRecord) -> dict[str, list[str] | str] | None:
    if not record.exc_info or record.exc_info[0] is None:
        return None
    kind, _, trace = record.exc_info
    places = [
        f"{place.filename.rpartition('/')[2]}:{place.lineno} {place.name}"
        for place in traceback.extract_tb(trace)
    ]
    return {"kind": kind.__name__, "places": places or ["?"]}
