"""Which pages may talk to this server: its own."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from calavera.server.addresses import is_open_to_network

_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


class Origins:
    """Requests of browsers say which page they come from; those of programs do not."""

    def __init__(self, public_url: str | None, host: str) -> None:
        self._public = _authority(public_url) if public_url else None
        self._names = None if public_url or is_open_to_network(host) else {*_LOOPBACK, host}

    def knows(self, headers: Mapping[str, str]) -> bool:
        """Whether the request calls the server by one of its names.

        A server for this machine alone has few; somebody else's page that has its own name lead
        here would otherwise be one of ours.
        """
        if self._names is None or "Host" not in headers:
            return True
        return _name(headers["Host"]) in self._names

    def allow(self, headers: Mapping[str, str]) -> bool:
        """Whether the request comes from one of our pages, or from a program."""
        if not self.knows(headers):
            return False
        origin = headers.get("Origin")
        if origin is None:
            return True
        asked = _authority(origin)
        return bool(asked) and asked in (headers.get("Host", "").lower(), self._public)


def _name(authority: str) -> str:
    """Of host and port the host."""
    try:
        return urlsplit(f"//{authority}").hostname or ""
    except ValueError:
        return ""


def _authority(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""
