"""Every screen in each of the five languages, switched without a reload, no English left."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.rooms import open_table
from tests.browser.stroll import Street, Walk, needs_browser

pytestmark = needs_browser

MESSAGES = Path(__file__).parents[2] / "web" / "messages"
NAMES = {"en": "English", "it": "Italiano", "fr": "Français", "de": "Deutsch", "es": "Español"}


def texts(message: Any) -> set[str]:
    """The constant parts of a message, without names and numbers."""
    if isinstance(message, list):
        return {text for one in message for value in one["match"].values() for text in texts(value)}
    return set() if "{" in message else {message}


def foreign(locale: str) -> list[str]:
    """English texts that this language translates differently."""
    english = json.loads((MESSAGES / "en.json").read_text())
    other = json.loads((MESSAGES / f"{locale}.json").read_text())
    spoken = {text for message in other.values() for text in texts(message)}
    said = {text for message in english.values() for text in texts(message)}
    return sorted(said - spoken)


def check(walker: Walk, locale: str, where: str) -> None:
    """Check that the page is in the language, declares it, and lacks no text."""
    page = walker.page
    assert page.locator("html").get_attribute("lang") == locale, where
    shown = page.evaluate(
        """() => [...document.querySelectorAll("body *")].flatMap((one) => [
          ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
          ...["aria-label", "placeholder", "title"].map((name) => one.getAttribute(name) ?? ""),
        ]).map((text) => text.trim()).filter(Boolean)"""
    )
    assert set(shown) & set(foreign(locale)) == set(), where
    assert [text for text in shown if "undefined" in text or "{" in text] == [], where


@pytest.mark.parametrize("locale", sorted(NAMES))
def test_each_screen_speaks_it(street: Street, locale: str) -> None:
    walker = street.person()
    page = walker.page
    code = open_table(walker, 3)
    walker.go("/")
    page.evaluate("window.isTheSamePage = true")
    page.get_by_role("button", name=NAMES[locale], exact=True).click()
    page.locator(f"html[lang={locale}]").wait_for()
    page.locator(".lobby").wait_for()
    assert page.evaluate("window.isTheSamePage")
    check(walker, locale, "home")
    page.locator(".corner").click()
    page.get_by_role("dialog").wait_for()
    check(walker, locale, "settings")
    walker.go(f"/t/{code}")
    page.locator(".chairs .mine").wait_for()
    check(walker, locale, "room")
    page.locator(".act:not(:disabled)").click()
    page.locator(".dock .hand").wait_for()
    check(walker, locale, "game")
    for path, there in (
        (f"/t/{code}/tv", ".seat"),
        ("/learn", ".lessons"),
        ("/learn/disc", ".card:visible"),
        ("/replay", ".drop"),
        ("/explorer", "[data-moment]"),
        ("/hand-over", "ol input"),
        ("/t/QQQQQQ", ".candle.out"),
    ):
        walker.go(path)
        page.locator(there).first.wait_for()
        check(walker, locale, path)
    walker.complaints.clear()  # the browser reports the missing table


def test_a_newcomer_is_given_a_name_in_their_language(street: Street) -> None:
    page = street.person(locale="de-DE").page
    page.goto(street.server.address)
    name = page.locator("input[autocomplete=nickname]")
    page.wait_for_function("() => document.querySelector('input[autocomplete=nickname]')?.value")
    assert name.input_value().startswith("Gast ")
    page.reload()
    page.wait_for_function("() => document.querySelector('input[autocomplete=nickname]')?.value")
    assert name.input_value().startswith("Gast ")


def test_an_address_that_names_nothing_says_so(walker: Walk) -> None:
    walker.go("/nowhere")
    walker.page.get_by_text("There is nothing at that address.").wait_for()
    assert walker.violations() == []
    walker.complaints.clear()  # the browser reports that it is missing
