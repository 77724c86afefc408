"""Games that a viewer cannot tell apart.

Every disc that the viewer never saw is drawn again at random; flipped and shown discs stay.
"""

import random
from collections.abc import Sequence

from calavera.rules import Disc, Event, Seat, Setup, Viewer
from calavera.rules.events import (
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    DiscsShuffled,
    RoundBegan,
)

TRIES = 100


class Contradiction(Exception):
    """The discs chosen so far do not agree with what was seen."""


def other_world(
    setup: Setup, events: Sequence[Event], viewer: Viewer, rng: random.Random
) -> list[Event]:
    """The same events with other secrets."""
    changed = list(events)
    for seat in setup.seats:
        if seat not in viewer.seats:
            changed = _changed_for(changed, seat, setup.start[seat].discs, rng)
    return changed


def _changed_for(
    events: list[Event], seat: Seat, discs: tuple[Disc, ...], rng: random.Random
) -> list[Event]:
    for _ in range(TRIES):
        try:
            return _try_for(events, seat, discs, rng)
        except Contradiction:
            continue
    return events


def _try_for(
    events: list[Event], seat: Seat, discs: tuple[Disc, ...], rng: random.Random
) -> list[Event]:
    changed = list(events)
    owned = list(discs)
    for begin, end in _rounds(events):
        places = [i for i in range(begin, end) if _is_placement(events[i], seat)]
        stack = _any_stack(_seen(events[begin:end], seat, len(places)), len(places), owned, rng)
        for index, disc in zip(places, stack, strict=True):
            changed[index] = DiscPlaced(seat, disc)
        _change_loss(changed, range(begin, end), seat, owned, rng)
    return changed


def _rounds(events: Sequence[Event]) -> list[tuple[int, int]]:
    starts = [index for index, event in enumerate(events) if isinstance(event, RoundBegan)]
    return list(zip(starts, [*starts[1:], len(events)], strict=True))


def _is_placement(event: Event, seat: Seat) -> bool:
    return isinstance(event, DiscPlaced) and event.seat == seat


def _seen(events: Sequence[Event], seat: Seat, height: int) -> dict[int, Disc]:
    """What everybody saw of a stack in a round, by place from the bottom."""
    faces: list[Disc] = []
    for event in events:
        if isinstance(event, DiscFlipped) and event.mat == seat:
            faces.append(event.disc)
        elif isinstance(event, DiscsShown) and event.seat == seat:
            faces.extend(event.discs)
    return {height - 1 - depth: disc for depth, disc in enumerate(faces)}


def _any_stack(
    seen: dict[int, Disc], height: int, owned: list[Disc], rng: random.Random
) -> list[Disc]:
    in_hand = list(owned)
    for disc in seen.values():
        if disc not in in_hand:
            raise Contradiction
        in_hand.remove(disc)
    rng.shuffle(in_hand)
    return [seen[place] if place in seen else in_hand.pop() for place in range(height)]


def _change_loss(
    events: list[Event], where: range, seat: Seat, owned: list[Disc], rng: random.Random
) -> None:
    losses = [i for i in where if isinstance(e := events[i], DiscLost) and e.seat == seat]
    if not losses:
        return
    lost = rng.choice(owned)
    owned.remove(lost)
    for index in where:
        event = events[index]
        if isinstance(event, DiscsShuffled):
            events[index] = DiscsShuffled(seat, lost)
        elif isinstance(event, DiscLost):
            events[index] = DiscLost(seat, event.taker, lost)
