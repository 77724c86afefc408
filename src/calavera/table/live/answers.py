"""Short replies of a table to one listener."""

from calavera.protocol.messages import RefusedMessage, ServerMessage
from calavera.protocol.reasons import Refused
from calavera.protocol.shapes import SERVER_MESSAGE
from calavera.table.live.ports import Listener


def refuse(listener: Listener, command_id: str | None, refused: Refused) -> None:
    """Send a refusal to the client that sent the command."""
    listener.send(as_bytes(RefusedMessage(command_id, refused.reason, refused.detail[:1000])))


def as_bytes(message: ServerMessage) -> bytes:
    """A message as bytes for the socket."""
    return SERVER_MESSAGE.write(message).encode("ascii")
