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
from calavera.server.app import ServerConfig
from calavera.server.cluster.bus import BusError
from calavera.server.commands.arguments import PORT
from calavera.server.http.qr import qr_text
from calavera.server.lifecycle import serve
from calavera.server.limits.budgets import limits_from
from calavera.server.net.addresses import addresses, check_port, free_port, is_open_to_network
from calavera.server.ops.logs import write_logs
from calavera.server.stores.interface import StoreError, without_secrets
from calavera.server.stores.opening import POSTGRES, file_of

_LOGGER: Final = logging.getLogger("calavera.operations")


class ServeError(UserError):
    """The command cannot be executed; the message says why."""


def run_serve(options: argparse.Namespace) -> int:
    write_logs(options.log)
    is_logged = options.log == "json"
    port = options.port if options.port is not None else free_port(options.host, PORT)
    config = ServerConfig(
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
        _check_ports(config)
        _run(_serve(config, browser=options.browser, is_logged=is_logged))
    except (StoreError, BusError) as error:
        raise ServeError(str(error)) from None
    except OSError as error:
        raise ServeError(_listen_error("--port", config.host, config.port, error)) from None
    if is_logged:
        _LOGGER.info("stopped")
    print("stopped; the tables are kept")
    return 0


def _check_ports(config: ServerConfig) -> None:
    ports = [("--port", config.host, config.port)]
    if config.metrics is not None:
        ports.append(("--metrics", *config.metrics))
    for option, host, port in ports:
        try:
            check_port(host, port)
        except socket.gaierror:  # an unknown name: listening will report it
            continue
        except OSError as error:
            raise ServeError(_listen_error(option, host, port, error)) from None


def _listen_error(option: str, host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken; choose another with {option}"
    reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
    return f"cannot listen on {host} port {port}: {reason}"


async def _serve(config: ServerConfig, *, browser: bool, is_logged: bool) -> None:
    """Serve, and announce it on the terminal and in a JSON log."""
    started: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    started.add_done_callback(lambda port: _announce(config, port.result(), browser=browser))
    if is_logged:
        started.add_done_callback(lambda port: _LOGGER.info("serving on port %d", port.result()))
    await serve(config, started)


def _announce(config: ServerConfig, port: int, *, browser: bool) -> None:
    links = [config.public_url] if config.public_url else addresses(config.host, port)
    print("Calavera is ready. Open in a browser:")
    for link in links:
        print(f"  {link}")
    if is_open_to_network(config.host):
        print("Phones in the same network can read the first address here:")
        print(qr_text(links[0]), end="")
    place = _place_of(config.store)
    print(f"Everything is kept in {place}." if place else "Nothing is kept.")
    print("Ctrl-C stops the server; the tables are kept.", flush=True)
    if browser and _has_browser():
        webbrowser.open(links[0])


def _place_of(store: str) -> str | None:
    if store.startswith(POSTGRES):
        return without_secrets(store)
    file = file_of(store)
    return str(file.absolute()) if file else None


def _has_browser() -> bool:
    """Whether a browser would open a window, not take over this terminal."""
    if os.environ.get("CI") or not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def _run(main: Coroutine[Any, Any, None]) -> None:
    try:
        import uvloop  # noqa: PLC0415  # not for every system
    except ImportError:
        asyncio.run(main)
    else:
        uvloop.run(main)
