"""A whole game in the terminal, against bots.

Lines that scroll, no screen to take over. All that is drawn comes from the person's own view and
from events as they saw them; the state stays with the host.
"""

import random
import secrets
from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from calavera.bots import TABLE_NAMES, Bot, Cautious
from calavera.rules import (
    Action,
    Board,
    Flip,
    OwnSeat,
    Phase,
    Place,
    Placement,
    Player,
    Show,
    View,
    set_up,
)
from calavera.rules.events import AttemptBegan, AttemptFailed, RoundBegan
from calavera.terminal.cast import cast_of
from calavera.terminal.host import PERSON, BotFailed, Host, Told
from calavera.terminal.keeper import Keeper
from calavera.terminal.keyboard import Keyboard
from calavera.terminal.opponents import characters
from calavera.terminal.pace import A_MOMENT, Pace
from calavera.terminal.paper import Paper
from calavera.terminal.person import Left, Person
from calavera.terminal.question import (
    Answer,
    Question,
    question,
    show_question,
    watch_question,
)
from calavera.terminal.screen import Screen, all_at_once

FINISHED: Final = 0
INTERRUPTED: Final = 130

_SEEDS: Final = 1_000_000
_DEFAULT_BOT: Final = Cautious
_LONGEST_NAME: Final = 40


def play_game(  # noqa: PLR0913  # what can be agreed on before a game
    console: Console,
    *,
    players: int = 4,
    name: str = "You",
    seed: int | None = None,
    opponents: Sequence[type[Bot]] = (),
    tribes: int = 1,
    placement: Placement = Placement.SIMULTANEOUS,
    record_path: Path | None = None,
    fast: bool = False,
    lines: Iterable[str] | None = None,
) -> int:
    """Play a game and return an exit status: 0 when it is over or left, 130 after Ctrl-C.

    `opponents` are the bots clockwise from the person, from the start again where they are fewer
    than the seats; `lines` are answers to take in place of the keyboard's. The record is written
    after every move, with every secret, and only where `record_path` says. Raises ValueError,
    before anything is shown, for a table, a name or a path that cannot be; BotFailed, one of those,
    in the middle of a game that a bot spoils.
    """
    setup = set_up(players, tribes=tribes, placement=placement)
    seed = secrets.randbelow(_SEEDS) if seed is None else seed
    names = (_checked(name), *_names_of_bots(players - 1, name, seed))
    kinds = list(islice(cycle(opponents or (_DEFAULT_BOT,)), players - 1))
    seated = {Player(index): kind() for index, kind in enumerate(kinds, start=1)}
    described = tuple(characters(names[1:], kinds))
    paper, keyboard = Paper(console), Keyboard(lines)
    pace = Pace(hurried=fast or not (keyboard.live and console.is_terminal))
    screen = Screen(paper, cast_of(setup, names, setup.seats_of(PERSON)), pace)
    host = Host(setup, names, seated, seed)
    person = Person(paper, keyboard, described)
    evening = _Evening(host, screen, person, Keeper(record_path))
    try:
        evening.play()
    except (Left, EOFError):
        evening.leave()
    except KeyboardInterrupt:
        evening.leave()
        return INTERRUPTED
    except BotFailed as failed:
        raise BotFailed(f"{failed}{evening.break_off()}") from failed.__cause__
    return FINISHED


