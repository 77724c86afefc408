"""Why a command or call is refused: the one list, from which schema and types are derived."""

from enum import Enum


class Reason(Enum):
    """Why a command or a call was refused."""

    BAD_MESSAGE = "bad-message"
    TOO_LARGE = "too-large"
    TOO_FAST = "too-fast"
    UNKNOWN_TABLE = "unknown-table"
    TABLE_FULL = "table-full"
    NOT_FOUND = "not-found"
    NOT_AT_TABLE = "not-at-table"
    NOT_HOST = "not-host"
    NOT_SEATED = "not-seated"
    NOT_READY = "not-ready"
    PLACE_TAKEN = "place-taken"
    TRIBE_TAKEN = "tribe-taken"
    UNKNOWN_BOT = "unknown-bot"
    WRONG_PHASE = "wrong-phase"
    WRONG_GAME = "wrong-game"
    WRONG_SEAT = "wrong-seat"
    NOT_YOUR_TURN = "not-your-turn"
    STALE = "stale"
    ILLEGAL = "illegal"
    TOO_SOON = "too-soon"
    NO_HINTS = "no-hints"
    TALK_IS_OFF = "talk-is-off"
    NO_SPECTATORS = "no-spectators"
    NO_BOTS = "no-bots"
    REMOVED = "removed"
    NOT_FINISHED = "not-finished"
    DAMAGED = "damaged"
    CLOSED = "closed"
    FORBIDDEN_ORIGIN = "forbidden-origin"
    NO_IDENTITY = "no-identity"
    BUSY = "busy"


class Refused(Exception):
    """A command or call that cannot be granted; only the caller learns of it."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason.value}: {detail}" if detail else reason.value)
        self.reason = reason
        self.detail = detail
