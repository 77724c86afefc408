"""Whole games at live tables by clicking, against the real server and its bots."""

import re
from pathlib import Path

import pytest

from tests.browser.hands import Hands, Keys, play
from tests.browser.stroll import Walk, ready, street, walk

pytestmark = pytest.mark.skipif(not ready(), reason="needs built pages and a Chromium")

DESK = {"viewport": {"width": 1280, "height": 800}}


def open_table(walker: Walk, players: int, *, tribes: int = 1, bots: bool = True) -> str:
    """A table for so many, with bots on the free chairs if wanted; its code."""
    page = walker.page
    walker.go("/")
    page.get_by_role("button", name="Open a table").click()
    page.locator(".chairs .mine").wait_for()
    if tribes == 2:
        page.get_by_label("Two tribes each").check()
    page.locator(".rules select").first.select_option(str(players))
    page.locator(f"li.chair:nth-of-type({players + 1})").wait_for()
    page.locator(f"li.chair:nth-of-type({players + 2})").wait_for(state="detached")
    if bots:
        page.get_by_role("button", name="Fill with bots").click()
        page.get_by_role("button", name="Fill with bots").wait_for(state="detached")
    return str(page.locator(".felt .code").inner_text())


def start(walker: Walk) -> None:
    walker.page.get_by_role("button", name="Start the game").click()
    walker.page.locator(".dock").wait_for()


def check_end(walker: Walk) -> None:
    """There is a winner, and nothing wrong with how it is told."""
    assert re.search("You won!|wins", walker.page.locator(".end h2").inner_text())
    assert walker.violations() == []


def check_discs(walker: Walk, seats: int) -> None:
    """What everybody held can be looked at, on the table and one by one: four discs each."""
    page = walker.page
    page.get_by_role("button", name="All discs open").click()
    assert page.locator(".holdings li").count() == seats
    assert page.locator(".holdings [role=img]").count() == 4 * seats
    assert walker.violations() == []
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def test_three_at_a_desk_to_the_winner_and_again() -> None:
    with walk(**DESK) as walker:
        page = walker.page
        open_table(walker, 3)
        assert walker.violations() == []
        start(walker)
        hands = Hands(walker, seed=1)
        play([hands], axe=True)
        check_end(walker)
        check_discs(walker, 3)
        page.get_by_label("Share the replay").click()
        page.get_by_text("Link copied.").wait_for()
        page.get_by_role("button", name="Play again").click()
        page.locator(".dock").wait_for()
        assert page.locator("header .title").inner_text().startswith("Round 1")
        play([hands], until=lambda: hands.look() == "place")


PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def test_six_on_a_phone_through_a_reload_a_cut_line_and_a_new_server(tmp_path: Path) -> None:
    with street(f"sqlite:///{tmp_path}/tables.db") as one:
        walker = one.person(**PHONE)
        page = walker.page
        open_table(walker, 6)
        assert walker.violations() == []
        start(walker)
        hands = Hands(walker, seed=2)

        def asked() -> bool:
            return hands.look() in ("place", "add")

        play([hands], until=asked, axe=True)
        page.reload()
        play([hands], until=asked)
        page.locator(".hand button").first.wait_for()

        page.context.set_offline(True)
        page.get_by_role("alert").wait_for()
        page.context.set_offline(False)
        page.get_by_role("alert").wait_for(state="detached")
        play([hands], until=lambda: hands.look() in ("", "end"))

        play([hands], until=lambda: asked() or hands.look() == "end")
        one.server.stop()
        page.get_by_role("alert").wait_for()
        hands.step()  # what is tapped meanwhile is not lost
        hands.step()
        assert walker.violations() == []
        one.server.start()
        page.get_by_role("alert").wait_for(state="detached")
        walker.complaints.clear()  # the browser tells of a line that is cut
        play([hands])
        check_end(walker)


def test_twelve_around_one_table() -> None:
    with walk(**DESK) as walker:
        open_table(walker, 12)
        assert walker.violations() == []
        start(walker)
        assert walker.page.locator(".seat").count() == 12
        play([Hands(walker, seed=3)], axe=True)
        check_end(walker)


def test_two_tribes_each() -> None:
    with walk(**DESK) as walker:
        open_table(walker, 3, tribes=2)
        start(walker)
        assert walker.page.locator(".seat").count() == 6
        assert walker.page.locator(".tabs .tab").count() == 2
        play([Hands(walker, seed=4)], axe=True)
        check_end(walker)


def test_by_keyboard_alone() -> None:
    with walk(**DESK) as walker:
        page = walker.page
        walker.go("/")
        keys = Keys(walker, seed=5)
        keys.tap(page.get_by_role("button", name="Open a table"))
        page.locator(".chairs .mine").wait_for()
        assert keys.reach(page.locator(".rules select"))
        page.keyboard.press("3")
        page.locator("li.chair:nth-of-type(5)").wait_for(state="detached")
        keys.tap(page.get_by_role("button", name="Fill with bots"))
        page.get_by_role("button", name="Fill with bots").wait_for(state="detached")
        keys.tap(page.get_by_role("button", name="Start the game"))
        page.locator(".dock").wait_for()
        play([keys])
        check_end(walker)
        keys.tap(page.get_by_role("button", name="Play again"))
        page.locator(".dock").wait_for()


def test_three_people_each_at_a_screen_of_their_own() -> None:
    with street() as one:
        ana, bo, cy = (one.person(), one.person(), one.person(**DESK))
        code = open_table(ana, 3, bots=False)
        join(bo, code, "Bo")
        join(cy, code, "<b>Cy</b>")
        assert cy.page.locator(".chairs b", has_text="<b>Cy</b>").count() == 1
        for guest in (bo, cy):
            guest.page.get_by_role("button", name="I'm ready").click()
        assert bo.violations() == []
        ana.page.locator("button:not(:disabled)", has_text="Start the game").wait_for()
        start(ana)
        screen = one.beside(cy)  # a TV that a player opened: it knows no more than the room
        screen.go(f"/t/{code}/tv")
        screen.page.locator(".seat").first.wait_for()
        assert screen.page.locator(".seat.you").count() == 0
        assert screen.violations() == []
        people = [Hands(each, is_kind=True) for each in (ana, bo, cy)]
        play(people)
        titles = [each.page.locator(".end h2").inner_text() for each in people]
        assert titles.count("You won!") == 1
        screen.page.locator(".status", has_text="wins").wait_for()
        for each in (cy, bo, ana):
            each.page.get_by_role("button", name="Play again").click()
        for hands in people:
            hands.page.locator(".dock").wait_for()
        play(people, until=lambda: all(each.look() == "place" for each in people))


def test_older_words_everywhere() -> None:
    with walk(**DESK) as walker:
        page = walker.page
        walker.go("/")
        page.get_by_label("Settings").click()
        page.get_by_label("Older words: rose, card, bet").check()
        page.keyboard.press("Escape")
        page.get_by_text("A game of nerve: roses, and one skull.").wait_for()
        open_table(walker, 3)
        page.get_by_text("Place the first card in turn").wait_for()
        start(walker)
        newer = re.compile(r"\bdiscs?\b|flower|challenge", re.IGNORECASE)
        hands = Hands(walker, seed=9)

        def is_over() -> bool:
            assert not newer.search(page.locator("body").inner_text())
            return hands.look() == "end"

        play([hands], until=is_over)


def join(walker: Walk, code: str, name: str) -> None:
    """By the code, from the first page."""
    page = walker.page
    walker.go("/")
    page.locator("input.code").fill(code.lower())
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.locator(".chairs .mine").wait_for()
