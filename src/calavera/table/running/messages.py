"""Messages of clients, before a table takes them, and how it turns clients away."""

from typing import Final

from calavera.protocol.commands import Command
from calavera.protocol.fields import COMMAND_ID
from calavera.protocol.messages import ByeReason
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.shapes import COMMAND
from calavera.record.codec.errors import CodecError
from calavera.record.codec.json_text import read_json

BYES: Final = {
    Reason.UNKNOWN_TABLE: ByeReason.UNKNOWN_TABLE,
    Reason.NO_SPECTATORS: ByeReason.NO_SPECTATORS,
    Reason.CLOSED: ByeReason.CLOSED,
    Reason.REMOVED: ByeReason.REMOVED,
    Reason.TOO_FAST: ByeReason.FLOODING,
    Reason.DAMAGED: ByeReason.DAMAGED,
}
"""Why a client that may not be at a table is sent away."""


class UnreadableCommand(Refused):
    """A message that is no command; with its id, so that its sender knows which one it was."""

    def __init__(self, command_id: str | None, detail: str) -> None:
        super().__init__(Reason.BAD_MESSAGE, detail)
        self.id = command_id


def read_command(message: bytes) -> Command:
    """The command of a message; raises UnreadableCommand."""
    data: object = None
    try:
        data = read_json(message)
        return COMMAND.decode(data)
    except CodecError as error:
        raise UnreadableCommand(_id_in(data), str(error)) from None


def _id_in(data: object) -> str | None:
    try:
        return COMMAND_ID.decode(data["id"]) if isinstance(data, dict) else None
    except (CodecError, KeyError):
        return None


def read_since(text: str) -> int | None:
    """The version after which a client resumes; None for anything else."""
    is_number = text.isascii() and text.isdigit() and len(text) < 12
    return int(text) if is_number else None
