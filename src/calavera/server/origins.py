"""Which pages may talk to this server: its own."""

from collections.abc import Mapping
from urllib.parse import urlsplit


class Origins:
    """Requests of browsers say which page they come from; those of programs do not."""

    def __init__(self, public_url: str | None) -> None:
        self._public = _authority(public_url) if public_url else None

    def allow(self, headers: Mapping[str, str]) -> bool:
        """Whether the request comes from one of our pages, or from a program."""
        origin = headers.get("Origin")
        if origin is None:
            return True
        asked = _authority(origin)
        return bool(asked) and asked in (headers.get("Host", "").lower(), self._public)


def _authority(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""
