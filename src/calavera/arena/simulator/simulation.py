"""One game, stepped from Python."""

from collections.abc import Sequence

from calavera.arena.compiled.layout import FLOWER_DRAWN, NOT_DRAWN, Attempt, PackedMoment
from calavera.arena.encoding.action_numbers import CHANCE, DRAW_FLOWER, FIRST_IS
from calavera.arena.encoding.arrays import Bytes
from calavera.arena.simulator.start import Start, state_of
from calavera.arena.simulator.telling import written
from calavera.arena.simulator.vector import Batch
from calavera.record import Record
from calavera.rules import Player, Seat, State
from calavera.rules.model.seats import SEATS


class Simulation:
    """A game from any start, with seat by seat what a bot or a learner needs."""

    def __init__(self, start: Start, *, seed: int = 0) -> None:
        self.reset(start, seed=seed)

    def reset(self, start: Start, *, seed: int = 0) -> None:
        """Begins a game; the first player is drawn unless the start says who it is."""
        self._start = start
        self._batch = Batch(start, 1, seed=seed)
        self._moves: list[tuple[int, int]] = []
        before = state_of(start)
        if before.board.first is None:
            first = self._batch.word(0, (PackedMoment, "first"))
            self._moves.append((CHANCE, FIRST_IS + first))
        self._note_shuffle(known=before.drawn is not None)

    @property
    def state(self) -> State:
        """The whole truth, as `calavera.rules` has it."""
        return self._batch.state(0)

    @property
    def seat(self) -> Seat | None:
        """Whose turn it is, the first of several (R7); nobody's once the game is over."""
        return None if self.over else SEATS[self._batch.seats[0]]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._batch.over[0])

    @property
    def winner(self) -> Player | None:
        """Who has won."""
        outcome = self.state.board.outcome
        return outcome.winner if outcome else None

    def legal(self, seat: int | None = None) -> Bytes:
        """A mask over all actions: what the seat may do, by default the one in turn."""
        mask: Bytes = self._batch.legal(seat)[0]
        return mask

    def observe(self, seat: int | None = None) -> Bytes:
        """What a player knows, from the seat's viewpoint; by default the seat in turn."""
        row: Bytes = self._batch.observe(seat)[0]
        return row

    def step(self, number: int, seat: int | None = None) -> None:
        """An action of the seat, by default the one in turn; ValueError where it is not legal."""
        if self.over:
            raise ValueError("the game is over (R32)")
        known, acting = self._drawn != NOT_DRAWN, self._batch.seats[0] if seat is None else seat
        self._batch.step(number, acting)
        self._moves.append((int(acting), int(number)))
        self._note_shuffle(known=known)

    def record(self, names: Sequence[str] | None = None) -> Record:
        """The game so far; ValueError where it began in the middle of one nobody wrote down."""
        return written(self._start, self._moves, names)

    @property
    def _drawn(self) -> int:
        return self._batch.word(0, (Attempt, "drawn"))

    def _note_shuffle(self, *, known: bool) -> None:
        """Writes down what chance has drawn for the blind pick (R24), if that is news."""
        if self._drawn != NOT_DRAWN and not known:
            self._moves.append((CHANCE, DRAW_FLOWER + self._drawn - FLOWER_DRAWN))
