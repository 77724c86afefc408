"""The options of the server's commands. Imports nothing that is slow to load."""

import argparse
import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from calavera.record.codec.docstrings import field_docstrings
from calavera.server.commands.configuration import describe_configuration
from calavera.server.limits.budgets import LimitError, Limits, Rate, limit_reader, option_name

SERVE: Final = """\
Serve live tables: people open the address in a browser, create a table and send
its link to their friends. Everything is kept in the store: after a stop or a
crash the server continues where it was.
"""

SERVE_EXAMPLES: Final = """\
examples:
  calavera                            on this machine only, and open the browser
  calavera serve                      the same without the browser
  calavera serve --host 0.0.0.0       for the phones in this network
  calavera serve --public-url https://skull.example.org   behind a proxy
  calavera serve --store postgresql://db/skull --bus redis://cache   one of several servers
"""

TABLES: Final = """\
List the tables of a store, or moderate them. Running servers carry it out within
seconds, and inform the people concerned.
"""
TABLES_EXAMPLES: Final = """\
examples:
  calavera tables                        list the tables that are open
  calavera tables --close KRTMWX         close one
  calavera tables --members KRTMWX       list its members with their numbers
  calavera tables --kick KRTMWX:3        remove member 3 from that table
  calavera tables --ban KRTMWX:3 --for 30d   ban them from every table
  calavera tables --announce "Back in ten minutes" --for 10m
"""
DOCTOR: Final = """\
Check whether this machine and configuration can run a server, and say what is wrong.
The contents of a store are checked by `calavera store check` alone.
"""

CONFIGURED: Final = frozenset(
    ("host", "port", "store", "bus", "public_url", "metrics", "drain", "log")
).union([option_name(field) for field in Limits._fields])
"""Options that a configuration file may contain, for any command."""

UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
LIMITS: Final = """\
A RATE like 10,3/m is 10 at once, then 3 a minute; /s and /h are for seconds and hours.
"""
LOG_FORMS: Final = ("text", "json")
LONGEST_DRAIN: Final = 3600
STORE: Final = "Back up, move, check or purge the store of live tables."
STORE_BACKUP: Final = """\
Back up a store into a new SQLite file, while servers run. Only its owner can read
the file, which appears under its name when it is complete.
"""
STORE_BACKUP_EXAMPLES: Final = """\
examples:
  calavera store backup calavera-monday.db
  calavera store backup --store postgresql://db.example.org/skull skull-monday.db
"""
STORE_CHECK: Final = """\
Check every entry of every table against its checksum, its version and the rules, and the
length of each history against what players were sent. Servers may be running.
Exits with 1 if something is damaged and not accepted.
"""
STORE_CHECK_EXAMPLES: Final = """\
examples:
  calavera store check
  calavera store check --accept   after a backup was restored; no server may be running
"""
STORE_PURGE: Final = """\
Delete tables that nobody has visited for a given time, older talk at the others, and
people without a remaining table whose tokens were not used for that time.
Nothing younger than 1d is deleted. Servers may be running.
"""
STORE_PURGE_EXAMPLES: Final = """\
examples:
  calavera store purge --older-than 180d --dry-run   only count
  calavera store purge --older-than 180d --yes
"""
STORE_COPY: Final = """\
Copy all tables and people into a new, empty store, and compare every record.
No server may be running on either. Run it again to continue after an interruption.
"""
STORE_EXAMPLES: Final = """\
examples:
  calavera store copy sqlite:///calavera.db postgresql://db.example.org/skull
  calavera store copy postgresql://db.example.org/skull sqlite:///backup.db
"""
PORT: Final = 8000
HIGHEST_PORT: Final = 65535
LOOPBACK: Final = "127.0.0.1"


