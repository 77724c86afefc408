"""A game as every viewer sees it, in plain text: a leak is a readable diff."""

from collections.abc import Iterator

from calavera.record import Record, states
from calavera.rules import PUBLIC, Player, State, View, Viewer, new_game, redact, seat_letter, view
from calavera.rules.model.board import Board


def tell(record: Record) -> str:
    """Every event as each viewer sees it, and each viewer's view after it."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    viewers = _viewers(record)
    state = new_game(record.setup, record.first)
    yield "At the start"
    yield from _views(state, viewers)
    for event, after in states(record):
        yield ""
        yield f"{event}"
        for name, viewer in viewers.items():
            seen = redact(event, viewer)
            if seen != event:
                yield f"  {name:8} is told {seen}"
        yield f"  {_board(after.board)}"
        yield from _views(after, viewers)


def _viewers(record: Record) -> dict[str, Viewer]:
    players = {name: record.setup.viewer(Player(index)) for index, name in enumerate(record.names)}
    return {**players, "public": PUBLIC}


def _board(board: Board) -> str:
    mats = [
        f"{seat_letter(seat)} hand {mat.hand} mat {mat.height}"
        f"{' seen ' + ''.join(map(str, mat.faces)) if mat.faces else ''}"
        f"{' wins ' + str(mat.wins) if mat.wins else ''}"
        f"{' passed' if mat.passed else ''}{' out' if mat.out else ''}"
        for seat, mat in zip(board.setup.seats, board.mats, strict=True)
    ]
    turn = "".join(map(seat_letter, board.turn)) or "nobody"
    return f"{board.phase.value}, turn {turn}: {'; '.join(mats)}"


def _views(state: State, viewers: dict[str, Viewer]) -> Iterator[str]:
    for name, viewer in viewers.items():
        for line in _own(view(state, viewer)):
            yield f"  {name:8} {line}"


def _own(seen: View) -> Iterator[str]:
    for own in seen.own:
        hand, stack, lost = (
            "".join(map(str, discs)) or "-"
            for discs in (own.holding.hand, own.holding.stack, own.holding.lost)
        )
        legal = " ".join(map(str, own.legal)) or "nothing"
        yield f"{seat_letter(own.seat)} holds {hand} on {stack} lost {lost} may do {legal}"
