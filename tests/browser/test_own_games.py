"""My games: from the last move to the list, its figures, a replay and an empty list."""

from pathlib import Path
from zipfile import ZipFile

from playwright.sync_api import expect

from tests.browser.hands import Hands, play
from tests.browser.rooms import open_table, start
from tests.browser.stroll import Street, needs_browser

pytestmark = needs_browser


def test_a_finished_game_is_found_again(street: Street, tmp_path: Path) -> None:
    walker = street.person()
    page = walker.page
    walker.go("/games")
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()
    assert walker.violations() == []
    code = open_table(walker, 2)
    start(walker)
    play([Hands(walker, is_kind=True)])

    walker.go("/")
    latest = page.get_by_role("region", name="Your latest games")
    expect(latest.locator("li")).to_have_count(1)
    latest.get_by_role("link", name="All games and figures").click()
    expect(page.get_by_role("heading", name="In figures")).to_be_visible()
    assert page.locator("figure").count() >= 2  # the others need a bid of our own
    assert walker.violations() == []

    # By keyboard: a chip that leaves nothing, and back.
    chip = page.get_by_role("button", name="Only people")
    chip.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("You have no game like that.")).to_be_visible()
    expect(page.get_by_role("link", name="Export")).to_be_visible()
    expect(page.get_by_role("heading", name="In figures")).to_be_visible()
    assert walker.violations() == []
    page.keyboard.press("Enter")
    row = page.locator(".list li")
    expect(row.locator("a.game")).to_have_count(1)

    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    file = tmp_path / "games.zip"
    download.value.save_as(file)
    assert ZipFile(file).namelist() == [f"calavera-{code}-1.skull"]

    page.get_by_role("button", name="Delete this game").click()
    expect(row.get_by_text("Deleted from your list")).to_be_visible()
    assert walker.violations() == []
    page.get_by_role("button", name="Undo").click()
    row.locator("a.game").click()
    page.locator(".player").wait_for()
    assert page.url.endswith(f"/replay/{code}/1")

    page.set_viewport_size({"width": 1280, "height": 800})
    page.go_back()
    expect(page.get_by_role("heading", name="In figures")).to_be_visible()
    page.get_by_role("button", name="Delete all").click()
    again = page.get_by_role("button", name="Really delete all?")
    expect(again).to_be_visible()
    page.wait_for_timeout(500)  # a double tap is not meant
    again.click()
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()

    stranger = street.person()
    stranger.go("/games")
    expect(stranger.page.get_by_role("heading", name="No games yet")).to_be_visible()
