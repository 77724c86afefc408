"""What each reason of a hint claims, checked by other means than those that found it."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from calavera.bots.hints import Hint, HintReason
from calavera.bots.hints import reason_codes as said
from calavera.bots.network.reader import Reader
from calavera.bots.network.suspicion import STACK
from calavera.rules import (
    Bid,
    Disc,
    Discard,
    NameFirst,
    OwnSeat,
    Phase,
    Pick,
    Seat,
    SeenEvent,
    Show,
    State,
    view,
)
from calavera.rules.events import BidMade, DiscLost, LossUnseen, RoundBegan


class Scene:
    """A decision: what its player saw and knows, and the truth."""

    def __init__(self, seat: Seat, state: State, seen: Sequence[SeenEvent], reader: Reader) -> None:
        setup = state.board.setup
        self.view = view(state, setup.viewer(setup.owner(seat)))
        self.seat, self.state, self.seen, self.reader = seat, state, seen, reader
        self.board = state.board
        self.mat = self.board.mats[seat]
        self.own: OwnSeat = next(own for own in self.view.own if own.seat == seat)
        self.mine = {own.seat for own in self.view.own}

    def others(self) -> list[Seat]:
        mats = enumerate(self.board.mats)
        return [Seat(n) for n, mat in mats if mat.discs and n not in self.mine]

    def face_down(self, seat: Seat) -> int:
        mat = self.board.mats[seat]
        return mat.height - mat.flipped

    def stack(self, seat: Seat) -> tuple[Disc, ...]:
        """What really lies face down there, topmost first."""
        return self.state.holdings[seat].stack[: self.face_down(seat)][::-1]

    def chance_on_top(self, seat: Seat) -> float:
        return self.reader.suspicions[seat][STACK + self.face_down(seat) - 1]

    def bids(self) -> dict[Seat, int]:
        """The last bid of each seat in this round."""
        found: dict[Seat, int] = {}
        for event in self.seen:
            if isinstance(event, RoundBegan):
                found = {}
            elif isinstance(event, BidMade):
                found[event.seat] = event.number
        return found

    def losses(self, seat: Seat) -> int:
        kinds = (DiscLost, LossUnseen)
        return sum(isinstance(e, kinds) and e.seat == seat for e in self.seen)

    def clean(self, seat: Seat, taken: int) -> float:
        """How likely the topmost discs of a mat are flowers."""
        if seat in self.mine:
            return float(Disc.SKULL not in self.stack(seat)[:taken])
        first = STACK + self.face_down(seat) - taken
        places = self.reader.suspicions[seat][first : STACK + self.face_down(seat)]
        return 1.0 - sum(places)

    def ways(self, discs: int) -> Iterator[dict[Seat, int]]:
        """Every way to take so many discs from the tops of other mats."""
        mats = [Seat(n) for n in range(len(self.board.mats)) if n != self.seat]
        mats = [seat for seat in mats if self.face_down(seat)]
        for taken in product(*(range(self.face_down(seat) + 1) for seat in mats)):
            if sum(taken) == discs:
                yield dict(zip(mats, taken, strict=True))


def is_chance(chance: int, believed: float, outcome: bool | None = None) -> bool:
    """Whether a chance is that number; what is called certain must be so in truth."""
    if chance in (0, 100):
        return outcome is None or outcome == (chance == 100)
    return abs(chance - min(max(100 * believed, 1), 99)) <= 0.5 + 1e-6


def is_true(reason: HintReason, scene: Scene, hint: Hint) -> bool:  # noqa: C901, PLR0912  one for each
    """Whether a reason holds for that decision."""
    board, own = scene.board, scene.own
    legal = [action for action in own.legal if not isinstance(action, Show)]
    top = own.holding.stack[::-1]
    match reason:
        case said.Forced():
            return len(legal) == 1
        case said.Blind():
            return legal == [Pick()]
        case said.NoDifference():
            return scene.mat.out and all(isinstance(action, NameFirst) for action in legal)
        case said.Solved():
            return len(scene.others()) == 1 and hint.wins is None
        case said.Close(difference=difference):
            first, second = hint.options[:2]
            assert first.wins is not None
            assert second.wins is not None
            return abs(first.wins - second.wins) == difference <= 1
        case said.OwnSkull(flowers=flowers):
            return top[flowers] is Disc.SKULL and scene.state.holdings[own.seat].stack[::-1] == top
        case said.OwnFlowers(flowers=flowers):
            return set(top) == {Disc.FLOWER} and len(top) == flowers > 0
        case said.Reach(bid=bid, needed=needed, chance=chance):
            return _is_reach(scene, bid, needed, chance)
        case said.Suspect(seat=seat, chance=chance) | said.Trusted(seat=seat, chance=chance):
            mats = [other for other in scene.others() if scene.face_down(other)]
            risks = {other: scene.chance_on_top(other) for other in mats}
            extreme = max if isinstance(reason, said.Suspect) else min
            is_skull = scene.stack(seat)[0] is Disc.SKULL
            is_extreme = abs(risks[seat] - extreme(risks.values())) < 1e-9
            return is_extreme and is_chance(chance, risks[seat], is_skull)
        case said.UnseenStacks(stacks=stacks, bidders=bidders, bid=bid):
            mats, bids = [one for one in scene.others() if scene.face_down(one)], scene.bids()
            spoke = sum(one in bids for one in mats)
            return (len(mats), spoke, max(bids.values())) == (stacks, bidders, bid)
        case said.NoSkull(seat=seat):
            return seat in scene.others() and not _has_skull(scene, seat)
        case said.SkullLeft(seat=seat, chance=chance):
            believed = scene.reader.has_skull(seat)
            is_right = is_chance(chance, believed, _has_skull(scene, seat))
            return is_right and 0 < chance < 100 and scene.losses(seat) > 0
        case said.Leader(seat=seat):
            return seat in scene.others() and board.mats[seat].wins == 1
        case said.MatchPoint():
            return scene.mat.wins == 1
        case said.LastDisc():
            return scene.mat.discs == 1 and len(own.holding.discs) == 1
        case said.MustChallenge():
            return not own.holding.hand and all(isinstance(action, Bid) for action in legal)
        case said.LastInHand():
            return board.phase is Phase.ADD and len(own.holding.hand) == 1
        case said.Speaks(before=before):
            assert board.first is not None
            round_ = [*range(board.first, len(board.mats)), *range(board.first)]
            order = [seat for seat in round_ if board.mats[seat].discs]
            return board.phase is Phase.PLACE and order.index(own.seat) == before
        case said.SkullGone():
            return Disc.SKULL not in scene.state.holdings[own.seat].discs
        case said.SecretLoss():
            return all(isinstance(action, Discard) for action in legal)


def _has_skull(scene: Scene, seat: Seat) -> bool:
    return Disc.SKULL in scene.state.holdings[seat].discs


def _is_reach(scene: Scene, bid: int, needed: int, chance: int) -> bool:
    """All ways are tried one by one, and what is certain is held against the truth."""
    flips = scene.board.attempt.flips if scene.board.attempt else len(scene.own.holding.stack)
    own_top = scene.own.holding.stack[::-1]
    if bid - flips != needed or needed < 1 or Disc.SKULL in own_top:
        return False
    ways = list(scene.ways(needed))
    best = max(prod(scene.clean(seat, n) for seat, n in way.items()) for way in ways)
    works = [
        all(Disc.SKULL not in scene.stack(seat)[:n] for seat, n in way.items()) for way in ways
    ]
    if chance == 100:
        return any(works)
    if chance == 0:
        return not any(works)
    return is_chance(chance, best)
