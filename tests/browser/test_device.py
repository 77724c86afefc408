"""A page that plays by itself, from a static host: nothing is lost, and it needs no connection."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Route

from tests.browser.hands import BREATH, MOST_LOOKS, Hands, play
from tests.browser.serving import SITE, Site
from tests.browser.stroll import FAST_CLOCK, Street, Town, Walk, needs_site, street_of

pytestmark = [needs_site, pytest.mark.parametrize("town", ["site"], indirect=True)]

WORKERS = """
window.workers = [];
window.Worker = class extends Worker {
  constructor(...how) { super(...how); window.workers.push(this); }
};
"""
"""So that a walk can kill the page's worker, as a browser does that has no memory left."""

NO_STORAGE = """
Object.defineProperty(self, "indexedDB", {
  value: { open() { throw new DOMException("denied", "SecurityError"); } },
});
"""
"""A browser that lets the page keep nothing."""

MAYBE_FULL = """
let isFull = false;
const channel = new BroadcastChannel("full");
channel.onmessage = ({ data }) => { isFull = data; channel.postMessage(data); };
const { put, add } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (...row) {
  if (!isFull) return put.apply(this, row);
  put.call(this, "", "full");
  return add.call(this, "", "full");
};
"""
"""A browser that aborts the transaction, as where there is no room."""

FILL = """(isFull) => new Promise((done) => {
  const channel = new BroadcastChannel("full");
  channel.onmessage = done;
  channel.postMessage(isFull);
})"""
"""Settles when the worker knows."""

MOVES = 12
"""Entries before something happens in the middle of a game."""

STORED = """async () => {
  const open = indexedDB.open("calavera-device");
  await new Promise((done) => (open.onsuccess = done));
  const rows = open.result.transaction("rows").objectStore("rows").getAllKeys();
  await new Promise((done) => (rows.onsuccess = done));
  open.result.close();
  return rows.result.filter((key) => key.startsWith("entry ")).length;
}"""


def in_worker(walker: Walk, script: str) -> None:
    """Run a script in the page's worker before anything else."""

    def add(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=FAST_CLOCK + script + answer.text())

    walker.page.route("**/worker-*.js", add)


def begin(walker: Walk) -> str:
    """Start a game against bots; return its table's code."""
    walker.go("/")
    walker.page.get_by_role("button", name="Play now").click()
    walker.page.locator(".dock .hand button").first.wait_for()
    return str(walker.page.url.rpartition("/")[2])


def until(walker: Walk, condition: str) -> None:
    """Wait for a condition in the page, whose policy lets Playwright's own way evaluate nothing."""
    for _ in range(MOST_LOOKS):
        if walker.page.evaluate(condition):
            return
        walker.page.wait_for_timeout(BREATH)
    raise AssertionError(condition)


def go_on(walker: Walk, hands: Hands) -> None:
    """Answer what is asked; a game that ends is followed by another."""
    page = walker.page
    kind = hands.look()
    if kind == "end":
        page.get_by_role("button", name="Play again").click()
        page.locator(".end").wait_for(state="detached")
    elif kind:
        hands.step(kind)
    page.wait_for_timeout(BREATH)


def moves(walker: Walk, count: int) -> None:
    """Play until that many more entries are stored."""
    hands = Hands(walker, 3)
    wanted = walker.page.evaluate(STORED) + count
    for _ in range(MOST_LOOKS):
        if walker.page.evaluate(STORED) >= wanted:
            return
        go_on(walker, hands)
    raise AssertionError("the game does not go on")


def shown(walker: Walk) -> dict[str, Any]:
    """What the table shows of the own player, once it is their turn."""
    page = walker.page
    page.locator(".dock.yours").wait_for()
    walker.ready()
    return {
        "round": page.locator(".bar .title").inner_text().strip(),
        "hand": page.locator(".hand button").evaluate_all("all => all.map(one => one.ariaLabel)"),
        "names": sorted(page.locator(".seat .name").all_inner_texts()),
    }


def own_turn(walker: Walk) -> None:
    """Play until a disc can be placed: then the table waits."""
    hands = Hands(walker, 5)
    for _ in range(MOST_LOOKS):
        if hands.look() in ("place", "add"):
            return
        go_on(walker, hands)
    raise AssertionError("it is never our turn")


