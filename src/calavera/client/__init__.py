"""Tables of a Calavera server from Python: for bots, for tools, for trying things out::

    with Client("http://127.0.0.1:8000") as client:
        table = client.join("KRTMWX")
        table.sit()
        table.ready()
        for moment in table:
            if moment.legal:
                table.act(moment.legal[0])

It looks as if everything happened in order; behind it a thread keeps the connection, answers the
server while you think, and connects again where it must. `docs/client.md` tells the rest.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from calavera.client.client import Client
    from calavera.client.client_table import ClientTable
    from calavera.client.errors import ClientError, ConnectionLost, TableClosed
    from calavera.client.moment import Moment
    from calavera.client.runner import BotRunner
    from calavera.protocol.reasons import Reason, Refused
    from calavera.protocol.settings import BotPace, Settings, TurnClock

_HOMES: Final = {
    "BotPace": "calavera.protocol.settings",
    "BotRunner": "calavera.client.runner",
    "Client": "calavera.client.client",
    "ClientError": "calavera.client.errors",
    "ClientTable": "calavera.client.client_table",
    "ConnectionLost": "calavera.client.errors",
    "Moment": "calavera.client.moment",
    "Reason": "calavera.protocol.reasons",
    "Refused": "calavera.protocol.reasons",
    "Settings": "calavera.protocol.settings",
    "TableClosed": "calavera.client.errors",
    "TurnClock": "calavera.protocol.settings",
}

__all__ = [
    "BotPace",
    "BotRunner",
    "Client",
    "ClientError",
    "ClientTable",
    "ConnectionLost",
    "Moment",
    "Reason",
    "Refused",
    "Settings",
    "TableClosed",
    "TurnClock",
]


def __getattr__(name: str) -> Any:
    """Loads what is asked for: the command line looks in here without needing a network."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
