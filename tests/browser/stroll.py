"""A browser on a server, for walks through the pages; every walk has a time limit."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Playwright,
    Request,
    Route,
    expect,
)

from calavera.server.http.static import FOLDER
from tests.browser.serving import SITE, Server, Site

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
"""Where to save screenshots of pages on which a walk failed."""

PATIENCE = 30_000
"""Timeout of every wait in milliseconds."""
expect.set_options(timeout=PATIENCE)

LONGEST_WALK = 300.0
"""Time limit of a walk in seconds: some calls have no timeout, and a walk must not hang."""

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


needs_browser = pytest.mark.skipif(
    not ((FOLDER / "index.html").is_file() and Path(CHROMIUM).exists()),
    reason="needs built pages and a Chromium",
)

needs_site = pytest.mark.skipif(
    not ((SITE / "index.html").is_file() and Path(CHROMIUM).exists()),
    reason="needs `make site` and a Chromium",
)
with_and_without_server = pytest.mark.parametrize(
    "town", ["server", pytest.param("site", marks=needs_site)], indirect=True
)
"""For walks that are the same at a server and from a static host."""

FAST_CLOCK = """
for (const clock of [Date, performance]) {
  const now = clock.now.bind(clock);
  const began = now();
  clock.now = () => began + (now() - began) * 20;
}
const later = setTimeout;
self.setTimeout = (task, pause, ...more) => later(task, (pause ?? 0) / 20, ...more);
"""

Host: TypeAlias = Server | Site


class Walk:
    """A page, and every error that it reported."""

    def __init__(self, page: Page, server: Host) -> None:
        self.page = page
        self.server = server
        self.address = server.address
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda line: self.complaints.append(line.text) if line.type == "error" else None,
        )

    def go(self, path: str) -> None:
        """Load a screen."""
        if isinstance(self.server, Site):
            self.page.goto("about:blank")  # another screen of the same page is not loaded
        self.page.goto(self.server.url(path))

    def ready(self) -> None:
        """Wait until no panel ignores taps: one that has just changed does, for a moment."""
        self.page.locator("[data-guarded]").first.wait_for(state="detached")

    def tap(self, target: Locator) -> None:
        """Click it once it is there and its panel accepts taps."""
        target.first.wait_for()
        self.ready()
        target.first.click()

    def violations(self) -> list[str]:
        """The violations that axe finds on the page, in both themes."""
        found = self._axe({})
        self.page.emulate_media(color_scheme="dark")
        # The dark theme differs only in colours.
        found += self._axe({"runOnly": ["color-contrast", "link-in-text-block"]})
        self.page.emulate_media(color_scheme="light")
        return found

    def _axe(self, options: dict[str, Any]) -> list[str]:
        if not self.page.evaluate("'axe' in window"):
            # The policy forbids foreign scripts, so axe is injected past it.
            self.page.evaluate(AXE.read_text())
        found = self.page.evaluate(
            "async (options) => (await axe.run(options)).violations",
            {"resultTypes": ["violations"], **options},
        )
        return [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in found
            for node in each["nodes"]
        ]


class Town:
    """A server and a browser, used by one walk after the other."""

    def __init__(self, playwright: Playwright, server: Host) -> None:
        self.server = server
        self._playwright = playwright
        self._browser: Browser | None = None
        self._process = 0

    @property
    def browser(self) -> Browser:
        """The browser; a new one if the last had to be killed."""
        if self._browser is None or not self._browser.is_connected():
            self._browser = self._playwright.chromium.launch(
                executable_path=CHROMIUM, args=ARGUMENTS
            )
            told = self._browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
            (self._process,) = (
                one["id"] for one in told["processInfo"] if one["type"] == "browser"
            )
        return self._browser

    @contextlib.contextmanager
    def bounded(self) -> Iterator[None]:
        """Kill the browser after the time limit, so that every wait fails."""
        assert self.browser
        fuse = threading.Timer(LONGEST_WALK, os.kill, (self._process, signal.SIGKILL))
        fuse.start()
        try:
            yield
        finally:
            fuse.cancel()

    def close(self) -> None:
        """Close the browser, if it is still there."""
        if self._browser is not None:
            self._browser.close()


class Street:
    """Several people for one walk, each with their own cookies."""

    def __init__(self, browser: Browser, server: Host) -> None:
        self.server = server
        self.walks: list[Walk] = []
        self.foreign_requests: list[str] = []
        """Addresses that were asked for and are not the server's."""
        self._browser = browser
        self._contexts: list[BrowserContext] = []

    def person(self, **context: Any) -> Walk:
        """Add a person."""
        usual: dict[str, Any] = {
            "viewport": {"width": 360, "height": 740},
            "reduced_motion": "reduce",
            "locale": "en-US",
            # It fetches the whole game, with Python, for when there is no connection.
            "service_workers": "block",
        }
        own = self._browser.new_context(**{**usual, **context})
        # What a service worker keeps has to be as it was built.
        if isinstance(self.server, Site) and "service_workers" not in context:
            own.route("**/worker-*.js", _hurry)
        self._contexts.append(own)
        own.on("request", self._note)
        return self._walk(own)

    def beside(self, walker: Walk) -> Walk:
        """Another page in the same browser."""
        return self._walk(walker.page.context)

    def _walk(self, context: BrowserContext) -> Walk:
        page = context.new_page()
        page.on("websocket", lambda socket: self._judge(socket.url.replace("ws", "http", 1)))
        self.walks.append(Walk(page, self.server))
        return self.walks[-1]

    def _note(self, request: Request) -> None:
        self._judge(request.url)

    def _judge(self, url: str) -> None:
        if not url.startswith((f"{self.server.address}/", "blob:", "data:")):
            self.foreign_requests.append(url)

    def check(self) -> None:
        """Check that no page reported an error or called another origin."""
        complaints = [line for walker in self.walks for line in walker.complaints]
        assert not complaints, complaints
        assert not self.foreign_requests, self.foreign_requests

    def picture(self) -> None:
        """Save screenshots of all pages, if requested."""
        for number, walker in enumerate(self.walks if PICTURE else ()):
            path = Path(PICTURE or "")
            with contextlib.suppress(Exception):  # the page may be gone
                walker.page.screenshot(path=path.with_stem(f"{path.stem}{number or ''}"))

    def close(self) -> None:
        """Close all pages."""
        for context in self._contexts:
            with contextlib.suppress(Exception):  # a browser that was killed has closed them
                context.close()


def _hurry(route: Route) -> None:
    """Python in the browser with a clock that runs faster: its bots think briefly, too."""
    answer = route.fetch()
    route.fulfill(response=answer, body=FAST_CLOCK + answer.text())


@contextlib.contextmanager
def street_of(town: Town, server: Host) -> Iterator[Street]:
    """People with browsers for one walk; checks at the end that nothing failed."""
    with town.bounded():
        street = Street(town.browser, server)
        try:
            yield street
            street.check()
        except BaseException:
            street.picture()
            raise
        finally:
            street.close()
    server.check()
