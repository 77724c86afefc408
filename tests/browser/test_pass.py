"""One device for all: a whole game, a reload in the middle, and nobody sees a stranger's discs."""

from typing import Any

from tests.browser.hands import READING
from tests.browser.stroll import Walk, needs_browser

pytestmark = needs_browser

MOST_LOOKS = 1500
"""How often the device is looked at before a game is given up as endless."""

SLOW = 600
"""Milliseconds until buttons hear a tap: one meant for those before must not reach them."""


def begin(walker: Walk, names: list[str], *, two_tribes: bool = False) -> None:
    page = walker.page
    walker.go("/hand-over")
    while page.locator("ol input").count() > len(names):
        page.locator("ol button").last.click()
    for index, name in enumerate(names):
        page.locator("ol input").nth(index).fill(name)
    if two_tribes:
        page.get_by_label("Two tribes each").check()
    assert walker.violations() == []
    page.get_by_role("button", name="Start the game").click()
    page.locator(".cover").wait_for()


def state(page: Any) -> str:
    """What the device asks for."""
    for name in (".cover", ".dock.yours", ".below .who", ".picks", ".tap", ".below .bid", ".shows"):
        if page.locator(name).count():
            return name
    return ""


def place(page: Any, disc: str) -> None:
    page.locator(f".hand button[aria-label={disc}]").first.click()
    page.locator(".dock .act").click()


def open_cover(walker: Walk) -> str:
    """Take the device; who was asked to."""
    page = walker.page
    assert page.locator("ul.hand").count() == 0
    asked: str = page.locator("h1").inner_text()
    page.locator(".cover .act:not(:disabled)").click()
    page.locator(".dock").wait_for()
    return asked


def move_in_secret(page: Any) -> None:
    """Challenge where that can be done, else place or give up the first disc."""
    page.wait_for_timeout(SLOW)
    page.locator(".picks .disc, .challenge, .hand button, .bid .say").first.wait_for()
    if page.locator(".picks").count():
        page.locator(".picks .disc").first.click()
        page.locator(".dock .act").click()
    elif page.locator(".challenge").count():
        page.locator(".challenge").click()
        page.locator(".bid .say").click()
    elif page.locator(".hand button").count():
        page.locator(".hand button").first.click()
        page.locator(".dock .act").click()
    else:
        page.locator(".bid .say").click()


def move_before_all(page: Any, kind: str) -> None:
    """Pass where that can be done; take the first of what there is."""
    page.wait_for_timeout(SLOW)
    if kind == ".shows":
        page.get_by_role("button", name="Nobody, go on").click()
    elif kind == ".below .bid":
        passes = page.get_by_role("button", name="Pass", exact=True)
        if passes.count():
            passes.click()
            page.wait_for_timeout(READING)
            page.get_by_role("button", name="Tap again to pass").click()
        else:
            page.locator(".bid .say").click()
    else:
        page.locator(".tap" if kind == ".tap" else ".picks .disc").first.click()
        page.locator(".below .act").click()


def test_a_game_from_hand_to_hand(walker: Walk) -> None:
    page = walker.page
    begin(walker, ["Ana", "<b>Bo</b>", "Cy"])
    assert walker.violations() == []
    looks = 0
    for _ in range(MOST_LOOKS):
        if (kind := state(page)) == ".below .who":
            break
        if kind == ".cover":
            asked = open_cover(walker)
            looks += 1
            if looks == 5:
                assert walker.violations() == []
                page.reload()
                page.locator(".cover").wait_for()  # not the hand that was open
                assert page.locator("h1").inner_text() == asked
        elif kind == ".dock.yours":
            move_in_secret(page)
        elif kind:
            move_before_all(page, kind)
        page.wait_for_timeout(120)
    assert looks > 5
    assert walker.violations() == []
    page.get_by_role("link", name="See it again").click()
    page.locator(".player").wait_for()
    assert page.get_by_label("Whose eyes").locator("option").count() == 5
    walker.go("/hand-over")
    page.locator(".below .who").wait_for()
    page.get_by_role("button", name="Play again").click()
    page.locator(".cover").wait_for()
    assert "token" in kept(page)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="End this game").click()
    page.locator("ol input").first.wait_for()
    assert "token" not in kept(page)


def kept(page: Any) -> str:
    text: str = page.evaluate("Object.values(localStorage).join()")
    return text


def test_two_tribes_stay_in_the_same_hands(walker: Walk) -> None:
    page = walker.page
    begin(walker, ["Ana", "Bo"], two_tribes=True)
    first = page.locator("h1").inner_text()
    page.locator(".cover .act:not(:disabled)").click()
    for _ in range(2):
        page.wait_for_timeout(500)
        place(page, "flower")
    page.locator(".cover").wait_for()
    assert page.locator("h1").inner_text() != first


def test_who_is_to_raise_may_look_at_their_own_discs_first(walker: Walk) -> None:
    page = walker.page
    begin(walker, ["Ana", "Bo", "Cy"])
    while state(page) != ".below .bid":
        if state(page) == ".cover":
            open_cover(walker)
            move_in_secret(page)
        page.wait_for_timeout(120)
    look = page.get_by_role("button", name="Look at your discs")
    name = page.locator(".below .asks").inner_text().partition(":")[0].split()[0]
    page.wait_for_timeout(SLOW)
    look.click()
    assert name in open_cover(walker)
    assert page.locator("ul.pile li").count() == 1
    assert walker.violations() == []
    page.get_by_role("button", name="Hide").click()
    page.locator(".below .bid").wait_for()
    assert page.locator("ul.pile, ul.hand").count() == 0
    page.wait_for_timeout(SLOW)
    look.click()
    open_cover(walker)
    page.wait_for_timeout(SLOW)
    page.locator(".dock .bid .say").click()  # with the discs in sight
    page.locator("ul.pile").wait_for(state="detached")
    assert page.locator(".dock").count() == 0
