"""The proof of the booklet: `calavera solve check`, or `python checker.py booklet.zip`.

It needs nothing but Python, shares no code with the programs that made the booklet, restates a
round of two players from docs/rules.md (R6 and so on) and counts in whole numbers.

For each position at the start of a round the booklet lists *promises* of both players. A promise
(own, skull, none), each out of WHOLE, says: a player of whom a share `own` has the skull can win
with probability `skull` or more against every opponent that has its skull, and with probability
`none` or more against every one that has not. Each comes with a *plan*: how much of the player
makes which move, by what was seen and what it holds, and which promises of the next position it
keeps wherever the round can end. It may keep several there if they use up no more of it, with the
skull and without, than comes there; whatever is left over is taken to lose. Plans never show discs
(R22), and look neither at what the other shows nor at how deep a skull lay.

`BestResponse` is the opponent's best response to a plan. Positions are checked from the last to
the first and the rules say which position follows, so no promise rests on itself.
"""

import json
import sys
import zipfile
import zlib
from io import BytesIO
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

VERSION: Final = 2
WHOLE: Final = 1 << 30  # all of a player, and a certain win
TWELFTHS: Final = 12  # a blind pick out of one to four discs divides these evenly
CERTAIN: Final = TWELFTHS * WHOLE * WHOLE  # all of a player, certain to win
TRIBE: Final = 4  # discs (R1)
LARGEST: Final = 16 << 20  # bytes
SUCCESS, OWN_SKULL, OTHERS_SKULL = range(3)  # how an attempt can end

Position: TypeAlias = tuple[int, int, int, int]  # discs of both, wins of both; who begins is first
Private: TypeAlias = tuple[str, str]  # hand, and stack with its top at the end: F and S
Flows: TypeAlias = dict[Private, int]  # a number for each
Pair: TypeAlias = tuple[int, int]  # something with the skull, and without it
Sides: TypeAlias = "dict[Position, list[Side]]"


class ProofError(RuntimeError):
    """The booklet does not prove what it says."""


class Promise(NamedTuple):  # of a player; each is out of WHOLE
    own: int
    skull: int
    none: int


class PromisedPlan(NamedTuple):
    promise: Promise
    flows: dict[int, int]  # how much of the player makes which move
    parts: dict[int, list[Pair]]  # promises and how much keeps them, by attempt and end


class Side(NamedTuple):
    """One player's plans in one position."""

    forks: dict[str, list[Any]]  # by what was seen and is held: the first move's number, the moves
    attempts: dict[str, int]  # the number of each, by what was seen
    plans: list[PromisedPlan]


class Seen(NamedTuple):
    """What both players have seen of a round."""

    told: str = ""
    turn: int = 1  # whoever begins places its first disc last (R7)
    heights: tuple[int, int] = (0, 0)  # of both stacks
    bid: int = 0
    closed: bool = False  # the bidding is over, and the player whose turn it is attempts it


def check_booklet(path: str) -> dict[Position, list[list[Promise]]]:
    """Return both players' promises in every position; raises ProofError unless all are kept."""
    sides = read_booklet(path)
    for position in sorted(sides, key=lambda each: (sum(each[:2]), -sum(each[2:]))):
        for role, side in enumerate(sides[position]):
            needed = {WHOLE} if position[role] == TRIBE else {0, WHOLE}
            if not needed <= {plan.promise.own for plan in side.plans}:
                raise ProofError(f"{position}: no promise with the skull, or none without it")
            for plan in side.plans:
                BestResponse(position, role, plan, sides).check()
    return {p: [[plan.promise for plan in s.plans] for s in both] for p, both in sides.items()}


