"""Every lesson is completed by clicking, including wrong turns."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.stroll import Walk, needs_browser, with_and_without_server

pytestmark = [needs_browser, with_and_without_server]

WEB = Path(__file__).parents[2] / "web" / "src" / "learn"
MOST_STEPS = 100
WORDS = json.loads((WEB / "words" / "en.json").read_text())


def act(walker: Walk, view: dict[str, Any], action: dict[str, Any]) -> None:
    """Answer as a person does, with what is on the screen."""
    page = walker.page
    match action["type"]:
        case "place":
            word = "skull" if action["disc"] == "S" else "flower"
            walker.tap(page.locator(f".hand button[aria-label={word}]"))
        case "bid":
            chip = page.locator(f".bid .chip[data-key='{action['number']}']")
            walker.tap(chip)
            again = page.get_by_role("button", name="Tap again: all of them")
            if again.count():
                walker.tap(again)
        case "pass":
            walker.tap(page.get_by_role("button", name="Pass", exact=True))
        case "flip" | "name-first":
            seat = action.get("mat") or action["seat"]
            index = [mat["seat"] for mat in view["board"]["mats"]].index(seat)
            walker.tap(page.locator(".seat").nth(index).locator(".tap"))
        case "discard":
            word = "skull" if action["disc"] == "S" else "flower"
            walker.tap(page.locator(f".picks button[aria-label={word}]"))
        case "pick":
            walker.tap(page.locator(".picks .disc"))


def reached(walker: Walk, lesson: dict[str, Any], place: int | None, patience: int) -> bool:
    """Whether the lesson reaches that node."""
    page = walker.page
    if place is None:
        found = page.get_by_role("button", name="Once more")
    else:
        start = WORDS[lesson["nodes"][place]["words"]].split("[")[0][:40]
        found = page.locator(".low .card:not(.waiting)", has_text=start)
    try:
        found.wait_for(timeout=patience)
    except TooLate:
        return False
    return True


@pytest.mark.parametrize("number", range(7))
def test_a_lesson_from_beginning_to_end(walker: Walk, number: int) -> None:
    lesson = json.loads((WEB / "lessons.json").read_text())[number]
    walker.go(f"/learn/{lesson['name']}")
    place: int | None = 0
    taken_back: set[int] = set()
    for _ in range(MOST_STEPS):
        if place is None:
            break
        assert reached(walker, lesson, place, 40_000), lesson["nodes"][place]["words"]
        node = lesson["nodes"][place]
        if node["kind"] != "ask":
            walker.page.locator(".on .act:not(:disabled)").click()
            place = node["next"]
            continue
        if not taken_back:
            assert walker.violations() == []
        wrong = [c for c in node["choices"] if _is_note(lesson, c) and c["to"] not in taken_back]
        right = [c for c in node["choices"] if not _is_note(lesson, c)]
        choice = (wrong or right)[0]
        taken_back.add(choice["to"])
        view = lesson["views"][node["view"]]
        act(walker, view, choice["action"])
        if not reached(walker, lesson, choice["to"], 15_000):
            act(walker, view, choice["action"])  # a slow machine took it for a double tap
        place = choice["to"]
    assert place is None, "the lesson does not end"
    walker.page.get_by_role("button", name="Once more").wait_for()
    walker.go("/learn")
    walker.page.locator(".lessons .done").wait_for()


def _is_note(lesson: dict[str, Any], choice: dict[str, Any]) -> bool:
    return choice["to"] is not None and lesson["nodes"][choice["to"]]["kind"] == "note"
