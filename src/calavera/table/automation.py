"""What happens at a table by itself: bots, clocks, forced moves, people who are away."""

import hmac
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from calavera.bots import BOTS, Bot, seat_bot
from calavera.rules import Action, Seat, legal_actions, phases, redact, view
from calavera.table.decide import STAND_IN, standing_in
from calavera.table.facts import CameBack, HostPassed
from calavera.table.moves import Circumstances, Facts, play
from calavera.table.ports import Thought, World
from calavera.table.settings import BotPace
from calavera.table.table import IDLE, Game, Table, TablePhase

if TYPE_CHECKING:
    from calavera.table.live import LiveTable

GRACE: Final = 15_000
"""Milliseconds that the table waits for somebody who is away before a bot plays."""

HOST_GRACE: Final = 60_000
"""Milliseconds after which a host who is away is host no more."""


class Pace(NamedTuple):
    """How fast things happen by themselves, in milliseconds."""

    forced: int = 900
    """Before a move that everybody knows to be forced (R41)."""

    least: int = 800
    """The least a bot takes for a move."""

    most: int = 2400
    """The most; how long is drawn by lot, whatever the bot holds."""


Deed: TypeAlias = tuple[int, Callable[[], None]]
"""When, and what."""

AT_ONCE: Final = Pace(0, 0, 0)
FAST: Final = Pace(150, 100, 300)


class Mind(NamedTuple):
    """A bot on a chair."""

    game: int
    """The game it plays."""

    kind: str
    """Its name."""

    bot: Bot
    """Itself."""

    told: int
    """How many events it was told."""


class Answer(NamedTuple):
    """What a bot will do."""

    game: int
    seat: Seat
    decision: int
    action: Action


