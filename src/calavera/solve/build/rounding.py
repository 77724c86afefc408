"""Rounds the solution of a linear program to whole units that add up."""

from calavera.bots.ending.booklet import WHOLE
from calavera.solve.model.certificate import PARTS
from calavera.solve.model.realization_plan import units


def parted(whole: int, shares: list[float]) -> list[int]:
    """Split a whole number in proportion to shares (largest remainder method)."""
    total = sum(shares)
    if not total:
        return [whole, *[0] * (len(shares) - 1)]
    exact = [whole * share / total for share in shares]
    parts = [int(part) for part in exact]
    by_rest = sorted(range(len(parts)), key=lambda place: parts[place] - exact[place])
    for place in by_rest[: whole - sum(parts)]:
        parts[place] += 1
    if sum(parts) > whole:  # floating point went beyond it
        parts[parts.index(max(parts))] -= sum(parts) - whole
    return parts


def fitted(there: tuple[int, int], owns: list[int], weights: list[float]) -> list[int]:
    """Weights in whole units that use up no more of the player than there is.

    What is too much of one kind is taken off where most of that kind is.
    """
    whole = [units(weight) for weight in weights]
    for kind in (0, 1):
        shares = [own if kind == 0 else WHOLE - own for own in owns]
        used = PARTS * sum(w * share for w, share in zip(whole, shares, strict=True))
        excess = used - WHOLE * there[kind]
        for place in sorted(range(len(owns)), key=lambda place: -shares[place]):
            if excess <= 0 or not shares[place]:
                break
            less = min(whole[place], -(-excess // (PARTS * shares[place])))
            whole[place] -= less
            excess -= less * PARTS * shares[place]
    return whole
