"""The settings that call the server."""

from tests.browser.stroll import Walk, needs_browser

pytestmark = needs_browser


def test_devices_are_listed_and_others_signed_out(walker: Walk) -> None:
    page = walker.page
    walker.go("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Devices", exact=True).click()
    page.get_by_text("This device", exact=True).wait_for()
    assert walker.violations() == []
    before = page.context.cookies()
    page.get_by_role("button", name="Sign out all other devices").click()
    page.get_by_text("All other devices are signed out").wait_for()
    assert page.context.cookies() != before, "a copy of the old cookie would still be signed in"