class _Evening:
    """One game, from the first disc to the last word."""

    def __init__(self, host: Host, screen: Screen, person: Person, keeper: Keeper) -> None:
        self._host = host
        self._screen = screen
        self._person = person
        self._keeper = keeper
        self._watches = False
        self._drawn_at: tuple[int, Phase] | None = None

    def play(self) -> None:
        """Everything, until somebody has won."""
        told = self._host.let_chance_act()
        self._begin_record()
        self._screen.welcome(self._host.view.board.setup, self._person.others)
        self._screen.tell(told)
        while self._host.view.board.outcome is None:
            self._next()
        self._screen.show_result(self._host.view.board, self._host.uncovered())
        self._screen.say(
            Text(f"Seed {self._host.seed}: with it, the same moves make the same game.")
        )
        if self._keeper.path:
            self._screen.say_unbroken(f"The game is in {self._keeper.path}")

    def leave(self) -> None:
        """A last line for somebody who goes before the end."""
        kept = f" The game so far is in {self._keeper.path}" if self._keeper.path else ""
        self._screen.say_unbroken(f"You leave the table.{kept}")

    def break_off(self) -> str:
        """Keep the game up to a bot's mistake, and say where."""
        self._screen.say(Text("The game cannot go on."))
        self._keep()
        return f"; the game so far is in {self._keeper.path}" if self._keeper.path else ""

    def _next(self) -> None:
        """Whatever comes next: chance, the person, or a bot."""
        told = self._host.let_chance_act()
        if told:
            self._after(told)
            return
        view = self._host.view
        own = next((own for own in view.own if own.seat in view.board.turn), None)
        if own is None:
            if not all_at_once(view.board):
                self._screen.pace.wait(A_MOMENT)
            self._after(self._host.let_bot_act())
        else:
            action = self._forced(view, own) or self._chosen(view, own)
            self._after(self._host.act(own.seat, action))

    def _after(self, told: Sequence[Told]) -> None:
        """Keep and tell what happened, and ask what only this moment asks for."""
        self._keep()
        for happened in told:
            event, board = happened.event, happened.before
            if isinstance(event, RoundBegan) and self._has_just_gone_out(board):
                self._say_goodbye()
            self._screen.tell([happened])
            if isinstance(event, AttemptBegan) and self._watches:
                self._screen.show_table(self._host.view)
            if isinstance(event, AttemptFailed):
                self._offer_show()

    def _forced(self, view: View, own: OwnSeat) -> Action | None:
        """A move that everybody knows there is no choice about (R41): no other plays itself."""
        board = view.board
        mat = board.mats[own.seat]
        if board.phase is Phase.PLACE and mat.discs == 1:
            self._screen.say(Text("Your one disc goes on your mat."))
            return Place(own.holding.hand[0])
        if board.phase is Phase.FLIP and mat.flipped < mat.height:
            if mat.flipped == 0:
                self._screen.say(Text("Your own stack comes first."))
            return Flip(own.seat)
        return None

    def _chosen(self, view: View, own: OwnSeat) -> Action:
        moment = (view.board.round, view.board.phase)
        if view.board.phase is not Phase.LOSE and moment != self._drawn_at:
            self._screen.show_table(view)
        # Once is enough while discs are placed or flipped; in turns others act in between.
        self._drawn_at = moment if view.board.phase in (Phase.PLACE, Phase.FLIP) else None
        return self._ask(question(view, own, self._screen.cast))

    def _offer_show(self) -> None:
        """After a failure, whoever is not in turn may show their discs, too (R22)."""
        view = self._host.view
        for own in view.own:
            if own.seat in view.board.turn or Show() not in own.legal:
                continue
            if self._ask(show_question(view, own, self._screen.cast)):
                self._after(self._host.act(own.seat, Show()))

    def _has_just_gone_out(self, board: Board) -> bool:
        return not self._watches and all(board.mats[seat].out for seat in self._screen.cast.you)

    def _say_goodbye(self) -> None:
        self._watches = True
        if not self._ask(watch_question()):
            self._screen.pace.hurry()

    def _ask(self, asked: Question[Answer]) -> Answer:
        return self._person.ask(asked, lambda: self._screen.show_table(self._host.view))

    def _begin_record(self) -> None:
        """Nobody should play a game only to find that it was not kept."""
        try:
            self._keeper.keep(self._host.record())
        except OSError as error:
            raise ValueError(f"{self._keeper.path}: {error.strerror}") from None

    def _keep(self) -> None:
        try:
            self._keeper.keep(self._host.record())
        except OSError as error:
            reason = f"The game can no longer be kept in {self._keeper.path}: {error.strerror}."
            self._keeper.give_up()
            self._screen.say_unbroken(reason)


def _checked(name: str) -> str:
    """A name that a record can hold."""
    fit = " ".join(name.split())
    if not 0 < len(fit) <= _LONGEST_NAME or "," in fit or not fit.isprintable():
        raise ValueError(
            f"a name has 1 to {_LONGEST_NAME} letters and no comma, unlike {name[:_LONGEST_NAME]!r}"
        )
    return fit


def _names_of_bots(count: int, person: str, seed: int) -> list[str]:
    """Others for the table, nobody called like the person."""
    free = [name for name in TABLE_NAMES if name.lower() != person.strip().lower()]
    return random.Random(f"{seed}/names").sample(free, count)
