"""Other people at a browser's table: real connections, and styles that make short games."""

import contextlib
import random
import threading
from collections.abc import Iterator, Sequence

from calavera.bots import Bot, Strength, acting_seat
from calavera.client import BotRunner, Client
from calavera.rules import Action, Bid, Disc, Flip, Pass, Place, View

NAMES = ("Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou")
PATIENCE = 60.0
"""Seconds for a friend to disconnect."""


class Meek:
    """Only flowers, and only forced challenges, so that any challenger wins."""

    name = "meek"
    nickname = "Meek"
    temper = "lets everybody win"
    strength = Strength.YARDSTICK
    budget = 0.01
    disc = Disc.FLOWER

    def choose(self, view: View, rng: random.Random) -> Action:
        """Pass, or place, or the first legal action."""
        legal = acting_seat(view).legal
        for wish in (Pass(), Place(self.disc), Place(Disc.FLOWER), self.bid(view)):
            if wish in legal:
                return wish
        return legal[0]

    def bid(self, view: View) -> Action:
        """The lowest bid, if forced."""
        number = view.board.bidding.number if view.board.bidding else 0
        return Bid(number + 1)


class Trap(Meek):
    """The skull first, always."""

    name = "trap"
    disc = Disc.SKULL


class Opener(Meek):
    """Opens a challenge with 1 as soon as it may, so that everybody else is asked to raise."""

    name = "opener"

    def choose(self, view: View, rng: random.Random) -> Action:
        """Bid 1, or as the meek."""
        return Bid(1) if Bid(1) in acting_seat(view).legal else super().choose(view, rng)


class Rash(Meek):
    """Challenges once, for all discs but one, flipping from the first seat on; then careful."""

    name = "rash"
    first = 0

    def choose(self, view: View, rng: random.Random) -> Action:
        """A challenge, until it has lost a disc."""
        own = acting_seat(view)
        wish = Bid(view.board.total - (1 - self.first))
        if view.board.mats[own.seat].discs == 4 and wish in own.legal:
            return wish
        flips = [action for action in own.legal if isinstance(action, Flip)]
        return flips[-self.first] if flips else super().choose(view, rng)


class Rasher(Rash):
    """Challenges for all discs, flipping from the last seat on."""

    name = "rasher"
    first = 1


class _Friend:
    def __init__(self, address: str, code: str, kind: type[Bot], name: str) -> None:
        self.said: list[str] = []
        self._client = Client(address, name=name)
        table = self._client.join(code)
        table.sit()  # at once, so that people sit in the order of their names
        self._runner = BotRunner(table, kind, report=self._hear)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _hear(self, text: str) -> None:
        if "the bot" in text:
            self.said.append(text)

    def _run(self) -> None:
        try:
            self._runner.run()
        except Exception as error:
            self.said.append(repr(error))

    def close(self) -> None:
        self._client.close()
        self._thread.join(PATIENCE)


@contextlib.contextmanager
def friends(address: str, code: str, kinds: Sequence[type[Bot]]) -> Iterator[None]:
    """People on the free chairs, game after game; checks at the end that nothing failed."""
    crowd: list[_Friend] = []
    try:
        for kind, name in zip(kinds, NAMES, strict=False):
            crowd.append(_Friend(address, code, kind, name))
        yield
        assert [friend.said for friend in crowd] == [[] for _ in crowd]
    finally:
        for friend in crowd:
            friend.close()