def read_booklet(path: str) -> Sides:
    """Both players' sides of each of the 64 positions; nothing in the file is believed."""
    discs, wins = range(1, TRIBE + 1), (0, 1)
    names = {"{}{}-{}{}".format(*each): each for each in product(discs, discs, wins, wins)}
    sides: Sides = {}
    try:
        with open(path, "rb") as file, zipfile.ZipFile(BytesIO(file.read(LARGEST))) as booklet:
            if sorted(booklet.namelist()) != sorted(names):
                raise ProofError("not one page for each of the 64 positions")
            if sum(page.file_size for page in booklet.infolist()) > LARGEST:
                raise ProofError(f"more than {LARGEST} bytes when unpacked")
            for name, position in names.items():
                about = json.loads(booklet.read(name))
                if about["version"] != VERSION or len(about["roles"]) != 2:
                    raise ProofError(f"{name} is not of version {VERSION}, or not for two players")
                sides[position] = [read_side(role) for role in about["roles"]]
    except (OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        raise ProofError(f"{path}: {error}") from None
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise ProofError(f"{path}: not a booklet: {error}") from None
    return sides


def read_side(about: dict[str, Any]) -> Side:
    side = Side(about["forks"], about["attempts"], [])
    firsts = [first for first, *_ in side.forks.values()]
    if not all(type(n) is int for n in (*firsts, *side.attempts.values())):
        raise ProofError("a choice or an attempt without a number")
    for each in about["promises"]:
        promise = Promise(each["own"], each["skull"], each["none"])
        plan = PromisedPlan(promise, dict(zip(each["moves"], each["flows"], strict=True)), {})
        parts = list(zip(each["leaves"], each["keeps"], each["weights"], strict=True))
        for leaf, number, weight in parts:
            plan.parts.setdefault(leaf, []).append((number, weight))
        numbers = *promise, *each["moves"], *each["flows"], *(n for part in parts for n in part)
        if not all(type(n) is int and n >= 0 for n in numbers):
            raise ProofError(f"{promise} or its plan has something else than whole numbers")
        if sorted(plan.flows) != each["moves"]:
            raise ProofError(f"the plan of {promise} has moves that are not in order, each once")
        side.plans.append(plan)
    return side


def next_position(position: Position, challenger: int, end: int) -> Position | bool:
    """What follows an attempt: a position, the challenger begins (R28), or whether it won."""
    mine, yours = position[challenger], position[1 - challenger]
    my_wins, your_wins = position[2 + challenger], position[3 - challenger]
    if end == SUCCESS:
        return True if my_wins else (mine, yours, 1, your_wins)  # R30, R33
    return (mine - 1, yours, my_wins, your_wins) if mine > 1 else False  # R23, R27, R31


def hands(discs: int) -> list[Private]:
    """What a player may hold when a round begins; the skull can be gone after a loss alone (R1)."""
    with_skull = "F" * (discs - 1) + "S", ""
    return [with_skull, ("F" * discs, "")] if discs < TRIBE else [with_skull]


def kind_of(private: Private) -> int:  # the place in a Pair
    return 0 if "S" in private[0] + private[1] else 1


def shows_skull(private: Private, count: int) -> bool:  # among the topmost of the stack
    return count > 0 and "S" in private[1][-count:]


def moves(seen: Seen, private: Private) -> list[tuple[str, str, Private]]:
    """What a player can do, how that looks to the other, and what the player holds then."""
    hand, stack = private
    discs = [(d, "?", (hand.replace(d, "", 1), stack + d)) for d in sorted(set(hand))]  # R6, R9
    if not all(seen.heights):  # R8
        return discs
    bids = [(str(n), str(n), private) for n in range(seen.bid + 1, sum(seen.heights) + 1)]  # R12
    return [("-", "-", private), *bids] if seen.bid else discs + bids  # R13, R14


def after(seen: Seen, move: str) -> Seen:
    """What both have seen after a move, as it looks to the other."""
    turn, heights, told = seen.turn, seen.heights, f"{seen.told} {'ab'[seen.turn]}{move}".lstrip()
    if move == "?":
        heights = heights[0] + (turn == 0), heights[1] + (turn == 1)
        return Seen(told, 0 if heights == (1, 1) else 1 - turn, heights)  # R8, R9
    if move == "-":
        return Seen(told, 1 - turn, heights, seen.bid, closed=True)  # R16
    closed = int(move) == sum(heights)  # it cannot be raised (R17)
    return Seen(told, turn if closed else 1 - turn, heights, int(move), closed)


class BestResponse:
    """The best answer to one plan of the player `role`."""

    def __init__(self, position: Position, role: int, plan: PromisedPlan, sides: Sides) -> None:
        self.position, self.role, self.sides = position, role, sides
        self.side, (self.promise, self.flows, self.parts) = sides[position][role], plan
        self.name = f"{position}, player {'ab'[role]}, {self.promise}"
        self.made, self.ended = set[int](), set[int]()  # moves and ends that came up

    def check(self) -> None:
        """Raise ProofError unless the plan keeps its promise."""
        own, *wins = self.promise
        theirs = hands(self.position[1 - self.role])
        mine = dict(zip(hands(self.position[self.role]), (own, WHOLE - own), strict=False))
        if sum(mine.values()) != WHOLE or (len(theirs) == 1 and self.promise.none):
            raise ProofError(f"{self.name} is about a tribe that is whole and has no skull")
        values = self.best(Seen(), {each: flow for each, flow in mine.items() if flow}, theirs)
        for private, promised in zip(theirs, wins, strict=False):
            if values[private] + TWELFTHS * WHOLE * promised > CERTAIN:
                raise ProofError(f"{self.name} is not kept by its plan")
        if self.made != self.flows.keys() or not self.parts.keys() <= self.ended:
            raise ProofError(f"the plan of {self.name} does something where it never comes")

    def split(self, key: str, legal: list[str], there: int) -> list[int]:
        """How the plan divides what comes to a choice; every choice comes up once."""
        first, *names = self.side.forks.get(key, [0])
        if names != legal:
            raise ProofError(f"{self.name} has no plan for {key!r}")
        chosen = range(first, first + len(names))
        self.made.update(self.flows.keys() & set(chosen))
        parts = [self.flows.get(move, 0) for move in chosen]
        if sum(parts) != there:
            raise ProofError(f"the shares of {self.name} at {key!r} do not add up")
        return parts

    def best(self, seen: Seen, mine: Flows, theirs: list[Private]) -> Flows:
        """What the opponent gets at best, by what it holds, from what of the player is here."""
        if seen.closed:
            return self.attempt(seen, mine, theirs)
        values = dict.fromkeys(theirs, 0)
        if seen.turn == self.role:  # the opponent meets all of the player and cannot tell which
            ways: dict[str, Flows] = {}
            for private, there in mine.items():
                legal = moves(seen, private)
                key = "|".join((seen.told, *private))
                parts = self.split(key, [move for move, _, _ in legal], there)
                for (_, looks, then), flow in zip(legal, parts, strict=True):
                    if flow:
                        ways.setdefault(looks, {})[then] = flow
            for looks, group in ways.items():
                for private, value in self.best(after(seen, looks), group, theirs).items():
                    values[private] += value
            return values
        turns: dict[str, dict[Private, Private]] = {}  # what it held, by what it holds then
        for private in theirs:
            for _, looks, then in moves(seen, private):
                turns.setdefault(looks, {})[then] = private
        for looks, held in turns.items():
            for then, value in self.best(after(seen, looks), mine, list(held)).items():
                values[held[then]] = max(values[held[then]], value)
        return values

    def attempt(self, seen: Seen, mine: Flows, theirs: list[Private]) -> Flows:
        """What the opponent gets out of an attempt, by what it holds."""
        told, challenger, heights, bid, _ = seen
        acts, discs = challenger == self.role, self.position[challenger]
        rest = bid - heights[challenger]  # how many of the other's discs it turns over (R19, R20)
        my_count, your_count = (bid, rest) if acts else (rest, bid)
        there = {True: [0, 0], False: [0, 0]}  # how much of the player, in twelfths
        for private, flow in mine.items():
            there[shows_skull(private, my_count)][kind_of(private)] += TWELFTHS * flow
        going, flagged = there[False], there[True]
        own, stopped = [going[0] + flagged[0], going[1]], flagged
        if acts:
            gone = going[0] // discs  # a blind pick, out of all its discs (R24)
            own, stopped = flagged, [going[0] - gone, going[1] + gone]
            if sum(own) and discs > 1:  # it chooses what to lose (R25)
                chosen = self.split(f"{told}|~", ["~F", "~S"], sum(own) // TWELFTHS)
                own = [TWELFTHS * part for part in chosen]
        failure = self.lost(told, challenger, OWN_SKULL, own)
        success = self.lost(told, challenger, SUCCESS, going)
        stop = self.lost(told, challenger, OTHERS_SKULL, stopped)
        values = {}
        for private in theirs:
            kind, skull = kind_of(private), shows_skull(private, your_count)
            if acts:
                values[private] = failure[kind] + (stop[0] if skull else success[kind])
            elif skull:
                values[private] = max(failure)  # R25
            else:
                kept = 0 if kind else discs - 1  # out of all its discs (R24)
                picked = (kept * stop[0] + (discs - kept) * stop[1]) // discs
                values[private] = success[kind] + picked
        return values

    def lost(self, told: str, challenger: int, end: int, there: list[int]) -> Pair:
        """How much of the player does not win after an end, against each kind of opponent."""
        following, total = next_position(self.position, challenger, end), sum(there) * WHOLE
        if isinstance(following, bool):
            return (0, 0) if following == (challenger == self.role) else (total, total)
        plans = self.sides[following][0 if challenger == self.role else 1].plans
        leaf = 3 * self.side.attempts.get(told, -1) + end
        self.ended.add(leaf)
        used, won = [0, 0], [0, 0]
        for number, weight in self.parts.get(leaf, ()):
            if number >= len(plans):
                raise ProofError(f"{self.name} rests on a promise that is not there")
            own, *wins = plans[number].promise
            for kind, share in enumerate((own, WHOLE - own)):
                used[kind] += TWELFTHS * weight * share
                won[kind] += TWELFTHS * weight * wins[kind]
        if used[0] > there[0] * WHOLE or used[1] > there[1] * WHOLE:
            raise ProofError(f"{self.name} keeps more promises after {told!r} than it can")
        return total - won[0], total - won[1]


def main(path: str) -> None:
    first, second = (max(each.skull for each in side) for side in check_booklet(path)[4, 4, 0, 0])
    print(f"proven: whoever begins wins {first} to {WHOLE - second} out of {WHOLE} games")


if __name__ == "__main__":
    main(*sys.argv[1:])
