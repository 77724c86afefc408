"""Hints on request, against bots."""

from playwright.sync_api import expect

from tests.browser.friends import Meek, friends
from tests.browser.hands import Doomed, play
from tests.browser.rooms import open_table, start
from tests.browser.stroll import DESK, PHONE, Street, needs_browser

pytestmark = needs_browser

SIZE = "() => JSON.stringify([...document.querySelectorAll('.table, .dock, .scene')].map((one) => one.getBoundingClientRect()))"  # noqa: E501


def test_a_hint_comes_by_a_tap_and_a_key_and_goes_with_the_decision(street: Street) -> None:
    for size in (PHONE, DESK):
        walker = street.person(**size)
        page = walker.page
        walker.go("/")
        page.get_by_role("button", name="Play now").click()
        page.locator(".hand button").first.wait_for()
        before = page.evaluate(SIZE)
        page.get_by_role("button", name="Hint").click()
        sheet = page.get_by_role("dialog", name="Hint")
        expect(sheet.locator(".mix li").first).to_contain_text("%")
        expect(sheet.locator(".reasons li").first).to_be_visible()
        assert walker.violations() == []
        assert page.evaluate(SIZE) == before, "table and dock keep their size"
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        page.keyboard.press("h")
        expect(sheet.locator(".mix li").first).to_be_visible()
        page.keyboard.press("Escape")
        page.reload()
        page.locator(".hand button").first.wait_for()
        walker.ready()
        page.get_by_role("button", name="Hint").click()
        expect(sheet.locator(".mix li").first).to_be_visible()
        page.keyboard.press("Escape")
        page.locator(".hand button").first.click()
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_the_end_says_that_there_was_a_hint(street: Street) -> None:
    walker = street.person()
    page = walker.page
    open_table(walker, 2)
    start(walker)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".mix li").first).to_be_visible()
    page.keyboard.press("Escape")
    play([Doomed(walker)])
    expect(page.locator(".end .hints")).to_have_text("With one hint.")


def test_there_is_no_button_where_people_play(street: Street) -> None:
    walker = street.person()
    code = open_table(walker, 3, bots=False)
    with friends(walker.address, code, [Meek] * 2):
        start(walker)
        walker.page.locator(".hand button").first.wait_for()
        expect(walker.page.get_by_role("button", name="Hint")).to_have_count(0)
