"""What a person does at a live table, one tap at a time, with what is on the screen."""

import contextlib
import random
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.stroll import Walk

MOST_LOOKS = 1500
"""How often a screen is looked at before a game is given up as endless."""

BREATH = 60
"""Milliseconds between two looks."""

QUICK = 1500
"""Milliseconds for a tap; what it was meant for may be gone by then."""

READING = 600
"""Milliseconds before a pass can be meant: the second tap of a double one does not count."""

MOST_TABS = 80
MOST_DISCS = 48

LOOK = """() => {
  if (document.querySelector(".end")) return "end";
  const dock = document.querySelector(".dock");
  if (!dock) return "";
  if (!dock.classList.contains("yours")) return dock.querySelector(".row .act") ? "show" : "";
  if (dock.querySelector(".picks [aria-label=skull], .picks [aria-label=flower]")) return "discard";
  if (dock.querySelector(".picks")) return "pick";
  if (dock.querySelector(".bid")) return "bid";
  if (dock.querySelector(".challenge")) return "add";
  if (dock.querySelector(".hand button")) return "place";
  return document.querySelector(".seat .tap") ? "flip" : "";
}"""


class Hands:
    """Somebody at a table, who plays without much thought."""

    def __init__(self, walker: Walk, seed: int = 0, *, is_kind: bool = False) -> None:
        self.walker = walker
        self.page = walker.page
        self._is_kind = is_kind
        """Whether they place flowers alone, challenge at once and never raise: two challenges of
        somebody end a game where all do, or where all the others are meek.
        """
        self._rng = random.Random(seed)

    def look(self) -> str:
        """What the screen asks for; `end` after a game, nothing while others think."""
        kind: str = self.page.evaluate(LOOK)
        return kind

    def tap(self, target: Locator) -> None:
        """Tap it, if it is still there."""
        with contextlib.suppress(TooLate):
            target.first.click(timeout=QUICK)

    def step(self, kind: str | None = None) -> None:
        """One tap towards the end of the game, at what is asked for."""
        kind = self.look() if kind is None else kind
        if kind in ("", "end"):
            return
        page = self.page
        ready = page.locator(".dock .act:not(:disabled)")
        if kind == "bid":
            self._bid()
        elif kind == "show":
            self.tap(page.locator(".dock .row button").nth(self._rng.randrange(2)))
        elif ready.count():
            self.tap(ready)
        elif kind in ("pick", "discard"):
            self._any(page.locator(".picks .disc"))
        elif kind == "flip":
            self._any(page.locator(".seat .tap"))
        elif kind == "add" and (self._is_kind or self._rng.random() < 0.7):
            self.tap(page.locator(".challenge"))
        elif self._is_kind:
            self.tap(page.locator(".hand button[aria-label=flower]"))
        else:
            self._any(page.locator(".hand button"))

    def _any(self, targets: Locator) -> None:
        self.tap(targets.nth(self._rng.randrange(max(1, targets.count()))))

    def _bid(self) -> None:
        """All or nothing: so that a game is soon over."""
        page = self.page
        sure = page.get_by_role("button", name="Tap again to pass")
        pass_ = page.get_by_role("button", name="Pass", exact=True)
        say = page.locator(".bid .say")
        if sure.count():
            page.wait_for_timeout(READING)
            self.tap(sure)
        elif pass_.count() and (self._is_kind or not say.count() or self._rng.random() < 0.5):
            self.tap(pass_)
        elif self._is_kind:
            self.tap(page.locator(".bid button[aria-label='One more']"))
            self.tap(say)
        else:
            self._most()
            self.tap(say)

    def _most(self) -> None:
        more = self.page.locator(".bid button[aria-label='One more']:not(:disabled)")
        for _ in range(MOST_DISCS):
            if not more.count():
                break
            self.tap(more)


class Keys(Hands):
    """The same by keyboard alone."""

    def tap(self, target: Locator) -> None:
        """Walk to it with the tabulator, and press it."""
        if self.reach(target):
            self.page.keyboard.press("Enter")

    def reach(self, target: Locator) -> bool:
        """Whether the tabulator gets there."""
        for _ in range(MOST_TABS):
            try:
                if target.first.evaluate("one => one === document.activeElement", timeout=QUICK):
                    return True
            except TooLate:
                return False  # it is gone
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way with the keyboard to {target}")

    def _most(self) -> None:
        slider = self.page.locator(".bid input[type=range]")
        if slider.count() and self.reach(slider):  # where there is a choice
            self.page.keyboard.press("End")


def play(people: Sequence[Hands], until: Callable[[], bool] | None = None) -> None:
    """Have them play until each sees the end, or until something is so."""
    for _ in range(MOST_LOOKS):
        kinds = [each.look() for each in people]
        if until() if until else all(kind == "end" for kind in kinds):
            return
        for each, kind in zip(people, kinds, strict=True):
            each.step(kind)
        people[0].page.wait_for_timeout(BREATH)
    raise AssertionError("the game does not end")
