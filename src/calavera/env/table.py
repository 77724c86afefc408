"""What all environments share: the table that is played at, and what a game pays."""

from collections.abc import Iterable

from calavera.rules import OUT, IllegalSetup, Placement, SeatStart, Setup, set_up


def table_of(
    players: int = 4,
    *,
    tribes: int = 1,
    placement: str = Placement.SIMULTANEOUS.value,
    start: str | Iterable[SeatStart] | None = None,
    **unknown: object,
) -> Setup:
    """The table of plain parameters, as configurations hold them; raises IllegalSetup.

    Keywords that an environment does not know end up here, and raise TypeError.

    A start is written as in records: `FFS/1 F -` is two flowers, a skull and a success for seat a,
    a flower for seat b, and seat c is out.
    """
    if unknown:
        raise TypeError(
            f"{next(iter(unknown))}: there is no such keyword;"
            " those of the table are players, tribes, placement and start"
        )
    try:
        order = Placement(placement)
    except ValueError:
        orders = " or ".join(each.value for each in Placement)
        raise IllegalSetup(f"placement {placement!r}: it is {orders} (R7)") from None
    if isinstance(start, str):
        start = [seat_start_of(entry) for entry in start.split()] or None
    return set_up(players, tribes=tribes, placement=order, start=start)


def seat_start_of(text: str) -> SeatStart:
    """One entry of a start; raises IllegalSetup."""
    letters, _, wins = text.partition("/")
    if text == "-":
        return OUT
    if not letters or set(letters) - set("FS") or wins not in ("", "0", "1"):
        raise IllegalSetup(f"start {text!r}: write discs, a slash and wins, as FFS/1, or -")
    return SeatStart.of(letters, int(wins or 0))


def payoff(won: bool, players: int) -> float:
    """What a game pays a player: 1 for the winner; the others share the loss."""
    return 1.0 if won else -1.0 / (players - 1)
