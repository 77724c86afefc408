"""Everybody's chance to win, step by step, from every viewpoint."""

from collections.abc import Collection

from calavera.bots.network.tracker import Tracker
from calavera.review.chances.outlook import Outlook
from calavera.review.model import Curves
from calavera.rules import PUBLIC, Event, Player, Seat, Setup, State, redact


class CurveWriter:
    """Adds a point for each step."""

    def __init__(self, setup: Setup) -> None:
        self._tracker, self._outlook = Tracker(setup), Outlook(setup)
        players = [setup.seats_of(Player(player)) for player in range(setup.players)]
        self._viewpoints: list[Collection[Seat]] = [(), setup.seats, *players]
        self._points: list[list[tuple[float, ...]]] = [[] for _ in self._viewpoints]

    def take(self, event: Event) -> None:
        """Learn from an event as the public sees it."""
        self._tracker.take(redact(event, PUBLIC))

    def add(self, state: State, public: tuple[float, ...] | None = None) -> None:
        """Add the points of a step; `public` replaces an estimate by what is proven."""
        for viewpoint, points in zip(self._viewpoints, self._points, strict=True):
            points.append(self._outlook.point(self._tracker, state, viewpoint))
        if public is not None:
            self._points[0][-1] = public

    def curves(self) -> Curves:
        """The curves so far."""
        public, opened, *players = [tuple(points) for points in self._points]
        return Curves(public, opened, tuple(players))
