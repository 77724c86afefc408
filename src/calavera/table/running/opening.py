"""The first entry of a table's history."""

from collections.abc import Sequence

from calavera.protocol.facts import BotSeated, DiceBound, Fact, Joined, Opened
from calavera.protocol.settings import Settings
from calavera.protocol.tribes import free_tribes
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import Entry
from calavera.table.logic.moves import Circumstances


def opening_entry(
    code: str,
    caller: Caller,
    settings: Settings,
    bots: Sequence[str],
    around: Circumstances,
) -> Entry:
    """The caller opens a table; the bots take its last chairs."""
    facts: list[Fact] = [
        Opened(code, settings),
        DiceBound(around.random(32).hex()),
        Joined(1, caller.name, caller.identity),
    ]
    tribes = free_tribes((), settings.players * settings.tribes)
    for count, bot in enumerate(bots[: settings.players]):
        place = settings.players - 1 - count
        own = tribes[place * settings.tribes : (place + 1) * settings.tribes]
        facts.append(BotSeated(place, bot, own))
    return Entry(None, None, around.now, tuple(facts))
