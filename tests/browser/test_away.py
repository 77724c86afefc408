"""Players who look elsewhere, and players who are out."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import Doomed, Hands, play
from tests.browser.rooms import join, open_table, start
from tests.browser.stroll import Street, Walk, needs_browser

pytestmark = needs_browser

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  Object.defineProperty(document, "visibilityState",
    { configurable: true, get: () => hidden ? "hidden" : "visible" });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""A browser without windows hides no tab: the page is told so."""

SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body, data }) => [title, body, data]);
}"""

YOURS = re.compile("^●")
ANY = re.compile("What happened: [0-9]+ moves")


class Patient(Hands):
    """Places flowers and passes: challenges only with an empty hand."""

    def step(self, kind: str | None = None) -> None:
        kind = self.look() if kind is None else kind
        if kind in ("place", "add") and self.page.locator(".hand button").count():
            self.tap(self.page.locator(".hand button[aria-label=flower], .hand button"))
        else:
            super().step(kind)


def hide(page: Page, *, hidden: bool) -> None:
    """Hide the page, or look at it again."""
    page.evaluate(HIDE, hidden)


def wait_for_notifications(page: Page, count: int) -> list[tuple[str, str, dict[str, str]]]:
    """Wait until so many are shown; return them."""
    page.wait_for_function(f"async () => (await ({SHOWN})()).length === {count}")
    shown: list[tuple[str, str, dict[str, str]]] = page.evaluate(SHOWN)
    return shown


def three(street: Street, **context: object) -> tuple[Walk, Walk, Walk, str]:
    """Three people in a game, and the code of their table."""
    ana, bo, cy = street.person(**context), street.person(), street.person()
    code = open_table(ana, 3, bots=False)
    join(bo, code, "Bo")
    join(cy, code, "Cy")
    for guest in (bo, cy):
        guest.page.get_by_role("button", name="I'm ready").click()
    start(ana)
    return ana, bo, cy, code


def leave_after_placing(ana: Walk, others: list[Hands]) -> None:
    """Place, look elsewhere, and have the others play until it is Ana's turn."""
    page = ana.page
    hands = Patient(ana)
    play([hands], until=lambda: hands.look() == "place")
    ana.ready()
    hands.step("place")
    expect(page).not_to_have_title(YOURS)
    hide(page, hidden=True)
    play(others, until=lambda: page.title().startswith("●"))


def test_a_turn_comes_to_a_page_that_nobody_looks_at(street: Street) -> None:
    ana, bo, cy, code = three(street, service_workers="allow")
    page = ana.page
    ask = page.get_by_role("group", name="Shall we notify you when it is your turn?")
    others: list[Hands] = [Patient(bo), Patient(cy)]
    leave_after_placing(ana, others)
    hide(page, hidden=False)
    assert ask.count() == 0, "not while something else is asked"
    hands = Patient(ana)
    ana.ready()
    hands.step()
    ask.wait_for()
    assert ana.violations() == []
    page.context.grant_permissions(["notifications"])
    ask.get_by_role("button", name="Yes").click()
    ask.wait_for(state="detached")
    expect(page).not_to_have_title(YOURS)

    hide(page, hidden=True)
    play(others, until=lambda: page.title().startswith("●"))
    ((title, body, data),) = wait_for_notifications(page, 1)
    assert (title, body, data) == (
        "Your turn",
        f"Table {code}",
        {"address": f"{ana.address}/t/{code}"},
    )
    hide(page, hidden=False)
    wait_for_notifications(page, 0)

    # It goes as well when the turn is over, here by the player's other screen.
    second = street.beside(ana)
    second.go(f"/t/{code}")
    ana.ready()
    hands.step()
    expect(page).not_to_have_title(YOURS)
    hide(page, hidden=True)
    play(others, until=lambda: page.title().startswith("●"))
    wait_for_notifications(page, 1)
    elsewhere = Patient(second)
    play([elsewhere], until=lambda: not page.title().startswith("●"))
    wait_for_notifications(page, 0)

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    switch = page.get_by_label("Notify me when it is my turn")
    expect(switch).to_be_checked()
    assert ana.violations() == []
    switch.uncheck()
    page.reload()
    page.locator(".dock").wait_for()
    hide(page, hidden=True)
    hide(page, hidden=False)
    page.locator(".dock:not(.yours)").wait_for()
    assert ask.count() == 0, "asked once"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_what_was_missed_is_shown_again(street: Street, motion: str) -> None:
    ana, bo, cy, _ = three(street, reduced_motion=motion)
    page = ana.page
    leave_after_placing(ana, [Patient(bo), Patient(cy)])
    hide(page, hidden=False)
    offer = page.get_by_role("button", name=ANY)
    offer.wait_for()
    assert ana.violations() == []
    offer.click()
    if motion == "reduce":
        told = page.locator("dialog .log li")
        told.filter(has_text="Bo places a disc.").first.wait_for()
        assert told.filter(has_text="Cy places a disc.").count() > 0
        assert ana.violations() == []
        page.keyboard.press("Escape")
    else:
        skip = page.get_by_role("button", name="Skip", exact=True)
        skip.wait_for()
        # The table is that of before: nothing is asked of her in it.
        expect(page.locator(".dock")).not_to_have_class(re.compile("yours"))
        page.locator(".dock .hand").click(force=True)
        skip.wait_for(state="detached")
    offer.wait_for(state="detached")
    # Back to what is asked, which a tap that only skipped has not answered.
    expect(page.locator(".dock")).to_have_class(re.compile("yours"))
    assert Hands(ana).look() == "add"


