"""Everybody's chance to win, step by step, from every viewpoint."""

from collections.abc import Collection

from calavera.bots.network.tracker import Tracker
from calavera.review.chances.judge import chances
from calavera.review.chances.sight import sight
from calavera.review.model import Curves
from calavera.rules import PUBLIC, Event, Player, Seat, Setup, State, redact


class CurveWriter:
    """Adds a point for each step."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._tracker = Tracker(setup)
        players = [setup.seats_of(Player(player)) for player in range(setup.players)]
        self._viewpoints: list[Collection[Seat]] = [(), setup.seats, *players]
        self._points: list[list[tuple[float, ...]]] = [[] for _ in self._viewpoints]

    def take(self, event: Event) -> None:
        """Learn from an event as the public sees it."""
        self._tracker.take(redact(event, PUBLIC))

    def add(self, state: State, public: tuple[float, ...] | None = None) -> None:
        """Add the points of a step; `public` replaces an estimate by what is proven."""
        for viewpoint, points in zip(self._viewpoints, self._points, strict=True):
            points.append(self._point(state, viewpoint))
        if public is not None:
            self._points[0][-1] = public

    def curves(self) -> Curves:
        """The curves so far."""
        public, opened, *players = [tuple(points) for points in self._points]
        return Curves(public, opened, tuple(players))

    def _point(self, state: State, known: Collection[Seat]) -> tuple[float, ...]:
        setup, outcome = self._setup, state.board.outcome
        found = [0.0] * setup.players
        if outcome is not None:
            found[outcome.winner] = 1.0
        else:
            for seat, chance in chances(sight(self._tracker, state, known)).items():
                found[setup.owner(seat)] += chance
        return tuple(found)
