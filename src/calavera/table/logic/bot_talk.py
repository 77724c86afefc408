"""What bots say of a move, in the entry of that move: at a moment that everybody knows."""

import random
from collections.abc import Iterable

from calavera.bots import EVERY_BOT
from calavera.bots.talk import Speaker, remark_on
from calavera.protocol.facts import BotSaid, Fact, Played
from calavera.rules import PUBLIC, Player, redact
from calavera.table.logic.lots import draw_lot
from calavera.table.logic.table import Game, Table


def remarks(table: Table, game: Game, facts: Iterable[Fact]) -> tuple[BotSaid, ...]:
    """What a bot says of the facts that follow from a move, if any does.

    It is derived from the open table before the move and from what the public sees of the move.
    """
    if not table.settings.talk:
        return ()
    speakers = _speakers(table, game)
    if not speakers:
        return ()
    events = [
        redact(event, PUBLIC) for fact in facts if isinstance(fact, Played) for event in fact.events
    ]
    moves = sum(game.decisions)
    rng = random.Random(draw_lot(game, f"talk/{moves}"))
    said = remark_on(game.state.board, events, speakers, rng)
    return () if said is None else (BotSaid(*said),)


def _speakers(table: Table, game: Game) -> dict[Player, Speaker]:
    """The bots that play for themselves: one that sits in for a person does not speak for them.

    A newer server may have seated bots that this one does not know.
    """
    return {
        Player(place): Speaker(EVERY_BOT[chair.bot], game.spoke[place])
        for place, chair in enumerate(table.chairs)
        if chair.member is None and chair.bot is not None and chair.bot in EVERY_BOT
    }