def test_players_who_are_out_guess_react_and_play_meanwhile(street: Street) -> None:
    ana, bo, cy, code = three(street, viewport={"width": 320, "height": 568})
    page = ana.page
    guess = page.get_by_role("group", name="Who will win?")
    play([Doomed(ana), Patient(bo), Patient(cy)], until=lambda: guess.count() > 0)
    ana.ready()
    assert guess.get_by_role("button").all_inner_texts() == ["Bo", "Cy"]
    guess.get_by_role("button", name="Cy").click()
    guess.get_by_role("button", name="Bo").click()
    expect(guess.get_by_role("button", name="Bo")).to_have_attribute("aria-pressed", "true")
    assert ana.violations() == []
    assert page.locator(".dock").evaluate("one => one.scrollHeight <= one.clientHeight")
    page.get_by_role("button", name="Bravo!").click()
    bo.page.locator(".bubble", has_text="Bravo!").wait_for()

    page.reload()
    expect(guess.get_by_role("button", name="Bo")).to_have_attribute("aria-pressed", "true")
    expect(guess.get_by_role("button", name="Cy")).to_have_attribute("aria-pressed", "false")
    ana.ready()
    page.get_by_role("button", name="A quick game meanwhile").click()
    page.wait_for_url(lambda url: "/t/" in url and code not in url)
    back = page.get_by_role("link", name="Back to your table")
    back.wait_for()
    assert ana.violations() == []
    page.reload()
    back.click()
    page.wait_for_url(f"**/t/{code}")
    guess.wait_for()

    play([Hands(bo, is_kind=True), Hands(cy, is_kind=True)])
    told = page.locator(".end .guessed")
    told.wait_for()
    is_right = page.locator(".end h2").inner_text() == "Bo wins"
    expect(told).to_have_text(
        re.compile(r"You guessed Bo in round \d\. " + ("Right!" if is_right else "Not this time."))
    )
    assert ana.violations() == []


def test_spectators_guess_too(street: Street) -> None:
    ana, bo, cy, code = three(street)
    guest = street.person()
    guest.go(f"/t/{code}")
    guess = guest.page.get_by_role("group", name="Who will win?")
    guess.get_by_role("button").nth(2).wait_for()
    guest.ready()
    guess.get_by_role("button", name="Cy").click()
    expect(guess.get_by_role("button", name="Cy")).to_have_attribute("aria-pressed", "true")
    assert guest.violations() == []
    assert guest.page.get_by_role("button", name="meanwhile").count() == 0
    play([Hands(each, is_kind=True) for each in (ana, bo, cy)])
    guest.page.locator(".end .guessed", has_text="You guessed Cy in round 1.").wait_for()
