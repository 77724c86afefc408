"""A live table: people and bots on a server, the person among them.

The same for every kind of screen. The server decides what happens; this follows it, and asks the
person where it is their turn.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from calavera.client import ClientError, ClientTable, Moment, Refused, TableClosed
from calavera.client.client_table import OVERTAKEN
from calavera.protocol.commands import Taunt
from calavera.protocol.facts import (
    CameBack,
    Emptied,
    ReadySaid,
    Said,
    Seated,
    SeenFact,
    StoodIn,
    Taunted,
)
from calavera.protocol.fields import TablePhase
from calavera.protocol.scene import GameSeen, OwnSeen, RoomSeen
from calavera.rules import Action, Board, Phase, Player, Seat, SeenEvent, Setup, Show, View, Viewer
from calavera.rules.advance import advance
from calavera.rules.events import DiscLost, DiscPlaced, RoundBegan
from calavera.rules.evolve import new_board
from calavera.rules.model.handling import lose, place, take_back
from calavera.rules.model.holding import Holding
from calavera.rules.view import OwnSeat
from calavera.terminal.drawing.cast import cast_of
from calavera.terminal.drawing.paper import clean
from calavera.terminal.drawing.sentences import listed
from calavera.terminal.drawing.title import agreed
from calavera.terminal.play.autosave import save_record
from calavera.terminal.play.host import Transition
from calavera.terminal.play.ports import READY_MADE, Person, Quit, Screen
from calavera.terminal.play.questions import (
    ENTER,
    Forced,
    Key,
    Question,
    forced,
    question,
    show_question,
)
from calavera.terminal.play.session import FINISHED, INTERRUPTED

POLL: Final = 0.1
"""Seconds after which it looks whether the person wants to go."""


class _Overtaken(Exception):
    """What was asked is no longer to be decided."""


class _Due(NamedTuple):
    """A decision of the person."""

    key: object
    """The same as long as the question is."""
    question: Question[Any]
    deed: Callable[[Any], object]
    board: Board | None = None
    """The table to be seen before an answer."""
    forced: Forced | None = None
    """What is done without a question."""


class LiveSession:
    """One person at one live table, game after game."""

    def __init__(  # noqa: PLR0913  # what a command line says of a table
        self,
        table: ClientTable,
        screen: Screen,
        person: Person,
        *,
        bot: str,
        record: Path | None = None,
        address: str = "",
    ) -> None:
        self._table = table
        self._screen = screen
        self._person = person
        self._bot = bot
        self._record = record
        self._address = address
        self._follower: _Follower | None = None
        self._finished: int | None = None
        self._saved: int | None = None
        self._lobby: tuple[Text, ...] = ()
        self._drawn_at: tuple[int, int, Phase] | None = None
        self._connected = True
        self._moment: Moment

    def run(self) -> int:
        """Play until the person leaves or the table is closed, and return an exit status."""
        self._person.talk = self._talk
        try:
            self._play()
        except (Quit, EOFError):
            return self._leave(FINISHED)
        except KeyboardInterrupt:
            return self._leave(INTERRUPTED)
        except TableClosed as closed:
            self._screen.say_unbroken(f"{closed}."[:1].upper() + f"{closed}."[1:])
        return FINISHED

    def _leave(self, status: int) -> int:
        with suppress(Refused, TableClosed):
            if self._moment.you.place is not None:
                self._table.leave()
        playing = self._moment.room.phase is TablePhase.PLAYING and self._moment.you.seats
        rest = " A bot plays on for you." if playing else ""
        self._screen.say_unbroken(f"You leave table {self._table.code}.{rest}")
        return status

    def _play(self) -> None:
        self._hear(self._table.look())
        while True:
            due = self._due()
            if due is None:
                self._wait()
                continue
            try:
                self._decide(due)
            except _Overtaken:
                continue
            except Refused as refused:
                if refused.reason not in OVERTAKEN:
                    self._screen.say(Text(f"The table refuses: {refused}."))
            self._hear(self._table.look())

    def _decide(self, due: _Due) -> None:
        """Ask the person and have it done; raises _Overtaken or Refused."""
        if due.forced is not None:
            if due.forced.words:
                self._screen.say(Text(due.forced.words))
            due.deed(due.forced.action)
            return
        if due.board is not None:
            self._draw_once(due.board)
        due.deed(
            self._person.ask(
                due.question,
                self._show_table,
                meanwhile=lambda: self._meanwhile(due),
                watch=self._watch_connection,
            )
        )

    def _draw_once(self, board: Board) -> None:
        """Show the table, once while discs are placed or flipped: little changes in between."""
        drawn = (self._moment.room.number, board.round, board.phase)
        if drawn != self._drawn_at and board.phase is not Phase.LOSE:
            self._show_table()
        self._drawn_at = drawn if board.phase in (Phase.PLACE, Phase.FLIP) else None

    def _wait(self) -> None:
        """Wait for something new."""
        while True:
            self._screen.pace.wait(0)
            self._watch_connection()
            with suppress(TimeoutError):
                return self._hear(self._table.wait(POLL))

    def _meanwhile(self, due: _Due) -> None:
        """What happens while the person thinks."""
        with suppress(TimeoutError):
            self._hear(self._table.wait(0.001))
            now = self._due()
            if now is None or now.key != due.key:
                raise _Overtaken

    def _watch_connection(self) -> None:
        """Say that the connection is lost, and that it is there again."""
        connected = self._table.is_connected
        if connected != self._connected:
            self._connected = connected
            words = "Connected again." if connected else "The connection is lost; trying again …"
            self._screen.say(Text(words))

    def _talk(self, text: str) -> None:
        """Say something; a number stands for something ready-made."""
        words = [*READY_MADE]
        try:
            if text.isdecimal() and 1 <= int(text) <= len(words):
                self._table.taunt(Taunt(words[int(text) - 1]))
            else:
                self._table.say(text)
        except (Refused, ClientError) as error:
            self._screen.say(Text(f"That was not said: {error}."))

    # What happened.

    def _hear(self, moment: Moment) -> None:
        """Tell what is new."""
        self._moment = moment
        if moment.game is not None:
            self._follow(moment, moment.game)
        # Somebody may groan at a skull: talk comes after the disc has turned over.
        for fact in moment.facts:
            for line in _told(fact, moment.room):
                self._screen.say(Text(line, "italic"))
        if moment.room.phase is TablePhase.GATHERING:
            self._show_lobby(moment)

    def _follow(self, moment: Moment, game: GameSeen) -> None:
        follower, (viewer, board) = self._follower, game.view[:2]
        if follower is None or (follower.number, follower.viewer) != (game.number, viewer):
            if moment.room.phase is TablePhase.GATHERING and follower is None:
                return  # a game that was over before we came
            names = [place.name or "nobody" for place in moment.room.places]
            cast = cast_of(board.setup, names, viewer.seats)
            self._screen.cast = replace(cast, bots=_bots(moment.room))
            follower = self._follower = _Follower(game.number, viewer, board.setup)
        told = [follower.follow(event) for event in moment.events[follower.told :]]
        follower.told = len(moment.events)
        missed = moment.missed or len(told) > _MOST_AT_ONCE
        self._screen.tell(told, missed=missed)
        if missed and board.outcome is None:
            self._screen.show_table(game.view.known)
        if board.outcome is not None and self._finished != game.number:
            self._finished = game.number
            holdings = [entry.holding for entry in game.opened or ()]
            self._screen.show_result(board, holdings)
            if self._record is not None:
                self._save(game.number)

    def _save(self, number: int) -> None:
        """Save a finished game, as far as the server gives it to us."""
        self._saved = number
        try:
            record = self._table.record(number)
        except (Refused, ClientError) as error:
            self._screen.say(Text(f"The server does not give the record: {error}."))
            return
        path = self._record or Path(f"{self._table.code}-{number}.skull")
        self._screen.say_unbroken(save_record(record, path))

    def _show_lobby(self, moment: Moment) -> None:
        room = moment.room
        if moment.game is not None and self._finished == moment.game.number:
            return  # the result stays on the screen
        bots = _bots(room)
        marks = [
            ", ".join(
                word for word, holds in (
                    ("you", moment.you.place == number),
                    ("host", place.member is not None and place.member == room.host),
                    ("bot", number in bots),
                    ("ready", place.ready),
                ) if holds
            )
            for number, place in enumerate(room.places)
        ]  # fmt: skip
        names = [clean(place.name) or "free" for place in room.places]
        wide, wider = max(map(cell_len, names)), max(map(cell_len, marks))
        rows = [
            Text(f"{number:>2}  {set_cell_size(name, wide)}  {set_cell_size(mark, wider)}")
            for number, (name, mark) in enumerate(zip(names, marks, strict=True), start=1)
        ]
        lobby = (
            Text("✿  ✿  ✿  ☠"), Text(), Text(f"Table {room.code}", "bold"), Text(self._address),
            Text(),
            Text(agreed(room.settings.setup())), Text(), *rows, Text(), Text(_waiting(room)),
        )  # fmt: skip
        if self._lobby != lobby:
            self._lobby = lobby
            self._screen.show_words(lobby)

    def _show_table(self) -> None:
        if self._moment.game is not None:
            self._screen.show_table(self._moment.game.view.known)

    # What is to be decided.

    def _due(self) -> _Due | None:
        moment = self._moment
        if moment.room.phase is TablePhase.GATHERING:
            return self._gathering(moment)
        game = moment.game
        if game is None or not moment.you.seats:
            return None
        if moment.room.places[moment.you.place or 0].stand_in is not None:
            asked: Question[Any] = Question(
                "A bot plays for you.", (Key(ENTER, "take your seat back"),), {"": None}
            )
            return _Due("back", asked, lambda _: self._table.back())
        if moment.may_show:
            return self._showing(moment, game, moment.may_show[0])
        turn = moment.turn
        if turn is None:
            return None
        own = OwnSeat(*turn[:3])
        asked = question(game.view.known, own, self._screen.cast)
        key = (game.number, turn.seat, turn.decision)
        board = game.view.board
        move = forced(board, own)
        return _Due(key, asked, lambda action: self._act(moment, turn, action), board, move)

    def _showing(self, moment: Moment, game: GameSeen, seat: Seat) -> _Due:
        """Whether to show what lies face down (R22)."""
        own = next(own for own in game.view.own if own.seat == seat)
        asked = show_question(game.view.known, OwnSeat(*own[:3]), self._screen.cast)
        key = (game.number, game.view.board.round, "show", seat)
        return _Due(key, asked, lambda shows: self._show_or_not(moment, seat, shows=shows))

    def _act(self, moment: Moment, turn: OwnSeen, action: Action) -> None:
        self._table.act(action, turn.seat, moment=moment)

    def _show_or_not(self, moment: Moment, seat: Seat, *, shows: bool) -> None:
        if shows:
            self._table.act(Show(), seat, moment=moment)
        else:
            self._table.decline(seat)

    def _gathering(self, moment: Moment) -> _Due | None:
        room, you = moment.room, moment.you
        keys: list[Key] = []
        deeds: dict[str, Callable[[], object]] = {}
        free = next(
            (n for n, p in enumerate(room.places) if p.member is None and p.bot is None), None
        )
        text = _waiting(room)
        if you.place is None:
            if free is not None or any(place.bot is not None for place in room.places):
                text, keys = f"Table {room.code}.", [Key(ENTER, "sit down")]
                deeds[""] = self._table.sit
        elif not moment.is_ready:
            text, keys = "Another game?" if room.number else "You sit.", [Key(ENTER, "ready")]
            deeds[""] = self._table.ready
        elif you.host and free is None and all(place.ready for place in room.places):
            text, keys = "Everybody is ready.", [Key(ENTER, "begin")]
            deeds[""] = self._table.start
        if you.host and free is not None and you.place is not None:
            keys.append(Key("b", "seat a bot"))
            place = free
            deeds["b"] = lambda: self._table.bot(place, self._bot)
        if self._finished is not None and self._saved != self._finished:
            keys.append(Key("s", "save the game"))
            number = self._finished
            deeds["s"] = lambda: self._save(number)
        if not keys:
            return None
        key = (room.number, text, tuple(keys), free)
        asked = Question(text, tuple(keys), deeds, is_move=False)
        return _Due(key, asked, lambda deed: deed())


def _bots(room: RoomSeen) -> frozenset[Player]:
    """The places of bots, the server's own and guests."""
    guests = {member.member for member in room.members if member.bot}
    return frozenset(
        Player(number)
        for number, place in enumerate(room.places)
        if place.bot is not None or place.member in guests
    )


