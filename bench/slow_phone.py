"""The first game on a slow phone: from opening the page to a disc that can be placed.

`python -m bench.slow_phone` needs the built pages, Playwright and a Chromium (`CHROMIUM` names
another one than the system's). The phone is Chromium's: the processor four times slower, 1.6 Mbit/s
with 150 ms each way and back, nothing kept from before. The taps are made inside the page, in the
frame after what they need was drawn: a driver that looks for a button and aims at it needs the slow
processor itself, for up to half a second. The reference is the same walk in the same run without
those limits; the medians of several walks are told.
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
"""Milliseconds until a walk is given up."""


class Walk(NamedTuple):
    """Seconds of each part."""

    home: float
    """Until there is a button to play now."""

    game: float
    """From its tap to a disc that can be chosen."""

    ready: float
    """From there until the chosen disc can be placed."""

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
  for (const selector of ["button.now", ".hand button:enabled", ".dock .act:enabled"]) {
    const button = await drawn(selector);
    times.push(now());
    button.click();
  }
  return times;
})();
"""
"""Tap "play now", tap a disc, place it: the moments at which each can be tapped."""


def walk(browser: Browser, address: str, *, is_slow: bool) -> Walk:
    """Somebody who has never been here plays at once."""
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
    """Walk, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walks", type=int, default=3)
    walks = parser.parse_args().walks
    with _server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        walk(browser, address, is_slow=False)  # the first one of a browser is not like the others
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
