"""Games of each bot against itself, move by move: a change of how it plays is a diff.

Renew them, and read the diff, with `python -m tests.bots.test_golden_games`.
"""

import random
import sys
from pathlib import Path

import pytest

from calavera import Game
from calavera.bots import BOTS, Bot, acting_seat, ask, seat_bot, tell
from calavera.rules import Placement, Player, Setup, redact, set_up

GOLDEN = Path(__file__).parent / "golden"
PAGE = Path(__file__).parents[2] / "docs" / "bots.md"

SETUPS = {
    "two": set_up(2),
    "three": set_up(3),
    "five": set_up(5, placement=Placement.FIRST_LAST),
    "tribes": set_up(2, tribes=2),
}
GAMES = [(bot, size) for bot in BOTS for size in SETUPS]


def games_of(bot: str, size: str) -> str:
    return "\n".join(played(bot, SETUPS[size], seed) for seed in range(2))


def played(bot: str, setup: Setup, seed: int) -> str:
    game = Game(setup, seed=seed)
    seated = [seat_bot(BOTS[bot]) for _ in range(setup.players)]
    viewers = [setup.viewer(Player(player)) for player in range(setup.players)]
    rng = random.Random(seed)
    seen = 0
    while game.outcome is None:
        for event in game.events[seen:]:
            for watching, viewer in zip(seated, viewers, strict=True):
                tell(watching, redact(event, viewer))
        seen = len(game.events)
        seen_now = game.view(game.turn[0])
        seat = acting_seat(seen_now).seat
        game.act(seat, ask(seated[setup.owner(seat)], seen_now, rng))
    return game.record()


@pytest.mark.parametrize(("bot", "size"), GAMES)
def test_a_bot_plays_as_before(bot: str, size: str) -> None:
    assert games_of(bot, size) == (GOLDEN / f"{bot}_{size}.txt").read_text()


@pytest.mark.parametrize("bot", BOTS.values(), ids=lambda bot: bot.name)
def test_the_page_introduces_every_bot(bot: type[Bot]) -> None:
    page = " ".join(PAGE.read_text().split()).lower()
    assert bot.nickname.lower() in page
    assert bot.temper.lower() in page


def test_each_bot_is_stronger_than_the_one_before() -> None:
    assert [bot.strength.value for bot in BOTS.values()] == [
        "yardstick", "easy", "medium", "advanced", "hard", "expert"
    ]  # fmt: skip


if __name__ == "__main__":
    for name, table in GAMES:
        (GOLDEN / f"{name}_{table}.txt").write_text(games_of(name, table))
    sys.stdout.write(f"{len(GAMES)} files\n")
