"""Every question of the game and its surroundings, checked by axe in both themes."""

from collections.abc import Iterator

import pytest

from tests.browser.friends import Rash, Rasher, Trap, friends
from tests.browser.hands import Hands, play
from tests.browser.rooms import open_table, start
from tests.browser.stroll import Street, Walk, needs_browser

pytestmark = needs_browser

ASKS = {"place", "add", "bid", "all again", "flip", "pick", "discard", "show", "name"}


class Inspector(Hands):
    """Loses in every possible way, and has each question checked once.

    Bo meets her skull, so she picks from his discs; Cy meets Di's, so she may show hers. Then she
    challenges: first with a flower, to flip others' discs, and after that with the skull, until she
    is out by her own skull and names the first player.
    """

    def __init__(self, walker: Walk) -> None:
        super().__init__(walker)
        self.seen: set[str] = set()

    def step(self, kind: str | None = None) -> None:
        """Check the page, then tap once."""
        page = self.page
        kind = self.look() if kind is None else kind
        if kind == "flip" and page.get_by_text("Say who begins").count():
            kind = "name"
        if kind in ("add", "bid") and page.get_by_role("button", name="Tap again: all").count():
            kind = "all again"
        if kind in ASKS and kind not in self.seen:
            self.seen.add(kind)
            assert self.walker.violations() == [], kind
        if kind == "add" and {"pick", "show"} <= self.seen:
            self._challenge()
        elif kind == "all again":
            self.walker.ready()
            self.tap(page.locator(".bid .danger"))
        elif kind in ("place", "add"):
            self._place()
        elif kind == "bid" and page.locator(".bid .pass").count() == 0:
            self._challenge()
        elif kind == "bid":
            self.tap(page.locator(".bid .pass"))
        elif kind == "discard":
            flower = page.locator(".picks [aria-label=flower]")
            self.tap(flower if flower.count() else page.locator(".picks .disc"))
        elif kind == "flip":
            cy = page.locator(".seat", has_text="Cy").locator(".tap")
            self.tap(cy if cy.count() else page.locator(".seat .tap:not(.react)"))  # a flower
        else:
            super().step("flip" if kind == "name" else kind)

    def _challenge(self) -> None:
        """Bid one more than the own discs, to flip others'; after that all, to be asked twice."""
        if "flip" in self.seen:
            self._most()
        else:
            discs = self.page.locator(".own .pile li").count()
            self.tap(self.page.locator(".bid .chip").nth(discs))

    def _place(self) -> None:
        with_skull = "pick" not in self.seen or "flip" in self.seen
        skull = self.page.locator(".hand button[aria-label=skull]")
        flower = self.page.locator(".hand button[aria-label=flower]")
        self.tap(skull if with_skull and skull.count() else flower)


@pytest.fixture
def seated(street: Street) -> Iterator[Walk]:
    """Ana at a table with two rash players and a trap, about to start."""
    walker = street.person()
    code = open_table(walker, 4, bots=False)
    with friends(walker.address, code, [Rash, Rasher, Trap]):
        walker.page.locator("button:not(:disabled)", has_text="Start the game").wait_for()
        yield walker


def test_every_question_of_a_game(seated: Walk) -> None:
    start(seated)
    ana = Inspector(seated)
    play([ana], until=lambda: ana.seen >= ASKS or ana.look() == "end")
    assert ana.seen == ASKS


def test_the_room_the_table_and_what_opens_over_them(seated: Walk) -> None:
    page = seated.page
    assert seated.violations() == []
    page.locator(".plate.mine").click()
    page.get_by_role("dialog").wait_for()
    assert seated.violations() == []
    page.keyboard.press("Escape")
    start(seated)
    for opener in ("What happened", "Talk", "Menu"):
        page.get_by_role("button", name=opener, exact=True).click()
        page.get_by_role("dialog").wait_for()
        assert seated.violations() == [], opener
        if opener != "Menu":
            page.keyboard.press("Escape")
            page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Older words: rose, card, bet").wait_for()
    assert seated.violations() == []


def test_the_pages_without_a_table(walker: Walk) -> None:
    page = walker.page
    walker.go("/")
    page.get_by_role("button", name="Open a table").wait_for()
    assert walker.violations() == []
    for path, there in (("/learn", ".lessons"), ("/t/QQQQQQ", "text=There is no table QQQQQQ")):
        walker.go(path)
        page.locator(there).wait_for()
        assert walker.violations() == [], path
    open_table(walker, 3, bots=False)
    page.locator(".free").first.click()
    page.get_by_role("dialog").wait_for()
    assert walker.violations() == []
    walker.go(f"{page.url.removeprefix(walker.address)}/tv")
    page.get_by_text("works on this computer only").wait_for()
    assert page.get_by_role("img", name="QR code").count() == 0
    assert walker.violations() == []
    walker.complaints.clear()  # the browser reports the missing table


def test_the_field_for_talk_stays_in_sight_on_the_smallest_screen(street: Street) -> None:
    walker = street.person(viewport={"width": 320, "height": 568})
    page = walker.page
    walker.go("/")
    page.get_by_role("button", name="Play now").click()
    page.locator(".dock").wait_for()
    lines = page.locator("dialog .lines")
    for _ in range(8):
        page.get_by_role("button", name="Talk").click()
        page.get_by_role("dialog").get_by_role("button", name="Hmm").click()
        lines.wait_for(state="detached")  # a taunt closes the sheet
    page.get_by_role("button", name="Talk").click()
    lines.locator("p").nth(7).wait_for()
    assert lines.evaluate("(list) => list.scrollHeight > list.clientHeight")
    field = page.get_by_role("textbox").bounding_box()
    assert field is not None
    assert field["y"] + field["height"] <= 568
