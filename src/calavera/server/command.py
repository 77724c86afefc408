"""The commands `serve` and `tables`."""

import argparse
import asyncio
import errno
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Coroutine
from typing import Any, Final

from calavera.server.addresses import addresses, check_port, free_port, is_open_to_network
from calavera.server.arguments import PORT
from calavera.server.bus import BusError
from calavera.server.counted import counted
from calavera.server.following import read_entry
from calavera.server.house import Plan, now
from calavera.server.limits import limits_from
from calavera.server.logs import write_logs
from calavera.server.qr import qr_text
from calavera.server.serve import serve
from calavera.server.store import Store, StoreError, without_secrets
from calavera.server.stores import POSTGRES, file_of, open_store
from calavera.table.entry import Entry
from calavera.table.evolve import after_entry
from calavera.table.facts import Closed
from calavera.table.ports import Conflict
from calavera.table.shapes import ENTRY, LISTING
from calavera.table.summary import Listing, summary_of
from calavera.table.table import Table, TablePhase

_LOGGER: Final = logging.getLogger("calavera.operations")

MOST_TABLES: Final = 1_000_000


class ServeError(Exception):
    """The server cannot run like that; the message says why."""


def run_serve(options: argparse.Namespace, *, browser: bool = False) -> int:
    """Serve until Ctrl-C."""
    write_logs(options.log)
    is_logged = options.log == "json"
    port = options.port if options.port is not None else free_port(options.host, PORT)
    plan = Plan(
        options.host,
        port,
        options.store,
        options.bus,
        options.public_url,
        metrics=options.metrics,
        drain=options.drain,
        limits=limits_from(vars(options)),
    )
    try:
        _check_ports(plan)
        _run(_serve(plan, browser=browser, is_logged=is_logged))
    except (StoreError, BusError) as error:
        raise ServeError(str(error)) from None
    except OSError as error:
        raise ServeError(_why_not("--port", plan.host, plan.port, error)) from None
    if is_logged:
        _LOGGER.info("stopped")
    print("stopped; the tables are kept")
    return 0


def _check_ports(plan: Plan) -> None:
    """Before anything is made; raises ServeError."""
    doors = [("--port", plan.host, plan.port)]
    if plan.metrics is not None:
        doors.append(("--metrics", *plan.metrics))
    for option, host, port in doors:
        try:
            check_port(host, port)
        except socket.gaierror:  # a name of another kind of network, or none: it will be told
            continue
        except OSError as error:
            raise ServeError(_why_not(option, host, port, error)) from None


def _why_not(option: str, host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken; choose another with {option}"
    why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
    return f"cannot listen on {host} port {port}: {why}"


async def _serve(plan: Plan, *, browser: bool, is_logged: bool) -> None:
    """What people are told is logged besides where programs read it."""
    started: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    started.add_done_callback(lambda port: _announce(plan, port.result(), browser=browser))
    if is_logged:
        started.add_done_callback(lambda port: _LOGGER.info("serving on port %d", port.result()))
    await serve(plan, started)


def _announce(plan: Plan, port: int, *, browser: bool) -> None:
    links = [plan.public_url] if plan.public_url else addresses(plan.host, port)
    print("Calavera is ready. Open in a browser:")
    for link in links:
        print(f"  {link}")
    if is_open_to_network(plan.host):
        print("Phones in the same network can read the first address here:")
        print(qr_text(links[0]), end="")
    kept = _kept_in(plan.store)
    print(f"Everything is kept in {kept}." if kept else "Nothing is kept.")
    print("Ctrl-C stops the server; the tables are kept.", flush=True)
    if browser and _has_browser():
        webbrowser.open(links[0])


def _kept_in(store: str) -> str | None:
    if store.startswith(POSTGRES):
        return without_secrets(store)
    file = file_of(store)
    return str(file.absolute()) if file else None


def _has_browser() -> bool:
    """Whether a browser would come up in a window, not over this terminal."""
    if os.environ.get("CI") or not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def _run(main: Coroutine[Any, Any, None]) -> None:
    """On the faster event loop, where there is one for this system."""
    try:
        import uvloop  # noqa: PLC0415  # not for every system
    except ImportError:
        asyncio.run(main)
    else:
        uvloop.run(main)


def run_tables(options: argparse.Namespace) -> int:
    """List tables, or close some."""
    try:
        return asyncio.run(_tables(options))
    except StoreError as error:
        raise ServeError(str(error)) from None


async def _tables(options: argparse.Namespace) -> int:
    store = await open_store(options.store, create=False)
    try:
        if options.close:
            for code in options.close:
                await _close(store, code.upper())
            return 0
        if options.close is not None and options.older_than is None:
            raise ServeError("--close needs codes, or --older-than AGE")
        for listing in await store.all_tables(MOST_TABLES):
            if now() - listing.changed < (options.older_than or 0) * 1000:
                continue
            if options.close is not None:
                await _close(store, listing.code)
            else:
                print(LISTING.write(listing) if options.json else _line(listing))
        return 0
    finally:
        await store.close()


def _line(one: Listing) -> str:
    listed = "public" if one.settings.listed else "private"
    people = counted(one.people, "person", "people")
    return (
        f"{one.code}  {one.phase.value:9}  {listed:7}  changed {_age(now() - one.changed)} ago,"
        f" host {one.host}, {people}, {counted(one.bots, 'bot', 'bots')}"
        f" on {one.settings.players} chairs, game {one.number}"
    )


def _age(milliseconds: int) -> str:
    minutes = max(0, milliseconds) // 60_000
    if minutes < 120:
        return counted(minutes, "minute", "minutes")
    hours = minutes // 60
    return f"{hours} hours" if hours < 48 else f"{hours // 24} days"


async def _close(store: Store, code: str) -> None:
    """Close a table, also one that a running server has open: it notices."""
    while True:
        table, bodies = Table(), await store.entries(code)
        for body in bodies:
            table = after_entry(table, read_entry(body))
        if not bodies:
            raise ServeError(f"{code}: there is no such table")
        if table.phase is TablePhase.CLOSED:
            print(f"{code} was closed already")
            return
        closing = Entry(None, None, now(), (Closed(),))
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        summary = summary_of(after_entry(table, closing))
        text = ENTRY.write(closing).encode("ascii")
        store.append(code, len(bodies), text, summary, stored.set_result)
        error = await stored
        if error is None:
            print(f"{code} is closed")
            return
        if not isinstance(error, Conflict):
            raise ServeError(f"{code}: {error}")
