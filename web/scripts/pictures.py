"""The pictures of the README, taken from the real pages: `make pictures`, then look at them.

Needs what `make screenshots` needs, and Pillow.
"""

import io
from collections.abc import Iterator

import screenshots
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

OUT = screenshots.WEB.parent / "docs" / "pictures"
# The name of a picture: its address, its size, how many pixels a point has, and its light.
STILLS = {
    "desk-night": ("dev?state=bids-6", (1280, 800), 1, "dark"),
    "desk-day": ("dev?state=bids-6", (1280, 800), 1, "light"),
    "phone-home": ("dev?state=bid&screen=home", (390, 760), 1.25, "dark"),
    "phone-add": ("dev?state=add", (390, 760), 1.25, "light"),
    "phone-bid": ("dev?state=bid", (390, 760), 1.25, "dark"),
    "phone-won": ("dev?state=won", (390, 760), 1.25, "light"),
}
# The same flip twice: a flower, then a skull. The table is at rest before each.
FLIP = "dev?state=flip&flipping={disc}&after=2000"
SETTLED = 1900
FLIP_SIZE = (660, 600)
FLIP_CLIP = {"x": 0, "y": 58, "width": 660, "height": 336}
STEP = 50  # milliseconds from one frame to the next
LENGTHS = {"F": 1500, "S": 1450}
LAST = 1000  # how long the skull stays
WITHOUT_COACH = "localStorage.setItem('calavera-coach', '{\"on\": false}')"
QUALITY = 82
# CSS animations do not follow Playwright's clock: they are paused, and moved on by the same step.
MOVE_ON = """step => {
  for (const each of document.getAnimations()) {
    const at = each.currentTime;
    const fresh = each.playState !== 'paused';
    each.pause();
    const end = each.effect.getComputedTiming().endTime;
    const next = fresh ? 0 : Number(at) + step;
    if (next >= end) each.finish(); else each.currentTime = next;
  }
}"""


def image(page: Page, **options: object) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot(**options))).convert("RGB")


def take_stills(browser: Browser) -> None:
    for name, (address, (width, height), scale, light) in STILLS.items():
        context = browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            color_scheme=light,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.add_init_script(WITHOUT_COACH)
        screenshots.open_page(page, address, [])
        image(page).save(OUT / f"{name}.webp", quality=QUALITY, method=6)
        context.close()


def frames(browser: Browser, disc: str) -> Iterator[Image.Image]:
    """One flip, frame by frame: time moves on only between two frames."""
    width, height = FLIP_SIZE
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark")
    page = context.new_page()
    page.add_init_script(WITHOUT_COACH)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(f"http://localhost:{screenshots.PORT}/{FLIP.format(disc=disc)}")
    page.wait_for_load_state("networkidle")
    page.clock.run_for(screenshots.WELCOMED)
    page.wait_for_selector("#content")
    for moment in range(0, SETTLED + LENGTHS[disc], STEP):
        page.clock.run_for(STEP)
        page.evaluate(MOVE_ON, STEP)
        if moment >= SETTLED:
            yield image(page, clip=FLIP_CLIP)
    context.close()


def take_flip(browser: Browser) -> None:
    shown: list[Image.Image] = []
    lengths: list[int] = []
    for frame in (each for disc in LENGTHS for each in frames(browser, disc)):
        if shown and frame.tobytes() == shown[-1].tobytes():
            lengths[-1] += STEP
        else:
            shown.append(frame)
            lengths.append(STEP)
    lengths[-1] = LAST
    shown[0].save(
        OUT / "flip.webp",
        save_all=True,
        append_images=shown[1:],
        duration=lengths,
        loop=0,
        quality=QUALITY,
        method=6,
    )


def main() -> None:
    """Take all of them."""
    with screenshots.serving(), sync_playwright() as playwright:
        browser = screenshots.launch(playwright)
        take_stills(browser)
        take_flip(browser)
        browser.close()
    made = sorted(OUT.glob("*.webp"))
    for path in made:
        print(f"{path.stat().st_size:>9,}  {path.relative_to(OUT.parents[1])}")
    print(f"{sum(path.stat().st_size for path in made):>9,}  together")


if __name__ == "__main__":
    main()
