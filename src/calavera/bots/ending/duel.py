"""What a move of two players is worth, exactly: the best answer to the other's proven plan.

The booklet has for each position a plan of either player that wins at least what it promises,
whatever the opponent does. So whatever a player does against that plan, it wins at most the rest:
`worth` is the most that can follow each of its moves. Both players' promises bracket the value of
a position, and the bracket is narrow (docs/endgames.md), so these numbers are exact to that width.
"""

from typing import Final, NamedTuple

from calavera.bots.ending.booklet import (
    FIRST,
    SECOND,
    Mixture,
    PageName,
    discard_key,
    pages_of,
)
from calavera.rules import Action, Bid, Disc, Discard, Holding, Pass, Place

SUCCESS, OWN_SKULL, OTHERS_SKULL = range(3)
ENDS: Final = 3
NOBODY: Final = 1e-9
"""A plan of which less than this is left never leads here."""

Private = tuple[str, str]  # hand, and stack with its top at the end: F and S
Flows = dict[Private, float]  # how much of the opponent is here, by what it holds


class Bracket(NamedTuple):
    """What the first player wins at least and at most, if both play well."""

    low: float
    high: float


class _Seen(NamedTuple):
    """What both players have seen of a round."""

    told: str = ""
    turn: int = SECOND  # whoever begins places its first disc last, as the plans have it
    heights: tuple[int, int] = (0, 0)
    bid: int = 0
    is_closed: bool = False  # the bidding is over, and the player in turn attempts it


class Duel:
    """A round of two, with the promises that either player keeps in it."""

    def __init__(self, place: PageName, kept: tuple[Mixture, Mixture]) -> None:
        """`kept`: the promises of the first and of the second player, weighted."""
        self.place, self.kept = place, kept

    @classmethod
    def begun(cls, place: PageName, beliefs: tuple[float, float]) -> "Duel":
        """The best promises where everybody believes that either player has its skull so likely."""
        pages = pages_of(place)
        first = pages[FIRST].mixture(*beliefs)
        return cls(place, (first, pages[SECOND].mixture(*beliefs[::-1])))

    def beliefs(self) -> tuple[float, float]:
        """How likely either player has its skull, if both keep these promises."""
        return self._own(FIRST), self._own(SECOND)

    @property
    def bracket(self) -> Bracket:
        """The proven bounds of what the first player wins from the start of the round."""
        low, high = self._promised(FIRST), 1.0 - self._promised(SECOND)
        return Bracket(_chance(low), _chance(max(low, high)))  # they may cross by a rounding error

    @property
    def width(self) -> float:
        """How far the bounds are apart."""
        low, high = self.bracket
        return high - low

    def followed(self, role: int, told: tuple[str, ...], end: int) -> Mixture:
        """The promises that a player keeps after a round; none if its plan never led there."""
        page = pages_of(self.place)[role]
        attempt = page.attempts.get(" ".join(told))
        if attempt is None:
            return []
        found = [
            (later, weight * share)
            for number, weight in self.kept[role]
            for later, share in page.later(number, ENDS * attempt + end)
        ]
        total = sum(weight for _, weight in found)
        return [(number, weight / total) for number, weight in found] if total > NOBODY else []

    def _own(self, role: int) -> float:
        page = pages_of(self.place)[role]
        return sum(weight * page.own[number] for number, weight in self.kept[role])

    def _promised(self, role: int) -> float:
        """What a player wins at least, whatever the other does."""
        page, other = pages_of(self.place)[role], self._own(1 - role)
        return sum(
            weight * (other * page.against[2 * n] + (1.0 - other) * page.against[2 * n + 1])
            for n, weight in self.kept[role]
        )

    def worth(self, role: int, told: tuple[str, ...], own: Holding) -> dict[Action, float] | None:
        """What can follow each move of a player at best, against the other's plan.

        `told` is what was said so far, in the words of the plans (`b? a? a2 b-`); None where the
        plan never leads there. The player is in turn.
        """
        plan = _Plan(self.place, 1 - role, self.kept[1 - role])
        reached = plan.reach(told)
        if reached is None:
            return None
        seen, flows = reached
        mine = ("".join(map(str, own.hand)), "".join(map(str, own.stack)))
        total = sum(flows.values())
        found: dict[Action, float] = {}
        for move, looks, then in _moves(seen, mine):
            value = plan.best(_after(seen, looks), flows, then) / total
            found[_action(move, looks)] = value
        return found

    def worth_of_losing(self, role: int, told: tuple[str, ...]) -> dict[Action, float] | None:
        """The same for the disc to lose after an attempt that the own skull ended (R25)."""
        plan = _Plan(self.place, 1 - role, self.kept[1 - role])
        reached = plan.reach(told)
        if reached is None:
            return None
        seen, flows = reached
        kept, gone = plan.after_own_skull(seen, flows)
        total = sum(flows.values())
        return {Discard(Disc.FLOWER): kept / total, Discard(Disc.SKULL): gone / total}


