"""The picture of the full-screen game for the documentation.

`python -m tests.terminal.screen.picture docs/pictures/terminal.png` renews it; look at it before
you commit. Needs Pillow (`make docs` installs it), which makes the file small.
"""

import shutil
import sys
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright
from textual.pilot import Pilot

from calavera.bots import Bold, Cautious, Mirror
from calavera.terminal.screen.palette import FULL
from calavera.terminal.screen.play import game_app
from tests.terminal.screen.driving import asks, by_key, driven, is_past, until

SEED = 8


def screen() -> str:
    """A game in which several have bid, as an SVG."""
    app = game_app(
        players=6, seed=SEED, opponents=[Cautious, Bold, Mirror], fast=True, colours=FULL
    )
    taken: list[str] = []

    async def deed(pilot: Pilot[Any]) -> None:
        for _ in range(60):
            await until(pilot, lambda: asks(app) is not None)
            scene, choices = app.table.scene, asks(app)
            assert choices is not None
            if scene is not None and scene.board.bidding and len(scene.bids) > 2:
                taken.append(app.export_screenshot())
                return
            await by_key(pilot, app, choices.options[0])
            await until(pilot, partial(is_past, app, choices))
        taken.append(app.export_screenshot())

    driven(app, deed)
    return taken[0]


def main(path: Path) -> None:
    drawn = screen()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page()
        style = "body { margin: 0 } svg { display: block; width: 1000px }"
        page.set_content(f"<style>{style}</style>{drawn}")
        page.locator("svg").screenshot(path=path, omit_background=True)
        browser.close()
    picture = Image.open(path)
    picture.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        path, optimize=True
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
