"""Log formats: lines for people, or one JSON object a line for programs.

An exception is logged by its type and traceback, never with its message, which may quote what
somebody sent or holds. Records of libraries are logged only if they are errors, by their location.
"""

import json
import logging
import traceback
from datetime import UTC, datetime


def write_logs(format_name: str) -> None:
    """Log to standard error in one of the formats."""
    handler = logging.StreamHandler()
    handler.addFilter(_is_logged)
    handler.setFormatter(JsonLines() if format_name == "json" else TextLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


class TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = f"{_time(record)} {record.levelname.lower()} {record.name}: {_message(record)}"
        error = _error(record)
        return line if error is None else f"{line} ({error['kind']} at {error['places'][-1]})"


class JsonLines(logging.Formatter):
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


def _is_logged(record: logging.LogRecord) -> bool:
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
