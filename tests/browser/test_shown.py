"""What the table shows of bids, successes and the end, and where errors of a code are reported."""

from tests.browser.friends import Meek, friends
from tests.browser.hands import Hands, play
from tests.browser.rooms import open_table, start
from tests.browser.stroll import PHONE, Street, Walk, needs_browser

pytestmark = needs_browser

LISTEN = """() => {
  window.told = [];
  window.covered = [];
  let before = null;
  new MutationObserver(() => {
    const title = document.querySelector(".headline .title")?.textContent ?? null;
    if (title !== null && title !== before) {
      window.told.push(title);
      const card = document.querySelector(".headline").getBoundingClientRect();
      for (const stack of document.querySelectorAll(".seat .ground"))
        if (stack.getBoundingClientRect().bottom > card.top)
          window.covered.push(`${title} ${stack.parentElement.className}`);
    }
    before = title;
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Keeps the headlines, and the stacks that reach below their upper edges."""


def test_bids_successes_and_the_end_are_told_on_the_table(street: Street) -> None:
    walker = street.person(**PHONE)
    page = walker.page
    code = open_table(walker, 3, bots=False)
    with friends(walker.address, code, [Meek] * 2):
        start(walker)
        hands = Hands(walker, is_kind=True)
        play([hands], until=lambda: hands.look() == "flip")
        standing = page.locator(".seat.you .token.stands")
        bid = standing.inner_text()
        assert page.locator(".centre .number").inner_text() in bid
        assert walker.violations() == []

        page.reload()
        standing.wait_for()
        assert standing.inner_text() == bid
        page.evaluate(LISTEN)
        play([hands], until=lambda: page.locator("header .title", has_text="Round 2").count() > 0)
        page.locator(".token").first.wait_for(state="detached")
        assert page.locator(".seat.you .plate svg").count() == 1
        assert "One success so far." in page.locator(".seat.you").inner_text()

        play([hands])
        told = page.evaluate("window.told")
        assert told.count("You did it: nothing but flowers!") == 2
        assert told[-1] == "You won!"
        assert page.evaluate("window.covered") == []
        assert "Two challenges won without a skull" in page.locator(".end").inner_text()
        assert page.locator(".seat.you.cheered").count() == 1
        assert walker.violations() == []


def test_a_friend_is_announced_and_a_bot_gives_them_its_chair(street: Street) -> None:
    walker, bo = street.person(**PHONE), street.person(**PHONE)
    code = open_table(walker, 3)
    bo.go(f"/t/{code}")
    bo.page.get_by_text("a bot will give you its own").wait_for()
    assert bo.violations() == []
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down").click()
    bo.page.locator(".chairs .mine").wait_for()
    walker.page.get_by_role("status").get_by_text("Bo comes in.").wait_for()
    walker.page.locator(".chairs").get_by_text("Bo", exact=True).wait_for()


def test_an_unknown_code_is_reported_at_its_field(walker: Walk) -> None:
    page = walker.page
    walker.go("/")
    page.locator("input.code").fill("qqqqqq")
    page.get_by_role("button", name="Join", exact=True).click()
    page.locator("form.join [role=alert]", has_text="There is no table QQQQQQ").wait_for()
    assert walker.violations() == []
    walker.complaints.clear()  # the browser reports the missing table
