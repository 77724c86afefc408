"""The packed Python in a real browser: what the pages' worker starts, run by tests and benchmarks.

A page of its own starts it with `web/src/worker/python.ts`, under the server's security policy.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from calavera.server.http.static import FOLDER, HEADERS

ROOT = Path(__file__).parents[2]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOADER = ROOT / "web/src/worker/python.ts"
BUNDLER = ROOT / "web/node_modules/.bin/rolldown"
OURS = ("tests/local/pages.py", "tests/local/features.py")
LONGEST = 600_000
"""Milliseconds of one run."""

PAGE = '<!doctype html><link rel="icon" href="icon" /><script type="module" src="page.js"></script>'
SCRIPT = """
const worker = new Worker("worker.js", { type: "module" });
window.run = (how) => new Promise((done, fail) => {
  worker.onmessage = ({ data }) => (data.error ? fail(new Error(data.error)) : done(data.result));
  worker.onerror = (event) => fail(new Error(event.message));
  worker.postMessage(how);
});
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(event.violatedDirective));
"""
WORKER = """
import { startPython } from "./loader.js";
let python;
const violations = [];
addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));
const tasks = {
  async start(files) {
    const began = performance.now();
    python = await startPython("/python/");
    const started = performance.now();
    python.pyimport("calavera.local.browser");
    for (const [name, text] of Object.entries(files)) {
      const path = "/repository/" + name;
      python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      python.FS.writeFile(path, text);
    }
    python.runPython("import sys; sys.path.append('/repository')");
    return { started: started - began, imported: performance.now() - started };
  },
  run: (code) => python.runPythonAsync(code),
  heap: () => python._module.HEAPU8.length,
  violations: () => violations,
};
onmessage = async ({ data: [task, ...given] }) => {
  try {
    postMessage({ result: await tasks[task](...given) });
  } catch (error) {
    postMessage({ error: String(error?.message ?? error) });
  }
};
"""


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder with the server's headers; yields its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


class PackedPython:
    """An interpreter in the worker of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(LONGEST)

    def _ask(self, *how: object) -> Any:
        return self.page.evaluate("how => window.run(how)", list(how))

    def start(self) -> Mapping[str, float]:
        """Start it; returns the milliseconds of both parts."""
        files = {name: (ROOT / name).read_text("utf-8") for name in OURS}
        times: Mapping[str, float] = self._ask("start", files)
        return times

    def run(self, code: str) -> Any:
        """Run a program, which may await; returns the value of its last expression."""
        return self._ask("run", code)

    def heap(self) -> int:
        """Bytes of its memory."""
        return int(self._ask("heap"))

    def violations(self) -> list[str]:
        """What the security policy has kept it or its page from."""
        page: list[str] = self.page.evaluate("window.violations")
        worker: list[str] = self._ask("violations")
        return page + worker


@contextlib.contextmanager
def packed_python() -> Iterator[PackedPython]:
    """Start the packed Python in a new browser."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        subprocess.run(
            [BUNDLER, LOADER, "--format", "esm", "-o", folder / "loader.js", "--logLevel=silent"],
            check=True,
        )
        for name, text in (("index.html", PAGE), ("page.js", SCRIPT), ("worker.js", WORKER)):
            (folder / name).write_text(text, "utf-8")
        (folder / "python").symlink_to(FOLDER / "python")
        with serving(folder) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            page = browser.new_page()
            page.goto(address)
            python = PackedPython(page)
            python.start()
            yield python
            browser.close()


def what_is_missing() -> str:
    """What the packed Python needs and is not there, or an empty string."""
    if not shutil.which(CHROMIUM):
        return f"there is no {CHROMIUM}"
    if not (FOLDER / "python/manifest.json").is_file() or not BUNDLER.is_file():
        return "make web has not been run"
    return ""
