"""A proven plan for a round of two players, and the best answer to it.

A promise is kept by its plan, a mixture of promises by the mixture of their plans: flows are simply
added. An opponent that cannot tell the plans apart gets no more than one that can. Whatever the
opponent does, it wins at most what the plan leaves over: `answers` is the most that can follow each
of its moves.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from calavera.bots.ending.booklet import (
    ENDS,
    FIRST,
    OTHERS_SKULL,
    OWN_SKULL,
    SECOND,
    SUCCESS,
    WHOLE,
    Mixture,
    Page,
    PageName,
    discard_key,
    pages_of,
)

NEVER: Final = 1e-9
"""A plan of which less than this is left never leads here."""

Pages = Callable[[PageName], tuple[Page, Page]]
"""Both roles of a position, from some booklet."""

Private = tuple[str, str]
"""Hand, and stack with its top at the end: F and S."""

Flows = dict[Private, float]
"""How much of a player is here, by what it holds."""

Pair = tuple[float, float]
"""Something with the skull and without it."""


class Seen(NamedTuple):
    """What both players have seen of a round."""

    told: str = ""
    turn: int = SECOND  # whoever begins places its first disc last, as the plans have it
    heights: tuple[int, int] = (0, 0)
    bid: int = 0
    is_closed: bool = False  # the bidding is over, and the player in turn attempts it

    def after(self, looks: str) -> "Seen":
        """The same after a move of the player in turn, as everybody sees it."""
        turn, heights = self.turn, self.heights
        told = f"{self.told} {'ab'[turn]}{looks}".lstrip()
        if looks == "?":
            heights = (heights[0] + (turn == FIRST), heights[1] + (turn == SECOND))
            return Seen(told, FIRST if heights == (1, 1) else 1 - turn, heights)
        if looks == "-":
            return Seen(told, 1 - turn, heights, self.bid, True)
        is_closed = int(looks) == sum(heights)
        return Seen(told, turn if is_closed else 1 - turn, heights, int(looks), is_closed)

    def moves(self, private: Private) -> list[str]:
        """What the player in turn can do."""
        discs = sorted(set(private[0]))
        if not all(self.heights):
            return discs
        bids = [str(number) for number in range(self.bid + 1, sum(self.heights) + 1)]
        return ["-", *bids] if self.bid else discs + bids


class Plan:
    """The plan of one player in a round: those of the promises that it keeps, mixed."""

    def __init__(
        self, place: PageName, role: int, mixture: Mixture, pages: Pages = pages_of
    ) -> None:
        self._place, self._role, self._pages = place, role, pages
        self._page = pages(place)[role]
        self._own = sum(weight * self._page.own[number] for number, weight in mixture)
        self._made: dict[int, float] = {}
        self._kept: dict[int, Mixture] = {}
        self._bests: dict[tuple[str, Private], float] = {}
        for number, weight in mixture:
            promise = self._page.promises[number]
            for move, flow in zip(promise["moves"], promise["flows"], strict=True):
                self._made[move] = self._made.get(move, 0.0) + weight * flow / WHOLE
            kept = zip(promise["leaves"], promise["keeps"], promise["weights"], strict=True)
            for leaf, later, share in kept:
                self._kept.setdefault(leaf, []).append((later, weight * share / WHOLE))

    def flows(self, told: str, private: Private) -> dict[str, float]:
        """How much of the player makes each move of a choice; a share of the whole player."""
        return self._fork("|".join((told, *private)))

    def discards(self, told: str) -> Pair | None:
        """How much of the player keeps its skull and how much gives it up, after it met it (R25).

        None where there is no choice.
        """
        if discard_key(told) not in self._page.forks:
            return None
        flower, skull = self._fork(discard_key(told)).values()
        return flower, skull

    def answers(self, told: Sequence[str], mine: Private) -> dict[str, float] | None:
        """What can follow each move of the other at best, if it holds `mine` and is in turn.

        `told` is what was said so far, in the words of the plans (`b? a? a2 b-`); None where the
        plan never leads there.
        """
        seen, flows = self._reach(told)
        total = sum(flows.values())
        if total <= NEVER:
            return None
        return {
            move: self._best(seen.after(_looks(move)), flows, _then(mine, move)) / total
            for move in seen.moves(mine)
        }

    def answers_to_own_skull(self, told: Sequence[str]) -> Pair | None:
        """The same where its own skull ended the other's attempt: if it keeps it, if not."""
        seen, flows = self._reach(told)
        total = sum(flows.values())
        if total <= NEVER:
            return None
        kept, gone = self._left(seen, OWN_SKULL, total)
        return kept / total, gone / total

    def _fork(self, key: str) -> dict[str, float]:
        first, *moves = self._page.forks.get(key, (0,))
        return {move: self._made.get(n, 0.0) for n, move in enumerate(moves, start=first)}

    def _reach(self, told: Sequence[str]) -> tuple[Seen, Flows]:
        """What is left of the player after what was said."""
        discs = self._place[self._role]
        flows = {
            ("F" * (discs - 1) + "S", ""): self._own,
            ("F" * discs, ""): 1.0 - self._own,
        }
        seen = Seen()
        for word in told:
            if seen.turn == self._role:
                flows = self._split(seen, flows).get(word[1:], {})
            seen = seen.after(word[1:])
        return seen, flows

    def _split(self, seen: Seen, flows: Flows) -> dict[str, Flows]:
        """How the plan goes on, by what the other sees of it."""
        ways: dict[str, Flows] = {}
        for private, there in flows.items():
            if there > 0.0:
                for move, flow in self.flows(seen.told, private).items():
                    if flow > 0.0:
                        ways.setdefault(_looks(move), {})[_then(private, move)] = flow
        return ways

    def _best(self, seen: Seen, flows: Flows, mine: Private) -> float:
        """What the other gets at best, holding `mine`, out of what of the player is here."""
        key = seen.told, mine
        if key not in self._bests:
            if seen.is_closed:
                found = self._attempt(seen, flows, mine)
            elif seen.turn == self._role:
                ways = self._split(seen, flows)
                found = sum(self._best(seen.after(looks), ways[looks], mine) for looks in ways)
            else:
                found = max(
                    self._best(seen.after(_looks(move)), flows, _then(mine, move))
                    for move in seen.moves(mine)
                )
            self._bests[key] = found
        return self._bests[key]

    def _attempt(self, seen: Seen, flows: Flows, mine: Private) -> float:
        """What the other gets out of an attempt."""
        acts, discs = seen.turn == self._role, self._place[seen.turn]
        rest = seen.bid - seen.heights[seen.turn]  # the other's discs that are flipped (R19, R20)
        its_count, my_count = (seen.bid, rest) if acts else (rest, seen.bid)
        total = sum(flows.values())
        stopped = sum(flow for held, flow in flows.items() if _shows_skull(held, its_count))
        kind, is_skull = _kind(mine), _shows_skull(mine, my_count)
        if acts:
            failed = self._left(seen, OWN_SKULL, self._discarded(seen, stopped))[kind]
            end = OTHERS_SKULL if is_skull else SUCCESS
            return failed + self._left(seen, end, total - stopped)[kind]
        if is_skull:
            return max(self._left(seen, OWN_SKULL, total))  # it chooses what to lose (R25)
        lost = self._left(seen, OTHERS_SKULL, stopped)
        # The skull's owner picks one of the challenger's discs blind (R24).
        picked = lost[1] if kind else ((discs - 1) * lost[0] + lost[1]) / discs
        return self._left(seen, SUCCESS, total - stopped)[kind] + picked

    def _discarded(self, seen: Seen, stopped: float) -> float:
        """How much of the player chose which disc to lose (R25)."""
        chosen = self.discards(seen.told)
        return stopped if chosen is None else sum(chosen)

    def _left(self, seen: Seen, end: int, there: float) -> Pair:
        """What the player does not win after an end, against either kind of the other.

        What the plan leaves over has no promise to keep, and counts as lost.
        """
        acts = seen.turn == self._role
        place = _next_place(self._place, seen.turn, end)
        if isinstance(place, bool):
            lost = 0.0 if place == acts else there
            return lost, lost
        against = self._pages(place)[FIRST if acts else SECOND].against
        skull, none = there, there
        for number, weight in self._kept.get(ENDS * self._page.attempts[seen.told] + end, ()):
            skull -= weight * against[2 * number]
            none -= weight * against[2 * number + 1]
        return skull, none


def _next_place(place: PageName, challenger: int, end: int) -> PageName | bool:
    """What follows an attempt: a position in which the challenger begins, or whether it won."""
    mine, yours = place[challenger], place[1 - challenger]
    my_wins, your_wins = place[2 + challenger], place[3 - challenger]
    if end == SUCCESS:
        return True if my_wins else PageName(mine, yours, 1, your_wins)
    return PageName(mine - 1, yours, my_wins, your_wins) if mine > 1 else False


def _looks(move: str) -> str:
    """A move as the other sees it."""
    return "?" if move in "FS" else move


def _then(private: Private, move: str) -> Private:
    """What a player holds after a move."""
    hand, stack = private
    return (hand.replace(move, "", 1), stack + move) if move in "FS" else private


def _kind(private: Private) -> int:
    """0 with the skull, 1 without it."""
    return 0 if "S" in private[0] + private[1] else 1


def _shows_skull(private: Private, count: int) -> bool:
    return count > 0 and "S" in private[1][-count:]
