"""The JSON form of a replay.

The first step has the whole view, later steps only what changed. A game of twelve would otherwise
take megabytes.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from calavera.record.codec.annotations import object_of
from calavera.record.codec.json_text import JsonObject
from calavera.record.codec.kinds import ListOf, Maybe, Number, Object, SomeKeys, Spread, Text
from calavera.record.codec.shapes import SEEN_EVENT, VIEW
from calavera.record.reading import MOST_BYTES, MOST_COMMENTS
from calavera.record.record import Comment
from calavera.record.retelling.changes import changed, changes
from calavera.record.retelling.steps import Retelling, SeatHolding, Step
from calavera.rules.events import SeenEvent
from calavera.rules.model.holding import Holding
from calavera.rules.model.seats import MOST_SEATS, Seat


class StepChange(NamedTuple):
    """A move and what followed from it."""

    events: tuple[SeenEvent, ...]
    """The events as seen from this viewpoint."""

    view: JsonObject
    """The part of the view that changed; all of it in the first step."""

    holdings: tuple[SeatHolding, ...] | None
    """The holdings that changed; null except from the open viewpoint."""


_VIEWPOINT: Final = Text(6, 1, "open|public|[a-l]")
HOLDINGS: Final = ListOf(object_of(SeatHolding, holding=Spread(object_of(Holding))), MOST_SEATS)
_STEP: Final = Object(
    StepChange,
    {
        "events": ListOf(SEEN_EVENT, MOST_SEATS),
        "view": SomeKeys(),
        "holdings": Maybe(HOLDINGS),
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
    """The inverse of `_step_changes`."""
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
        "eyes": _VIEWPOINT,
        "choice": ListOf(_VIEWPOINT, MOST_SEATS + 2, least=1),
        "steps": ListOf(_STEP, MOST_BYTES, least=1, items=_step_changes, make=_steps),
        "comments": ListOf(
            Object(Comment, {"after": Number(0, MOST_BYTES), "text": Text(MOST_BYTES, 1)}),
            MOST_COMMENTS,
        ),
    },
)
