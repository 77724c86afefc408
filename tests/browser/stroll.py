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


@contextlib.contextmanager
def server() -> Iterator[str]:
    """A server in a thread; the address of its pages."""
    loop = asyncio.new_event_loop()
    started: list[int] = []
    up = threading.Event()
    stop = asyncio.Event()

    async def run() -> None:
        pace = Pace(forced=20, least=20, most=40)
        async with running(Plan(port=0, store="sqlite:///", limits=UNLIMITED, pace=pace)) as port:
            started.append(port)
            up.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    up.wait(10)
    try:
        yield f"http://127.0.0.1:{started[0]}"
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()


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


@contextlib.contextmanager
def walk(**context: Any) -> Iterator[Walk]:
    """Somebody with a browser; at the end nothing may have gone wrong in it."""
    with server() as address, sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        usual: dict[str, Any] = {
            "viewport": {"width": 360, "height": 740},
            "reduced_motion": "reduce",
            "locale": "en-US",
        }
        page = browser.new_context(**{**usual, **context}).new_page()
        walker = Walk(page, address)
        try:
            yield walker
            assert walker.complaints == []
        except Exception:
            if PICTURE:
                page.screenshot(path=PICTURE)
            raise
        finally:
            browser.close()
