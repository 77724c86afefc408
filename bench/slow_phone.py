"""The first game on a slow phone: from opening the page to a disc that can be placed.

`python -m bench.slow_phone` needs the built pages, Playwright and a Chromium (`CHROMIUM` names
another one than the system's). Chromium emulates the phone: a processor four times slower, 1.6
Mbit/s, 150 ms round trip, an empty cache. The taps are made inside the page, in the frame after
their target was drawn: a driver would take up to half a second of the slow processor to find and
hit a button. The reference is the same walk in the same run without those limits; medians of
several walks are printed.
"""

import argparse
import contextlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SLOWER = 4
LATENCY = 150
DOWN = 1_600_000 / 8
UP = 750_000 / 8
GOAL = 3.0
"""Seconds."""

LONGEST = 60_000
"""Timeout of a walk in milliseconds."""


class Walk(NamedTuple):
    """Seconds of each part."""

    home: float
    """Until the button "play now" is there."""

    game: float
    """From its tap to a disc that can be chosen."""

    ready: float
    """From there until the frame after a tap on it."""

    @property
    def whole(self) -> float:
        """From opening the page to a playable game."""
        return sum(self)


@contextlib.contextmanager
def _server() -> Iterator[str]:
    command = [sys.executable, "-m", "bench.live_server", "sqlite:///"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()


def _slow_down(phone: CDPSession) -> None:
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    phone.send("Network.enable")
    phone.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP},
    )


WALK = """
const drawn = (selector) => new Promise((done) => {
  const look = () => {
    const found = document.querySelector(selector);
    if (found?.getClientRects().length) requestAnimationFrame(() => done(found));
    else requestAnimationFrame(look);
  };
  look();
});
const now = () => (performance.timeOrigin + performance.now()) / 1000;
window.walk = (async () => {
  const times = [];
  for (const selector of ["button.now", ".hand button:enabled"]) {
    const button = await drawn(selector);
    times.push(now());
    button.click();
  }
  await new Promise(requestAnimationFrame);
  return [...times, now()];
})();
"""
"""Tap "play now", tap a disc: when each can be tapped, and when the next frame is drawn."""


def walk(browser: Browser, address: str, *, is_slow: bool) -> Walk:
    """Walk through the page as a first-time visitor who plays at once."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en-US")
    page = context.new_page()
    page.set_default_timeout(LONGEST)
    page.add_init_script(WALK)
    if is_slow:
        _slow_down(context.new_cdp_session(page))
    began = time.time()
    page.goto(address, wait_until="commit")
    home, game, ready = page.evaluate("window.walk")
    context.close()
    return Walk(home - began, game - home, ready - game)


def main() -> None:
    """Walk and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walks", type=int, default=3)
    walks = parser.parse_args().walks
    with _server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        walk(browser, address, is_slow=False)  # the first walk of a browser is not representative
        both = {
            is_slow: [walk(browser, address, is_slow=is_slow) for _ in range(walks)]
            for is_slow in (False, True)
        }
        browser.close()
    middle = {
        which: Walk(*map(statistics.median, zip(*each, strict=True)))
        for which, each in both.items()
    }
    for part in Walk._fields:
        slow, plain = getattr(middle[True], part), getattr(middle[False], part)
        print(f"{part:6} {slow:6.2f} s on the phone, {plain:5.2f} s here, x {slow / plain:.1f}")
    whole, plain = middle[True].whole, middle[False].whole
    print(f"whole  {whole:6.2f} s on the phone, {plain:5.2f} s here, x {whole / plain:.1f}")
    print(f"goal   {GOAL:6.2f} s: {'met' if whole <= GOAL else 'missed'}")


if __name__ == "__main__":
    main()
