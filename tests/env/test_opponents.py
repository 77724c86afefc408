"""Compiled characters choose as the characters do."""

import math
import random

import numpy
import pytest

from calavera.arena.compiled.compiling import entry, whole
from calavera.arena.compiled.storing import load
from calavera.arena.encoding.action_numbers import CHANCE, number_of
from calavera.arena.encoding.arrays import Bytes, Words
from calavera.arena.simulator.packing import packed, row_of
from calavera.bots.network.tracker import Tracker
from calavera.env.compiled.networks import MOST_CHOICES, Networks, write_options
from calavera.env.compiled_opponents import CHARACTERS, packed_networks
from calavera.rules import Player, evolve, new_game, redact, set_up, view
from calavera.train.compiled.choosing import Scene, number_of_choice, write_choices
from calavera.train.compiled.playing import begin, play
from calavera.train.compiled.seeing import Inputs
from calavera.train.compiled.tracking import TRACKED
from tests.env.rows import moves_of, played


@entry
def _retrace(  # noqa: PLR0913, PLR0917  # compiled code takes arrays one by one
    row: Words, moves: Bytes, scene: Scene, networks: Networks, logits: Inputs, numbers: Words
) -> None:
    game = load(row)
    begin(game, scene)
    for index in range(len(moves)):
        seat, number = whole(moves[index, 0]), whole(moves[index, 1])
        if seat != CHANCE and write_choices(game, seat, scene.mask) > 1:
            write_options(game, seat, scene.track, 0, networks)
            for choice in range(len(scene.mask)):
                logits[index, choice] = networks.logits[choice]
                if scene.mask[choice]:
                    numbers[index, choice] = number_of_choice(game, seat, choice)
        game = play(game, seat, number, scene)


@pytest.mark.parametrize("name", ["cautious", "bold", "mirror", "medium-trickster"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_compiled_character_mixes_as_the_character(name: str, seats: int) -> None:
    rng, setup, compared = random.Random(f"{name}{seats}"), set_up(seats), 0
    policy = CHARACTERS[name].policy()
    for _ in range(3):
        events = played(setup, rng)
        moves = list(moves_of(setup, events))
        pairs = numpy.array([(seat, number) for _, seat, number in moves], numpy.int8)
        logits = numpy.zeros((len(moves), MOST_CHOICES), numpy.float32)
        numbers = numpy.full((len(moves), MOST_CHOICES), -1)
        scene = Scene(
            numpy.zeros((seats, TRACKED)),
            numpy.zeros(seats, numpy.int64),
            numpy.zeros(MOST_CHOICES, numpy.bool_),
            solved=False,
        )
        start = row_of(packed(new_game(setup)))
        _retrace(start, pairs, scene, packed_networks([policy]), logits, numbers)
        tracker, state, at = Tracker(setup), new_game(setup), 0
        for event in events:
            if at < len(moves) and moves[at][0] == state and moves[at][1] != CHANCE:
                seat = state.board.turn[0]
                (own,) = view(state, setup.viewer(Player(seat))).own
                mix = policy.mix(own, tracker)
                if len(mix) > 1:
                    theirs = {number_of(act, seat, seats): each.share for act, each in mix.items()}
                    assert shares(logits[at], numbers[at]) == pytest.approx(theirs, abs=1e-4)
                    compared += 1
            at += at < len(moves) and moves[at][0] == state
            tracker.take(redact(event, setup.viewer(Player(0))))
            state = evolve(state, event)
    assert compared > 20


def shares(logits: Inputs, numbers: Words) -> dict[int, float]:
    weights = {
        int(number): math.exp(float(logit))
        for logit, number in zip(logits, numbers, strict=True)
        if number >= 0
    }
    return {number: weight / sum(weights.values()) for number, weight in weights.items()}
