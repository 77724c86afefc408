"""Taps and seconds of a usual game: eight rounds against three bots, or fewer if somebody wins.

`python -m bench.taps` needs the built pages, Playwright and a Chromium (`CHROMIUM` names another
one than the system's). It plays at a real server on loopback, whose bots have their usual delays,
with a scripted person who decides at once: they place flowers, add once, open with one more disc
than they have placed, raise one time in three, and keep their discs secret.
"""

import argparse
import contextlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from playwright.sync_api import Locator, Page, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ROUNDS = 8
LONGEST = 900.0
"""Seconds for a game."""

BREATH = 50
"""Milliseconds between two checks of the screen."""

MOMENT = 400
"""Milliseconds before a new panel accepts a tap."""

LOOK = """() => {
  const dock = document.querySelector(".dock");
  if (document.querySelector(".end")) return "end";
  if (!dock) return "";
  if (!dock.classList.contains("yours")) return dock.querySelector(".row .act") ? "show" : "";
  if (dock.querySelector(".picks")) return "pick";
  if (dock.querySelector(".bid .pass")) return "raise";
  if (dock.querySelector(".bid")) return "open";
  if (dock.querySelector(".hand button")) return "place";
  return document.querySelector(".seat .tap:not(.react)") ? "flip" : "";
}"""


class Tally(NamedTuple):
    """What a game took."""

    rounds: int
    taps: int
    seconds: float


class Person:
    """Answers every question at once, and counts the taps."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.taps = 0
        self._rng = random.Random(seed)

    def look(self) -> str:
        """The question on the screen; `end` after a game, empty while others play."""
        kind: str = self.page.evaluate(LOOK)
        return kind

    def tap(self, target: Locator) -> None:
        """Tap it, and count that."""
        target.first.click()
        self.taps += 1

    def answer(self, kind: str) -> None:
        """Answer one question."""
        page = self.page
        pile = page.locator(".own .pile li").count()
        if kind == "place" or (kind == "open" and self.would_add(pile)):
            self.place()
        elif kind == "open":
            self.open(pile + 1)
        elif kind == "raise" and self._rng.random() < 1 / 3:
            self.tap(page.locator(".bid .chip"))
        elif kind == "raise":
            self.tap(page.locator(".bid .pass"))
        elif kind == "show":
            self.tap(page.locator(".dock .row button"))
        elif kind == "pick":
            self.tap(page.locator(".picks .disc"))
        else:
            self.tap(self.any(page.locator(".seat .tap:not(.react)")))

    def would_add(self, pile: int) -> bool:
        """Whether to add a disc, where a challenge could be opened."""
        return pile < 2 and self.page.locator(".hand button").count() > 0

    def place(self) -> None:
        """Place a flower, or the skull if there is none."""
        flower = self.page.locator(".hand button[aria-label=flower]")
        self.tap(flower if flower.count() else self.page.locator(".hand button"))

    def open(self, number: int) -> None:
        """Open a challenge."""
        self.tap(self.page.locator(f".bid .chip[data-key='{number}'], .bid .chip"))

    def any(self, targets: Locator) -> Locator:
        """One of several, by chance."""
        return targets.nth(self._rng.randrange(max(1, targets.count())))


def round_of(page: Page) -> int:
    """The number of the round."""
    return int("".join(filter(str.isdigit, page.locator("main h1").inner_text())) or 0)


def play(page: Page, person: Person) -> Tally:
    """Play up to eight rounds."""
    page.locator(".dock").wait_for()
    began = time.monotonic()
    rounds = 1
    while time.monotonic() - began < LONGEST:
        kind = person.look()
        if kind == "end" or (rounds := round_of(page)) > ROUNDS:
            return Tally(min(rounds, ROUNDS), person.taps, time.monotonic() - began)
        if kind:
            page.wait_for_timeout(MOMENT)
            if person.look() == kind:
                person.answer(kind)
        page.wait_for_timeout(BREATH)
    raise TimeoutError("the game does not end")


@contextlib.contextmanager
def _server() -> Iterator[str]:
    command = [sys.executable, "-m", "bench.live_server", "sqlite:///", "--pace"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()


def games(count: int, kind: type[Person] = Person) -> Iterator[Tally]:
    """Play several games, each with other decisions."""
    with _server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        for seed in range(count):
            context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-US")
            page = context.new_page()
            page.goto(address)
            page.locator("button.now").click()
            yield play(page, kind(page, seed))
            context.close()
        browser.close()


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    tallies = []
    for tally in games(parser.parse_args().games):
        tallies.append(tally)
        print(f"{tally.rounds} rounds  {tally.taps:3} taps  {tally.seconds:5.0f} s", flush=True)
    rounds = sum(tally.rounds for tally in tallies)
    taps = sum(tally.taps for tally in tallies) / rounds
    seconds = sum(tally.seconds for tally in tallies) / rounds
    print(f"per round: {taps:.1f} taps, {seconds:.1f} s")


if __name__ == "__main__":
    main()
