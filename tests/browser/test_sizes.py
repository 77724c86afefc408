"""What has to fit: every size of screen, every language, every question; and games by touch."""

from typing import Any

import pytest

from tests.browser.friends import Opener, friends
from tests.browser.hands import Fingers, Hands, play
from tests.browser.rooms import join, open_table, start
from tests.browser.stroll import PHONE, Street, needs_browser

pytestmark = needs_browser

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900)]
SMALLEST = SIZES[:3]

CUT = """() => {
  const dock = document.querySelector(".dock");
  return [...(dock?.querySelectorAll("button") ?? [])].filter((one) => {
    const box = one.getBoundingClientRect();
    const frame = dock.getBoundingClientRect();
    const slides = getComputedStyle(one.parentElement).overflowX === "auto";
    const isBeside = box.left < frame.left || box.right > Math.min(frame.right, innerWidth);
    return box.width < 44 || box.height < 44 || (isBeside && !slides)
      || box.bottom > Math.min(frame.bottom, innerHeight)
      || one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
  }).map((one) => one.outerHTML);
}"""
"""The buttons of the dock that are cut, or too small for a thumb; some rows slide sideways."""

SCENE = """() => document.querySelector(".end") ? "" :
  [...document.querySelectorAll("main, .felt, .seat")]
    .map((one) => `${one.offsetWidth} x ${one.offsetHeight}`).join()"""
"""How large the table and everything around it is; empty after the game."""

DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Until a new size of the screen has reached what measures it."""

OUTSIDE = """() => [...document.querySelectorAll("main button, main input, main label, main p, h1")]
  .filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth;
  }).map((one) => one.outerHTML)"""
"""What does not fit into the width of the screen."""


def screen(size: tuple[int, int], **more: Any) -> dict[str, Any]:
    """A context with a screen of this size."""
    width, height = size
    return {"viewport": {"width": width, "height": height}, **more}


@pytest.mark.parametrize("locale", ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT"])
def test_the_first_page_fits_the_smallest_phone(street: Street, locale: str) -> None:
    walker = street.person(**screen((320, 568), locale=locale))
    walker.go("/")
    walker.page.locator(".levels").wait_for()
    assert walker.page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("size", SMALLEST)
def test_twelve_seats_leave_room_for_every_bid(street: Street, size: tuple[int, int]) -> None:
    walker = street.person(**screen(size))
    page = walker.page
    code = open_table(walker, 12, bots=False)
    with friends(walker.address, code, [Opener] * 11):
        start(walker)
        hands = Hands(walker, is_kind=True)
        play([hands], until=lambda: hands.look() in ("bid", "add"))
        begins = hands.look() == "add"
        if begins:  # they add a disc, and the next one opens
            walker.tap(page.locator(".hand button[aria-label=flower]"))
            play([hands], until=lambda: hands.look() == "bid")
        assert page.locator(".hand li").count() == (2 if begins else 3)
        scene = page.evaluate(SCENE)
        assert page.evaluate(CUT) == []
        assert walker.violations() == []
        walker.ready()
        page.locator(".bid .rest").click()
        slider = page.locator(".bid input[type=range]")
        slider.wait_for()
        assert page.evaluate(CUT) == []
        assert walker.violations() == []
        slider.focus()
        page.keyboard.press("End")
        total = 13 if begins else 12
        assert str(total) in page.locator(".bid .say").inner_text()
        assert page.evaluate(CUT) == []
        assert page.evaluate(SCENE) == scene


def test_a_lossy_game_never_changes_the_size_of_the_table(street: Street) -> None:
    """One game for all sizes: at each of our questions the screen takes one after the other."""
    walker = street.person(**screen(SIZES[-1]))
    page = walker.page
    open_table(walker, 4)
    start(walker)
    scenes: dict[tuple[int, int], dict[str, str]] = {size: {} for size in SIZES}
    hands = Hands(walker, seed=4)

    def check(size: tuple[int, int], kind: str) -> None:
        if found := page.evaluate(SCENE):
            scenes[size].setdefault(found, kind)
            assert page.evaluate(CUT) == [], (size, kind)

    def is_over() -> bool:
        kind = hands.look()
        for size in SIZES if kind else ():
            width, height = size
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            check(size, kind)
        check(SIZES[-1], kind)
        return kind == "end"

    play([hands], until=is_over)
    assert all(len(found) == 1 for found in scenes.values()), scenes


def test_by_touch_with_axe_at_every_new_question(street: Street) -> None:
    walker = street.person(**PHONE)
    page = walker.page
    open_table(walker, 3)
    start(walker)
    fingers = Fingers(walker, seed=7)
    checked: set[str] = set()

    def is_over() -> bool:
        kind = fingers.look()
        if kind not in checked:
            checked.add(kind)
            assert walker.violations() == [], kind
        return kind == "end"

    play([fingers], until=is_over)
    assert {"place", "end"} <= checked
    page.get_by_role("button", name="Play again").tap()
    page.locator(".dock").wait_for()


def test_a_finger_slides_to_a_reaction_and_lets_go(street: Street) -> None:
    ana, bo = street.person(**PHONE), street.person()
    code = open_table(ana, 2, bots=False)
    join(bo, code, "Bo")
    bo.page.get_by_role("button", name="I'm ready").click()
    start(ana)
    finger = ana.page.context.new_cdp_session(ana.page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def middle(selector: str) -> dict[str, float]:
        box = ana.page.locator(selector).bounding_box()
        assert box is not None
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    ana.page.locator(".seat .react").wait_for()
    touch("touchStart", middle(".seat .react"))
    ana.page.locator(".ring").wait_for()
    ana.page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")
    touch("touchMove", middle(".ring button >> nth=4"))
    touch("touchEnd")
    bo.page.locator(".bubble", has_text="Bravo!").wait_for()
    ana.page.locator(".ring").wait_for(state="detached")


def test_players_see_how_many_watch(street: Street) -> None:
    ana, bo, cy = street.person(**screen((320, 568))), street.person(), street.person()
    code = open_table(ana, 3, bots=False)
    for each, name in ((bo, "Bo"), (cy, "Cy")):
        join(each, code, name)
    cy.page.get_by_role("button", name="Stand up").click()
    ana.page.get_by_text("Watching: Cy").wait_for()
    ana.page.get_by_role("button", name="Fill with bots").click()
    bo.page.get_by_role("button", name="I'm ready").click()
    start(ana)
    watchers = ana.page.get_by_role("img", name="Watching: Cy")
    watchers.wait_for()
    assert watchers.inner_text() == "1"
    assert ana.violations() == []
    cy.page.close()
    watchers.wait_for(state="detached")
