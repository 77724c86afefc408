"""Automatic actions at a table: bots, clocks, forced moves, absent people."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from calavera.bots import EVERY_BOT, Bot, seat_bot
from calavera.protocol.facts import HostPassed
from calavera.protocol.fields import TablePhase
from calavera.protocol.settings import BotPace
from calavera.rules import Action, Event, Seat, legal_actions, redact, view
from calavera.rules.model import phases
from calavera.table.live.ports import Thought
from calavera.table.logic.decide import STAND_IN, standing_in
from calavera.table.logic.lots import draw_lot
from calavera.table.logic.moves import Circumstances, Facts, play
from calavera.table.logic.table import IDLE, Game, Table

GRACE: Final = 15_000
"""Milliseconds that the table waits for an absent player before a bot plays."""

HOST_GRACE: Final = 60_000
"""Milliseconds after which an absent host loses the role."""


class Pace(NamedTuple):
    """Delays of automatic moves, in milliseconds."""

    forced: int = 900
    """Before a move that is visibly forced (R41)."""
    least: int = 800
    """The minimum before a bot's move."""
    most: int = 2400
    """The maximum; the delay is drawn at random, independent of the bot's discs."""


AT_ONCE: Final = Pace(0, 0, 0)
FAST: Final = Pace(150, 100, 300)


class Due(NamedTuple):
    """An automatic action."""

    at: int
    """When, in milliseconds."""
    decide: Callable[[Circumstances], Facts]
    """The facts that follow, at the table it was computed for."""


class Mind(NamedTuple):
    """A bot on a chair."""

    game: int
    """The game it plays."""
    kind: str
    """Its name."""
    bot: Bot
    seen: int
    """How many events it has seen."""


class Question(NamedTuple):
    """A decision that a bot is asked for."""

    place: int
    game: int
    seat: Seat
    decision: int
    thought: Thought
    legal: tuple[Action, ...]


class Answer(NamedTuple):
    """What a bot will do."""

    game: int
    seat: Seat
    decision: int
    action: Action

    def is_current(self, game: Game) -> bool:
        """Whether the decision is still pending."""
        return self.game == game.number and self.decision == game.decisions[self.seat]


