"""The screen shows nothing that the person may not know."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import calavera.terminal
from calavera.bots.contract.worlds import other_world
from calavera.rules import Event, Placement, Player, Setup, evolve, new_game, redact, set_up, view
from calavera.terminal.drawing.cast import cast_of
from calavera.terminal.drawing.paper import Paper
from calavera.terminal.play.host import Host, Transition
from calavera.terminal.play.pace import ReadingPace
from calavera.terminal.play.screen import LineScreen
from tests.games import play_out
from tests.terminal.paper import piped, written

PERSON = Player(0)
MOST_EVENTS = 60


def screened(setup: Setup, events: Sequence[Event]) -> str:
    """Everything that the person is shown of a game, including the table after every event."""
    console = piped()
    viewer = setup.viewer(PERSON)
    names = [f"P{index}" for index in range(setup.players)]
    screen = LineScreen(
        Paper(console), cast_of(setup, names, viewer.seats), ReadingPace(hurried=True)
    )
    state = new_game(setup)
    for event in events:
        before, state = state, evolve(state, event)
        seen = view(state, viewer)
        screen.tell([Transition(redact(event, viewer), before.board, seen)])
        screen.show_table(seen)
    return written(console)


@pytest.mark.parametrize(("players", "tribes"), [(3, 1), (4, 1), (2, 2)])
def test_two_worlds_look_the_same(players: int, tribes: int) -> None:
    setup = set_up(players, tribes=tribes, placement=list(Placement)[players % 2])
    rng = random.Random(players)
    events = play_out(setup, rng).events[:MOST_EVENTS]
    other = other_world(setup, events, setup.viewer(PERSON), rng)
    assert tuple(other) != events
    assert screened(setup, events) == screened(setup, other)


def test_nothing_is_uncovered_before_the_end() -> None:
    setup = set_up(3)
    host = Host(setup, ["a", "b", "c"], {}, seed=1)
    host.let_chance_act()
    with pytest.raises(ValueError, match="R41"):
        host.uncovered()


def test_only_the_host_holds_a_state() -> None:
    """Modules that draw cannot import states; a record goes only to the file."""
    room = Path(calavera.terminal.__file__).parent
    for path in room.glob("*.py"):
        if path.name != "host.py":
            names = set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
            assert not names & {"State", "new_game", "evolve", "states", "_state"}, path.name
