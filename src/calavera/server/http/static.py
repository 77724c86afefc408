"""Serves the built front end, with security headers."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from aiohttp import web

FOLDER: Final = Path(__file__).parents[2] / "web"
"""Where the build of the front end puts its files."""

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
        " img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self';"
        " worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
TLS_ONLY: Final = {"Strict-Transport-Security": "max-age=31536000"}
"""For a year, without subdomains, which may belong to somebody else."""

FOREVER: Final = "public, max-age=31536000, immutable"
HASHED: Final = re.compile(r"assets/|python/\w+-")
"""The names of files that change with their contents."""

ELSEWHERE: Final = ("metrics",)
"""Paths that have a port of their own, and are a 404 here."""

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Calavera</title>
<h1>Calavera</h1>
<p>The server is running. The pages are not built: <code>make web</code> builds them.</p>
"""


def security_headers(*, is_secure: bool) -> dict[str, str]:
    return {**HEADERS, **(TLS_ONLY if is_secure else {}), "Server": "calavera"}


def add_headers(app: web.Application, headers: Mapping[str, str]) -> None:
    """Add headers to every response of an application."""

    async def add(request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(headers)
        if request.path.startswith("/api"):
            response.headers.setdefault("Cache-Control", "no-store")

    app.on_response_prepare.append(add)


async def page(request: web.Request) -> web.StreamResponse:
    """A file of the front end, or the page that shows every screen."""
    name = request.match_info["path"]
    file = _file(name)
    if file is not None:
        kept = FOREVER if HASHED.match(name) else "no-cache"
        return web.FileResponse(file, headers={"Cache-Control": kept})
    if "." in name.rpartition("/")[2] or name.startswith("api/") or name in ELSEWHERE:
        raise web.HTTPNotFound
    index = FOLDER / "index.html"
    if not index.is_file():
        return web.Response(text=NOT_BUILT, content_type="text/html")
    return web.FileResponse(index, headers={"Cache-Control": "no-cache"})


def _file(name: str) -> Path | None:
    try:
        file = (FOLDER / name).resolve()
        return file if file.is_relative_to(FOLDER.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # not a valid file name
        return None


def routes() -> list[web.RouteDef]:
    return [web.get("/{path:.*}", page)]
