"""How much one person or one address may ask for: each limit can be set by an option."""

import contextlib
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

UNITS: Final = {"s": 1, "m": 60, "h": 3600}
LARGEST: Final = 1_000_000_000


class LimitError(ValueError):
    """A text that is not a limit; the message says what would be."""


class Rate(NamedTuple):
    """A token bucket."""

    burst: int
    """Its size."""

    per_second: float
    """How fast it refills."""

    def __str__(self) -> str:
        unit = next((one for one, seconds in UNITS.items() if self.per_second * seconds >= 1), "h")
        return f"{self.burst},{self.per_second * UNITS[unit]:g}/{unit}"


class Limits(NamedTuple):
    """Every limit of a server."""

    messages: Rate = Rate(60, 20.0)
    """Messages of one person, on all their sockets."""

    calls: Rate = Rate(120, 20.0)
    """Calls from one address."""

    sockets: Rate = Rate(500, 50.0)
    """New sockets from one address, whose people may all reconnect at once."""

    frames: Rate = Rate(120, 30.0)
    """Frames of any kind on one socket."""

    frames_from: Rate = Rate(2_000, 500.0)
    """Frames of any kind from one address."""

    traffic: Rate = Rate(131_072, 32_768.0)
    """Bytes received on one socket."""

    traffic_from: Rate = Rate(1_048_576, 262_144.0)
    """Bytes received on all sockets of one address."""

    newcomers: Rate = Rate(60, 0.5)
    """New identities from one address."""

    new_tables: Rate = Rate(10, 0.05)
    """New tables of one person."""

    new_tables_from: Rate = Rate(20, 0.05)
    """New tables from one address."""

    talk: Rate = Rate(5, 0.5)
    """Messages and taunts of one member at a table."""

    hints: Rate = Rate(10, 0.5)
    """Hints of one person."""

    wrong_codes: Rate = Rate(30, 0.2)
    """Wrong table codes, from one address."""

    replays: Rate = Rate(30, 0.5)
    """Replays opened, from one address."""

    records: Rate = Rate(60, 2.0)
    """Game records downloaded, from one address."""

    games: Rate = Rate(60, 1.0)
    """Lists and statistics of one person's own games."""

    exports: Rate = Rate(5, 0.005)
    """Exports of one person's own games."""

    new_connections: Rate = Rate(600, 60.0)
    """New connections from one address."""

    connections: int = 500
    """Open connections from one address, sockets among them."""


_ENDLESS: Final[dict[str, Any]] = {
    field: Rate(LARGEST, float(LARGEST)) if isinstance(usual, Rate) else LARGEST
    for field, usual in Limits._field_defaults.items()
}
UNLIMITED: Final = Limits(**_ENDLESS)
"""For load tests from a single address."""


_NOT_ZERO: Final = "zero is not allowed; a limit cannot be switched off, only raised"


def limit_reader(usual: Rate | int) -> Callable[[str], Rate | int]:
    """The parser for limits of the same kind as the default; it raises LimitError."""
    return _rate if isinstance(usual, Rate) else _number


def limits_from(options: Mapping[str, Any]) -> Limits:
    return Limits(**{name: options[option_name(name)] for name in Limits._fields})


def option_name(field: str) -> str:
    """The destination of the option for a field of Limits."""
    return f"limit_{field}"


def _is_zero(text: str) -> bool:
    with contextlib.suppress(ValueError):
        return float(text) == 0
    return False


def _number(text: str) -> int:
    if _is_zero(text):
        raise LimitError(f"{text!r}: {_NOT_ZERO}")
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:11]) <= LARGEST):
        raise LimitError(f"{text!r} is not a number from 1 to {LARGEST}")
    return int(text)


def _rate(text: str) -> Rate:
    burst, comma, rate = text.partition(",")
    number, _, unit = rate.partition("/")
    if _is_zero(burst) or _is_zero(number):
        raise LimitError(f"{text!r}: {_NOT_ZERO}")
    try:
        per_second = float(number) / UNITS[unit]
        if not comma or not 0 < per_second <= LARGEST:
            raise ValueError
        return Rate(_number(burst.strip()), per_second)
    except (ValueError, KeyError):
        raise LimitError(
            f"{text!r} is not a rate like 10,3/m: 10 at once, then 3 a minute (s, m or h)"
        ) from None
