"""A newcomer's first game: a level, the coach, the rules."""

import re

from playwright.sync_api import expect

from tests.browser.hands import Hands, play
from tests.browser.stroll import DESK, PHONE, Street, Walk, needs_browser

pytestmark = needs_browser

PARTS = ".table, .below, .seat, .bar > button, .dock button"
"""What the coach must neither move nor cover."""

COVERED = """(parts) => {
  const box = document.querySelector(".coach")?.getBoundingClientRect();
  if (!box) return [];
  return [...document.querySelectorAll(parts)].filter((one) => {
    const other = one.getBoundingClientRect();
    return box.left < other.right - 1 && other.left < box.right - 1
      && box.top < other.bottom - 1 && other.top < box.bottom - 1;
  }).map((one) => one.className);
}"""

SIZE = "() => Object.values(document.querySelector('.table').getBoundingClientRect().toJSON())"


def begin(walker: Walk) -> None:
    """Start a game against bots."""
    walker.go("/")
    walker.page.get_by_role("button", name="Play now").click()
    walker.page.locator(".dock .hand button").first.wait_for()


def test_the_level_is_asked_once_and_remembered(walker: Walk) -> None:
    page = walker.page
    walker.go("/")
    expect(page.get_by_role("radio", name="easy")).to_be_checked()
    page.locator(".levels label").nth(3).click()
    expect(page.get_by_role("radio", name="hard")).to_be_checked()
    assert walker.violations() == []
    page.reload()
    expect(page.get_by_role("radio", name="hard")).to_be_checked()
    page.get_by_role("button", name="Play now").click()
    page.locator(".dock .hand button").first.wait_for()
    table = page.evaluate("localStorage.getItem('calavera-table')")
    assert table
    names = page.locator(".seat .name").all_inner_texts()
    assert len(set(names)) == 4


def test_the_level_can_be_chosen_by_keys(walker: Walk) -> None:
    page = walker.page
    walker.go("/")
    page.get_by_role("radio", name="easy").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="medium")).to_be_checked()


def test_a_first_game_with_the_coach(street: Street) -> None:
    """The coach explains, is skipped, and comes back from the menu."""
    walker = street.person(**PHONE)
    page = walker.page
    begin(walker)
    coach = page.locator(".coach")
    expect(coach).to_contain_text("To win:")
    assert page.evaluate(COVERED, PARTS) == []
    assert walker.violations() == []
    size = page.evaluate(SIZE)
    coach.locator(".text").click()
    expect(coach).to_contain_text("Lay one disc face down.")
    page.get_by_role("button", name="Skip the coach").click()
    coach.wait_for(state="detached")
    page.get_by_text("You find the coach again in the menu.").wait_for()
    assert page.evaluate(SIZE) == size
    page.reload()
    page.locator(".dock .hand button").first.wait_for()
    assert coach.count() == 0

    page.get_by_label("Menu").click()
    assert walker.violations() == []
    page.get_by_role("button", name="Coach me").click()
    expect(coach).to_contain_text("To win:")
    assert page.evaluate(SIZE) == size
    walker.ready()
    page.keyboard.press("Escape")
    page.locator(".hand button").first.click()  # at once
    page.locator(".pile li").wait_for()
    page.get_by_role("button", name="Coach me").click()

    said: set[str] = set()

    def hear() -> bool:
        if coach.count():
            said.update(coach.locator(".text").all_inner_texts())
            assert page.evaluate(COVERED, PARTS) == []
        return hands.look() == "end"

    hands = Hands(walker, seed=2)
    play([hands], until=hear)
    assert len(said) > 3, said
    assert any(re.search(r"skull|success", line) for line in said)
    page.locator(".end").wait_for()
    assert coach.count() == 0
    walker.go("/")
    begin(walker)
    assert coach.count() == 0


def test_the_rules_are_read_over_a_game(street: Street) -> None:
    walker = street.person(**DESK)
    page = walker.page
    begin(walker)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Rules").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("li[id]")).to_have_count(42)
    assert walker.violations() == []
    search = sheet.get_by_label("Search the rules")
    place = search.bounding_box()
    search.fill("blind")
    expect(sheet.locator("li[id]")).to_have_count(1)
    assert search.bounding_box() == place, "it stays under the hand that types"
    expect(sheet.locator("mark")).to_have_text("blind")
    expect(sheet.get_by_role("status")).to_have_text("One rule.")
    assert walker.violations() == []
    search.fill("R34")
    sheet.get_by_role("link", name="R10").click()
    expect(sheet.locator(".wanted")).to_contain_text("empty hand must open a challenge")
    expect(sheet.locator(".wanted")).to_be_in_viewport()
    page.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    page.locator(".dock .hand").wait_for()


def test_a_lesson_leads_to_its_rule(walker: Walk) -> None:
    page = walker.page
    walker.go("/learn/disc")
    page.locator(".low .card a.rule").first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator(".wanted")).to_contain_text("A tribe is 3 flower discs")
    page.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    page.locator(".low .card").wait_for()  # the lesson stays where it was
    walker.go("/learn")
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    assert walker.violations() == []
    walker.go("/rules/r19")
    expect(page.locator(".wanted")).to_be_in_viewport()
