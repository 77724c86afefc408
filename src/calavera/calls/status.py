"""The HTTP status of each refusal."""

from typing import Final

from calavera.protocol.reasons import Reason

STATUS: Final = {
    Reason.UNKNOWN_TABLE: 404,
    Reason.NOT_FOUND: 404,
    Reason.NOT_FINISHED: 409,
    Reason.DAMAGED: 410,
    Reason.TOO_FAST: 429,
    Reason.TOO_LARGE: 413,
    Reason.FORBIDDEN_ORIGIN: 403,
    Reason.NO_SPECTATORS: 403,
    Reason.NO_BOTS: 403,
    Reason.REMOVED: 403,
    Reason.NO_IDENTITY: 401,
    Reason.BUSY: 503,
}
"""Any other reason is a 400."""
