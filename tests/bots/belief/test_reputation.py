"""What an opponent who knows how the belief player moves believes about its skull."""

import random

import pytest

from calavera.bots import Belief, seat_bot
from calavera.bots.belief.player import KEEPS
from calavera.rules import Disc, Player, SeatStart, redact, set_up, view
from tests.bots.belief.test_player import Told, draw_and_pick

TRIBE = (Disc.FLOWER, Disc.FLOWER, Disc.FLOWER, Disc.SKULL)
THREE = SeatStart(TRIBE[1:])


def believed(told: Told) -> float:
    """How likely the first seat has its skull, once that seat is asked for a move."""
    viewer = told.state.board.setup.viewer(Player(0))
    bot = seat_bot(Belief, [redact(event, viewer) for event in told.events])
    assert isinstance(bot, Belief)
    bot.choose(view(told.state, viewer), random.Random(0))
    assert bot._reputation is not None
    return bot._reputation.has_skull


def after_a_blind_loss() -> Told:
    """The first seat met the skull of the second, which took a flower from it."""
    told = Told(set_up(3), 0, "aF bS cF a2 b- c- a>a a>b")
    told.happen(draw_and_pick(told.state))
    return told


def test_nobody_doubts_a_whole_tribe() -> None:
    assert believed(Told(set_up(3), 0, "")) == 1.0


def test_a_blind_loss_takes_the_skull_as_often_as_any_disc() -> None:
    assert believed(after_a_blind_loss()) == pytest.approx(3 / 4)


@pytest.mark.parametrize(("start", "left"), [(SeatStart(TRIBE), 3), (THREE, 2)])
@pytest.mark.parametrize("given", ["F", "S"])
def test_its_own_choice_is_known_by_its_policy_and_not_by_what_it_chose(
    start: SeatStart, left: int, given: str
) -> None:
    told = Told(set_up(3, start=[start] * 3), 0, f"aS bF cF a3 a>a a~{given}")
    assert believed(told) == pytest.approx(KEEPS[left - 1])


def test_its_bids_tell_about_its_skull() -> None:
    told = after_a_blind_loss()
    told.play("aF bF cF a3 a>a a>b a>c")
    assert believed(told) != pytest.approx(3 / 4)
    assert 0.0 < believed(told) < 1.0


def test_a_skull_that_was_turned_over_is_still_there() -> None:
    told = after_a_blind_loss()
    told.play("aS bF cF aF b1 c4 c>c c>b c>a c>a")
    told.happen(draw_and_pick(told.state, taker=0))
    assert believed(told) == 1.0
