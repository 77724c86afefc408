"""Robustness at a table: double taps, several tabs, unusual strings, other viewers."""

import gzip
import re

from playwright.sync_api import Response, WebSocketRoute

from calavera.server.http.static import FOLDER
from tests.browser.friends import Meek, friends
from tests.browser.hands import Hands, play
from tests.browser.rooms import join, open_table, start
from tests.browser.stroll import DESK, Street, Walk, needs_browser

pytestmark = needs_browser

MOST_SCRIPT = 93_000
"""Maximum bytes of compressed JavaScript for a game."""

TWICE = "one => { one.click(); one.click(); }"


def placed(walker: Walk) -> int:
    """The number of discs on the own mat, from the own pile."""
    return walker.page.locator(".own .pile li").count()


class Delay:
    """Holds back what a server sends to a page, until it is let go."""

    def __init__(self, walker: Walk) -> None:
        self.is_holding = False
        self._held: list[str | bytes] = []
        self._page: WebSocketRoute | None = None
        walker.page.route_web_socket(re.compile("/socket"), self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        self._page = page
        page.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        self._held.append(message)
        if not self.is_holding:
            self.let_go()

    def let_go(self) -> None:
        """Deliver what came in the meantime, in order."""
        self.is_holding = False
        assert self._page is not None
        while self._held:
            self._page.send(self._held.pop(0))


def test_two_taps_and_two_tabs_play_one_move(street: Street) -> None:
    first = street.person()
    code = open_table(first, 3, bots=False)
    with friends(first.address, code, [Meek] * 2):
        start(first)
        second = street.beside(first)
        delay = Delay(second)
        second.go(f"/t/{code}")
        tabs = [first, second]
        flower = ".hand button[aria-label=flower]"
        for tab in tabs:
            tab.page.locator(flower).first.wait_for()
            tab.ready()
        # A slow second tab would otherwise be asked the next question, and answer that one.
        delay.is_holding = True
        for tab in tabs:
            tab.page.locator(flower).first.evaluate_all(f"all => all.map({TWICE})")
        first.page.locator(".own .pile li").wait_for()
        delay.let_go()
        hands = Hands(first, is_kind=True)
        play([hands], until=lambda: hands.look() == "add")
        for tab in tabs:
            tab.page.locator(".bid .chip").first.wait_for()
            assert placed(tab) == 1
            assert tab.page.locator(".hand li").count() == 3
        play([hands])
        second.page.locator(".end").wait_for()


def test_what_people_write_is_never_markup(street: Street) -> None:
    mark = "<img src=x onerror=\"document.title='owned'\">"
    ana, bo = street.person(**DESK), street.person()
    code = open_table(ana, 2, bots=False)
    join(bo, code, "<i>Bo</i>")
    bo.page.get_by_role("button", name="I'm ready").click()
    start(ana)
    bo.page.get_by_label("Talk", exact=True).first.click()
    bo.page.get_by_role("dialog").get_by_label("Say something …").fill(mark)
    bo.page.get_by_role("dialog").get_by_label("Send").click()
    for each in (ana, bo):
        each.page.get_by_text(mark).first.wait_for()
        assert each.page.locator("img[src=x], i:text('Bo')").count() == 0
        assert "owned" not in each.page.title()
    assert ana.page.locator(".name", has_text="<i>Bo</i>").count() == 1


def test_discs_are_hidden_until_they_are_held(walker: Walk) -> None:
    page = walker.page
    walker.go("/")
    page.get_by_label("Settings").click()
    page.get_by_label("Hide my discs until I hold to look").check()
    page.keyboard.press("Escape")
    open_table(walker, 3)
    start(walker)
    backs = page.locator(".own .hand [data-piece=back]")
    backs.first.wait_for(state="attached")
    assert backs.count() == 4
    look = page.get_by_role("button", name="Hold to look")
    box = look.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.mouse.down()
    backs.first.wait_for(state="detached")
    assert walker.violations() == []
    page.mouse.up()
    backs.first.wait_for(state="attached")
    look.focus()
    page.keyboard.down("Space")
    backs.first.wait_for(state="detached")
    page.keyboard.up("Space")
    backs.first.wait_for(state="attached")


def test_reduced_motion_is_respected(street: Street) -> None:
    moving = "document.getAnimations().filter(one => one.effect.getTiming().duration > 10).length"
    for motion, is_still in (("reduce", True), ("no-preference", False)):
        walker = street.person(reduced_motion=motion)
        walker.go("/t/QQQQQQ")
        walker.page.locator(".candle").wait_for()
        walker.go("/")
        walker.page.get_by_role("button", name="Play now").click()
        walker.page.locator(".hand button").first.wait_for()
        walker.page.locator(".hand button").first.click()
        count = walker.page.evaluate(
            "() => new Promise(done => { let most = 0, looks = 0; const look = () => {"
            f" most = Math.max(most, {moving});"
            " (looks += 1) < 20 ? setTimeout(look, 25) : done(most);"
            "}; look(); })"
        )
        assert (count == 0) is is_still
        walker.complaints.clear()  # the browser reports the missing table


def test_a_game_needs_little_script(walker: Walk) -> None:
    names: set[str] = set()

    def note(answer: Response) -> None:
        if answer.url.endswith(".js") and "/assets/" in answer.url:
            names.add(answer.url.rsplit("/", 1)[-1])

    code = open_table(walker, 3)
    walker.page.on("response", note)
    walker.page.reload()
    start(walker)
    hands = Hands(walker, is_kind=True)
    play([hands], until=lambda: hands.look() in ("add", "bid"))
    walker.page.wait_for_load_state("networkidle")
    assert any(name.startswith("LiveTable") for name in names), code
    sizes = {name: len(gzip.compress((FOLDER / "assets" / name).read_bytes())) for name in names}
    assert sum(sizes.values()) <= MOST_SCRIPT, sizes