def _waiting(room: RoomSeen) -> str:
    """Whom a table waits for before a game."""
    names = [clean(one.name) for one in room.places if one.member is not None and not one.ready]
    if names:
        return f"Waiting for {listed(names)}."
    if any(one.member is None and one.bot is None for one in room.places):
        return f"Chairs are free; friends sit down with the code {room.code}."
    return "Waiting for the host to begin."


class _Follower:
    """Follows one game event by event, with what its viewer knows after each."""

    def __init__(self, number: int, viewer: Viewer, setup: Setup) -> None:
        self.number = number
        self.viewer = viewer
        self.told = 0
        self._board = new_board(setup)
        self._holdings = {seat: Holding(setup.start[seat].discs) for seat in viewer.seats}

    def follow(self, event: SeenEvent) -> Transition:
        before, self._board = self._board, advance(self._board, event)
        for seat, holding in self._holdings.items():
            match event:
                case DiscPlaced(seat=of, disc=disc) if of == seat:
                    self._holdings[seat] = place(holding, disc)
                case DiscLost(seat=of, disc=disc) if of == seat:
                    self._holdings[seat] = lose(holding, disc)
                case RoundBegan():
                    self._holdings[seat] = take_back(holding, self._board.mats[seat].discs)
        own = tuple(OwnSeat(seat, holding, ()) for seat, holding in self._holdings.items())
        return Transition(event, before, View(self.viewer, self._board, own))


_MOST_AT_ONCE: Final = 24
"""Somebody who was away is not shown more events than these one by one."""


def _told(fact: SeenFact, room: RoomSeen) -> Iterator[str]:
    """What people did at the table, in words."""
    places: Sequence[str] = [clean(place.name) for place in room.places]
    names = {member.member: clean(member.name) for member in room.members}
    match fact:
        case Said(member=member, text=text):
            yield f"{names.get(member, 'Somebody')}: “{clean(text)}”"
        case Taunted(member=member, taunt=taunt):
            yield f"{names.get(member, 'Somebody')}: {READY_MADE.get(taunt.value, taunt.value)}"
        case Seated(member=member):
            yield f"{names.get(member, 'Somebody')} sits down."
        case ReadySaid(place=place, ready=True):
            yield f"{places[place]} is ready."
        case StoodIn(place=place):
            yield f"A bot plays for {places[place]}."
        case CameBack(place=place):
            yield f"{places[place]} is back."
        case Emptied(place=place):
            yield f"Chair {place + 1} is free."
