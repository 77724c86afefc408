"""The command `serve`."""

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

from calavera.errors import UserError
from calavera.server.addresses import addresses, check_port, free_port, is_open_to_network
from calavera.server.arguments import PORT
from calavera.server.bus import BusError
from calavera.server.house import Plan
from calavera.server.limits import limits_from
from calavera.server.logs import write_logs
from calavera.server.qr import qr_text
from calavera.server.serve import serve
from calavera.server.store import StoreError, without_secrets
from calavera.server.stores import POSTGRES, file_of

_LOGGER: Final = logging.getLogger("calavera.operations")


class ServeError(UserError):
    """The server cannot run like that; the message says why."""


def run_serve(options: argparse.Namespace) -> int:
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
        _run(_serve(plan, browser=options.browser, is_logged=is_logged))
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
