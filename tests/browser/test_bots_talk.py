"""What bots say, in a game against them."""

from tests.browser.hands import Hands, play
from tests.browser.rooms import open_table, start
from tests.browser.stroll import Street, Walk, needs_browser
from tests.browser.test_live import COVERED

pytestmark = needs_browser

GAMES = 5
"""So many games without a word are less likely than one in a million."""


def hear_a_bot(walker: Walk) -> None:
    """Play until one speaks, and its bubble is still there."""
    page = walker.page
    hands = Hands(walker, is_kind=True)
    for _ in range(GAMES):
        play([hands], until=lambda: page.locator(".bubble").count() > 0 or hands.look() == "end")
        if page.locator(".bubble").count() > 0:
            return
        page.get_by_role("button", name="Play again").click()
        page.locator(".dock").wait_for()
    raise AssertionError("no bot says anything")


def test_bots_are_heard_cover_nothing_and_can_be_muted(street: Street) -> None:
    walker = street.person(viewport={"width": 390, "height": 844})
    page = walker.page
    open_table(walker, 4)
    start(walker)
    hear_a_bot(walker)
    assert page.evaluate(COVERED) == []
    assert page.locator(".seat.you .bubble").count() == 0
    assert page.locator(".bar .dot").count() == 0, "a bubble is enough"
    page.get_by_role("button", name="Talk").click()
    line = page.locator("dialog .lines p").last
    assert line.inner_text().strip()
    assert walker.violations() == []
    line.get_by_role("button", name="Do not hear the bots").click()
    line.get_by_role("button", name="Hear the bots again").wait_for()
    page.reload()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    switch = page.get_by_label("Bots talk")
    assert not switch.is_checked()
    switch.check()
