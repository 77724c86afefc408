"""What lists show of a table, and of a finished game."""

from enum import Enum
from typing import Annotated, Final, NamedTuple, TypeAlias

from calavera.protocol.fields import (
    BotName,
    ChairName,
    Code,
    Count,
    PlaceNumber,
    TablePhase,
    Timestamp,
)
from calavera.protocol.settings import Settings
from calavera.record.codec.annotations import AtMost
from calavera.rules.model.outcome import Ending
from calavera.rules.model.seats import MOST_SEATS

MOST_BIDS: Final = 100
"""More than the highest bid of any table."""

MOST_RIVALS: Final = 50


class Summary(NamedTuple):
    """One line of a list of tables, without secrets."""

    code: Code
    """Its code."""

    phase: TablePhase
    """Its phase."""

    host: ChairName
    """The name of the host."""

    people: Count
    """The number of seated people."""

    bots: Count
    """The number of seated bots: the server's, and programs that people have brought."""

    number: Count
    """The number of games begun."""

    settings: Settings
    """Its settings."""


class Listing(NamedTuple):
    """A line of a list of tables, with what is not in the table's history."""

    code: Code
    """Its code."""

    phase: TablePhase
    """Its phase."""

    host: ChairName
    """The name of the host."""

    people: Count
    """The number of seated people."""

    bots: Count
    """The number of seated bots: the server's, and programs that people have brought."""

    number: Count
    """The number of games begun."""

    settings: Settings
    """Its settings."""

    here: Count
    """The number of connected people."""

    changed: Timestamp
    """When it last changed, moves excluded, in milliseconds since 1970."""


class Rivals(Enum):
    """What kind of opponents a player had."""

    BOTS = "bots"
    PEOPLE = "people"
    MIXED = "mixed"


class GameLine(NamedTuple):
    """One line of a player's own list of finished games; nothing that the table did not see."""

    code: Code
    """The table's code."""

    number: Count
    """The number of the game at that table, counted from 1."""

    began: Timestamp
    """When it began."""

    ended: Timestamp
    """When it ended."""

    names: Annotated[tuple[ChairName, ...], AtMost(MOST_SEATS)]
    """The players, in the order of their chairs."""

    bots: Annotated[tuple[BotName | None, ...], AtMost(MOST_SEATS)]
    """The bot on each chair; null for a person."""

    place: PlaceNumber
    """The chair of the player whose list it is."""

    winner: PlaceNumber
    """The chair of the winner."""

    ending: Ending
    """How the game was won."""

    rounds: Count
    """How many rounds it had."""

    tribes: Count
    """Seats per player, 1 or 2 (R35)."""


class BidTally(NamedTuple):
    """One player's bids of one number; docs/server.md defines each figure."""

    number: Count
    """How many discs."""

    bids: Count
    """How often they bid it."""

    bluffs: Count
    """How many of those would have turned over their own skull (R19)."""

    answered: Count
    """How many of those another player could still raise or pass."""

    believed: Count
    """How many of those another player raised."""

    fooled: Count
    """How many of those were bluffs."""


class AttemptTally(NamedTuple):
    """One player's attempts at one bid."""

    bid: Count
    """How many flowers were to be turned over."""

    attempts: Count
    """How many there were."""

    successes: Count
    """How many succeeded (R21)."""


BidTallies: TypeAlias = Annotated[tuple[BidTally, ...], AtMost(MOST_BIDS)]
AttemptTallies: TypeAlias = Annotated[tuple[AttemptTally, ...], AtMost(MOST_BIDS)]


class Tally(NamedTuple):
    """What one player did in one game; a bot that played for them does not count."""

    bids: BidTallies
    """Their bids by number, lowest first."""

    attempts: AttemptTallies
    """Their attempts by bid, lowest first."""


class SizeTally(NamedTuple):
    """One player's games at tables of one size."""

    players: Count
    """How many played."""

    games: Count
    """How many games there were."""

    wins: Count
    """How many they won."""


class RivalTally(NamedTuple):
    """One player's games with one other player."""

    name: ChairName
    """The other's latest name; a bot's nickname."""

    bot: BotName | None
    """The bot; null for a person."""

    games: Count
    """How many games they played together."""

    wins: Count
    """How many of those the player won."""

    losses: Count
    """How many of those the other won."""


class Statistics(NamedTuple):
    """A player's own finished games in figures."""

    games: Count
    """How many were counted: the latest ones."""

    wins: Count
    """How many they won."""

    sizes: Annotated[tuple[SizeTally, ...], AtMost(MOST_SEATS)]
    """By the size of the table, smallest first."""

    bids: BidTallies
    """Their bids by number, lowest first."""

    attempts: AttemptTallies
    """Their attempts by bid, lowest first."""

    rivals: Annotated[tuple[RivalTally, ...], AtMost(MOST_RIVALS)]
    """With whom they played, most games first."""
