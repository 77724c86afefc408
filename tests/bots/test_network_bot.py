"""Bots that play by networks, with random weights."""

import hashlib
import math
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from calavera.bots import EVERY_BOT, Champion
from calavera.bots.contract import PROMISES
from calavera.bots.network import Policy, Tracker, inputs, legal_choices
from calavera.bots.network.choices import choice_count
from calavera.bots.network.inputs import input_count
from calavera.bots.network.reader import Reader
from calavera.bots.network.tracker import on_mat
from calavera.bots.network.weights_file import (
    FOLDER,
    Layer,
    Network,
    WeightsError,
    read_weights,
    write_weights,
)
from calavera.rules import (
    PUBLIC,
    Disc,
    Discard,
    Event,
    Flip,
    Phase,
    Player,
    State,
    chance_outcomes,
    decide,
    draw,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.events import BidMade, DiscFlipped


def random_network(slots: int, hidden: int = 8) -> Network:
    rng = random.Random(slots)
    widths = [input_count(slots), hidden, hidden, 2 * choice_count(slots) + 1]
    layers = [
        Layer(
            tuple(rng.gauss(0, 0.3) for _ in range(outputs)),
            tuple(tuple(rng.gauss(0, 0.5) for _ in range(outputs)) for _ in range(inputs)),
        )
        for inputs, outputs in pairwise(widths)
    ]
    return Network(slots, tuple(layers))


NETWORKS = (random_network(3), random_network(6))
POLICY = Policy(NETWORKS)


class Untrained(Champion):
    """Plays by random weights."""

    budget = 0.05

    @classmethod
    def policy(cls) -> Policy:
        return POLICY


def moments(players: int, seed: int) -> Iterator[tuple[State, list[Untrained], tuple[Event, ...]]]:
    """A game of such champions: each state, the bots there, and what happens next."""
    rng, state = random.Random(seed), new_game(set_up(players))
    viewers = [state.board.setup.viewer(Player(seat)) for seat in range(players)]
    bots = [Untrained() for _ in viewers]
    while state.board.outcome is None:
        if chance_outcomes(state):
            events: tuple[Event, ...] = (draw(chance_outcomes(state), rng.random()),)
        else:
            seat = state.board.turn[0]
            action = bots[seat].choose(view(state, viewers[seat]), rng)
            events = decide(state, seat, action)
        yield state, bots, events
        for event in events:
            state = evolve(state, event)
            for viewer, bot in zip(viewers, bots, strict=True):
                bot.see(redact(event, viewer))


@pytest.mark.parametrize("title", PROMISES)
def test_the_champion_keeps_the_promises_of_every_bot(title: str) -> None:
    PROMISES[title](Untrained)


@pytest.mark.parametrize("players", [3, 6, 8])
def test_an_explanation_has_the_mix_the_chances_and_the_beliefs(players: int) -> None:
    solved, priced = 0, 0
    for state, bots, _ in moments(players, seed=players):
        if chance_outcomes(state):
            continue
        seat = state.board.turn[0]
        look = view(state, state.board.setup.viewer(Player(seat)))
        advice = bots[seat].explain(look)
        assert set(advice.options) <= set(look.own[0].legal)
        assert sum(option.share for option in advice.options.values()) == pytest.approx(1.0)
        drawn = {bots[seat].choose(look, random.Random(dice)) for dice in range(8)}
        assert drawn <= set(advice.options)
        wins = [option.wins for option in advice.options.values() if option.wins is not None]
        assert all(0.0 <= each <= 1.0 for each in wins)
        assert [thought.seat for thought in advice.thoughts] == [
            other
            for other in (*range(seat + 1, players), *range(seat))
            if state.board.mats[other].discs
        ]
        for thought in advice.thoughts:
            assert 0.0 <= thought.on_top <= thought.on_mat + 1e-9 <= thought.has_skull + 2e-9 <= 2
        solved += advice.is_solved
        priced += len(wins) > 1
    assert solved or players > 3  # with more, most games end before two are left
    assert priced


def test_reading_champions_tells_more_than_taking_their_choices_for_random() -> None:
    """Its chances come true, and it is less often wrong than the tracker."""
    told, came, error, plain_error = 0.0, 0.0, 0.0, 0.0
    for seed in range(150):
        reader, plain = Reader(set_up(3), POLICY), Tracker(set_up(3))
        for state, _, events in moments(3, seed):
            if sum(1 for mat in state.board.mats if mat.discs) < 3:
                break  # solved play, which is not the network's
            for event in events:
                seen = redact(event, PUBLIC)
                reader.take(seen)
                plain.take(seen)
                if isinstance(event, BidMade):
                    lies = Disc.SKULL in evolve(state, event).holdings[event.seat].stack
                    chance = on_mat(reader.suspicions[event.seat])
                    told, came = told + chance, came + lies
                    error += (chance - lies) ** 2
                    plain_error += (on_mat(plain.suspicions[event.seat]) - lies) ** 2
    assert came > 300
    assert told == pytest.approx(came, rel=0.05)
    assert error < 0.9 * plain_error


def test_a_discard_is_read_by_the_chance_that_the_champion_loses_its_skull() -> None:
    read = 0
    for seed in range(5):
        reader, loss = Reader(set_up(3), POLICY), Discard(Disc.SKULL)
        for state, bots, events in moments(3, seed):
            chance = None
            for seat in state.board.turn[:1]:
                look = view(state, state.board.setup.viewer(Player(seat)))
                if loss in look.own[0].legal:
                    advice = bots[seat].explain(look)
                    chance = None if advice.is_solved else advice.options[loss].share
            for event in events:
                reader.take(redact(event, PUBLIC))
            if chance is not None:
                assert reader.has_skull(state.board.turn[0]) == pytest.approx(1.0 - chance)
                read += 0.0 < chance < 1.0
    assert read > 5


def test_a_flip_is_read_by_how_likely_it_was_from_each_place_of_the_skull() -> None:
    read = 0
    for seed in range(12):
        reader = Reader(set_up(4), POLICY)
        for state, _, events in moments(4, seed):
            seat = state.board.turn[0] if state.board.turn else None
            flips = [event for event in events if isinstance(event, DiscFlipped)]
            expected = None
            if seat is not None and flips and flips[0].mat != seat:
                before = reader.suspicions[seat]
                shares = [
                    reader._mix(seat, place)[Flip(flips[0].mat)].share if weight else 0.0
                    for place, weight in enumerate(before)
                ]
                weighed = [share * weight for share, weight in zip(shares, before, strict=True)]
                expected = [weight / sum(weighed) for weight in weighed]
            for event in events[:1]:
                reader.take(redact(event, PUBLIC))
            if expected is not None and seat is not None:
                assert reader.suspicions[seat] == pytest.approx(expected)
                read += len({share for share in shares if share}) > 1
            for event in events[1:]:
                reader.take(redact(event, PUBLIC))
    assert read


def test_the_mix_is_a_softmax_whose_choices_win_what_the_network_expects() -> None:
    state = next(state for state, _, _ in moments(3, 1) if state.board.phase is Phase.ADD)
    setup, tracker = state.board.setup, Tracker(state.board.setup)
    tracker.board = state.board
    tracker.suspicions = [[0.0, 0.5, 0.5] for _ in setup.seats]
    (own,) = view(state, setup.viewer(Player(state.board.turn[0]))).own
    policy = Champion.policy()  # random weights expect to win more than all
    options = policy.mix(own, tracker)
    answer = policy.networks[0].of(inputs(own, tracker, 3))
    legal = legal_choices(own, state.board)
    assert len(answer.logits) == len(answer.gains) == choice_count(3)
    total = sum(math.exp(answer.logits[choice]) for choice in legal)
    for choice, action in legal.items():
        assert options[action].share == pytest.approx(math.exp(answer.logits[choice]) / total)
    wins = [(option.share, option.wins or 0.0) for option in options.values()]
    assert all(0.0 < each < 1.0 for _, each in wins)  # so that none was clipped
    assert sum(share * each for share, each in wins) == pytest.approx(answer.wins)
    first, second = list(legal)[:2]
    gap = (options[legal[first]].wins or 0.0) - (options[legal[second]].wins or 0.0)
    assert gap == pytest.approx(answer.gains[first] - answer.gains[second])


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(write_weights(NETWORKS[::-1]))
    networks = read_weights(path)
    assert [network.slots for network in networks] == [3, 6]
    for read, written in zip(networks, NETWORKS, strict=True):
        for mine, yours in zip(read.layers, written.layers, strict=True):
            assert mine.bias == pytest.approx(yours.bias, abs=1e-3)
            for column, other in zip(mine.columns, yours.columns, strict=True):
                assert column == pytest.approx(other, abs=1e-3)


WHOLE = write_weights(NETWORKS[:1])


def signed(body: bytes) -> bytes:
    return hashlib.sha256(body).digest() + body


@pytest.mark.parametrize(
    "content",
    [
        b"",
        WHOLE[:-1],
        WHOLE[:100] + bytes([WHOLE[100] ^ 1]) + WHOLE[101:],
        bytes([WHOLE[0] ^ 1]) + WHOLE[1:],
        signed(b""),
        signed(WHOLE[32:-2]),
        signed(WHOLE[32:] + b"\0\0"),
        signed(b"\xff" + WHOLE[33:]),
        signed(WHOLE[32:-2] + b"\0\x7e"),
        signed(WHOLE[32:34] + b"\0\0"),
    ],
    ids=[
        "empty", "cut off", "a bit flipped", "another checksum", "nothing signed", "too short",
        "too long", "another version", "not a number", "no network",
    ],
)  # fmt: skip
def test_damaged_and_forged_weights_are_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(content)
    with pytest.raises(WeightsError, match=r"^.*weights\.bin: .+$") as refusal:
        read_weights(path)
    assert "\n" not in str(refusal.value)


def test_weights_that_are_not_there_are_missed_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"none: No such file"):
        read_weights(tmp_path / "none")


def test_the_weights_of_the_package_are_for_all_tables_and_small() -> None:
    assert [network.slots for network in Champion.policy().networks] == [3, 6]
    files = sorted(FOLDER.glob("*.bin"))
    assert {path.stem for path in files} == {bot.strength.value for bot in EVERY_BOT.values()} - {
        "yardstick"
    }
    assert all(read_weights(path)[-1].slots == 6 for path in files)
    assert sum(path.stat().st_size for path in files) <= 1_000_000
