"""What `make site` adds to the pages for hosts that only send files."""

import html
import re
from pathlib import Path

import pytest

from calavera.server.http.static import HEADERS

SITE = Path(__file__).parents[2] / "calavera-site"
FRAMES = "; frame-ancestors 'none'"
"""What only a header can say."""

pytestmark = pytest.mark.skipif(
    not (SITE / "index.html").is_file(), reason="make site has not been run"
)


def test_the_page_has_the_policy_of_the_server_before_anything_is_loaded() -> None:
    page = (SITE / "index.html").read_text("utf-8")
    found = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)" />', page)
    assert found
    policy = HEADERS["Content-Security-Policy"]
    assert policy.endswith(FRAMES)
    assert html.unescape(found[1]) == policy.removesuffix(FRAMES)
    assert found.start() < min(page.index("<script"), page.index("<link"))


def test_webassembly_is_all_that_was_loosened() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert policy.count("unsafe") == 1
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy


def test_the_folder_may_lie_anywhere() -> None:
    page = (SITE / "index.html").read_text("utf-8")
    assert not re.findall(r'(?:src|href)="/', page)
    assert '<meta name="calavera-mode" content="static" />' in page


def test_licences_are_in_the_folder() -> None:
    text = (SITE / "python/licences.txt").read_text("utf-8")
    for name in ("Mozilla Public License", "PYTHON SOFTWARE FOUNDATION LICENSE", "bzip2", "zlib"):
        assert name in text
