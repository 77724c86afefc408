"""Finds the learner's opponents, and the games to play against them."""

from collections.abc import Sequence

from calavera.bots.loading import BotError, find_bot, full_name
from calavera.env.bot_games import BotGames
from calavera.env.compiled_games import CompiledGames
from calavera.env.compiled_opponents import SCRIPTED, all_compiled
from calavera.env.games import Games
from calavera.rules import Setup


def games_against(opponents: str | Sequence[str] | None, setup: Setup, count: int) -> Games:
    """Games against bots by name, clockwise: one name stands for all, none is self-play.

    They are compiled if all opponents are. Raises ValueError for opponents that will not do.
    """
    if opponents is None:
        return CompiledGames(setup, count)
    named = [opponents] * (setup.players - 1) if isinstance(opponents, str) else list(opponents)
    if len(named) != setup.players - 1:
        raise ValueError(
            f"opponents: {len(named)} are named, but {setup.players - 1} play against the learner"
        )
    names = [full_name(name) for name in named]
    if all_compiled(names, setup):
        return CompiledGames(setup, count, names)
    scripted = next((name for name in names if name in SCRIPTED and name != "uniform"), None)
    if scripted:
        others = ", ".join(sorted({name for name in names if not all_compiled([name], setup)}))
        raise ValueError(f"opponent {scripted!r} is compiled, and cannot play beside {others}")
    try:
        kinds = {name: find_bot(name) for name in dict.fromkeys(names)}
    except BotError as error:
        raise ValueError(f"opponents: {error}") from error.__cause__
    return BotGames(setup, count, [(name, kinds[name]) for name in names])
