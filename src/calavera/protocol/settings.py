"""Settings of a table: players, variants, clock."""

from enum import Enum
from typing import Annotated, Final, NamedTuple, get_args, get_type_hints

from calavera.protocol.reasons import Reason, Refused
from calavera.record.codec.annotations import added
from calavera.record.codec.kinds import Number
from calavera.rules import IllegalSetup, Placement, Setup, set_up
from calavera.rules.model.seats import MOST_SEATS

LONGEST_TURN: Final = 600
LONGEST_RESERVE: Final = 3600
LONGEST_SHOWING: Final = 60


class TurnClock(NamedTuple):
    """How long a seat may think."""

    move: Annotated[int, Number(3, LONGEST_TURN)]
    """Seconds for each decision."""

    reserve: Annotated[int, Number(0, LONGEST_RESERVE)]
    """Reserve in seconds for the whole game, used when those of a decision are up."""


class BotPace(Enum):
    """How long bots take for a move."""

    USUAL = "usual"
    """About as long as people do."""

    FAST = "fast"
    """A fraction of a second."""

    def __repr__(self) -> str:
        return f"BotPace.{self.name}"


@added(pace=BotPace.USUAL.value, guest_bots=True)
class Settings(NamedTuple):
    """The settings of a table; the host can change them before a game."""

    players: Annotated[int, Number(2, MOST_SEATS)] = 4
    """The number of chairs."""

    tribes: Annotated[int, Number(1, 2)] = 1
    """Seats per player, 1 or 2 (R35)."""

    placement: Placement = Placement.SIMULTANEOUS
    """The order of step 1 (R7)."""

    clock: TurnClock | None = None
    """The turn clock, if there is one."""

    showing: Annotated[int, Number(0, LONGEST_SHOWING)] = 6
    """Seconds left for showing discs after a failure (R22)."""

    opens: bool = True
    """Whether the whole record is published after the game (R42)."""

    spectators: bool = True
    """Whether non-members may watch."""

    listed: bool = False
    """Whether the lobby lists the table; otherwise it is found only by its link or code."""

    talk: bool = True
    """Whether there is table talk."""

    pace: BotPace = BotPace.USUAL
    """How long bots take for a move."""

    guest_bots: bool = True
    """Whether bots of other people may take a chair; the server's own always may."""

    def setup(self) -> Setup:
        """The setup of the rules."""
        return set_up(self.players, tribes=self.tribes, placement=self.placement)


def check_types(settings: Settings) -> None:
    """Raises TypeError if a field has a wrong type, naming the field."""
    for name, kind in get_type_hints(Settings).items():
        value = getattr(settings, name)
        if isinstance(value, kind):
            continue
        kinds = get_args(kind) or (kind,)
        allowed = [
            f"{one.__name__}.{member.name}"
            for one in kinds
            if issubclass(one, Enum)
            for member in one
        ] or ["None" if one is type(None) else one.__name__ for one in kinds]
        raise TypeError(f"Settings({name}={value!r}): expected {' or '.join(allowed)}")


def check_settings(settings: Settings) -> None:
    """Raises Refused if no game can be played with them."""
    try:
        settings.setup()
    except IllegalSetup as error:
        raise Refused(Reason.BAD_MESSAGE, str(error)) from None
