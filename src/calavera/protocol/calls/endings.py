"""What is known of an ending of two players: the answers of the explorer's calls."""

from enum import Enum
from typing import Annotated, Final, NamedTuple, TypeAlias

from calavera.record.codec.annotations import AtMost, object_of
from calavera.record.codec.kinds import Number, Object, Text
from calavera.record.codec.shapes import ACTION, SEAT
from calavera.rules import Action, Disc, Seat
from calavera.rules.model.discs import DISCS_IN_A_TRIBE

CERTAIN: Final = 1_000_000
MOST_MOVES: Final = 30
MOST_HOLDINGS: Final = 2 * (DISCS_IN_A_TRIBE + 1)
MOST_OPTIONS: Final = 2 * DISCS_IN_A_TRIBE + 2
MAP_CELLS: Final = 33

Share: TypeAlias = Annotated[
    int, Number(0, CERTAIN, "Millionths", "A probability or a share, in millionths.")
]
EndingName: TypeAlias = Annotated[
    str,
    Text(
        5,
        5,
        "[1-4]{2}-[01]{2}",
        "EndingName",
        "Discs of the player who begins and of the other, a dash, their wins: 32-10.",
    ),
]
EndingMove: TypeAlias = Annotated[
    str,
    Text(
        2,
        2,
        "[ab][-?1-8]",
        "EndingMove",
        "A move as everybody sees it; the player who begins is a: a2 bids, a- passes, a? adds.",
    ),
]
Discs: TypeAlias = Annotated[tuple[Disc, ...], AtMost(DISCS_IN_A_TRIBE)]


class EndingOption(NamedTuple):
    """Something that a player can do."""

    action: Action
    """What."""

    share: Share | None
    """How often the plan does it; null where the plan never comes here."""

    wins: Share | None
    """How likely it wins against the other's plan; null where that never leads here."""


class EndingHolding(NamedTuple):
    """Where the discs of a player may be, and what it then does."""

    seat: Seat
    """Whose."""

    hand: Discs
    """The discs in hand."""

    stack: Discs
    """The discs on the mat, the topmost last."""

    likely: Share
    """How likely that is, for everybody who knows the plans."""

    options: Annotated[tuple[EndingOption, ...], AtMost(MOST_OPTIONS)]
    """What the player can do now; empty where it is not its turn."""


class EndingMoved(NamedTuple):
    """A move that was made or can be made, and what everybody believes after it."""

    move: EndingMove
    """What everybody sees."""

    likely: Share
    """How likely it is; 0 where the plan never makes it, and beliefs stay as they were."""

    first: Share
    """How likely the player who began has its skull then."""

    second: Share
    """How likely the other has."""


class EndingEnd(Enum):
    """How an attempt comes out."""

    SUCCESS = "success"
    OWN_SKULL = "own-skull"
    OTHERS_SKULL = "others-skull"


class EndingOutcome(NamedTuple):
    """A way for the round to come out, and what follows."""

    end: EndingEnd
    """How the attempt came out."""

    likely: Share
    """How likely that is."""

    keeps: Share | None
    """How often the challenger keeps a skull that it may give up (R25); null where it has no
    choice, or where its plan never comes.
    """

    first: Share
    """How likely the player who began has its skull then."""

    second: Share
    """How likely the other has."""

    following: EndingName | None
    """The next round, which the challenger begins; null where the game is over."""

    low: Share
    """Proven lower bound of how often the player who began this round wins from there."""

    high: Share
    """The upper bound."""


class EndingRound(NamedTuple):
    """A round of two players, as far as it has come."""

    position: EndingName
    """Where the round began."""

    first: Share
    """How likely the player who begins had its skull then, for everybody."""

    second: Share
    """How likely the other had."""

    low: Share
    """Proven lower bound of how often the player who begins wins."""

    high: Share
    """The upper bound."""

    turned_low: Share
    """The same player's bounds if the other began."""

    turned_high: Share
    """The upper one."""

    placing: Annotated[tuple[EndingHolding, ...], AtMost(4, 2)]
    """What both do with their first discs."""

    moves: Annotated[tuple[EndingMoved, ...], AtMost(MOST_MOVES)]
    """The moves so far, without the first discs."""

    turn: Seat
    """The player to move; the challenger where the bidding is over."""

    bid: Annotated[int, Number(0, 2 * DISCS_IN_A_TRIBE)]
    """The bid, or 0."""

    holdings: Annotated[tuple[EndingHolding, ...], AtMost(MOST_HOLDINGS, 2)]
    """What both may hold now."""

    choices: Annotated[tuple[EndingMoved, ...], AtMost(MOST_OPTIONS)]
    """What everybody may see next; empty where the bidding is over."""

    outcomes: Annotated[tuple[EndingOutcome, ...], AtMost(3)]
    """How the attempt can come out; empty before the bidding is over."""


class EndingMap(NamedTuple):
    """The value of a position over both beliefs, evenly spread from 0 to 1."""

    position: EndingName
    """Which."""

    rows: Annotated[
        tuple[Annotated[tuple[Share, ...], AtMost(MAP_CELLS, 1)], ...], AtMost(MAP_CELLS, 1)
    ]
    """How likely the player who begins wins: a row for each belief about it, a value for each about
    the other. A player with four discs has its skull for certain: then there is one.
    """


object_of(EndingOption, action=ACTION)
object_of(EndingHolding, seat=SEAT)
ENDING: Final[Object[EndingRound]] = object_of(EndingRound)
ENDING_MAP: Final[Object[EndingMap]] = object_of(EndingMap)
