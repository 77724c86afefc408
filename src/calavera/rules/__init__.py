"""What Skull is: frozen values and pure functions. No clock, no dice, no input or output.

`set_up` and `new_game` make a state; `legal_actions`, `decide` and `evolve` move it on;
`chance_outcomes` lists what chance can bring, `chance_events` draws it with the caller's
randomness; `redact` and `view` say what a viewer may know. Every rule has a number, R1 to R42: see
`rules.md` beside this file.
"""

from calavera.rules.actions import (
    Action,
    Bid,
    Discard,
    Flip,
    NameFirst,
    Pass,
    Pick,
    Place,
    Show,
    action_named,
)
from calavera.rules.chance import chance_events, chance_outcomes, draw
from calavera.rules.decide import decide
from calavera.rules.errors import Forbidden, IllegalAction
from calavera.rules.events import Event, SeenEvent
from calavera.rules.evolve import evolve, new_game
from calavera.rules.legal import legal_actions
from calavera.rules.model.board import Attempt, Bidding, Board, Mat
from calavera.rules.model.discs import Disc
from calavera.rules.model.holding import Holding
from calavera.rules.model.outcome import Ending, Outcome
from calavera.rules.model.phases import Phase
from calavera.rules.model.seats import PUBLIC, Player, Seat, Viewer, seat_letter, seat_named
from calavera.rules.model.setup import OUT, IllegalSetup, Placement, SeatStart, Setup, set_up
from calavera.rules.model.state import State
from calavera.rules.redact import redact
from calavera.rules.terms import is_burn_out, stoned, the_cop, under_the_gun
from calavera.rules.view import OwnSeat, View, view

__all__ = [
    "OUT",
    "PUBLIC",
    "Action",
    "Attempt",
    "Bid",
    "Bidding",
    "Board",
    "Disc",
    "Discard",
    "Ending",
    "Event",
    "Flip",
    "Forbidden",
    "Holding",
    "IllegalAction",
    "IllegalSetup",
    "Mat",
    "NameFirst",
    "Outcome",
    "OwnSeat",
    "Pass",
    "Phase",
    "Pick",
    "Place",
    "Placement",
    "Player",
    "Seat",
    "SeatStart",
    "SeenEvent",
    "Setup",
    "Show",
    "State",
    "View",
    "Viewer",
    "action_named",
    "chance_events",
    "chance_outcomes",
    "decide",
    "draw",
    "evolve",
    "is_burn_out",
    "legal_actions",
    "new_game",
    "redact",
    "seat_letter",
    "seat_named",
    "set_up",
    "stoned",
    "the_cop",
    "under_the_gun",
    "view",
]
