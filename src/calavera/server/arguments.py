"""What the commands `serve` and `tables` are asked with. Needs nothing that is slow to load."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

SERVE: Final = """\
Serve live tables: people open the address in a browser, make a table and send
its link to their friends. Everything is kept in the store; a server that is
stopped or killed goes on where it was.
"""

SERVE_EXAMPLES: Final = """\
examples:
  calavera                            on this machine only, and open the browser
  calavera serve                      the same without the browser
  calavera serve --host 0.0.0.0       for the phones in this network
  calavera serve --public-url https://skull.example.org   behind a proxy
  calavera serve --store postgresql://db/skull --bus redis://cache   one of several servers
"""

TABLES: Final = "List the tables of a store, or close some of them; a server may be running."
PORT: Final = 8000
HIGHEST_PORT: Final = 65535
LOOPBACK: Final = "127.0.0.1"


def describe_serve(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera serve`."""
    parser.add_argument(
        "--host", default=LOOPBACK, help="the address to listen on; 0.0.0.0 is all (127.0.0.1)"
    )
    parser.add_argument(
        "--port",
        type=lambda text: _port(number(text)),
        metavar="N",
        help="the port (8000, or the next that is free)",
    )
    _describe_store(parser)
    parser.add_argument(
        "--bus",
        metavar="ADDRESS",
        help="how servers that share a store hear of each other: redis://HOST:PORT",
    )
    parser.add_argument(
        "--public-url",
        type=_public_url,
        metavar="URL",
        help="the address that people open, if it is another one",
    )


def _port(number: int) -> int:
    if number > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"there is no port {number}: the last is {HIGHEST_PORT}")
    return number


def _public_url(text: str) -> str:
    """An address without anything behind its host and port."""
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


def describe_tables(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera tables`."""
    parser.add_argument(
        "--close",
        nargs="*",
        metavar="CODE",
        help="close these tables; without codes, those of --older-than",
    )
    parser.add_argument(
        "--older-than",
        type=number,
        metavar="DAYS",
        help="only tables that have not changed for so long",
    )
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each")
    _describe_store(parser)


def _describe_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store",
        default=default_store(),
        metavar="ADDRESS",
        help="where everything is kept: sqlite:///FILE (a file among your own data)"
        " or postgresql://HOST/DATABASE",
    )


def default_store() -> str:
    """A file where programs keep their data."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return f"sqlite:///{Path(data) / 'calavera' / 'calavera.db'}"
