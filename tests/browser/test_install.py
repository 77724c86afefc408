"""On the home screen of a phone: manifest, icons, and a page for when there is no connection."""

import json
import struct
from pathlib import Path

from tests.browser.stroll import Street, Walk, needs_browser

pytestmark = needs_browser


def size_of(png: bytes) -> str:
    """Width and height, from the image itself."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return f"{width}x{height}"


def test_it_can_be_installed(walker: Walk) -> None:
    page = walker.page
    walker.go("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    answer = page.request.get(f"{walker.address}{address}")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.text())
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    assert manifest["name"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        picture = page.request.get(walker.address + icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        assert Path(icon["src"]).suffix == ".svg" or size_of(picture.body()) == icon["sizes"]
    cdp = page.context.new_cdp_session(page)
    told = cdp.send("Page.getAppManifest")
    assert told["errors"] == []


def go_offline_at(walker: Walk, path: str) -> None:
    """A page that becomes unavailable once the service worker is installed."""
    page = walker.page
    walker.go(path)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.locator("main").wait_for()
    page.context.set_offline(True)
    page.reload()


def test_without_a_connection_a_page_says_so(walker: Walk) -> None:
    page = walker.page
    go_offline_at(walker, "/learn")
    page.get_by_text("No connection. The table is waiting for you.").wait_for()
    assert page.locator("section:visible").count() == 1
    assert walker.violations() == []
    page.get_by_role("link", name="Try now").click()
    page.get_by_text("No connection.").wait_for()
    assert page.url.endswith("/learn")
    page.context.set_offline(False)
    page.locator(".lessons").wait_for()  # automatically, on the same page
    walker.complaints.clear()  # the browser reports the lost connection


def test_it_says_so_in_the_language_and_the_light_that_were_chosen(walker: Walk) -> None:
    page = walker.page
    walker.go("/")
    page.evaluate("""localStorage.setItem("calavera", '{"locale": "it", "theme": "night"}')""")
    go_offline_at(walker, "/")
    page.get_by_text("Nessuna connessione.").wait_for()
    assert page.locator("section:visible").count() == 1
    look = "(name) => getComputedStyle(document.documentElement)[name]"
    assert page.evaluate(look, "colorScheme") == "dark"
    assert page.locator("html").get_attribute("lang") == "it"
    walker.complaints.clear()  # the browser reports the lost connection


def test_it_comes_back_when_the_server_does(mortal: Street) -> None:
    walker = mortal.person()
    page = walker.page
    walker.go("/replay")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.locator("main").wait_for()
    mortal.server.kill()
    page.reload()
    page.get_by_text("No connection.").wait_for()
    mortal.server.start()
    page.locator(".drop").wait_for()
    walker.complaints.clear()  # the browser reports the missing server
