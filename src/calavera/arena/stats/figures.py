"""What is counted over records."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TypeVar

from calavera.arena.proportion import Proportion
from calavera.rules import Ending

Key = TypeVar("Key", int, str)


@dataclass(slots=True)
class Figures:
    """Counts, to be filled by `count`."""

    records: int = 0  # records that were read
    views: int = 0  # those of them that do not tell all discs
    moves: int = 0  # moves of finished games
    rounds: int = 0  # rounds of finished games
    endings: Counter[Ending] = field(default_factory=Counter)  # how the finished games ended
    games: Counter[int] = field(default_factory=Counter)  # finished games by the number of players
    # Those of them that the first player of the game won.
    first_won: Counter[int] = field(default_factory=Counter)
    # Attempts by the number of players and by the bid.
    attempts: Counter[tuple[int, int]] = field(default_factory=Counter)
    # Those of them that succeeded.
    successes: Counter[tuple[int, int]] = field(default_factory=Counter)
    # Bids, openings and raises, whose bidder's stack the record tells; by their number.
    bids: Counter[int] = field(default_factory=Counter)
    # Those of them that would have turned over the bidder's own skull.
    bluffs: Counter[int] = field(default_factory=Counter)
    # Bids of which a view does not tell whether they were bluffs: left out of both.
    bids_untold: int = 0
    # Flipped discs by the mat, counted clockwise from the challenger's own, 0.
    flips: Counter[int] = field(default_factory=Counter)
    skulls: Counter[int] = field(default_factory=Counter)  # those of them that were skulls
    # Records by the names of the players in them.
    named: Counter[str] = field(default_factory=Counter)
    # Places at the table in finished games by name; several a game for a name used twice.
    places: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)  # finished games by the name of the winner
    bids_by: Counter[str] = field(default_factory=Counter)  # as `bids`, by name
    bluffs_by: Counter[str] = field(default_factory=Counter)  # as `bluffs`, by name

    def add(self, others: "Figures") -> None:
        """Count in what was counted over other records."""
        for part in fields(self):
            mine, theirs = getattr(self, part.name), getattr(others, part.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, part.name, mine + theirs)

    @property
    def finished(self) -> int:
        """Games that somebody won."""
        return self.games.total()

    @property
    def success(self) -> Proportion:
        """Successes of all attempts."""
        return Proportion(self.successes.total(), self.attempts.total())

    @property
    def success_by_bid(self) -> dict[int, Proportion]:
        """The same for each bid."""
        return self._success(lambda key: key[1])

    @property
    def success_by_players(self) -> dict[int, Proportion]:
        """The same for each size of table."""
        return self._success(lambda key: key[0])

    @property
    def success_by_both(self) -> dict[tuple[int, int], Proportion]:
        """The same for each size of table and each bid."""
        return {
            key: Proportion(self.successes[key], self.attempts[key])
            for key in sorted(self.attempts)
        }

    @property
    def first_player(self) -> dict[int, Proportion]:
        """How often the first player of a game won it, for each size of table."""
        return rates(self.first_won, self.games)

    @property
    def bluff(self) -> Proportion:
        """Bluffs of all bids."""
        return Proportion(self.bluffs.total(), self.bids.total())

    @property
    def bluff_by_bid(self) -> dict[int, Proportion]:
        """The same for each bid."""
        return rates(self.bluffs, self.bids)

    @property
    def skull_by_place(self) -> dict[int, Proportion]:
        """Skulls of all flips, for each place clockwise from the challenger."""
        return rates(self.skulls, self.flips)

    @property
    def names(self) -> list[str]:
        """All player names, the most frequent first."""
        return sorted(self.named, key=lambda name: (-self.named[name], name))

    def _success(self, part: Callable[[tuple[int, int]], int]) -> dict[int, Proportion]:
        attempts: Counter[int] = Counter()
        successes: Counter[int] = Counter()
        for key, number in self.attempts.items():
            attempts[part(key)] += number
            successes[part(key)] += self.successes[key]
        return rates(successes, attempts)


def rates(hits: Mapping[Key, int], tries: Mapping[Key, int]) -> dict[Key, Proportion]:
    """A rate for each key, in order."""
    return {key: Proportion(hits.get(key, 0), tries[key]) for key in sorted(tries)}
