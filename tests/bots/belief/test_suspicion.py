"""Where a skull may be: each kind of evidence, and all of it against a list of worlds."""

import random

import pytest

from calavera.bots.belief.habits import STYLES_KNOWN
from calavera.bots.belief.suspect import Suspect
from calavera.bots.belief.suspicion import (
    GONE,
    HAND,
    STACK,
    Suspicion,
    at_start,
    clear_tops,
    lost_one,
    placed,
    seen_flower,
    seen_skull,
    taken_back,
)
from calavera.rules import Disc


def test_everybody_knows_who_begins_with_a_skull() -> None:
    assert at_start(has_skull=True) == [0.0, 1.0]
    assert at_start(has_skull=False) == [1.0, 0.0]


def test_a_placed_disc_takes_some_of_the_suspicion() -> None:
    assert placed([0.5, 0.5], 0.4) == pytest.approx([0.5, 0.3, 0.2])
    assert placed(placed([0.0, 1.0], 0.5), 1.0) == [0.0, 0.0, 0.5, 0.5]


def test_tops_are_clear_as_far_as_no_skull_is_among_them() -> None:
    assert clear_tops([0.1, 0.2, 0.3, 0.4]) == pytest.approx([1.0, 0.6, 0.3])
    assert clear_tops([0.1, 0.2, 0.7, 0.0], flipped=1) == pytest.approx([1.0, 0.3])


def test_flowers_and_skulls_that_were_seen() -> None:
    assert seen_flower([0.0, 0.5, 0.5], 0) == [0.0, 1.0, 0.0]
    assert seen_skull([0.3, 0.3, 0.4], 0) == [0.0, 0.0, 1.0]
    assert seen_flower([0.0, 0.0, 1.0], 0) == [0.0, 0.0, 1.0], "what cannot be teaches nothing"


def test_a_lost_disc() -> None:
    assert lost_one([0.0, 1.0], 1 / 4) == [0.25, 0.75]
    assert lost_one([0.0, 0.0, 1.0], 1.0) == [1.0, 0.0, 0.0]


@pytest.mark.parametrize("seed", range(20))
def test_the_same_as_a_list_of_worlds(seed: int) -> None:
    """Evidence in any order, against the bookkeeping of every world by itself."""
    rng = random.Random(seed)
    suspicion, worlds = [0.2, 0.8], {GONE: 0.2, HAND: 0.8}
    height = 0
    for _ in range(rng.randrange(1, 4)):
        chance = rng.random()
        suspicion = placed(suspicion, chance)
        worlds[STACK + height] = worlds[HAND] * chance
        worlds[HAND] *= 1 - chance
        height += 1
    place = rng.randrange(height)
    suspicion = seen_flower(suspicion, place)
    worlds[STACK + place] = 0.0
    blind = 1 / 3
    suspicion = lost_one(suspicion, blind)
    kept = {where: weight * (1 - blind) for where, weight in worlds.items() if where != GONE}
    gone = worlds[GONE] + blind * sum(worlds[where] for where in kept)
    total = gone + sum(kept.values())
    assert suspicion == pytest.approx([gone / total, *(kept[i] / total for i in sorted(kept))])
    assert taken_back(suspicion) == pytest.approx([gone / total, 1 - gone / total])
    assert sum(suspicion) == pytest.approx(1)


def suspected(*suspicion: float) -> Suspect:
    suspect = Suspect(has_skull=True)
    suspect.suspicions = [list[float](suspicion) for _ in STYLES_KNOWN]
    return suspect


def test_habits_make_nobody_certain() -> None:
    """However often somebody acts as if without a skull: certainty is for what was seen."""
    suspect = suspected(0.5, 0.5)
    for _ in range(50):
        suspect.weigh([[1.0, 0.005] for _ in STYLES_KNOWN])
        suspect.forget()
    assert suspect.mixed()[HAND] < 1e-9
    assert not suspect.surely_has_none
    assert not suspect.surely_has_skull


def test_what_was_seen_makes_certain() -> None:
    assert Suspect(has_skull=True).surely_has_skull
    assert Suspect(has_skull=False).surely_has_none
    suspect = suspected(0.5, 0.0, 0.5)
    suspect.see(0, Disc.FLOWER)
    assert suspect.surely_has_none
    suspect = suspected(0.5, 0.0, 0.5)
    suspect.see(0, Disc.SKULL)
    suspect.forget()
    assert suspect.surely_has_skull


def test_a_style_that_foretold_a_move_becomes_likelier() -> None:
    suspect = Suspect(has_skull=True)
    likely: list[Suspicion] = [[0.1, 0.1] for _ in STYLES_KNOWN]
    likely[2] = [0.9, 0.9]
    suspect.weigh(likely)
    assert suspect.styles[2] == max(suspect.styles) > 0.6
    assert sum(suspect.styles) == pytest.approx(1)
    before = suspect.styles[2]
    suspect.forget()
    assert suspect.styles[2] < before
