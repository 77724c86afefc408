"""Fixtures of walks through the pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.serving import Server, Site
from tests.browser.stroll import Street, Town, Walk, street_of


@pytest.fixture(scope="module")
def town(request: pytest.FixtureRequest) -> Iterator[Town]:
    """A server and a browser per module: no other event loop can run beside Playwright's."""
    server = Site() if getattr(request, "param", "server") == "site" else Server()
    server.start()
    try:
        with sync_playwright() as playwright:
            one = Town(playwright, server)
            yield one
            one.close()
    finally:
        server.close()


@pytest.fixture
def street(town: Town) -> Iterator[Street]:
    """Browsers for several people."""
    with street_of(town, town.server) as one:
        yield one


@pytest.fixture
def mortal(town: Town, tmp_path: Path) -> Iterator[Street]:
    """Browsers for several people, with a server that stores on disk and may be killed."""
    server = Server(f"sqlite:///{tmp_path}/tables.db")
    server.start()
    try:
        with street_of(town, server) as one:
            yield one
    finally:
        server.close()


@pytest.fixture
def walker(street: Street) -> Walk:
    """A person with a phone."""
    return street.person()
