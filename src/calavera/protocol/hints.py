"""A hint as JSON: the mix of the bot, and its reasons as codes with numbers."""

import re
from typing import Any, Final

from calavera.bots.hints import MOST_REASONS, REASONS, Considered, Hint, HintReason
from calavera.record.codec.annotations import object_of, tagged, union_of
from calavera.record.codec.kinds import ListOf, Maybe, Number, OneOf
from calavera.record.codec.shapes import ACTION, BID_NUMBER, FEW, MOST_CHOICES, SEAT
from calavera.rules.model.seats import MOST_SEATS

PERCENT: Final = Number(0, 100, "Percent", "A share or a chance, in whole per cent.")
_SEATS: Final = Number(0, MOST_SEATS)
_KINDS: Final[dict[str, Any]] = {
    "seat": SEAT,
    "chance": PERCENT,
    "difference": PERCENT,
    "flowers": FEW,
    "needed": BID_NUMBER,
    "bid": BID_NUMBER,
    "stacks": _SEATS,
    "bidders": _SEATS,
    "before": _SEATS,
}


def code_of(kind: type[HintReason]) -> str:
    """The code of a kind of reason: `UnseenStacks` is `unseen-stacks`."""
    return re.sub("(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


for _kind in REASONS:
    tagged(code_of(_kind))(_kind)
    object_of(_kind, **{field: _KINDS[field] for field in _kind._fields})

HINT_REASON: Final[OneOf[HintReason]] = union_of(
    "HintReason", "A statement about what the player of a hint knows.", HintReason
)
_OPTION: Final = object_of(Considered, action=ACTION, share=PERCENT, wins=Maybe(PERCENT))
HINT: Final = object_of(
    Hint,
    options=ListOf(_OPTION, MOST_CHOICES, 1),
    wins=Maybe(PERCENT),
    reasons=ListOf(HINT_REASON, MOST_REASONS),
)