class _Plan:
    """The plan of one player: those of the promises that it keeps, mixed."""

    def __init__(self, place: PageName, role: int, mixture: Mixture) -> None:
        self._place, self._role = place, role
        self._page = pages_of(place)[role]
        self._flows: dict[int, float] = {}
        self._parts: dict[int, list[tuple[int, float]]] = {}
        own = 0.0
        for number, weight in mixture:
            promise = self._page.promises[number]
            own += weight * self._page.own[number]
            for move, flow in zip(promise["moves"], promise["flows"], strict=True):
                self._flows[move] = self._flows.get(move, 0.0) + weight * flow
            kept = zip(promise["leaves"], promise["keeps"], promise["weights"], strict=True)
            for leaf, later, share in kept:
                self._parts.setdefault(leaf, []).append((later, weight * share))
        self._own = own

    def reach(self, told: tuple[str, ...]) -> tuple[_Seen, Flows] | None:
        """What is left of the player after what was said; None where it never comes."""
        discs = self._place[self._role]
        whole = float(1 << 30)
        flows = {
            ("F" * (discs - 1) + "S", ""): self._own * whole,
            ("F" * discs, ""): (1.0 - self._own) * whole,
        }
        seen = _Seen()
        for word in told:
            if seen.turn == self._role:
                flows = self._split(seen, flows).get(word[1:], {})
            seen = _after(seen, word[1:])
        if sum(flows.values()) < NOBODY * whole:
            return None
        return seen, flows

    def best(self, seen: _Seen, flows: Flows, mine: Private) -> float:
        """What the other gets at best, holding `mine`, out of what of the player is here."""
        if seen.is_closed:
            return self._attempt(seen, flows, mine)
        if seen.turn == self._role:
            ways = self._split(seen, flows)
            return sum(self.best(_after(seen, looks), ways[looks], mine) for looks in ways)
        return max(
            self.best(_after(seen, looks), flows, then) for _, looks, then in _moves(seen, mine)
        )

    def after_own_skull(self, seen: _Seen, flows: Flows) -> tuple[float, float]:
        """What the other gets after its own skull, if it keeps the skull and if it loses it."""
        there = [0.0, 0.0]
        for private, flow in flows.items():
            there[_kind(private)] += flow
        return self._left(seen.told, seen.turn, OWN_SKULL, there)

    def _split(self, seen: _Seen, flows: Flows) -> dict[str, Flows]:
        """How the plan goes on, by what the other sees of it."""
        ways: dict[str, Flows] = {}
        for private, there in flows.items():
            fork = self._page.forks.get("|".join((seen.told, *private)))
            if there <= 0.0 or fork is None:
                continue
            for number, (_, looks, then) in enumerate(_moves(seen, private), start=fork[0]):
                flow = self._flows.get(number, 0.0)
                if flow > 0.0:
                    ways.setdefault(looks, {})[then] = flow
        return ways

    def _attempt(self, seen: _Seen, flows: Flows, mine: Private) -> float:
        """What the other gets out of an attempt."""
        challenger, bid = seen.turn, seen.bid
        acts, discs = challenger == self._role, self._place[challenger]
        rest = bid - seen.heights[challenger]  # how many of the other's discs it flips (R19, R20)
        its_count, my_count = (bid, rest) if acts else (rest, bid)
        going, stopped = [0.0, 0.0], [0.0, 0.0]  # by whether it has its skull
        for private, flow in flows.items():
            (stopped if _shows_skull(private, its_count) else going)[_kind(private)] += flow
        kind, is_skull = _kind(mine), _shows_skull(mine, my_count)
        if not acts:
            if is_skull:
                return max(self.after_own_skull(seen, flows))
            lost = self._left(seen.told, challenger, OTHERS_SKULL, stopped)
            # The skull's owner picks one of the challenger's discs blind (R24).
            picked = lost[1] if kind else ((discs - 1) * lost[0] + lost[1]) / discs
            return self._left(seen.told, challenger, SUCCESS, going)[kind] + picked
        failed = self._left(seen.told, challenger, OWN_SKULL, self._discarded(seen, stopped))[kind]
        if not is_skull:
            return failed + self._left(seen.told, challenger, SUCCESS, going)[kind]
        gone = going[0] / discs
        hit = [going[0] - gone, going[1] + gone]
        return failed + self._left(seen.told, challenger, OTHERS_SKULL, hit)[0]

    def _discarded(self, seen: _Seen, stopped: list[float]) -> list[float]:
        """The player after it chose which disc to lose (R25), by whether it keeps its skull."""
        fork = self._page.forks.get(discard_key(seen.told))
        if fork is None:
            return stopped
        return [self._flows.get(fork[0], 0.0), self._flows.get(fork[0] + 1, 0.0)]

    def _left(
        self, told: str, challenger: int, end: int, there: list[float]
    ) -> tuple[float, float]:
        """What the player does not win after an end, against either kind of the other."""
        total = sum(there)
        acts = challenger == self._role
        place = _next_place(self._place, challenger, end)
        if isinstance(place, bool):
            lost = 0.0 if place == acts else total
            return lost, lost
        page = pages_of(place)[FIRST if acts else SECOND]
        won = [0.0, 0.0]
        for number, weight in self._parts.get(ENDS * self._page.attempts[told] + end, ()):
            won[0] += weight * page.against[2 * number]
            won[1] += weight * page.against[2 * number + 1]
        return total - won[0], total - won[1]