def test_a_whole_game_its_record_and_its_list(street: Street, tmp_path: Path) -> None:
    walker = street.person()
    page = walker.page
    walker.go("/")
    assert page.get_by_role("button", name="Open a table").count() == 0
    assert page.locator("input.code, .lobby").count() == 0
    assert walker.violations() == []
    page.get_by_label("What should the table call you?").fill("Ana")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    code = begin(walker)
    page.get_by_label("Menu").click()
    assert page.get_by_role("link", name="On a TV").count() == 0
    page.keyboard.press("Escape")
    play([Hands(walker, 2)])
    assert walker.violations() == []

    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    assert saved.value.suggested_filename == f"calavera-{code}.skull"
    assert "Ana" in saved.value.path().read_text()

    page.get_by_role("button", name="Share", exact=True).click()
    page.locator("dialog img").wait_for()
    assert page.get_by_role("button", name="Share the replay").count() == 0
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Review").click()
    page.locator(".moment").first.wait_for()

    walker.go("/games")
    page.get_by_role("heading", name="In figures").wait_for()
    assert walker.violations() == []
    with page.expect_download() as zipped:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "games.zip"
    zipped.value.save_as(file)
    assert ZipFile(file).namelist() == [f"calavera-{code}-1.skull"]
    page.locator("a.game").click()
    page.locator(".player").wait_for()
    page.reload()
    page.locator(".player").wait_for()


def test_a_reload_and_a_killed_worker_lose_nothing(street: Street) -> None:
    walker = street.person()
    page = walker.page
    page.add_init_script(WORKERS)
    begin(walker)
    moves(walker, MOVES)
    own_turn(walker)
    before = shown(walker)
    stored = page.evaluate(STORED)
    page.reload()
    assert shown(walker) == before
    assert page.evaluate(STORED) == stored

    page.evaluate("workers.splice(0).forEach((one) => one.terminate())")
    until(walker, "workers.length === 1")  # the page has noticed
    page.locator(".held").wait_for(state="detached")
    assert shown(walker) == before
    moves(walker, 4)
    assert page.evaluate(STORED) > stored

    # A command that was sent to a dead worker is sent again to the next one.
    own_turn(walker)
    walker.ready()
    page.evaluate(
        """() => {
          workers.splice(0).forEach((one) => one.terminate());
          document.querySelector(".hand button").click();
        }"""
    )
    until(walker, "workers.length === 1")
    moves(walker, 4)


def test_leaving_in_the_middle_leaves_a_way_back(street: Street) -> None:
    walker = street.person()
    page = walker.page
    code = begin(walker)
    walker.go("/")
    page.get_by_role("link", name="Back to your table").click()
    page.locator(".dock .hand button").first.wait_for()
    assert page.url.endswith(f"#/t/{code}")


def test_of_two_tabs_one_plays(street: Street) -> None:
    first = street.person()
    code = begin(first)
    own_turn(first)
    before = shown(first)

    second = street.beside(first)
    second.go("/")
    second.page.get_by_role("heading", name="Calavera is open in another tab").wait_for()
    assert second.violations() == []
    second.go(f"/t/{code}")
    second.page.locator(".held").get_by_text("Calavera is open in another tab").wait_for()
    second.page.get_by_role("button", name="Play here instead").click()
    assert shown(second) == before
    assert first.page.locator(".held").get_by_text("is open in another tab").is_visible()
    moves(second, 4)
    own_turn(second)
    after = shown(second)

    # Closing the tab that plays is enough: the other one goes on by itself.
    second.page.close()
    first.page.locator(".held").wait_for(state="detached")
    assert shown(first) == after
    moves(first, 1)


def test_without_storage_it_says_so(street: Street) -> None:
    walker = street.person()
    page = walker.page
    in_worker(walker, NO_STORAGE)
    walker.go("/")
    page.get_by_role("heading", name="Nothing can be kept here").wait_for()
    assert walker.violations() == []
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Play now").click()
    page.locator(".dock .hand button").first.wait_for()


