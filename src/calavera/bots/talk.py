"""When a bot says something, and what.

All of it follows from what everybody sees: the open table, the events as the public sees them, who
the bot is, and a draw that depends on nothing hidden. A bot's discs are not among the arguments, so
neither its words nor its silence can tell anything of them; when it boasts or warns, it bluffs.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from calavera.bots.bot import Bot, Strength
from calavera.bots.characters import TEMPERS
from calavera.bots.remarks import Remark
from calavera.rules import Board, Player, Seat, SeenEvent
from calavera.rules.events import (
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    GameEnded,
    LossUnseen,
    SeatOut,
    SeatPassed,
)

SILENCE: Final = 2
"""Rounds from one remark of a bot to its next; all bots together make one in a round at most."""

_QUIETNESS: Final[Mapping[Strength, float]] = {
    Strength.ADVANCED: 0.85,
    Strength.HARD: 0.7,
    Strength.EXPERT: 0.6,
}
"""By how much stronger opponents are quieter."""

_OWN: Final = 3
"""How much more likely the player speaks whom it is about."""


class Occasion(Enum):
    """Something that people at a table would talk about."""

    WON = "won"
    """The bot won the game."""
    BEATEN = "beaten"
    """Somebody else did."""
    OUT = "out"
    """It lost its last disc."""
    MADE = "made"
    """Its attempt succeeded."""
    ADMIRE = "admire"
    """Somebody else's did."""
    STUMBLED = "stumbled"
    """It turned over another's skull."""
    BLUNDER = "blunder"
    """It turned over its own."""
    CAUGHT = "caught"
    """Somebody turned over its skull."""
    LOSS = "loss"
    """It lost a disc."""
    BID = "bid"
    """It bid high."""
    DOUBT = "doubt"
    """Somebody else did."""
    FOLD = "fold"
    """It passed on a high bid."""


USUAL: Final = 0.35
LIKELIHOOD: Final[Mapping[Occasion, float]] = {
    Occasion.WON: 0.7,
    Occasion.BEATEN: 0.7,
    Occasion.LOSS: 0.2,
    Occasion.BID: 0.15,
    Occasion.DOUBT: 0.15,
    Occasion.FOLD: 0.15,
}
"""How likely an easy opponent speaks; what happens in every round is seldom talked about."""


class Manner(Enum):
    """How a bot talks: by its temper."""

    EVEN = "even"
    CAUTIOUS = "cautious"
    BOLD = "bold"
    HONEST = "honest"
    TRICKSTER = "trickster"


_Lines = dict[Manner, tuple[Remark, ...]]


def _lines(
    *everybody: Remark,
    even: Remark | None = None,
    cautious: Remark | None = None,
    bold: Remark | None = None,
    honest: Remark | None = None,
    trickster: Remark | None = None,
) -> _Lines:
    own = (even, cautious, bold, honest, trickster)
    return {
        manner: everybody if remark is None else (*everybody, remark)
        for manner, remark in zip(Manner, own, strict=True)
    }


REPERTOIRE: Final[Mapping[Occasion, _Lines]] = {
    Occasion.WON: _lines(
        even=Remark.WON_GOOD_NIGHT,
        cautious=Remark.WON_PATIENCE,
        bold=Remark.WON_AGAIN,
        honest=Remark.WON_THANKS,
        trickster=Remark.WON_NEVER_KNEW,
    ),
    Occasion.BEATEN: _lines(
        Remark.BEATEN_BRAVO,
        even=Remark.BEATEN_LEARNED,
        bold=Remark.BEATEN_REVENGE,
        trickster=Remark.BEATEN_LET_YOU,
    ),
    Occasion.OUT: _lines(
        Remark.OUT_CANDLE,
        even=Remark.OUT_WATCH,
        cautious=Remark.OUT_SHOULD_PASS,
        bold=Remark.OUT_WORTH_IT,
        trickster=Remark.OUT_HAUNT,
    ),
    Occasion.MADE: _lines(
        even=Remark.MADE_COUNTED,
        cautious=Remark.MADE_HEART,
        bold=Remark.MADE_ONE_MORE,
        honest=Remark.MADE_TOLD_YOU,
        trickster=Remark.MADE_SURPRISED,
    ),
    Occasion.ADMIRE: _lines(
        Remark.ADMIRE_BRAVO,
        even=Remark.ADMIRE_NOTED,
        cautious=Remark.ADMIRE_CAREFUL,
        bold=Remark.ADMIRE_LUCK,
        trickster=Remark.ADMIRE_MINE_NEXT,
    ),
    Occasion.STUMBLED: _lines(
        Remark.STUMBLED_OUCH,
        even=Remark.STUMBLED_TOUCHE,
        cautious=Remark.STUMBLED_MOUTH,
        bold=Remark.STUMBLED_SAME_AGAIN,
        honest=Remark.STUMBLED_TRUSTED,
        trickster=Remark.STUMBLED_TOUCHE,
    ),
    Occasion.BLUNDER: _lines(
        Remark.BLUNDER_HUSH,
        even=Remark.BLUNDER_DESERVED,
        bold=Remark.BLUNDER_ALMOST,
        honest=Remark.BLUNDER_DESERVED,
        trickster=Remark.BLUNDER_RAISE,
    ),
    Occasion.CAUGHT: _lines(
        even=Remark.CAUGHT_ALL_ALONG,
        cautious=Remark.CAUGHT_SORRY,
        bold=Remark.CAUGHT_BOO,
        honest=Remark.CAUGHT_ASK,
        trickster=Remark.CAUGHT_SMILE,
    ),
    Occasion.LOSS: _lines(
        Remark.LOSS_LIGHTER,
        cautious=Remark.LOSS_LESS,
        bold=Remark.LOSS_WARMING_UP,
        trickster=Remark.LOSS_GUESS,
    ),
    Occasion.BID: _lines(
        even=Remark.BID_SEE,
        cautious=Remark.BID_THOUGHT,
        bold=Remark.BID_STOP_ME,
        honest=Remark.BID_MEAN_IT,
        trickster=Remark.BID_BELIEVE,
    ),
    Occasion.DOUBT: _lines(
        even=Remark.DOUBT_INTERESTING,
        cautious=Remark.DOUBT_NOT_MINE,
        bold=Remark.DOUBT_DARE,
        honest=Remark.DOUBT_SURE,
        trickster=Remark.DOUBT_FLOWERS,
    ),
    Occasion.FOLD: _lines(
        Remark.FOLD_TOO_MUCH,
        even=Remark.FOLD_WAIT,
        cautious=Remark.FOLD_SAFE,
        bold=Remark.FOLD_ONCE,
        trickster=Remark.FOLD_YOURS,
    ),
}
"""What may be said on each occasion, in each manner."""


