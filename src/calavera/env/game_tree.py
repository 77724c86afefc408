"""Skull as a tree for solvers: chance deals, draws and picks; a node knows what each player saw.

What a player knows is the list of what `redact` returned to it. Some seats may begin with a skull
or without, as in `calavera solve`: then chance deals first, and only the seat's player sees it.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from calavera.arena.encoding.observation import (
    OWN_FIELDS,
    SEAT_FIELDS,
    SEATS_AT,
    TABLE_FIELDS,
    observe,
)
from calavera.env.information_state import Size, token
from calavera.env.table import table_of
from calavera.rules import (
    OUT,
    PUBLIC,
    Disc,
    Event,
    IllegalSetup,
    Placement,
    Player,
    Seat,
    SeatStart,
    SeenEvent,
    Setup,
    State,
    Viewer,
    evolve,
    new_game,
    redact,
    seat_letter,
    seat_named,
    set_up,
    view,
)
from calavera.rules.events import DiscsShuffled, RoundBegan
from calavera.rules.model.discs import disc_letters
from calavera.rules.model.seats import MOST_SEATS
from calavera.solve.model.duel_position import seat_start
from calavera.solve.model.query import read_seat

MOST_PLAYERS: Final = 6


class Deal(NamedTuple):
    """What a seat has at the start, as everybody knows it."""

    discs: int
    wins: int
    belief: float
    """How likely the skull is among the discs."""

    @property
    def is_hidden(self) -> bool:
        """Whether chance decides."""
        return 0.0 < self.belief < 1.0

    def start(self, skull: bool) -> SeatStart:
        """What the seat has."""
        return seat_start(self.discs, self.wins, skull=skull) if self.discs else OUT


class Table(NamedTuple):
    """The parameters of a game, understood."""

    placement: Placement
    deals: tuple[Deal, ...]
    first: Seat | None
    """Who begins; drawn if nobody is named (R4)."""

    @property
    def size(self) -> Size:
        """How long it can get."""
        discs = sum(deal.discs for deal in self.deals)
        to_turn = sum(1 for deal in self.deals if deal.discs and not deal.wins)
        return Size(len(self.deals), discs, to_turn)

    @property
    def hidden(self) -> list[Seat]:
        """The seats whose skull chance deals."""
        return [Seat(number) for number, deal in enumerate(self.deals) if deal.is_hidden]

    def set_up(self, skulls: Iterable[bool]) -> Setup:
        """The table with these skulls for the hidden seats; raises IllegalSetup."""
        dealt = iter(skulls)
        starts = [
            deal.start(next(dealt) if deal.is_hidden else deal.belief == 1.0) for deal in self.deals
        ]
        return set_up(len(starts), placement=self.placement, start=starts)


def table_of_parameters(players: int, placement: str, start: str, first: str) -> Table:
    """The table; raises IllegalSetup, SolveError or ValueError."""
    whole = table_of(players, placement=placement)
    if players > MOST_PLAYERS:
        raise IllegalSetup(
            f"players: {players} are too many; python_skull takes 2 to {MOST_PLAYERS}"
        )
    entries = start.split() or ["FFFS"] * players
    if len(entries) != players:
        raise IllegalSetup(f"start {start!r}: an entry for each of {players} players is needed")
    deals = tuple(Deal(0, 0, 0.0) if each == "-" else Deal(*read_seat(each)) for each in entries)
    beginner = seat_named(first) if first else None
    if beginner is not None and (beginner >= players or not deals[beginner].discs):
        raise IllegalSetup(f"first {first!r}: that seat is not in")
    table = Table(whole.placement, deals, beginner)
    table.set_up([True] * players)
    return table


class Moment(NamedTuple):
    """A node of the game tree; it never changes, so that copies of a history share it."""

    skulls: tuple[bool, ...] = ()
    """What chance has dealt to hidden seats."""

    state: State | None = None
    seen: tuple[tuple[SeenEvent, ...], ...] = ()
    """The events as each player has seen them, and at last as the public has."""

    texts: tuple[str, ...] = ()
    """The same as text."""

    def had_skull(self, seat: Seat) -> bool:
        """Whether a seat began with its skull."""
        return self.state is not None and Disc.SKULL in self.state.board.setup.start[seat].discs

    def __deepcopy__(self, _: Any) -> "Moment":
        return self


def first_moment(table: Table, skulls: tuple[bool, ...] = ()) -> Moment:
    """Before the first event, as far as the hidden seats are dealt."""
    if len(skulls) < len(table.hidden):
        return Moment(skulls)
    setup = table.set_up(skulls)
    starts = [disc_letters(each.discs) for each in setup.start]
    texts = [f"{seat_letter(seat)} {starts[seat]} |" for seat in setup.seats]
    moment = Moment(skulls, new_game(setup), ((),) * len(viewers_of(setup)), (*texts, "|"))
    return moment if table.first is None else after(moment, (RoundBegan(1, table.first),))


def after(moment: Moment, events: Iterable[Event]) -> Moment:
    """What follows from events."""
    state = moment.state
    assert state is not None
    viewers = viewers_of(state.board.setup)
    seen, texts = list(moment.seen), list(moment.texts)
    for event in events:
        state = evolve(state, event)
        for number, viewer in enumerate(viewers):
            known = redact(event, viewer)
            seen[number] += (known,)
            texts[number] += token(known)
    return Moment(moment.skulls, state, tuple(seen), tuple(texts))


def viewers_of(setup: Setup) -> list[Viewer]:
    """Every player, and the public."""
    return [*(setup.viewer(Player(player)) for player in range(setup.players)), PUBLIC]


def number_of_chance(event: Event) -> int:
    match event:
        case RoundBegan(first=first):
            return int(first)
        case DiscsShuffled(drawn=drawn):
            return int(drawn is Disc.SKULL)
        case _:
            raise ValueError(f"{event} is nothing that chance does")


def observation_row(table: Table, state: State, seat: Seat) -> list[int]:
    """The row of `observe`, without what other seats were dealt."""
    row = list(observe(view(state, state.board.setup.viewer(Player(seat))), seat))
    for other in table.hidden:
        if other != seat:
            at = SEATS_AT + len(SEAT_FIELDS) * ((other - seat) % len(table.deals))
            row[at + _START : at + len(SEAT_FIELDS)] = [0] * (len(SEAT_FIELDS) - _START)
    return row


def observation_text(row: list[int], part: slice) -> str:
    """The numbers of a row that are not zero, by name."""
    named = list(zip(_NAMES, row, strict=True))[part]
    return " ".join(f"{name}={number}" for name, number in named if number)


_START: Final = SEAT_FIELDS.index("start_flowers")
_NAMES: Final = [
    *TABLE_FIELDS,
    *(f"{name}+{steps}" for steps in range(MOST_SEATS) for name in SEAT_FIELDS),
    *(f"own_{name}" for name in OWN_FIELDS),
    *(f"other_{name}" for name in OWN_FIELDS),
]
