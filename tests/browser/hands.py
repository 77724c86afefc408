"""Plays at a live table as a person does, tap by tap, with what is on the screen."""

import contextlib
import random
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.stroll import Walk

MOST_LOOKS = 1500
"""Checks of the screen before a game counts as endless."""

BREATH = 60
"""Milliseconds between two checks."""

QUICK = 1500
"""Timeout of a tap in milliseconds; its target may be gone by then."""

MOST_TABS = 80
MOST_DISCS = 48

LOOK = """() => {
  if (document.querySelector(".end")) return "end";
  const dock = document.querySelector(".dock");
  if (!dock) return "";
  if (!dock.classList.contains("yours")) return dock.querySelector(".row .act") ? "show" : "";
  if (dock.querySelector(".picks [aria-label=skull], .picks [aria-label=flower]")) return "discard";
  if (dock.querySelector(".picks")) return "pick";
  if (dock.querySelector(".bid")) return dock.querySelector(".hand button") ? "add" : "bid";
  if (dock.querySelector(".hand button")) return "place";
  return document.querySelector(".seat .tap:not(.react)") ? "flip" : "";
}"""


class Hands:
    """A person at a table, who plays a simple strategy."""

    def __init__(self, walker: Walk, seed: int = 0, *, is_kind: bool = False) -> None:
        self.walker = walker
        self.page = walker.page
        self._is_kind = is_kind
        """Whether they place flowers alone, challenge at once and never raise: two challenges of
        somebody end a game where all do, or where all the others are meek.
        """
        self._rng = random.Random(seed)

    def look(self) -> str:
        """The question on the screen; `end` after a game, empty while others play."""
        kind: str = self.page.evaluate(LOOK)
        return kind

    def tap(self, target: Locator) -> None:
        """Tap it, if it is still there."""
        with contextlib.suppress(TooLate):
            target.first.click(timeout=QUICK)

    def step(self, kind: str | None = None) -> None:
        """Answer the question with one tap."""
        kind = self.look() if kind is None else kind
        page = self.page
        if kind == "bid" or (kind == "add" and (self._is_kind or self._rng.random() < 0.7)):
            self._bid()
        elif kind == "show":
            self.tap(page.locator(".dock .row button").nth(self._rng.randrange(2)))
        elif kind in ("pick", "discard"):
            self._any(page.locator(".picks .disc"))
        elif kind == "flip":
            self._any(page.locator(".seat .tap:not(.react)"))
        elif kind in ("place", "add") and self._is_kind:
            self.tap(page.locator(".hand button[aria-label=flower]"))
        elif kind in ("place", "add"):
            self._any(page.locator(".hand button"))

    def _any(self, targets: Locator) -> None:
        self.tap(targets.nth(self._rng.randrange(max(1, targets.count()))))

    def _bid(self) -> None:
        """Bid everything, so that games are short; the kind bid two."""
        page = self.page
        pass_ = page.locator(".bid .pass")
        chips = page.locator(".bid .chip:not(.rest)")
        is_meek = self._is_kind or not chips.count() or self._rng.random() < 0.5
        if page.locator(".bid .say, .bid .danger").count():
            self._most()
        elif pass_.count() and is_meek:
            self.tap(pass_)
        elif self._is_kind:
            self.tap(chips.nth(min(1, chips.count() - 1)))
        else:
            self._most()

    def _most(self) -> None:
        """Bid the highest number, tap by tap: the last one is asked for twice."""
        page = self.page
        rest, say = page.locator(".bid .rest"), page.locator(".bid .say")
        if rest.count():
            self.tap(rest)
        elif page.locator(".bid .danger").count():
            self.walker.ready()
            self.tap(page.locator(".bid .danger"))
        elif say.count():
            self._slide()
            self.tap(say)
        else:
            self.tap(page.locator(".bid .chip").last)

    def _slide(self) -> None:
        more = self.page.locator(".bid button[aria-label='One more']:not(:disabled)")
        for _ in range(MOST_DISCS):
            if not more.count():
                break
            self.tap(more)


class Fingers(Hands):
    """A person who touches the screen."""

    def tap(self, target: Locator) -> None:
        """Touch it, if it is still there."""
        with contextlib.suppress(TooLate):
            target.first.tap(timeout=QUICK)


class Doomed(Hands):
    """Challenges for all discs over the own skull, until no disc is left."""

    def step(self, kind: str | None = None) -> None:
        """Place the skull, bid the most, give up flowers first."""
        page = self.page
        kind = self.look() if kind is None else kind
        if kind == "place":
            skull = page.locator(".hand button[aria-label=skull]")
            self.tap(skull if skull.count() else page.locator(".hand button"))
        elif kind in ("add", "bid") and page.locator(".bid .chip, .bid .say").count():
            self._most()
        elif kind == "discard":
            flower = page.locator(".picks [aria-label=flower]")
            self.tap(flower if flower.count() else page.locator(".picks .disc"))
        else:
            super().step(kind)


class Keys(Hands):
    """A person who uses only the keyboard."""

    def tap(self, target: Locator) -> None:
        """Tab to it, and press it."""
        if self.reach(target):
            self.page.keyboard.press("Enter")

    def reach(self, target: Locator) -> bool:
        """Whether it can be reached with the Tab key."""
        for _ in range(MOST_TABS):
            try:
                if target.first.evaluate("one => one === document.activeElement", timeout=QUICK):
                    return True
            except TooLate:
                return False  # it is gone
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way with the keyboard to {target}")

    def _slide(self) -> None:
        if self.reach(self.page.locator(".bid input[type=range]")):
            self.page.keyboard.press("End")


class Typist(Keys):
    """A person who uses the keys of the game: digits, P, arrows and Enter."""

    def step(self, kind: str | None = None) -> None:
        """Answer the question with the keys that `?` lists."""
        kind = self.look() if kind is None else kind
        press = self.page.keyboard.press
        page = self.page
        numbers = page.locator(".bid .chip:not(.rest)")
        if kind == "bid" and page.locator(".bid .pass").count():
            press("p")
        elif kind == "bid" or (kind == "add" and self._rng.random() < 0.7):
            press(numbers.first.get_attribute("data-key") or "1")
        elif kind in ("place", "add", "pick", "discard", "flip"):
            for _ in range(self._rng.randrange(1, 4)):
                press("ArrowRight")
            press("Enter")
        else:
            super().step(kind)


def play(
    people: Sequence[Hands], until: Callable[[], bool] | None = None, looks: int = MOST_LOOKS
) -> None:
    """Have people play until each sees the end, or until a condition holds."""
    for _ in range(looks):
        kinds = [each.look() for each in people]
        if until() if until else all(kind == "end" for kind in kinds):
            return
        for each, kind in zip(people, kinds, strict=True):
            each.step(kind)
        people[0].page.wait_for_timeout(BREATH)
    raise AssertionError("the game does not end")
