"""Joining a table and starting a game."""

from tests.browser.stroll import Walk


def open_table(walker: Walk, players: int, *, tribes: int = 1, bots: bool = True) -> str:
    """Create a table, with bots on the free chairs if wanted; return its code."""
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
    """Start as soon as everybody is ready."""
    walker.page.locator("button:not(:disabled)", has_text="Start the game").click()
    walker.page.locator(".dock").wait_for()


def join(walker: Walk, code: str, name: str) -> None:
    """Join by the code, from the first page."""
    page = walker.page
    walker.go("/")
    page.locator("input.code").fill(code.lower())
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.locator(".chairs .mine").wait_for()
