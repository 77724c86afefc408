"""The review tab of the replay page, and the puzzle of the day."""

from pathlib import Path

from tests.browser.stroll import Walk, needs_browser, with_and_without_server

pytestmark = [needs_browser, with_and_without_server]

GAME = """skull: 1
players: Ana, Bo, Cy

1. bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | b~cF
2. cF aF bF | c3 | c>cF c>aF c>bF
3. aS bF cF | c2 a- b- | c>cF c>bF
result: c
"""


def test_a_finished_game_is_reviewed_and_its_moments_lead_to_their_steps(
    walker: Walk, tmp_path: Path
) -> None:
    file = tmp_path / "game.skull"
    file.write_text(GAME)
    page = walker.page
    walker.go("/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.locator(".player").wait_for()
    page.get_by_role("button", name="Review").click()
    moment = page.locator(".moment").first
    moment.wait_for()
    assert walker.violations() == []
    step = moment.locator(".step").inner_text().removeprefix("Move ")
    moment.press("Enter")
    page.locator(".foot", has_text=f"move {step} of").wait_for()
    page.get_by_role("button", name="Review").click()
    page.get_by_label("Seen by").select_option("open")
    page.get_by_text("As a table").click()
    assert page.locator("figure tbody tr").count() == 3
    assert walker.complaints == []


def test_an_unfinished_game_has_no_review(walker: Walk, tmp_path: Path) -> None:
    file = tmp_path / "game.skull"
    file.write_text(GAME.partition("3.")[0])
    page = walker.page
    walker.go("/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.locator(".player").wait_for()
    assert page.get_by_role("button", name="Review").count() == 0


def test_the_puzzle_of_the_day_is_solved_and_counted(walker: Walk) -> None:
    page = walker.page
    walker.go("/puzzle")
    page.locator(".choices button").first.wait_for()
    assert walker.violations() == []
    tries = 0
    while page.locator(".choices button:not(:disabled)").count():
        page.locator(".choices button:not(:disabled)").first.press("Enter")
        tries += 1
        page.locator(".choices button.wrong, .values").first.wait_for()
        if page.locator(".values").count():
            break
    line = page.locator(".line").inner_text()
    assert line.count("☠") == tries - 1
    assert line.endswith("✿")
    assert "1" in page.locator(".streak").inner_text()
    assert walker.violations() == []
    kept = page.evaluate("localStorage.getItem('calavera-puzzles')")
    assert f":{tries - 1}" in kept
    walker.go("/puzzle")
    page.locator(".values").wait_for()
    assert page.locator(".line").inner_text() == line
    assert page.locator(".tried").count() == tries - 1
    assert walker.violations() == []
    assert walker.complaints == []
