"""The pages of a server that does not answer: this device plays by itself, until it is back."""

from collections.abc import Iterator

import pytest

from tests.browser.hands import Hands, play
from tests.browser.stroll import Street, Walk, needs_browser

pytestmark = needs_browser

LOOKS = 4000
"""For a game at the usual pace: no walk hurries a worker that the browser has kept."""


@pytest.fixture
def visitor(mortal: Street) -> Iterator[Walk]:
    """Somebody who has been here before, so that the browser has the whole game."""
    walker = mortal.person(service_workers="allow")
    page = walker.page
    walker.go("/")
    page.get_by_label("What should the table call you?").fill("Ana")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    yield walker
    walker.complaints.clear()  # the browser reports every call that found no server


def begin(walker: Walk) -> str:
    """Start a game against bots; return its table's code."""
    walker.page.get_by_role("button", name="Play now").click()
    walker.page.locator(".dock .hand button").first.wait_for()
    return str(walker.page.url.rpartition("/")[2])


def test_a_game_begins_and_ends_without_the_server(mortal: Street, visitor: Walk) -> None:
    page = visitor.page
    mortal.server.kill()
    page.reload()
    page.get_by_role("heading", name="No connection").wait_for()
    assert page.get_by_role("button", name="Open a table").count() == 0
    assert page.locator("input.code, .lobby").count() == 0
    assert visitor.violations() == []
    code = begin(visitor)
    assert code.startswith("~")
    page.reload()  # of a table that no server knows
    page.locator(".dock .hand button").first.wait_for()
    play([Hands(visitor, 2)], looks=LOOKS)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    assert "Ana" in saved.value.path().read_text()

    visitor.go("/games")
    page.get_by_text("Your games at the server are shown when you are online again.").wait_for()
    page.locator("section[aria-labelledby=device] a.game").click()
    page.locator(".player").wait_for()
    visitor.go("/puzzle")
    page.locator(".choices button").first.wait_for()
    visitor.go("/hand-over")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="I am").wait_for()

    visitor.go("/")
    page.get_by_role("heading", name="No connection").wait_for()
    mortal.server.start()
    page.get_by_text("You are online again.").wait_for()
    page.get_by_role("button", name="Open a table").wait_for()
    page.get_by_role("heading", name="No connection").wait_for(state="detached")
    # What was played alone stays on this device.
    visitor.go("/games")
    page.get_by_role("heading", name="No games yet").wait_for()
    page.locator("section[aria-labelledby=device] a.game").click()
    page.locator(".player").wait_for()


def test_a_game_that_began_at_the_server_waits_there(mortal: Street, visitor: Walk) -> None:
    page = visitor.page
    code = begin(visitor)
    assert not code.startswith("~")
    mortal.server.kill()
    page.get_by_text("This game waits at the server").wait_for()
    visitor.go("/")
    page.get_by_text("Your table waits at the server.").wait_for()
    assert visitor.violations() == []
    beside = begin(visitor)  # meanwhile one on this device
    visitor.go("/")
    page.get_by_role("link", name="Back to your table").click()
    page.locator(".dock .hand button").first.wait_for()
    assert page.url.endswith(beside)
    visitor.go("/")
    page.get_by_role("heading", name="No connection").wait_for()
    mortal.server.start()
    page.get_by_role("button", name="Open a table").wait_for()
    page.locator(f"a[href='/t/{code}']").click()
    page.locator(".dock .hand button").first.wait_for()


def test_a_phone_without_a_line(mortal: Street, visitor: Walk) -> None:
    page = visitor.page
    page.context.set_offline(True)
    page.get_by_role("heading", name="No connection").wait_for()  # without any call
    page.reload()
    page.get_by_role("heading", name="No connection").wait_for()
    page.get_by_role("button", name="Français").click()
    page.get_by_role("heading", name="Pas de connexion").wait_for()
    page.context.set_offline(False)
    page.get_by_text("Vous êtes de nouveau en ligne.").wait_for()
