"""Pictures of every screen in every state, for looking at: `make screenshots`.

Needs Playwright for Python and a Chromium; `CHROMIUM` names another one than the system's.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright, sync_playwright

WEB = Path(__file__).parents[1]
OUT = WEB / "screenshots"
PORT = 5199
SERVER_PORT = 5198
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desk": (1440, 900)}
MORE_SIZES = {"narrow": (320, 568), "lying": (740, 360), "wall": (1920, 1080)}
THEMES = ("dark", "light")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
GAMES = (
    "place", "add", "must-challenge", "bid", "bid-gun", "flip", "pick", "discard", "name-first",
    "show", "wait", "out", "won", "lost", "watch", "seats-2", "seats-3", "seats-6", "seats-8",
    "seats-10", "seats-12", "bids-3", "bids-6", "bids-12", "tribes-2", "tribes-3", "tribes-6",
)  # fmt: skip
STATES = {
    "home": "state=bid&screen=home",
    "room": "state=room",
    "room-empty": "state=room-empty",
    "room-guest": "state=room-guest",
    "room-de": "state=room&lang=de&long",
    "home-de": "state=bid&screen=home&lang=de",
    "long": "state=flip&long",
    "long-12": "state=seats-12&long",
    "idle": "state=add&idle",
    "idle-fr": "state=bid&idle&lang=fr",
    "played-for": "state=wait&away",
    **{f"bid-{locale}": f"state=bid&lang={locale}" for locale in ("de", "fr", "it", "es")},
    **{f"discard-{locale}": f"state=discard&lang={locale}" for locale in ("de", "fr", "it", "es")},
    "gallery": "state=bid&screen=art",
    "gallery-cards": "state=bid&screen=art&skin=cards",
    **{name: f"state={name}" for name in GAMES},
    "lost-open": "state=lost&open",
    "lost-open-de": "state=lost&open&long&lang=de",
    "talk-3": "state=seats-3&talk=3",
    "talk-12": "state=seats-12&talk=3",
    "clock": "state=add&clock",
    "talk": "state=bid&talk",
    "cards": "state=add&skin=cards",
    "slang": "state=bid-gun&slang",
    "peek": "state=add&peek",
    "dropped": "state=add&drop",
    "unknown": "state=unknown",
    "removed": "state=removed",
    "connecting": "state=connecting",
    "tv": "state=watch&screen=tv",
    "tv-room": "state=room&screen=tv",
    "tv-12": "state=seats-12&screen=tv",
}
CLICKS = {
    "settings": ("state=bid&screen=home", [".corner"]),
    "bots": ("state=room", [".free"]),
    "tribes": ("state=room", [".plate.mine"]),
    "menu": ("state=add", [".bar .bare >> nth=0"]),
    "rules-over": ("state=add", [".bar .bare >> nth=0", "dialog .sheet > button"]),
    "coach-next": ("state=bid", [".coach .text"]),
    "coach-skipped": ("state=bid", [".skip-coach"]),
    "level": ("state=bid&screen=home", [".levels label >> nth=3"]),
    "log": ("state=add", [".narrow >> nth=0"]),
    "talking": ("state=add&talk", [".talk"]),
    "slider": ("state=bid", [".rest"]),
    "slider-add": ("state=add", [".rest"]),
    "all-again": ("state=add", [".chip >> nth=-1"]),
    "ring": ("state=wait", [".seat .react"]),
    "ring-de": ("state=wait&lang=de", [".seat .react"]),
}
# Screens that need no played server: a real one stands behind them.
PAGES = {
    "learn": ("learn", []),
    "lesson": ("learn/disc", []),
    "rules": ("rules", []),
    "rules-found": ("rules/R34", []),
    "replay-door": ("replay", []),
    "replay": ("replay", [".bare >> nth=-1"]),
    "pass-people": ("hand-over", []),
    "pass-cover": ("hand-over", [".act"]),
    "pass-hand": ("hand-over", [".act", ".cover .act"]),
}
# A disc in the air, so many milliseconds after the page was opened.
WELCOMED = 50
FLIPS = {
    "flip-breath": ("state=flip&flipping=F", 620),
    "flip-flower": ("state=flip&flipping=F", 880),
    "flip-skull": ("state=flip&flipping=S", 880),
    **{
        f"happens-{event}{suffix}": (f"state={state}&happens={event}", 1300)
        for state, suffix in (("flip", ""), ("bids-3", "-3"), ("bids-12", "-12"))
        for event in ("success", "their-success", "loss", "own-loss", "out", "win", "their-win")
    },
}
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"


def wait_for(address: str) -> None:
    for _ in range(400):
        try:
            urllib.request.urlopen(address).close()
            return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(address)


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [
        f"{one['id']}: {node['target'][0]} {node['failureSummary'].splitlines()[1].strip()}"
        for one in found
        for node in one["nodes"]
    ]


def every() -> dict[str, tuple[str, list[str]]]:
    """The name of each picture, its address and what is tapped before it is taken."""
    states = {name: (f"dev?{query}", []) for name, query in STATES.items()}
    tapped = {name: (f"dev?{query}", clicks) for name, (query, clicks) in CLICKS.items()}
    return states | tapped | PAGES


def open_page(page: Page, address: str, clicks: list[str]) -> None:
    page.goto(f"http://localhost:{PORT}/{address}")
    page.wait_for_selector("#content")
    page.wait_for_timeout(500)
    for selector in clicks:
        if page.locator(selector).first.is_visible():
            page.locator(selector).first.click()
            page.wait_for_timeout(600 if address in ("hand-over", "replay") else 150)


def take(browser: Browser, theme: str, size: str, wanted: list[str]) -> int:
    """Takes the pictures of one size by one light; counts what axe finds."""
    width, height = (SIZES | MORE_SIZES)[size]
    looks = {
        "viewport": {"width": width, "height": height},
        "color_scheme": theme,
        "reduced_motion": "reduce",
    }
    bad = 0

    def is_wanted(label: str) -> bool:
        return not wanted or any(re.search(word, label) for word in wanted)

    context = browser.new_context(**looks)
    page = context.new_page()
    for name, (address, clicks) in every().items():
        label = f"{name}-{size}-{theme}"
        if not is_wanted(label):
            continue
        open_page(page, address, clicks)
        page.screenshot(path=OUT / f"{label}.png")
        if size in SIZES:  # the others differ in nothing that axe looks at
            for line in violations(page):
                bad += 1
                print(label, line, flush=True)
    context.close()
    for name, (query, moment) in FLIPS.items():
        label = f"{name}-{size}-{theme}"
        if not is_wanted(label):
            continue
        context = browser.new_context(**looks)
        page = context.new_page()
        # Time stands still but for what is let through: the picture is of that moment.
        page.clock.install(time=0)
        page.clock.pause_at(1)
        page.goto(f"http://localhost:{PORT}/dev?{query}")
        page.wait_for_load_state("networkidle")
        page.clock.run_for(WELCOMED)
        page.wait_for_selector("#content")
        page.clock.run_for(moment - WELCOMED)
        page.screenshot(path=OUT / f"{label}.png")
        context.close()
    return bad


@contextmanager
def serving() -> Iterator[None]:
    """A server, and Vite in front of it with the states to look at."""
    vite = WEB / "node_modules" / ".bin" / "vite"
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:///{folder}/tables.db"
        calavera = [sys.executable, "-m", "calavera", "serve", "--port", str(SERVER_PORT)]
        server = subprocess.Popen([*calavera, "--store", store], stdout=subprocess.DEVNULL)
        pages = subprocess.Popen(
            [vite, "--port", str(PORT), "--strictPort"],
            cwd=WEB,
            env={**os.environ, "CALAVERA_SERVER": f"http://127.0.0.1:{SERVER_PORT}"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # calls that a closed page no longer waits for
        )
        try:
            wait_for(f"http://localhost:{PORT}/")
            wait_for(f"http://localhost:{SERVER_PORT}/")
            yield
        finally:
            for process in (pages, server):
                process.terminate()
                process.wait()


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(
        executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=ARGUMENTS
    )


def main(wanted: list[str]) -> int:
    """Takes the pictures whose names fit one of the patterns, or all; counts what axe finds."""
    OUT.mkdir(exist_ok=True)
    with serving(), sync_playwright() as playwright:
        browser = launch(playwright)
        bad = sum(
            take(browser, theme, size, wanted) for theme in THEMES for size in SIZES | MORE_SIZES
        )
        browser.close()
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