class Automation:
    """The hands that move by themselves at one table."""

    def __init__(self, live: "LiveTable", world: World, pace: Pace) -> None:
        self._live = live
        self._world = world
        self._pace = pace
        self._woken = 0
        self._away: dict[int, int] = {}
        self._minds: dict[int, Mind] = {}
        self._thinking: set[int] = set()
        self._answers: dict[int, Answer] = {}

    # Who is there.

    def wake(self, now: int) -> None:
        """Somebody is there again: the clocks did not run meanwhile."""
        self._woken = now
        self.forget_absence(now)

    def forget_absence(self, now: int) -> None:
        """Who is away is so from now on."""
        here = self._live.here()
        self._away = {one.number: now for one in self._live.table.members if one.number not in here}

    def went(self, member: int, now: int) -> None:
        """A member's last connection is gone."""
        self._away[member] = now

    def came(self, member: int) -> None:
        """A member is connected, by whatever server."""
        self._away.pop(member, None)

    def returned(self, member: int) -> Facts:
        """A member is there again and takes the seat back."""
        self._away.pop(member, None)
        table = self._live.table
        place = table.place_of(member)
        if place is None or not table.is_by_bot(place) or table.members[member - 1].removed:
            return ()
        return (CameBack(place),)

    # What is next.

    def due(self) -> int | None:
        """When something will happen by itself, if nobody does anything."""
        moments = [at for at, _ in self._agenda()]
        return min(moments) if moments else None

    def act(self, now: int) -> None:
        """Do what is due."""
        for at, decision in self._agenda():
            if at <= now:
                decision()
                return

    def _agenda(self) -> list[Deed]:
        table = self._live.table
        if table.phase is TablePhase.PLAYING and table.game is not None:
            return self._game_agenda(table, table.game)
        if table.phase is TablePhase.GATHERING and self._host_is_away(table):
            heirs = [number for number in self._live.here() if number != table.host]
            if heirs:
                at = self._away[table.host] + HOST_GRACE
                return [(at, partial(self._do_pass_host, heirs[0]))]
        return []

    def _game_agenda(self, table: Table, game: Game) -> list[Deed]:
        agenda: list[Deed] = []
        begins = self._begins(table, game)
        pace = self._pace_of(table)
        for seat in game.state.board.turn:
            place = game.setup.owner(seat)
            if table.is_by_bot(place):
                at = begins + self._delay(game, seat, pace.least, pace.most)
                answer = self._answer_of(table, game, place)
                if answer is not None and answer.seat == seat:
                    agenda.append((at, partial(self._do_answer, place)))
            elif is_forced(game, seat):
                agenda.append((begins + pace.forced, partial(self._do_force, seat)))
            elif (patience := self._patience(table, seat)) is not None:
                agenda.append((patience, partial(self._do_stand_in, place)))
        return agenda

    def _pace_of(self, table: Table) -> Pace:
        """The server's pace, or a faster one that the table is set to."""
        if table.settings.pace is BotPace.USUAL:
            return self._pace
        return Pace(*map(min, self._pace, FAST))

    def _begins(self, table: Table, game: Game) -> int:
        """When the present decision began, the time for showing discs not counted."""
        began = max([game.since[seat] for seat in game.state.board.turn], default=0)
        if game.showing_until is None:
            return began
        if table.waiting_to_show():
            return max(began, game.showing_until)
        if began == game.showing_until:  # nobody is waited for any more
            return began - table.settings.showing * 1000
        return began

    def _delay(self, game: Game, seat: Seat, least: int, most: int) -> int:
        """A time that depends on the decision's number alone, not on what is held."""
        if most <= least:
            return least
        lot = self._lot(game, f"pace/{seat}/{game.decisions[seat]}")
        return least + int.from_bytes(lot[:4], "big") % (most - least)

    def _lot(self, game: Game, what: str) -> bytes:
        key = bytes.fromhex(game.dice.master)
        return hmac.digest(key, f"bots/{game.number}/{what}".encode(), "sha256")

    def _patience(self, table: Table, seat: Seat) -> int | None:
        """Until when somebody is waited for; none where they may take as long as they like.

        Where nobody was there, patience begins anew, for the time of one move: who unlocks a phone
        after a meal finds their own seat.
        """
        clock = table.settings.clock
        moment = IDLE if clock is None else max(GRACE, clock.move * 1000)
        deadline = max(table.deadline(seat), self._woken + moment)
        game = table.game
        assert game is not None
        member = table.chairs[game.setup.owner(seat)].member
        if member in self._away and not self._live.is_blind:
            since = max(self._away[member], game.since[seat])
            return min(deadline, since + GRACE)
        return None if clock is None and table.is_solo else deadline

    # Bots.

    def _answer_of(self, table: Table, game: Game, place: int) -> Answer | None:
        """What the bot on a chair will do, once it has made up its mind."""
        answer = self._answers.get(place)
        if answer is None or not _is_current(answer, game):
            self._think(table, game, place)
            answer = self._answers.get(place)  # it may have been quick
        return answer if answer is not None and _is_current(answer, game) else None

    def _think(self, table: Table, game: Game, place: int) -> None:
        if place in self._thinking:
            return
        kind = table.chairs[place].bot or ""  # a newer server may know one that we do not
        mind = self._minds.get(place)
        if mind is None or mind.game != game.number or mind.kind != kind:
            mind = Mind(game.number, kind, seat_bot(BOTS.get(kind, BOTS[STAND_IN])), 0)
        viewer, events = game.viewer(place), self._live.events
        news = [redact(event, viewer) for event in events[mind.told :]]
        self._minds[place] = mind._replace(told=len(events))
        seen = view(game.state, viewer)
        seat = next(own.seat for own in seen.own if own.seat in seen.board.turn)
        decision = game.decisions[seat]
        seed = self._lot(game, f"choice/{seat}/{decision}").hex()

        def thought(action: Action | None) -> None:
            self._thinking.discard(place)
            legal = legal_actions(game.state, seat)
            chosen = action if action in legal else legal[0]
            self._answers[place] = Answer(game.number, seat, decision, chosen)
            self._live.arm()

        self._thinking.add(place)
        self._world.thinker.think(Thought(mind.bot, news, seen, seed), thought)

    # Deeds.

    def _do_answer(self, place: int) -> None:
        """A bot does what it has chosen."""
        answer = self._answers.pop(place, None)
        if answer is not None:
            self._live.enact(lambda: self._answered(place, answer))

    def _answered(self, place: int, answer: Answer) -> Facts:
        table = self._live.table
        if table.game is None or not _is_current(answer, table.game) or not table.is_by_bot(place):
            return ()
        return play(table, answer.seat, answer.action, self._around())

    def _do_force(self, seat: Seat) -> None:
        """A move is made that everybody knows to be the only one."""
        self._live.enact(lambda: self._forced(seat))

    def _forced(self, seat: Seat) -> Facts:
        table = self._live.table
        if table.game is None or table.phase is not TablePhase.PLAYING:
            return ()
        if seat not in table.game.state.board.turn or not is_forced(table.game, seat):
            return ()
        (action,) = legal_actions(table.game.state, seat)
        return play(table, seat, action, self._around())

    def _do_stand_in(self, place: int) -> None:
        """A bot takes over from somebody who does not answer."""
        self._live.enact(lambda: self._stood_in(place))

    def _stood_in(self, place: int) -> Facts:
        table = self._live.table
        if table.phase is not TablePhase.PLAYING:
            return ()
        return standing_in(table, place)

    def _do_pass_host(self, member: int) -> None:
        """Somebody who is there becomes the host."""
        self._live.enact(lambda: self._host_passed(member))

    def _host_passed(self, member: int) -> Facts:
        table = self._live.table
        gone = table.phase is TablePhase.GATHERING and self._host_is_away(table)
        return (HostPassed(member),) if gone else ()

    def _host_is_away(self, table: Table) -> bool:
        return table.host in self._away and not self._live.is_blind

    def _around(self) -> Circumstances:
        return Circumstances(self._world.now(), self._world.random)


def is_forced(game: Game, seat: Seat) -> bool:
    """Whether a seat has one move and everybody knows it (R41).

    Its own flips in an attempt, and the one disc of a seat that has no other.
    """
    board = game.state.board
    mat = board.mats[seat]
    if board.phase is phases.FLIP:
        return mat.face_down > 0
    return board.phase is phases.PLACE and mat.discs == 1


def _is_current(answer: Answer, game: Game) -> bool:
    return answer.game == game.number and answer.decision == game.decisions[answer.seat]
