"""The command `store`: copy everything from one store into another."""

import argparse
import asyncio
import sys

from calavera.server.command import ServeError
from calavera.server.copying import copy_store
from calavera.server.store import StoreError, without_secrets


def run_store_copy(options: argparse.Namespace) -> int:
    """Copy, and say how much it was."""
    try:
        whole = asyncio.run(copy_store(options.source, options.target, _tell))
    except StoreError as error:
        _end_line()
        raise ServeError(str(error)) from None
    except KeyboardInterrupt:
        _end_line()
        print("stopped; run the same command again to go on", file=sys.stderr)
        raise
    _end_line()
    target = without_secrets(options.target)
    print(f"copied to {target} and compared with the original: {whole}")
    return 0


def _tell(what: str, done: int, whole: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{what}: {done} of {whole} ", end="", file=sys.stderr, flush=True)


def _end_line() -> None:
    if sys.stderr.isatty():
        print(file=sys.stderr)