def describe_serve(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    parser.add_argument(
        "--host", default=LOOPBACK, help="listen on this address; 0.0.0.0 for all (127.0.0.1)"
    )
    parser.add_argument(
        "--port",
        type=lambda text: _port(number(text)),
        metavar="N",
        help="listen on this port (8000, or the next free one)",
    )
    _describe_store(parser)
    parser.add_argument(
        "--bus",
        metavar="ADDRESS",
        help="notify the other servers of a shared store via redis://HOST:PORT",
    )
    parser.add_argument(
        "--public-url",
        type=_public_url,
        metavar="URL",
        help="the address that people open, if the server is behind a proxy",
    )
    parser.add_argument(
        "--metrics",
        type=_host_and_port,
        metavar="HOST:PORT",
        help="serve Prometheus metrics on this address (off)",
    )
    parser.add_argument(
        "--drain",
        type=lambda text: _seconds(number(text)),
        default=0,
        metavar="SECONDS",
        help="keep serving this long after SIGTERM while /readyz returns 503 (0)",
    )
    parser.add_argument(
        "--log", choices=LOG_FORMS, default="text", help="set the log format (text)"
    )
    describe_configuration(parser)
    _describe_limits(parser)


def _describe_limits(parser: argparse.ArgumentParser) -> None:
    """Add an option for each field of Limits, with its name and docstring."""
    group = parser.add_argument_group("limits", LIMITS)
    for field, about in _limits().items():
        default = Limits._field_defaults[field]
        group.add_argument(
            f"--{option_name(field)}".replace("_", "-"),
            type=_limit(limit_reader(default)),
            default=default,
            metavar="RATE" if isinstance(default, Rate) else "N",
            help=f"{about[0].lower()}{about[1:].rstrip('.')} ({default})",
        )


@functools.cache
def _limits() -> dict[str, str]:
    return field_docstrings(Limits)


def _limit(read: Callable[[str], Rate | int]) -> Callable[[str], Rate | int]:
    def checked(text: str) -> Rate | int:
        try:
            return read(text)
        except LimitError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return checked


def _port(number: int) -> int:
    if number > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(
            f"there is no port {number}: the highest is {HIGHEST_PORT}"
        )
    return number


def _seconds(number: int) -> int:
    if number > LONGEST_DRAIN:
        raise argparse.ArgumentTypeError(f"expected up to {LONGEST_DRAIN} seconds")
    return number


def _host_and_port(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not host or not (port.isascii() and port.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a host and a port like 127.0.0.1:9100")
    return host.strip("[]"), _port(int(port[:10]))


def _public_url(text: str) -> str:
    """An address of scheme, host and port alone."""
    address = text.rstrip("/")
    try:
        parts = urlsplit(address)
        plain = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        plain = False
    if not plain or address.count("/") != len("//") or any(letter in address for letter in "?#@"):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an address like https://skull.example.org, without path, user or"
            " query"
        )
    return address


def describe_backup(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a file that does not exist yet")
    _describe_store(parser)
    describe_configuration(parser)


def describe_check(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    parser.add_argument(
        "--accept", action="store_true", help="accept shortened histories as complete"
    )
    _describe_store(parser)
    describe_configuration(parser)


def describe_purge(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    parser.add_argument(
        "--older-than",
        type=duration,
        required=True,
        metavar="AGE",
        help="delete what was not used for this long: 180d; at least 1d",
    )
    parser.add_argument("--dry-run", action="store_true", help="only count what would be deleted")
    parser.add_argument("--yes", action="store_true", help="confirm the deletion")
    _describe_store(parser)
    describe_configuration(parser)


def duration(text: str) -> int:
    """Seconds, from a text like 180d."""
    number, unit = text[:-1], text[-1:]
    if text.isascii() and text.isdigit():
        raise argparse.ArgumentTypeError(
            f"{text} has no unit: {text}d, {text}h, {text}m or {text}s"
        )
    if unit not in UNITS or not (number.isascii() and number.isdigit() and len(number) < 7):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time like 180d, 12h, 30m or 45s")
    return int(number) * UNITS[unit]


def describe_copy(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    address = "sqlite:///FILE or postgresql://HOST/DATABASE"
    parser.add_argument("source", metavar="FROM", help=f"the store to copy: {address}")
    parser.add_argument("target", metavar="TO", help="the store to create, of either kind")


def describe_tables(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    actions = parser.add_mutually_exclusive_group()
    actions.add_argument(
        "--close",
        nargs="*",
        metavar="CODE",
        help="close these tables; without codes, those of --older-than",
    )
    parser.add_argument(
        "--older-than",
        type=duration,
        metavar="AGE",
        help="list or close only tables that have not changed for this long: 30d",
    )
    parser.add_argument(
        "--json", action="store_true", help="list tables as JSON, one object a line"
    )
    actions.add_argument("--members", metavar="CODE", help="list the members of a table")
    actions.add_argument(
        "--kick", type=_member, metavar="CODE:N", help="remove a member from their table"
    )
    actions.add_argument(
        "--ban", type=_member, metavar="CODE:N", help="ban a member from every table"
    )
    actions.add_argument("--unban", type=_member, metavar="CODE:N", help="lift a ban")
    actions.add_argument(
        "--announce", metavar="TEXT", help="show everybody a message; an empty one withdraws it"
    )
    parser.add_argument(
        "--for",
        dest="lasting",
        type=duration,
        metavar="TIME",
        help="set how long a ban (30d) or an announcement (1h) lasts",
    )
    _describe_store(parser)
    describe_configuration(parser)


def _member(text: str) -> tuple[str, int]:
    code, colon, number = text.partition(":")
    if not (colon and code and number.isascii() and number.isdigit() and len(number) < 4):
        raise argparse.ArgumentTypeError(f"{text!r} is not a member like KRTMWX:3")
    return code.upper(), int(number)


def describe_doctor(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    describe_serve(parser, number)


def _describe_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store",
        default=default_store(),
        metavar="ADDRESS",
        help="keep everything in sqlite:///FILE (a file in your data directory)"
        " or postgresql://HOST/DATABASE",
    )


def default_store() -> str:
    """The file in the user's data directory."""
    try:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    except RuntimeError:  # a user without a home, as in a container
        data = Path.cwd()
    return f"sqlite:///{data / 'calavera' / 'calavera.db'}"