class Automation:
    """Determines what is due at a table; keeps track of absences and bots."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._woken = 0
        self._away: dict[int, int] = {}
        """When each absent member left."""
        self._minds: dict[int, Mind] = {}
        self._thinking: set[int] = set()
        self._answers: dict[int, Answer] = {}

    def wake(self, now: int) -> None:
        """Start the clocks now: nobody was connected until now."""
        self._woken = now
        self._away = {}

    def notice_away(self, members: Iterable[int], now: int) -> None:
        self._away = {number: self._away.get(number, now) for number in members}

    # Scheduling.

    def due(self, table: Table) -> Due | None:
        """The next automatic action, if nobody acts first."""
        return min(self._agenda(table), key=lambda due: due.at, default=None)

    def _agenda(self, table: Table) -> list[Due]:
        if table.phase is TablePhase.PLAYING and table.game is not None:
            return self._game_agenda(table, table.game)
        if table.phase is TablePhase.GATHERING and table.host in self._away:
            heirs = [one.number for one in table.members if one.number not in self._away]
            if heirs:
                at = self._away[table.host] + HOST_GRACE
                return [Due(at, _always((HostPassed(heirs[0]),)))]
        return []

    def _game_agenda(self, table: Table, game: Game) -> list[Due]:
        agenda: list[Due] = []
        begins = self._begins(table, game)
        pace = self._pace_of(table)
        for seat in game.state.board.turn:
            place = game.setup.owner(seat)
            if table.is_by_bot(place):
                answer = self._answers.get(place)
                if answer and answer.seat == seat and answer.is_current(game):
                    at = begins + self._delay(game, seat, pace.least, pace.most)
                    agenda.append(Due(at, partial(play, table, seat, answer.action)))
            elif is_forced(game, seat):
                (action,) = legal_actions(game.state, seat)
                agenda.append(Due(begins + pace.forced, partial(play, table, seat, action)))
            elif (patience := self._patience(table, game, seat)) is not None:
                agenda.append(Due(patience, _always(standing_in(table, place))))
        return agenda

    def _pace_of(self, table: Table) -> Pace:
        """The server's pace, or a faster one that the table is set to."""
        if table.settings.pace is BotPace.USUAL:
            return self._pace
        return Pace(*map(min, self._pace, FAST))

    def _begins(self, table: Table, game: Game) -> int:
        """When the current decision began, excluding the time for showing discs."""
        began = max([game.since[seat] for seat in game.state.board.turn], default=0)
        if game.showing_until is None:
            return began
        if table.waiting_to_show():
            return max(began, game.showing_until)
        if began == game.showing_until:  # the table waits for nobody now
            return began - table.settings.showing * 1000
        return began

    def _delay(self, game: Game, seat: Seat, least: int, most: int) -> int:
        """A delay that depends only on the decision's number, never on a disc."""
        if most <= least:
            return least
        lot = draw_lot(game, f"pace/{seat}/{game.decisions[seat]}")
        return least + int.from_bytes(lot[:4], "big") % (most - least)

    def _patience(self, table: Table, game: Game, seat: Seat) -> int | None:
        """How long the table waits for a player; None means forever.

        If nobody was connected, the time of one move starts again: a player who unlocks a phone
        after a meal keeps the seat.
        """
        clock = table.settings.clock
        moment = IDLE if clock is None else max(GRACE, clock.move * 1000)
        deadline = max(table.deadline(seat), self._woken + moment)
        member = table.chairs[game.setup.owner(seat)].member
        if member in self._away:
            since = max(self._away[member], game.since[seat])
            return min(deadline, since + GRACE)
        return None if clock is None and table.is_solo else deadline

    # Bots.

    def questions(self, table: Table, events: Sequence[Event]) -> list[Question]:
        """The questions to ask bots now; `answer` takes their choices."""
        game = table.game
        if table.phase is not TablePhase.PLAYING or game is None:
            return []
        places = {game.setup.owner(seat): None for seat in game.state.board.turn}
        return [
            self._question(table, game, events, place)
            for place in places
            if table.is_by_bot(place)
            and place not in self._thinking
            and not ((answer := self._answers.get(place)) and answer.is_current(game))
        ]

    def _question(self, table: Table, game: Game, events: Sequence[Event], place: int) -> Question:
        kind = table.chairs[place].bot or ""  # a newer server may know bots that this one does not
        mind = self._minds.get(place)
        if mind is None or mind.game != game.number or mind.kind != kind:
            mind = Mind(game.number, kind, seat_bot(EVERY_BOT.get(kind, EVERY_BOT[STAND_IN])), 0)
        viewer = game.viewer(place)
        news = [redact(event, viewer) for event in events[mind.seen :]]
        self._minds[place] = mind._replace(seen=len(events))
        self._thinking.add(place)
        known = view(game.state, viewer)
        own = next(own for own in known.own if own.seat in known.board.turn)
        decision = game.decisions[own.seat]
        seed = draw_lot(game, f"choice/{own.seat}/{decision}").hex()
        thought = Thought(mind.bot, news, known, seed)
        return Question(place, game.number, own.seat, decision, thought, own.legal)

    def answer(self, question: Question, action: Action | None) -> None:
        """Take a bot's choice, or the first legal action if the choice is not legal."""
        chosen = action if action in question.legal else question.legal[0]
        self._thinking.discard(question.place)
        self._answers[question.place] = Answer(
            question.game, question.seat, question.decision, chosen
        )


def _always(facts: Facts) -> Callable[[Circumstances], Facts]:
    return lambda _: facts


def is_forced(game: Game, seat: Seat) -> bool:
    """Whether a seat's only move is known to everybody (R41).

    These are flips of its own stack in an attempt, and placing its only disc.
    """
    board = game.state.board
    mat = board.mats[seat]
    if board.phase is phases.FLIP:
        return mat.face_down > 0
    return board.phase is phases.PLACE and mat.discs == 1
