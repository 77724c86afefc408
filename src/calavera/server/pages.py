"""The pages that people see: the built front end, with the headers that keep them safe."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from aiohttp import web

FOLDER: Final = Path(__file__).parent.parent / "web"
"""Where the build of the front end puts its files."""

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
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
"""Browsers come by TLS alone for a year; other names of the domain are none of our business."""

FOREVER: Final = "public, max-age=31536000, immutable"
ELSEWHERE: Final = ("metrics",)
"""What has a port of its own: who asks here should learn that it is the wrong one."""

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Calavera</title>
<h1>Calavera</h1>
<p>The server is running. The pages are not built: <code>make web</code> builds them.</p>
"""


def safe_headers(*, is_secure: bool) -> dict[str, str]:
    """The headers of every answer."""
    return {**HEADERS, **(TLS_ONLY if is_secure else {}), "Server": "calavera"}


def add_headers(app: web.Application, headers: Mapping[str, str]) -> None:
    """Have every answer of an application carry headers."""

    async def add(request: web.Request, answer: web.StreamResponse) -> None:
        answer.headers.update(headers)
        if request.path.startswith("/api"):
            answer.headers.setdefault("Cache-Control", "no-store")

    app.on_response_prepare.append(add)


async def page(request: web.Request) -> web.StreamResponse:
    """A file of the front end, or the one page that shows every screen."""
    name = request.match_info["path"]
    file = _file(name)
    if file is not None:
        kept = FOREVER if name.startswith("assets/") else "no-cache"
        return web.FileResponse(file, headers={"Cache-Control": kept})
    if "." in name.rsplit("/", 1)[-1] or name.startswith("api/") or name in ELSEWHERE:
        raise web.HTTPNotFound
    index = FOLDER / "index.html"
    if not index.is_file():
        return web.Response(text=NOT_BUILT, content_type="text/html")
    return web.FileResponse(index, headers={"Cache-Control": "no-cache"})


def _file(name: str) -> Path | None:
    """The file of that name, if it is one of ours."""
    try:
        file = (FOLDER / name).resolve()
        return file if file.is_relative_to(FOLDER.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # no name that a file can have
        return None


def routes() -> list[web.RouteDef]:
    """Everything that is no call."""
    return [web.get("/{path:.*}", page)]