def _chance(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _next_place(place: PageName, challenger: int, end: int) -> PageName | bool:
    """What follows an attempt: a position in which the challenger begins, or whether it won."""
    mine, yours = place[challenger], place[1 - challenger]
    my_wins, your_wins = place[2 + challenger], place[3 - challenger]
    if end == SUCCESS:
        return True if my_wins else PageName(mine, yours, 1, your_wins)
    return PageName(mine - 1, yours, my_wins, your_wins) if mine > 1 else False


def _moves(seen: _Seen, private: Private) -> list[tuple[str, str, Private]]:
    """What a player can do, in the order of the plans: the move, how it looks, what it leaves."""
    hand, stack = private
    discs = [(d, "?", (hand.replace(d, "", 1), stack + d)) for d in sorted(set(hand))]
    if not all(seen.heights):
        return discs
    bids = [(str(n), str(n), private) for n in range(seen.bid + 1, sum(seen.heights) + 1)]
    return [("-", "-", private), *bids] if seen.bid else discs + bids


def _after(seen: _Seen, looks: str) -> _Seen:
    turn, heights = seen.turn, seen.heights
    told = f"{seen.told} {'ab'[turn]}{looks}".lstrip()
    if looks == "?":
        heights = (heights[0] + (turn == FIRST), heights[1] + (turn == SECOND))
        return _Seen(told, FIRST if heights == (1, 1) else 1 - turn, heights)
    if looks == "-":
        return _Seen(told, 1 - turn, heights, seen.bid, True)
    is_closed = int(looks) == sum(heights)
    return _Seen(told, turn if is_closed else 1 - turn, heights, int(looks), is_closed)


def _action(move: str, looks: str) -> Action:
    if looks == "?":
        return Place(Disc.SKULL if move == "S" else Disc.FLOWER)
    return Pass() if looks == "-" else Bid(int(looks))


def _kind(private: Private) -> int:
    """0 with the skull, 1 without it."""
    return 0 if "S" in private[0] + private[1] else 1


def _shows_skull(private: Private, count: int) -> bool:
    return count > 0 and "S" in private[1][-count:]
