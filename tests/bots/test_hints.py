"""Hints: what the strongest bot would consider, and reasons that are true."""

import contextlib
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from calavera.bots import BOTS, Bot, Champion, seat_bot, tell
from calavera.bots.contract.worlds import other_world
from calavera.bots.hints import REASONS, Adviser, Hint, HintReason
from calavera.bots.hints import reason_codes as said
from calavera.bots.network.reader import Reader
from calavera.rules import (
    Disc,
    Event,
    Placement,
    Player,
    Seat,
    SeatStart,
    SeenEvent,
    Setup,
    State,
    chance_events,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from tests.bots.hint_claims import Scene, is_true
from tests.games import next_events

PERSON = Player(0)


def decisions(
    setup: Setup, rng: random.Random, bots: list[Bot] | None = None
) -> Iterator[tuple[State, Seat, list[Event], list[SeenEvent]]]:
    """Every decision of the first player in a game of bots, or of random moves."""
    state, events, seen = new_game(setup), list[Event](), list[SeenEvent]()
    viewers = [setup.viewer(Player(index)) for index in range(setup.players)]
    while state.board.outcome is None:
        for seat in () if chance_outcomes(state) else state.board.turn:
            if setup.owner(seat) == PERSON:
                yield state, seat, events, seen
        news: tuple[Event, ...]
        if bots is None:
            news = next_events(state, rng)
        elif not (news := chance_events(state, rng)):
            owner = setup.owner(state.board.turn[0])
            look = view(state, viewers[owner])
            seat = next(own.seat for own in look.own if own.seat in state.board.turn)
            news = decide(state, seat, bots[owner].choose(look, rng))
        for event in news:
            state = evolve(state, event)
            events.append(event)
            seen.append(redact(event, viewers[PERSON]))
            for bot, viewer in zip(bots or (), viewers, strict=False):
                tell(bot, redact(event, viewer))


def hints(
    setup: Setup, rng: random.Random, bots: list[Bot] | None = None
) -> Iterator[tuple[Scene, Hint, list[Event]]]:
    adviser, reader, told = Adviser(), Reader(setup, Champion.policy()), 0
    for state, seat, events, seen in decisions(setup, rng, bots):
        for event in seen[told:]:
            reader.take(event)
        told = len(seen)
        scene = Scene(seat, state, seen, reader)
        yield scene, adviser.hint(scene.view, seat, seen), events


def of_bots(*names: str) -> list[Bot]:
    return [seat_bot(BOTS[name]) for name in names]


SKULL = SeatStart((Disc.SKULL,), 0)
BARE = SeatStart((Disc.FLOWER, Disc.FLOWER), 0)
ENDING = SeatStart((Disc.FLOWER, Disc.SKULL), 1)
WHOLE = SeatStart((Disc.FLOWER,) * 3 + (Disc.SKULL,), 0)
GAMES = [
    ("random", set_up(3), ()),
    ("random, in turn", set_up(4, placement=Placement.FIRST_LAST), ()),
    ("random, five", set_up(5), ()),
    ("random, two tribes", set_up(2, tribes=2), ()),
    ("random, from a position", set_up(3, start=(BARE, ENDING, WHOLE)), ()),
    ("a skull alone", set_up(3, start=(SKULL, WHOLE, WHOLE)), ()),
    ("bots", set_up(3), ("belief", "bold", "mirror")),
    ("more bots", set_up(4), ("champion", "cautious", "uniform", "bold")),
    ("two", set_up(2), ("belief", "uniform")),
]


@pytest.mark.parametrize(("setup", "bots"), [game[1:] for game in GAMES], ids=[g[0] for g in GAMES])
def test_every_reason_is_true(setup: Setup, bots: tuple[str, ...]) -> None:
    for seed in range(1 if setup.players > 3 else 2):
        rng = random.Random(seed)
        for scene, hint, _ in hints(setup, rng, of_bots(*bots) or None):
            assert 1 <= len(hint.reasons) <= 3
            for reason in hint.reasons:
                assert is_true(reason, scene, hint), (reason, scene.view, scene.seen)
            assert len({type(reason) for reason in hint.reasons}) == len(hint.reasons)


@pytest.mark.parametrize(("setup", "bots"), [GAMES[0][1:], GAMES[3][1:], GAMES[7][1:]])
def test_a_hint_is_a_mix_of_legal_actions(setup: Setup, bots: tuple[str, ...]) -> None:
    for scene, hint, _ in hints(setup, random.Random(3), of_bots(*bots) or None):
        assert {option.action for option in hint.options} <= set(scene.own.legal)
        assert sum(option.share for option in hint.options) == 100
        assert all(one.share >= other.share >= 1 for one, other in pairwise(hint.options))
        known = [option.wins for option in hint.options if option.wins is not None]
        assert all(0 <= wins <= 100 for wins in known)
        if hint.wins is not None:
            assert min(known) - 1 <= hint.wins <= max(known) + 1


def test_every_kind_of_reason_is_given_somewhere() -> None:
    given: Counter[type[HintReason]] = Counter()
    for _, setup, bots in GAMES:
        for seed in range(2):
            adviser = Adviser()
            games = decisions(setup, random.Random(seed), of_bots(*bots) or None)
            for state, seat, _, seen in games:
                hint = adviser.hint(view(state, setup.viewer(PERSON)), seat, seen)
                given.update(type(reason) for reason in hint.reasons)
    assert set(REASONS) == set(given)


def test_a_hint_does_not_depend_on_what_others_hide() -> None:
    """The same events as the player saw them give the same hint, which is as true in that world."""
    changed = 0
    for setup, bots in (GAMES[0][1:], GAMES[3][1:], GAMES[6][1:]):
        viewer, rng = setup.viewer(PERSON), random.Random(5)
        for scene, hint, events in hints(setup, rng, of_bots(*bots) or None):
            changed_events = other_world(setup, events, viewer, rng)
            state, seen = new_game(setup), [redact(event, viewer) for event in changed_events]
            for event in changed_events:
                state = evolve(state, event)
            assert view(state, viewer) == scene.view
            changed += state != scene.state
            # Named tuples of different kinds may be equal, their texts are not.
            assert repr(Adviser().hint(view(state, viewer), scene.seat, seen)) == repr(hint)
            other = Scene(scene.seat, state, scene.seen, scene.reader)
            assert all(is_true(reason, other, hint) for reason in hint.reasons)
    assert changed > 20


def test_only_a_seat_in_turn_gets_a_hint() -> None:
    setup = set_up(3)
    state, adviser = new_game(setup), Adviser()
    seen = [redact(event, setup.viewer(PERSON)) for event in chance_events(state, random.Random(1))]
    state = evolve(state, chance_events(state, random.Random(1))[0])
    look = view(state, setup.viewer(PERSON))
    assert adviser.hint(look, Seat(0), seen).options
    for seat in (Seat(1), Seat(2)):
        with pytest.raises(ValueError, match="turn"):
            adviser.hint(look, seat, seen)


def test_false_reasons_are_found() -> None:
    """The checks of this file can fail."""
    lies: Counter[type[HintReason]] = Counter()
    for _, setup, bots in GAMES[:6]:
        for scene, hint, _ in hints(setup, random.Random(1), of_bots(*bots) or None):
            for reason in hint.reasons:
                for field, value in zip(reason._fields, reason, strict=True):
                    if field in ("seat", "difference"):
                        continue
                    change = 3 if value < 90 else -3
                    lie = reason._replace(**{field: value + change})  # type: ignore[arg-type]
                    with contextlib.suppress(IndexError, ValueError):  # a disc that is not there
                        assert not is_true(lie, scene, hint), lie
                    lies[type(reason)] += 1
    assert {said.OwnSkull, said.OwnFlowers, said.Reach, said.Suspect, said.UnseenStacks} <= set(
        lies
    )
