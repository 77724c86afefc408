"""A browser on a server of its own, for walks through the pages."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calavera.server.house import Plan
from calavera.server.limits import UNLIMITED
from calavera.server.pages import FOLDER
from calavera.server.serve import running
from calavera.table.automation import Pace

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PICTURE = os.environ.get("PICTURE")
"""Where to leave a picture of the page on which a walk failed."""

PATIENCE = 30_000
"""Milliseconds."""

sync_api = pytest.importorskip("playwright.sync_api", reason="walks need Playwright")


def ready() -> bool:
    """Whether there is something to walk through, and something to walk with."""
    return (FOLDER / "index.html").is_file() and Path(CHROMIUM).exists()


class Server:
    """A server in a thread; it can stop, and start again at the same address with what it knew."""

    def __init__(self, store: str = "sqlite:///") -> None:
        self._store = store
        self._port = 0
        self._loop = asyncio.new_event_loop()
        self._thread: threading.Thread | None = None
        self._stop = asyncio.Event()

    @property
    def address(self) -> str:
        """Where its pages are."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        up = threading.Event()
        self._stop = asyncio.Event()

        async def run() -> None:
            pace = Pace(forced=20, least=20, most=40)
            plan = Plan(port=self._port, store=self._store, limits=UNLIMITED, pace=pace)
            async with running(plan) as port:
                self._port = port
                up.set()
                await self._stop.wait()

        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(run(),))
        self._thread.start()
        assert up.wait(10), "the server does not start"

    def stop(self) -> None:
        """Stop it, if it runs."""
        if self._thread is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(10)
            self._thread = None

    def close(self) -> None:
        """Stop it for good."""
        self.stop()
        self._loop.close()


class Walk:
    """A page, and everything that it complained about."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda line: self.complaints.append(line.text) if line.type == "error" else None,
        )

    def go(self, path: str) -> None:
        """To a page of the server."""
        self.page.goto(self.address + path)

    def violations(self) -> list[str]:
        """What axe finds wrong with the page as it is."""
        if not AXE.is_file():
            return []
        # The policy forbids scripts that are not ours: the tool comes in by the back door.
        self.page.evaluate(AXE.read_text())
        found = self.page.evaluate("async () => (await axe.run()).violations")
        return [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in found
            for node in each["nodes"]
        ]


class Street:
    """A server, and a browser in which several people open a page, each with their own cookies."""

    def __init__(self, server: Server, browser: Any) -> None:
        self.server = server
        self.walks: list[Walk] = []
        self._browser = browser

    def person(self, **context: Any) -> Walk:
        """Somebody more."""
        usual: dict[str, Any] = {
            "viewport": {"width": 360, "height": 740},
            "reduced_motion": "reduce",
            "locale": "en-US",
        }
        page = self._browser.new_context(**{**usual, **context}).new_page()
        self.walks.append(Walk(page, self.server.address))
        return self.walks[-1]

    def beside(self, walker: Walk) -> Walk:
        """Another page in the same browser."""
        self.walks.append(Walk(walker.page.context.new_page(), self.server.address))
        return self.walks[-1]


@contextlib.contextmanager
def street(store: str = "sqlite:///") -> Iterator[Street]:
    """People with browsers; at the end nothing may have gone wrong in any of them."""
    server = Server(store)
    try:
        server.start()
        with sync_api.sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            one = Street(server, browser)
            try:
                yield one
                assert [walker.complaints for walker in one.walks] == [[] for _ in one.walks]
            except Exception:
                if PICTURE:
                    for number, walker in enumerate(one.walks):
                        path = Path(PICTURE)
                        walker.page.screenshot(path=path.with_stem(f"{path.stem}{number or ''}"))
                raise
            finally:
                browser.close()
    finally:
        server.close()


@contextlib.contextmanager
def walk(**context: Any) -> Iterator[Walk]:
    """Somebody with a browser; at the end nothing may have gone wrong in it."""
    with street() as one:
        yield one.person(**context)
