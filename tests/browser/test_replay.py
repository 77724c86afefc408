"""Replays: a dropped file, a link, other viewpoints, an invalid file."""

import re
from pathlib import Path

from tests.browser.stroll import Walk, needs_browser, with_and_without_server

pytestmark = [needs_browser, with_and_without_server]

GAME = """skull: 1
players: Ana, <i>Bo</i>, Cy

1. bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | b~cF
2. cF aF bF | c3 | c>cF c>aF c>bF
"""


def test_a_file_is_stepped_through_from_any_viewpoint(walker: Walk, tmp_path: Path) -> None:
    file = tmp_path / "game.skull"
    file.write_text(GAME)
    page = walker.page
    walker.go("/replay")
    assert walker.violations() == []
    page.locator("input[type=file]").set_input_files(file)
    page.locator(".player").wait_for()
    assert page.locator(".foot").inner_text().startswith("Round 1 · move 0 of 19")
    assert page.locator(".name", has_text="<i>Bo</i>").count() == 1
    page.get_by_label("One move on").click()
    page.locator(".status", has_text="<i>Bo</i> places the skull.").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".foot", has_text="move 2").wait_for()
    assert walker.violations() == []
    page.get_by_label("Whose eyes").select_option("a")
    page.locator(".hands").wait_for()
    assert "move 2" in page.locator(".foot").inner_text()
    assert page.locator(".pile [aria-label=skull]").count() == 0
    page.get_by_label("Next round").click()
    page.locator(".foot", has_text="Round 2 · move 12").wait_for()
    page.keyboard.press("End")
    page.locator(".foot", has_text="move 19 of 19").wait_for()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play").click()
    page.locator(".foot", has_text=re.compile(r"move [1-9]")).wait_for()
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Play").wait_for()  # it stops at the end
    assert "move 19 of 19" in page.locator(".foot").inner_text()
    assert walker.violations() == []


def test_only_a_finished_game_has_a_picture_to_share(walker: Walk, tmp_path: Path) -> None:
    page = walker.page
    over = f"{GAME}3. aS bF cF | c2 a- b- | c>cF c>bF\nresult: c\n"
    for text, buttons in ((GAME, 0), (over, 1)):
        file = tmp_path / "game.skull"
        file.write_text(text)
        walker.go("/replay")
        page.locator("input[type=file]").set_input_files(file)
        page.locator(".player").wait_for()
        assert page.get_by_role("button", name="Share", exact=True).count() == buttons
    page.get_by_role("button", name="Share", exact=True).press("Enter")
    page.get_by_role("img", name="Cy wins").wait_for()
    assert "<i>Bo</i>: 1 on the mat" in (page.get_by_role("img").get_attribute("alt") or "")
    assert walker.violations() == []


def test_a_file_is_dropped_anywhere_on_the_page(walker: Walk) -> None:
    page = walker.page
    walker.go("/replay")
    page.locator(".drop").wait_for()
    load = page.evaluate_handle(
        """(text) => {
          const load = new DataTransfer();
          load.items.add(new File([text], "game.skull"));
          return load;
        }""",
        GAME,
    )
    page.dispatch_event("body", "dragover", {"dataTransfer": load})
    page.locator(".drop.over").wait_for()
    assert walker.violations() == []
    page.dispatch_event("body", "drop", {"dataTransfer": load})
    page.locator(".player").wait_for()
    assert page.locator(".foot").inner_text().startswith("Round 1 · move 0 of 19")


def test_a_file_with_a_mistake_says_where_and_why(walker: Walk, tmp_path: Path) -> None:
    file = tmp_path / "bad.skull"
    file.write_text(GAME.replace("c3 a-", "c2 a-"))
    walker.go("/replay")
    walker.page.locator("input[type=file]").set_input_files(file)
    problem = walker.page.locator(".problem").inner_text()
    assert "Line 4 cannot be read" in problem
    own = walker.page.locator(".problem [lang=en]").inner_text()  # the parser's own message
    assert own.startswith("line 4: round 1: c2: ")
    assert "(R14)" in problem
    assert walker.violations() == []
    walker.complaints.clear()  # the browser reports every status of 400 and up


def test_a_link_to_no_game_is_answered_kindly(walker: Walk) -> None:
    for path in ("/replay/ABCDEF/1", "/replay/NOSUCH"):
        walker.go(path)
        walker.page.get_by_text("There is no such game").wait_for()
    walker.complaints.clear()
