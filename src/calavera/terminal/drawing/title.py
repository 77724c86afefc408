"""The heading of a recorded game: players, setup, starting position."""

from collections.abc import Iterator

from rich.text import Text

from calavera.record import Record
from calavera.rules import Placement, Seat, Setup
from calavera.rules.model.setup import WHOLE_TRIBE
from calavera.terminal.drawing import theme
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.mats import discs
from calavera.terminal.drawing.paper import clean
from calavera.terminal.drawing.sentences import capital, listed, spelled_out
from calavera.terminal.drawing.theme import tribe_of

_ONE_BOX = 6


def title(record: Record, cast: Cast) -> Iterator[Text]:
    """The lines above the first round."""
    yield Text(listed(cast.names), theme.STRONG)
    yield Text(agreed(record.setup))
    if any(entry != WHOLE_TRIBE for entry in record.setup.start):
        entries = [_start(record.setup, seat, cast) for seat in record.setup.seats]
        yield Text("The start: ").append_text(Text("; ").join(entries)).append(".")
    if not record.is_full:
        yield Text(
            "A view of the game: discs that its viewer did not know stay unknown.", theme.COLD
        )
    for key, value in record.tags:
        yield Text(f"{clean(key)}: {clean(value)}", theme.QUIET)


def agreed(setup: Setup) -> str:
    """The setup in a sentence or two."""
    tribes = "one tribe each" if setup.tribes == 1 else "two tribes each"
    order = {
        Placement.SIMULTANEOUS: "everyone places at once",
        Placement.FIRST_LAST: "the first player places last",
    }
    said = f"{capital(spelled_out(setup.players, 'player'))}, {tribes}; {order[setup.placement]}."
    if len(setup.start) == 2:
        return f"{said} A duel, which is a house rule."
    return f"{said} Two boxes." if len(setup.start) > _ONE_BOX else said


def _start(setup: Setup, seat: Seat, cast: Cast) -> Text:
    entry = setup.start[seat]
    text = Text(f"{cast.label(seat)} ")
    if not entry.discs:
        return text.append("out")
    text.append_text(discs(entry.discs, tribe_of(seat)))
    return text.append(" with a success") if entry.wins else text
