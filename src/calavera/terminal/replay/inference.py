"""What can be inferred about a seat by counting.

A player's secrets reveal nothing about another's discs, so everyone but the owner of a seat can
infer the same about it as the public. A test checks that.
"""

from typing import Final

from calavera.record.position import Worlds
from calavera.rules import Disc, Holding, Mat
from calavera.terminal.drawing.sentences import listed

_IN_HAND: Final = "in hand"
_LOST: Final = "lost"
_NEVER: Final = "never there"
_FLOORS: Final = ("at the bottom", "second from the bottom", "third from the bottom", "on top")


def where_the_skull_is(mat: Mat, worlds: Worlds) -> str:
    """What all worlds of one seat agree on about its skull, in a sentence."""
    lost_now = [_lost_the_skull_now(mat, world) for world in worlds]
    if Disc.SKULL in mat.faces:
        verb = "turned over" if Disc.SKULL in mat.faces[: mat.flipped] else "shown"
        if all(lost_now):
            return f"The skull was {verb} and lost."
        maybe = "; it may be the disc just lost" if any(lost_now) else ""
        return f"The skull was {verb}{maybe}."
    places = {
        _LOST if lost else _place(world) for world, lost in zip(worlds, lost_now, strict=True)
    }
    floors = sorted(place for place in places if isinstance(place, int))
    others = [place for place in (_IN_HAND, _LOST) if place in places]
    if not floors and not others:
        return "There was no skull from the start."
    if not floors and others == [_LOST]:
        return "The skull is gone."
    possible = [_on_the_mat(floors, mat)] * bool(floors) + others
    certainty = "must" if len(possible) == 1 else "may"
    return f"The skull {certainty} be {listed(possible, 'or')}."


def _lost_the_skull_now(mat: Mat, world: Holding) -> bool:
    """Whether the skull is the disc lost in this round; it is still drawn in its place."""
    return len(world.discs) > mat.discs and world.lost[-1] is Disc.SKULL


def _place(world: Holding) -> str | int:
    """Where the skull is: a word, or its index in the stack from the bottom."""
    if Disc.SKULL in world.stack:
        return world.stack.index(Disc.SKULL)
    if Disc.SKULL in world.hand:
        return _IN_HAND
    return _LOST if Disc.SKULL in world.lost else _NEVER


def _on_the_mat(floors: list[int], mat: Mat) -> str:
    if len(floors) == mat.face_down:
        return "on the mat"
    top = mat.height - 1
    names = [_FLOORS[-1] if floor == top else _FLOORS[floor] for floor in floors]
    return f"on the mat, {listed(names, 'or')},"
