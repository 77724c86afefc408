"""The explorer of the solved game: from home, by slider, click, key and link."""

import re
from urllib.parse import parse_qs

from playwright.sync_api import expect

from calavera.solve.explorer.answer import explore
from tests.browser.stroll import DESK, PHONE, Street, Walk, needs_browser, with_and_without_server

pytestmark = [needs_browser, with_and_without_server]

KEEP_TOASTS = """
const later = window.setTimeout;
window.setTimeout = (task, pause, ...rest) => pause >= 4000 ? 0 : later(task, pause, ...rest);
"""
"""Messages stay, so that a slow machine sees them, too."""


def query(link: str) -> dict[str, list[str]]:
    """What a link says of the round; on a static host, after the `#`."""
    return parse_qs(link.partition("?")[2])


def shown(walker: Walk) -> float:
    """The chance to win on the page, in per cent."""
    return float(walker.page.locator("[data-value]").inner_text().rstrip("%"))


def settled(walker: Walk, value: int) -> None:
    """Wait for a value, in millionths."""
    expect(walker.page.locator("[data-value]")).to_have_text(f"{value / 10_000:.1f}%")


def test_a_round_is_walked_and_its_link_shared(street: Street) -> None:
    walker = street.person(**PHONE)
    page = walker.page
    walker.go("/")
    page.get_by_role("link", name="Endgame explorer").click()
    start = explore("33-00", None, None)
    settled(walker, (start.low + start.high) // 2)
    assert walker.violations() == []

    page.locator("label", has_text="They begin").click()
    turned = explore("33-00", None, None)
    settled(walker, 1_000_000 - (turned.low + turned.high) // 2)
    mine = page.get_by_label("You still have your skull")
    mine.focus()
    for _ in range(15):
        page.keyboard.press("ArrowLeft")
    assert mine.get_attribute("aria-valuetext") == "60%, as likely as not"
    lower = explore("33-00", "0.75", "0.6")
    settled(walker, 1_000_000 - (lower.low + lower.high) // 2)
    page.get_by_role("img", name="2 discs").first.locator("..").click()
    told = explore("32-00", "0.75", "0.5")
    settled(walker, 1_000_000 - (told.low + told.high) // 2)

    page.get_by_role("button", name=re.compile("^They challenge: 1")).click()
    expect(page.locator("h3:focus")).to_have_text("Your move")
    then = explore("32-00", "0.75", "0.5", "a1")
    belief = f"{round(then.moves[-1].first / 10_000, 1):g}%"
    expect(page.locator("[data-moment='1'] .plan.them")).to_contain_text(f"skull: {belief}")
    page.get_by_role("button", name=re.compile("^You pass")).click()
    expect(page.locator("h3:focus")).to_have_text("They turn over 1")
    assert walker.violations() == []
    link = page.url
    assert query(link)["moves"] == ["a1 b-"]

    friend = street.person(**DESK)
    friend.page.goto(link)
    expect(friend.page.locator(".trail [aria-current]")).to_have_text("You pass")
    assert shown(friend) == shown(walker)
    assert friend.violations() == []
    friend.page.get_by_role("button", name="Next round").first.click()
    expect(friend.page.locator("h3:focus")).to_be_visible()
    expect(friend.page.locator(".trail [aria-current]")).to_have_text("Start")
    assert "moves" not in friend.page.url

    page.go_back()
    expect(page.locator(".trail [aria-current]")).to_have_text("They challenge: 1")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".trail li")).to_have_count(1)


def test_the_map_moves_the_point_and_is_a_table_too(street: Street) -> None:
    walker = street.person(**DESK)
    page = walker.page
    walker.go("/explorer?discs=2-2&wins=1-1&begins=you&skulls=50-50")
    field = page.get_by_role("img", name=re.compile("Over all beliefs you win between"))
    field.click(position={"x": 4, "y": 4})  # you have none, they have theirs
    corner = explore("22-11", "0", "1")
    settled(walker, (corner.low + corner.high) // 2)
    assert query(page.url)["skulls"] == ["0-100"]
    page.get_by_text("The map as a table").click()
    expect(page.locator("table tbody tr")).to_have_count(5)
    assert walker.violations() == []


def test_a_link_to_an_impossible_round_starts_it_again(street: Street) -> None:
    walker = street.person()
    walker.page.add_init_script(KEEP_TOASTS)
    walker.go("/explorer?discs=2-2&moves=a9+b1")
    walker.page.get_by_text("This link could not be read.").wait_for()
    assert walker.page.url.endswith("/explorer")
    walker.go("/explorer?discs=2-2&moves=b1")
    walker.page.get_by_text("The round cannot go like that, so it starts again.").wait_for()
    expect(walker.page.locator(".trail li")).to_have_count(1)
    walker.complaints.clear()  # the browser reports the refusal
