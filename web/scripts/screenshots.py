"""Pictures of every screen in every state, for looking at: `make screenshots`.

Needs Playwright for Python and a Chromium; `CHROMIUM` names another one than the system's.
"""

import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

WEB = Path(__file__).parents[1]
OUT = WEB / "screenshots"
PORT = 5199
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
    "seats-10", "seats-12", "tribes-2", "tribes-3", "tribes-6",
)  # fmt: skip
STATES = {
    "home": "state=bid&screen=home",
    "room": "state=room",
    "room-empty": "state=room-empty",
    "room-guest": "state=room-guest",
    **{name: f"state={name}" for name in GAMES},
    "clock": "state=add&clock",
    "talk": "state=bid&talk",
    "cards": "state=add&skin=cards&words",
    "peek": "state=add&peek",
    "dropped": "state=add&drop",
    "unknown": "state=unknown",
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
    "log": ("state=add", [".narrow >> nth=0"]),
    "talking": ("state=add&talk", [".talk"]),
    "challenge": ("state=add", [".challenge"]),
    "chosen": ("state=add", [".hand button.disc >> nth=0"]),
    "pass-again": ("state=bid", [".bid .row:last-child button >> nth=0"]),
    "flip-chosen": ("state=flip", [".tap >> nth=0"]),
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


def main(wanted: list[str]) -> int:
    """Takes the pictures whose names fit one of the patterns, or all; counts what axe finds."""
    OUT.mkdir(exist_ok=True)
    vite = WEB / "node_modules" / ".bin" / "vite"
    server = subprocess.Popen(
        [vite, "--port", str(PORT), "--strictPort"], cwd=WEB, stdout=subprocess.DEVNULL
    )
    bad = 0
    try:
        wait_for(f"http://localhost:{PORT}/")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=ARGUMENTS
            )
            for theme in THEMES:
                for size, (width, height) in (SIZES | MORE_SIZES).items():
                    context = browser.new_context(
                        viewport={"width": width, "height": height},
                        color_scheme=theme,
                        reduced_motion="reduce",
                    )
                    page = context.new_page()
                    every = {name: (query, []) for name, query in STATES.items()} | CLICKS
                    for name, (query, clicks) in every.items():
                        label = f"{name}-{size}-{theme}"
                        if wanted and not any(re.search(word, label) for word in wanted):
                            continue
                        page.goto(f"http://localhost:{PORT}/dev?{query}")
                        page.wait_for_selector("#content")
                        page.wait_for_timeout(500)
                        for selector in clicks:
                            if page.locator(selector).first.is_visible():
                                page.locator(selector).first.click()
                                page.wait_for_timeout(150)
                        page.screenshot(path=OUT / f"{label}.png")
                        if size in SIZES:  # the others differ in nothing that axe looks at
                            for line in violations(page):
                                bad += 1
                                print(label, line, flush=True)
                    context.close()
            browser.close()
    finally:
        server.terminate()
        server.wait()
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
