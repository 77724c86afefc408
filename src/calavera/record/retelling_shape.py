"""What a record told again looks like as JSON."""

from typing import Final

from calavera.record.kinds import ListOf, Maybe, Number, Object, Spread, Text
from calavera.record.reading import MOST_BYTES, MOST_COMMENTS
from calavera.record.record import Comment
from calavera.record.retelling import Retelling, SeatHolding, Step
from calavera.record.shapes import DISCS, SEAT, SEEN_EVENT, VIEW
from calavera.rules.holding import Holding
from calavera.rules.seats import MOST_SEATS

_EYES: Final = Text(6, 1, "open|public|[a-l]")
_HOLDING: Final = Object(Holding, {"hand": DISCS, "stack": DISCS, "lost": DISCS})
RETELLING: Final = Object(
    Retelling,
    {
        "names": ListOf(Text(MOST_BYTES, 1), MOST_SEATS, least=2),
        "eyes": _EYES,
        "choice": ListOf(_EYES, MOST_SEATS + 2, least=1),
        "steps": ListOf(
            Object(
                Step,
                {
                    "events": ListOf(SEEN_EVENT, MOST_SEATS),
                    "view": VIEW,
                    "holdings": Maybe(
                        ListOf(
                            Object(SeatHolding, {"seat": SEAT, "holding": Spread(_HOLDING)}),
                            MOST_SEATS,
                        )
                    ),
                },
            ),
            MOST_BYTES,
            least=1,
        ),
        "comments": ListOf(
            Object(Comment, {"after": Number(0, MOST_BYTES), "text": Text(MOST_BYTES, 1)}),
            MOST_COMMENTS,
        ),
    },
)
