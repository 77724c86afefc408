"""A disc that turns over: every frame, and what nothing may tell before."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot

from calavera.rules import (
    Action,
    Bid,
    Disc,
    Flip,
    Pass,
    Place,
    Seat,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.events import AttemptFailed, DiscFlipped
from calavera.terminal.drawing.cast import cast_of
from calavera.terminal.play.host import Transition
from calavera.terminal.play.pace import (
    A_BREATH,
    A_LONG_BREATH,
    A_STANDSTILL,
    breath_before,
    rest_after,
)
from calavera.terminal.screen import gate as gate_module
from calavera.terminal.screen.gate import Gate, SessionApp
from calavera.terminal.screen.palette import FULL, NONE, SIXTEEN, Palette
from calavera.terminal.screen.scene import Turn
from tests.terminal.screen.driving import driven, until

A, B, C = map(Seat, range(3))
SETUP = set_up(3)
CAST = cast_of(SETUP, ("Ana", "Bo", "Cy"), SETUP.viewer(SETUP.owner(A)).seats)


def attempt(bo: Disc) -> list[Transition]:
    """What Ana sees until she has turned over her own two discs and Bo's."""
    viewer = SETUP.viewer(SETUP.owner(A))
    state, told = new_game(SETUP), []
    first = next(event for event, _ in chance_outcomes(state) if getattr(event, "first", 0) == A)
    script: Sequence[tuple[Seat, Action]] = (
        (A, Place(Disc.FLOWER)), (B, Place(bo)), (C, Place(Disc.FLOWER)), (A, Place(Disc.FLOWER)),
        (B, Bid(1)), (C, Pass()), (A, Bid(4)), (A, Flip(A)), (A, Flip(A)), (A, Flip(B)),
    )  # fmt: skip
    batches: list[tuple[Seat, Action] | None] = [None, *script]
    for batch in batches:
        for event in (first,) if batch is None else decide(state, *batch):
            before, state = state.board, evolve(state, event)
            told.append(Transition(redact(event, viewer), before, view(state, viewer)))
    return told


class Look(NamedTuple):
    """Everything on the screen at one moment."""

    turn: Turn | None
    screen: tuple[str, ...]
    log: tuple[str, ...]


def looks(bo: Disc, colours: Palette) -> list[Look]:
    """Every picture from the first disc that is lifted on."""
    taken: list[Look] = []

    def session(gate: Gate) -> int:
        gate.seat(CAST, ())
        gate.tell(attempt(bo))
        return 0

    app = SessionApp(colours, session, motion=True, fast=False)
    show = app.show_idle

    def take(text: str) -> None:
        """After the last call for a scene, draw all of it."""
        show(text)
        canvases = [part.canvas for part in (app.head, app.table, app.bar)]
        rows = [str(canvas.row(y)) for canvas in canvases for y in range(canvas.height)]
        turning = app.table.scene.turning if app.table.scene else None
        turn = turning.turn if turning else None
        taken.append(Look(turn, tuple(rows), tuple(line.plain for line in app.told)))

    app.show_idle = take  # type: ignore[method-assign]

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: not app.is_running)

    driven(app, deed)
    first = next(index for index, look in enumerate(taken) if look.turn is Turn.LIFTED)
    return taken[first:]


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "A_FRAME", 0.0)
    monkeypatch.setattr(gate_module, "breath_before", lambda _: 0.0)
    monkeypatch.setattr(gate_module, "rest_after", lambda *_: 0.0)


@pytest.mark.parametrize("colours", [FULL, SIXTEEN, NONE])
def test_nothing_tells_a_disc_before_it_has_turned(colours: Palette) -> None:
    """Two worlds: until the last disc stands on its edge, the whole screen is the same."""
    flower, skull = looks(Disc.FLOWER, colours), looks(Disc.SKULL, colours)
    last = max(index for index, look in enumerate(skull) if look.turn is Turn.EDGE)
    assert flower[: last + 1] == skull[: last + 1]
    assert flower[last + 1].turn is skull[last + 1].turn is Turn.OPENING
    assert flower[last + 1].screen != skull[last + 1].screen
    assert flower[last + 1].log == skull[last + 1].log, "words come after the picture"
    flips = [line for line in skull[-1].log if "flip" in line]
    assert flips[-1] == "You flip Bo's top disc ... ☠ skull!"


def test_each_disc_lifts_turns_and_lies() -> None:
    turns = [look.turn for look in looks(Disc.FLOWER, NONE)]
    assert turns == [*Turn, None] * 3


def test_a_skull_is_no_flower_that_was_found() -> None:
    *_, flipped, _ = looks(Disc.SKULL, FULL)
    text = "\n".join(flipped.screen)
    assert "☠  skull  ☠" in text
    assert "○" not in text, "no flowers are counted any more"
    assert str(FULL.chill.bgcolor) in text, "the light is cold before anybody says so"


def test_the_breath_grows_and_a_skull_stops_everything() -> None:
    flips = [one for one in attempt(Disc.SKULL) if isinstance(one.event, DiscFlipped)]
    breaths = [breath_before(one.before) for one in flips]
    assert breaths == [A_BREATH, A_BREATH, (A_BREATH + A_LONG_BREATH) / 2]
    last = flips[-1].after
    nearly = last._replace(attempt=last.attempt and last.attempt._replace(flips=3))
    assert breath_before(nearly) == A_LONG_BREATH
    rests = [rest_after(one.event.disc, one.after) for one in flips]  # type: ignore[union-attr]
    assert rests == [0.0, 0.0, A_STANDSTILL]
    assert isinstance(attempt(Disc.SKULL)[-1].event, AttemptFailed)
