"""Where a server can be reached."""

import contextlib
import ipaddress
import socket
from typing import Final

EVERYWHERE: Final = ("0.0.0.0", "::", "")
LONGEST_ADDRESS: Final = 45
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has: connecting a UDP socket sends nothing, but picks the route."""


def is_open_to_network(host: str) -> bool:
    """Whether other machines can reach a server on that address."""
    return host not in ("localhost", "::1") and not host.startswith("127.")


def is_private(address: str) -> bool:
    """Whether an address is of this machine or of a private network."""
    try:
        return ipaddress.ip_address(address).is_private
    except ValueError:
        return False


def addresses(host: str, port: int) -> list[str]:
    """The URLs to open in a browser, those that others can open first."""
    if host not in EVERYWHERE:
        return [_url(host, port)]
    return [_url(one, port) for one in [*network_hosts(), "localhost"]]


def network_hosts() -> list[str]:
    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    usable = [host for host in found if not host.startswith("127.")]
    return list(dict.fromkeys(usable))


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def check_port(host: str, port: int) -> None:
    """Raise OSError if a server cannot listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def free_port(host: str, wanted: int, tries: int = 20) -> int:
    """The first free port from `wanted` on; `wanted` itself if none is free."""
    for port in range(wanted, wanted + tries):
        with contextlib.suppress(OSError):
            check_port(host, port)
            return port
    return wanted