def test_a_full_device_says_so_and_goes_on_with_room(street: Street) -> None:
    walker = street.person()
    page = walker.page
    in_worker(walker, MAYBE_FULL)
    begin(walker)
    own_turn(walker)
    stored = page.evaluate(STORED)
    page.evaluate(FILL, True)
    walker.ready()
    page.locator(".hand button").first.click()
    page.get_by_text("This device has no room left").wait_for()
    page.get_by_text("Slowly, please").wait_for(state="detached")
    assert walker.violations() == []
    assert page.evaluate(STORED) == stored
    page.evaluate(FILL, False)
    moves(walker, 1)


@pytest.fixture
def own_site(town: Town, tmp_path: Path) -> Iterator[tuple[Street, Path]]:
    """A host of one walk, and the folder that it shows."""
    folder = tmp_path / "site"
    shutil.copytree(SITE, folder)
    site = Site(folder)
    site.start()
    try:
        with street_of(town, site) as street:
            yield street, folder
    finally:
        site.close()


def visit(street: Street) -> Walk:
    """Somebody whose browser keeps the page, and has it all."""
    walker = street.person(service_workers="allow")
    walker.go("/")
    walker.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(walker, "navigator.serviceWorker.controller !== null")
    return walker


def test_it_plays_without_a_host(own_site: tuple[Street, Path], tmp_path: Path) -> None:
    street, _ = own_site
    walker = visit(street)
    page = walker.page
    street.server.kill()
    begin(walker)
    moves(walker, 4)
    own_turn(walker)
    for path, part in (
        ("/learn/bid", ".low"),
        ("/rules", "main"),
        ("/hand-over", "ol input"),
        ("/explorer", "main"),
        ("/puzzle", ".choices button"),
    ):
        walker.go(path)
        page.locator(part).first.wait_for()
    walker.go("/")
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_text("Sofort spielen").wait_for()
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("link", name="Zurück an deinen Tisch").click()
    page.locator(".dock .hand button").first.wait_for()
    walker.complaints.clear()  # the browser reports that no new version can be looked for


def change(folder: Path, mark: str) -> None:
    """Build another version: one more word on the first page, and new hashes."""
    index = folder / "index.html"
    text = index.read_text()
    index.write_text(text.replace("<title>", f'<meta name="version" content="{mark}"><title>'))
    script = (
        "import { markVersion } from './version.js';"
        f"markVersion({json.dumps(str(folder))}, {{ isStatic: true }});"
    )
    subprocess.run(
        ["node", "--input-type=module", "-e", script],
        cwd=SITE.parent / "web" / "scripts",
        check=True,
    )


NEXT = "meta[name=version][content=next]"


def test_a_new_version_is_swapped_in_as_a_whole(own_site: tuple[Street, Path]) -> None:
    street, folder = own_site
    walker = visit(street)
    page = walker.page
    registration = f"navigator.serviceWorker.getRegistration('{street.server.address}/')"
    whole = folder / "manifest.webmanifest"
    manifest = whole.read_text()
    change(folder, "next")
    whole.write_text("damaged on its way")

    page.evaluate(f"{registration}.then((one) => one.update())")
    until(walker, f"{registration}.then((one) => one.installing === null)")
    page.reload()
    begin(walker)
    assert page.locator(NEXT).count() == 0

    whole.write_text(manifest)
    page.evaluate(f"{registration}.then((one) => one.update())")
    until(walker, f"{registration}.then((one) => one.waiting !== null)")
    # As long as one tab has a version, tabs that are loaded get the same.
    beside = street.beside(walker)
    beside.go("/learn")
    page.reload()
    page.locator(".dock .hand button").first.wait_for()
    assert page.locator(NEXT).count() == beside.page.locator(NEXT).count() == 0
    table = page.url
    outside = street.beside(walker)
    outside.page.goto(street.server.address.removesuffix("/deep/skull"))
    street.foreign_requests.remove(outside.page.url)
    beside.page.close()
    page.close()
    until(outside, f"{registration}.then((one) => one.waiting === null)")
    page = outside.page
    page.goto(table)
    page.locator(".dock .hand button").first.wait_for()
    assert page.locator(NEXT).count() == 1
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1
    street.server.kill()
    page.reload()
    page.locator(".dock .hand button").first.wait_for()
    assert page.locator(NEXT).count() == 1
    walker.complaints.clear()  # the browser reports the damaged file
    outside.complaints.clear()  # and the missing host
