"""The value of each bid and of a pass, by looking ahead one step in the bidding.

After a bid the others raise or pass according to their styles and the belief about their skulls. If
nobody raises, the bidder attempts, and the passes are evidence about the others' discs. The first
raise is assumed to end the bidding. `prospects` values every end of the round.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bench.yardstick.habits import CAUGHT, CLEAN, COVERED, PASS, STYLES_KNOWN, reach
from bench.yardstick.odds import best_chances, clear_tops
from bench.yardstick.prospects import Prospects
from bench.yardstick.suspect import Suspect
from calavera.bots.network.suspicion import GONE, HAND, STACK, Suspicion
from calavera.rules import Seat, View

UNLIKELY: Final = 0.02
"""Styles less likely than this are ignored."""

PICKY: Final = 3
"""Exponent of the others' preference for mats that look clear."""

ANY_MAT: Final = 0.05
"""Weight of a mat that does not look clear at all."""

Clear = Mapping[int, list[float]]
"""The probabilities that the top 0, 1, 2… discs of each mat are flowers."""


class RivalReply(NamedTuple):
    """A rival's expected reply to a bid."""

    raises: float  # probability of a raise
    means_it: float  # probability that its own discs to flip are flowers then
    clear_if_pass: list[float]  # probabilities of flowers on top if it does not


class Outlook:
    """The values of one seat's bids and of its pass."""

    def __init__(
        self,
        view: View,
        seat: Seat,
        suspects: Sequence[Suspect],
        believed: Sequence[Suspicion],
    ) -> None:
        board, own = view.board, view.viewer.seats
        self.board = board
        self.seat = seat
        self.total = board.total
        self.prospects = Prospects(board, own, believed)
        self._suspects = suspects
        self._own = own
        self._mats = board.mats
        count = len(board.mats)
        self._rivals = [
            other
            for other in [(seat + step) % count for step in range(1, count)]
            if board.mats[other].discs and not board.mats[other].passed
        ]
        self._standing = [other for other in range(count) if board.mats[other].height]
        self._clear = {other: clear_tops(believed[other]) for other in self._standing}
        # What the others suspect: the same, without this player's own knowledge.
        self._looks = dict(self._clear)
        for mine in own:
            if mine in self._looks:
                self._looks[mine] = clear_tops(suspects[mine].mixed())

    def company(self) -> list[float]:
        """The mean probability of each style among its rivals."""
        rivals = [
            self._suspects[other].styles
            for other, mat in enumerate(self._mats)
            if mat.discs and other not in self._own
        ]
        return [sum(shares) / len(rivals) for shares in zip(*rivals, strict=True)]

    def chance(self, number: int, clear: Clear) -> float:
        """The probability that the seat finds that many flowers with the best flips."""
        mine = clear[self.seat]
        height = len(mine) - 1
        if number <= height:
            return mine[number]
        if not mine[height]:
            return 0.0
        others = [clear[other] for other in self._standing if other != self.seat]
        return mine[height] * best_chances(others)[number - height]

    def of_bid(self, number: int) -> float:
        """The value of a bid."""
        worth, quiet, clear = self._if_raised(number, self._mats[self.seat].wins, self.seat)
        if quiet <= 0.0:
            return worth
        chance = self.chance(number, clear)
        mine = self._clear[self.seat]
        own_skull = mine[min(number, len(mine) - 1)] < 0.5  # it knows its own discs: 0 or 1
        attempt = self.prospects.after_failure(self.seat, own_skull=own_skull)
        if chance > 0.0:
            attempt += chance * (self.prospects.after_success(self.seat) - attempt)
        return worth + quiet * attempt

    def of_pass(self) -> float:
        """The value of a pass."""
        bidding = self.board.bidding
        if bidding is None:
            raise ValueError("there is no bid to pass on")
        bidder, number = bidding.bidder, bidding.number
        worth, quiet, clear = self._if_raised(number, self._mats[bidder].wins, bidder)
        means_it = clear[bidder][min(number, len(clear[bidder]) - 1)]
        return worth + quiet * self._of_other(bidder, number, means_it, clear)

    def _if_raised(self, number: int, threat: int, bidder: int) -> tuple[float, float, Clear]:
        """The value if a rival raises, the probability that none does, and what is clear then."""
        worth, quiet = 0.0, 1.0
        if number == self.total:
            return worth, quiet, self._clear
        clear = dict(self._clear)
        for rival in self._rivals:
            if rival == bidder:
                continue
            answer = self._answer(rival, number, threat)
            if answer.raises > 0.0:
                raised = self._of_other(rival, number + 1, answer.means_it, clear)
                worth += quiet * answer.raises * raised
                quiet *= 1.0 - answer.raises
            clear[rival] = answer.clear_if_pass
        return worth, quiet, clear

    def _answer(self, rival: int, number: int, threat: int) -> RivalReply:
        suspect, mat = self._suspects[rival], self._mats[rival]
        height, wins = mat.height, mat.wins
        step = reach(height, number + 1, self.total)
        need = min(number + 1, height)
        raises = means_it = clear = 0.0
        passes = [0.0] * height
        for share, suspicion, style in zip(
            suspect.styles, suspect.suspicions, STYLES_KNOWN, strict=True
        ):
            if share < UNLIKELY:
                continue
            tables = style.bidding
            silent = tables[CLEAN][wins][threat][step][PASS]
            chance = share * (suspicion[GONE] + suspicion[HAND])
            clear += chance * silent
            raises += chance * (1.0 - silent)
            means_it += chance * (1.0 - silent)
            for place in range(height):
                chance = share * suspicion[STACK + place]
                if chance > 0.0:
                    sure = height - 1 - place
                    stance = COVERED if number < sure else CAUGHT
                    silent = tables[stance][wins][threat][step][PASS]
                    passes[place] += chance * silent
                    raises += chance * (1.0 - silent)
                    if sure >= need:
                        means_it += chance * (1.0 - silent)
        everything = clear + sum(passes)
        tops = [1.0]
        for place in range(height - 1, -1, -1):
            tops.append(max(0.0, tops[-1] - passes[place] / everything))
        known = raises + everything
        return RivalReply(raises / known, means_it / raises if raises > 0.0 else 0.0, tops)

    def _of_other(self, challenger: int, number: int, means_it: float, clear: Clear) -> float:
        """The value of another seat's attempt."""
        prospects = self.prospects
        need = number - self._mats[challenger].height
        chance = means_it * self._found_by(challenger, need, clear) if need > 0 else means_it
        success = prospects.after_success(challenger)
        return chance * success + (1.0 - chance) * prospects.after_failure(challenger)

    def _found_by(self, challenger: int, need: int, clear: Clear) -> float:
        """The probability that another seat finds that many flowers on the mats of others.

        It is assumed to prefer top discs and mats that look clear.
        """
        mats = [other for other in self._standing if other != challenger]
        found = dict.fromkeys(mats, 1.0)
        depth = 0
        while need > 0:
            deep = [other for other in mats if len(clear[other]) > depth + 1]
            if not deep:
                break
            if need < len(deep):
                likings = [self._looks[other][depth + 1] ** PICKY + ANY_MAT for other in deep]
                scale = need / sum(likings)
                shares = [min(1.0, liking * scale) for liking in likings]
            else:
                shares = [1.0] * len(deep)
            for other, share in zip(deep, shares, strict=True):
                found[other] -= share * (clear[other][depth] - clear[other][depth + 1])
            need -= len(deep)
            depth += 1
        product = 1.0
        for chance in found.values():
            product *= chance
        return product
