"""Which Host and Origin headers the server accepts: those of its own pages."""

from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from calavera.server.net.addresses import is_open_to_network

_LOOPBACK: Final = frozenset(("localhost", "127.0.0.1", "::1"))
_PORTS: Final = {"http": 80, "https": 443}


class Origin(NamedTuple):
    """Scheme, host and port of a page."""

    scheme: str
    host: str
    port: int


class Origins:
    """Checks the Host and Origin headers that browsers send.

    With a public URL the server answers under that host and under the names of the loopback
    interface. Without one, a server on the loopback interface answers under those names and the one
    it listens on: otherwise any site could point its own name at this machine and be one of our
    pages (DNS rebinding). A server that is open to the network without a public URL cannot know
    its names, and answers under any.
    """

    def __init__(self, public_url: str | None, host: str) -> None:
        self._public = _origin(public_url) if public_url else None
        self._names: frozenset[str] | None = None
        if self._public is not None:
            self._names = _LOOPBACK
        elif not is_open_to_network(host):
            self._names = _LOOPBACK | {host}

    def knows(self, headers: Mapping[str, str]) -> bool:
        """Whether the Host header, if there is one, names this server."""
        if self._names is None or "Host" not in headers:
            return True
        host = headers["Host"]
        if self._public is not None and _origin(f"{self._public.scheme}://{host}") == self._public:
            return True
        called = _origin(f"http://{host}")
        return called is not None and called.host in self._names

    def allow(self, headers: Mapping[str, str]) -> bool:
        """Whether a request comes from one of our pages, or not from a browser."""
        if not self.knows(headers):
            return False
        if "Origin" not in headers:
            return True
        origin = _origin(headers["Origin"])
        return origin is not None and origin in (self._public, self._own(headers.get("Host", "")))

    def _own(self, host: str) -> Origin | None:
        """The origin of a page that was loaded directly from this server."""
        own = _origin(f"http://{host}")
        is_behind_proxy = self._public is not None and (own is None or own.host not in _LOOPBACK)
        return None if is_behind_proxy else own


def _origin(url: str) -> Origin | None:
    """The origin of an absolute URL, with the scheme's default port if it names none."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    if not parts.hostname or port is None:
        return None
    return Origin(parts.scheme, parts.hostname, port)