class Speaker(NamedTuple):
    """A bot at the table."""

    kind: type[Bot]
    """Which one."""
    last: int
    """The round in which it last said something; 0 if it has not."""


def remark_on(
    board: Board,
    events: Sequence[SeenEvent],
    speakers: Mapping[Player, Speaker],
    rng: random.Random,
) -> tuple[Player, Remark] | None:
    """What a bot says of the latest move, if any does.

    `board` is the open table before the move, `events` are what the public saw of it.
    """
    if any(speaker.last >= board.round for speaker in speakers.values()):
        return None
    occasions = [
        (player, occasion)
        for player, occasion in _occasions(board, events)
        if player in speakers and _may_speak(speakers[player], board.round)
    ]
    if not occasions:
        return None
    player, occasion = rng.choice(occasions)
    kind = speakers[player].kind
    if rng.random() >= LIKELIHOOD.get(occasion, USUAL) * _QUIETNESS.get(kind.strength, 1.0):
        return None
    return player, rng.choice(REPERTOIRE[occasion][manner_of(kind)])


def manner_of(kind: type[Bot]) -> Manner:
    """How a bot talks; one without a temper talks evenly."""
    leaning = getattr(kind, "leaning", None)
    for name, (temper, *_) in TEMPERS.items():
        if temper == leaning:
            return Manner(name)
    return Manner.EVEN


def _may_speak(speaker: Speaker, number: int) -> bool:
    return speaker.last == 0 or number - speaker.last >= SILENCE


def _occasions(board: Board, events: Sequence[SeenEvent]) -> list[tuple[Player, Occasion]]:
    """Who could speak of the move, and on which occasion: the last thing that happened."""
    found: list[tuple[Player, Occasion]] = []
    for event in events:
        found = [*_occasions_of(board, event)] or found
    return found


def _occasions_of(board: Board, event: SeenEvent) -> Iterator[tuple[Player, Occasion]]:
    match event:
        case GameEnded(outcome=outcome):
            yield from _about(board, outcome.winner, Occasion.WON, Occasion.BEATEN)
        case SeatOut(seat=seat):
            if not _plays_on(board, seat):
                yield from _about(board, board.mats[seat].owner, Occasion.OUT)
        case AttemptSucceeded(challenger=seat):
            yield from _about(board, board.mats[seat].owner, Occasion.MADE, Occasion.ADMIRE)
        case AttemptFailed(challenger=seat, skull=skull):
            loser, owner = board.mats[seat].owner, board.mats[skull].owner
            if loser == owner:
                yield from _about(board, loser, Occasion.BLUNDER)
            else:
                yield from _about(board, loser, Occasion.STUMBLED)
                yield from _about(board, owner, Occasion.CAUGHT)
        case LossUnseen(seat=seat):
            yield from _about(board, board.mats[seat].owner, Occasion.LOSS)
        case BidMade(seat=seat, number=number) if _is_high(board, number):
            yield from _about(board, board.mats[seat].owner, Occasion.BID, Occasion.DOUBT)
        case SeatPassed(seat=seat) if board.bidding and _is_high(board, board.bidding.number):
            yield from _about(board, board.mats[seat].owner, Occasion.FOLD)


def _about(
    board: Board, player: Player, own: Occasion, others: Occasion | None = None
) -> Iterator[tuple[Player, Occasion]]:
    """The player it is about, more likely than the others who are in."""
    for _ in range(_OWN):
        yield player, own
    if others is not None:
        for other in sorted({mat.owner for mat in board.mats if mat.discs} - {player}):
            yield other, others


def _plays_on(board: Board, seat: Seat) -> bool:
    """Whether the owner of a seat that is out has another one (R38)."""
    return any(
        mat.discs and mat.owner == board.mats[seat].owner and other != seat
        for other, mat in enumerate(board.mats)
    )


def _is_high(board: Board, number: int) -> bool:
    """Whether a bid is for most of the discs, and for more than a couple."""
    return number >= 3 and 3 * number >= 2 * board.total
