"""Short answers of a table to one listener."""

from calavera.table.messages import RefusedMessage, ServerMessage
from calavera.table.ports import Listener
from calavera.table.reasons import Refused
from calavera.table.shapes import SERVER_MESSAGE


def refuse(listener: Listener, command_id: str | None, refused: Refused) -> None:
    """Tell who asked, and nobody else."""
    listener.send(as_bytes(RefusedMessage(command_id, refused.reason, refused.detail[:1000])))


def as_bytes(message: ServerMessage) -> bytes:
    """A message as it is sent."""
    return SERVER_MESSAGE.write(message).encode("ascii")
