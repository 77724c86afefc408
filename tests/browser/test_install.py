"""On the home screen of a phone: manifest and icons."""

import json
import struct
from pathlib import Path

from tests.browser.stroll import Walk, needs_browser

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
    assert (manifest["display"], manifest["start_url"]) == ("standalone", ".")
    assert manifest["name"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        picture = page.request.get(f"{walker.address}/{icon['src']}")
        assert picture.headers["content-type"] == icon["type"]
        assert Path(icon["src"]).suffix == ".svg" or size_of(picture.body()) == icon["sizes"]
    cdp = page.context.new_cdp_session(page)
    told = cdp.send("Page.getAppManifest")
    assert told["errors"] == []
