"""What a record told again looks like as JSON.

The first step has the whole view; each later one has only what changed. A game of twelve would
otherwise fill megabytes with what its reader knows already.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from calavera.record.changes import changed, changes
from calavera.record.json_text import JsonObject
from calavera.record.kinds import ListOf, Maybe, Number, Object, SomeKeys, Spread, Text
from calavera.record.reading import MOST_BYTES, MOST_COMMENTS
from calavera.record.record import Comment
from calavera.record.retelling import Retelling, SeatHolding, Step
from calavera.record.shapes import DISCS, SEAT, SEEN_EVENT, VIEW
from calavera.rules.events import SeenEvent
from calavera.rules.holding import Holding
from calavera.rules.seats import MOST_SEATS, Seat


class StepChange(NamedTuple):
    """A move and what followed from it."""

    events: tuple[SeenEvent, ...]
    """What these eyes saw happen."""

    view: JsonObject
    """What changed of the view; all of it in the first step."""

    holdings: tuple[SeatHolding, ...] | None
    """What the seats hold whose discs changed; none but for open eyes."""


_EYES: Final = Text(6, 1, "open|public|[a-l]")
_HOLDING: Final = Object(Holding, {"hand": DISCS, "stack": DISCS, "lost": DISCS})
_HOLDINGS: Final = Maybe(
    ListOf(Object(SeatHolding, {"seat": SEAT, "holding": Spread(_HOLDING)}), MOST_SEATS)
)
_STEP: Final = Object(
    StepChange,
    {
        "events": ListOf(SEEN_EVENT, MOST_SEATS),
        "view": SomeKeys(),
        "holdings": _HOLDINGS,
    },
    name="Step",
)


def _step_changes(steps: Iterable[Step]) -> Iterator[StepChange]:
    view: Any = {}
    known: tuple[SeatHolding, ...] = ()
    for step in steps:
        seen = json.loads(VIEW.write(step.view))
        held = step.holdings and tuple([one for one in step.holdings if one not in known])
        yield StepChange(step.events, changes(view, seen), held)
        view, known = seen, step.holdings or ()


def _steps(told: Iterable[StepChange]) -> tuple[Step, ...]:
    """The way back."""
    steps: list[Step] = []
    view: Any = {}
    held: dict[Seat, SeatHolding] = {}
    for step in told:
        view = changed(view, step.view)
        held |= {one.seat: one for one in step.holdings or ()}
        holdings = None if step.holdings is None else tuple(held.values())
        steps.append(Step(step.events, VIEW.decode(view), holdings))
    return tuple(steps)


RETELLING: Final = Object(
    Retelling,
    {
        "names": ListOf(Text(MOST_BYTES, 1), MOST_SEATS, least=2),
        "eyes": _EYES,
        "choice": ListOf(_EYES, MOST_SEATS + 2, least=1),
        "steps": ListOf(_STEP, MOST_BYTES, least=1, items=_step_changes, make=_steps),
        "comments": ListOf(
            Object(Comment, {"after": Number(0, MOST_BYTES), "text": Text(MOST_BYTES, 1)}),
            MOST_COMMENTS,
        ),
    },
)
