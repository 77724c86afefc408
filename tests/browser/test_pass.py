"""One device for all: a whole game, a reload in the middle, and nobody sees another's discs."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.stroll import Walk, needs_browser, with_and_without_server

pytestmark = [needs_browser, with_and_without_server]

MOST_LOOKS = 1500
"""Checks of the device before a game counts as endless."""


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
    """The question on the device."""
    for name in (".cover", ".dock.yours", ".below .who", ".picks", ".tap", ".below .bid", ".shows"):
        if page.locator(name).count():
            return name
    return ""


def open_cover(walker: Walk) -> str:
    """Take the device; return whose turn it is."""
    page = walker.page
    assert page.locator("ul.hand").count() == 0
    asked: str = page.locator("h1").inner_text()
    page.locator(".cover .act:not(:disabled)").click()
    page.locator(".dock").wait_for()
    return asked


def move_in_secret(walker: Walk) -> None:
    """Challenge if possible, otherwise place or lose the first disc."""
    page = walker.page
    targets = page.locator(".picks .disc, .bid .chip, .hand button")
    targets.first.wait_for()
    chips = page.locator(".bid .chip")
    walker.tap(chips if chips.count() else targets)


def move_before_all(walker: Walk, kind: str) -> None:
    """Pass if possible, otherwise take the first option."""
    page = walker.page
    if kind == ".shows":
        walker.tap(page.get_by_role("button", name="Nobody, go on"))
    elif kind == ".below .bid":
        passes = page.get_by_role("button", name="Pass", exact=True)
        walker.tap(passes if passes.count() else page.locator(".bid .chip"))
    else:
        walker.tap(page.locator(".tap" if kind == ".tap" else ".picks .disc"))


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
            move_in_secret(walker)
        elif kind:
            move_before_all(walker, kind)
        page.wait_for_timeout(120)
    assert looks > 5
    assert walker.violations() == []
    check_card(walker)
    walker.tap(page.get_by_role("link", name="See it again"))
    page.locator(".player").wait_for()
    assert page.get_by_label("Whose eyes").locator("option").count() == 5
    walker.go("/hand-over")
    page.locator(".below .who").wait_for()
    walker.tap(page.get_by_role("button", name="Play again"))
    page.locator(".cover").wait_for()
    assert "token" in kept(page)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="End this game").click()
    page.locator("ol input").first.wait_for()
    assert "token" not in kept(page)
    walker.go("/games")
    page.get_by_role("heading", name="On this device").wait_for()
    assert walker.violations() == []
    page.locator("section[aria-labelledby=device] li a.game").click()
    page.locator(".player").wait_for()  # without a token: the record is on the device


def check_card(walker: Walk) -> None:
    """Check that the card can be saved; a link to the replay would open for nobody else."""
    page = walker.page
    walker.tap(page.get_by_role("button", name="Share", exact=True))
    page.locator("dialog img").wait_for()
    assert "wins" in (page.locator("dialog img").get_attribute("alt") or "")
    assert walker.violations() == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the picture").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    assert page.get_by_role("button", name="Share the replay").count() == 0
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def kept(page: Any) -> str:
    text: str = page.evaluate("Object.values(localStorage).join()")
    return text


def test_two_tribes_stay_in_the_same_hands(walker: Walk) -> None:
    page = walker.page
    begin(walker, ["Ana", "Bo"], two_tribes=True)
    first = page.locator("h1").inner_text()
    open_cover(walker)
    tribe = page.locator(".tab[aria-pressed=true]")
    flower = page.locator(".hand button[aria-label=flower]")
    before = tribe.inner_text()
    walker.tap(flower)
    expect(tribe).not_to_have_text(before)
    walker.tap(flower)
    page.locator(".cover").wait_for()
    assert page.locator("h1").inner_text() != first


def test_a_player_who_may_raise_can_look_at_their_own_discs(walker: Walk) -> None:
    page = walker.page
    begin(walker, ["Ana", "Bo", "Cy"])
    while state(page) != ".below .bid":
        if state(page) == ".cover":
            open_cover(walker)
            move_in_secret(walker)
        page.wait_for_timeout(120)
    look = page.get_by_role("button", name="Look at your discs")
    name = page.locator(".below .asks").inner_text().partition(":")[0].split()[0]
    walker.tap(look)
    assert name in open_cover(walker)
    assert page.locator("ul.pile li").count() == 1
    assert walker.violations() == []
    page.get_by_role("button", name="Hide").click()
    page.locator(".below .bid").wait_for()
    assert page.locator("ul.pile, ul.hand").count() == 0
    walker.tap(look)
    open_cover(walker)
    walker.tap(page.locator(".dock .bid .chip"))  # with the discs in sight
    page.locator("ul.pile").wait_for(state="detached")
    assert page.locator(".dock").count() == 0
