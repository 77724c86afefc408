"""One game against bots, from the greeting to the result.

The same for every kind of screen: it lets the host play, has the screen show what happened and the
person decide.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from calavera.bots import BotFault
from calavera.rules import Action, Board, OwnSeat, Phase, Show, View
from calavera.rules.events import AttemptBegan, AttemptFailed, RoundBegan
from calavera.terminal.play.autosave import Autosave
from calavera.terminal.play.hints import hint_lines
from calavera.terminal.play.host import Host, Transition
from calavera.terminal.play.pace import A_MOMENT
from calavera.terminal.play.ports import Person, Quit, Screen, all_at_once
from calavera.terminal.play.questions import (
    Answer,
    Question,
    forced,
    question,
    show_question,
    watch_question,
)

FINISHED: Final = 0
INTERRUPTED: Final = 130


class GameSession:
    """One game, from the greeting to the result."""

    def __init__(self, host: Host, screen: Screen, person: Person, autosave: Autosave) -> None:
        self._host = host
        self._screen = screen
        self._person = person
        self._autosave = autosave
        self._watches = False
        self._drawn_at: tuple[int, Phase] | None = None

    def run(self) -> int:
        """Play and return an exit status: 0 when it is over or left, 130 after Ctrl-C.

        Raises ValueError before anything is shown if the record cannot be written, and BotFault if
        a bot fails during the game.
        """
        try:
            self._play()
        except (Quit, EOFError):
            self._leave()
        except KeyboardInterrupt:
            self._leave()
            return INTERRUPTED
        except BotFault as failed:
            raise BotFault(f"{failed}{self._break_off()}") from failed.__cause__
        return FINISHED

    def _play(self) -> None:
        """Run the game until somebody has won."""
        told = self._host.let_chance_act()
        self._begin_record()
        self._screen.welcome(self._host.view.board.setup, self._person.others)
        self._screen.tell(told)
        while self._host.view.board.outcome is None:
            self._next()
        self._screen.show_result(self._host.view.board, self._host.uncovered())
        self._screen.say(
            Text(f"Seed {self._host.seed}: with it, the same moves reproduce this game.")
        )
        if self._autosave.path:
            self._screen.say_unbroken(f"The game is in {self._autosave.path}")

    def _leave(self) -> None:
        """Print a last line for a person who quits."""
        kept = f" The game so far is in {self._autosave.path}" if self._autosave.path else ""
        self._screen.say_unbroken(f"You leave the table.{kept}")

    def _break_off(self) -> str:
        """Save the game up to a bot's failure, and return where."""
        self._screen.say(Text("The game cannot go on."))
        self._save()
        return f"; the game so far is in {self._autosave.path}" if self._autosave.path else ""

    def _next(self) -> None:
        """Let chance, the person or a bot make the next move."""
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

    def _after(self, told: Sequence[Transition]) -> None:
        """Save and show what happened, and ask the questions that follow from it."""
        self._save()
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
        """The move, if it is the only one."""
        move = forced(view.board, own)
        if move is None:
            return None
        if move.words:
            self._screen.say(Text(move.words))
        return move.action

    def _chosen(self, view: View, own: OwnSeat) -> Action:
        moment = (view.board.round, view.board.phase)
        if view.board.phase is not Phase.LOSE and moment != self._drawn_at:
            self._screen.show_table(view)
        # Draw once while discs are placed or flipped: nobody else acts in between.
        self._drawn_at = moment if view.board.phase in (Phase.PLACE, Phase.FLIP) else None
        return self._person.ask(
            question(view, own, self._screen.cast), self._show_table, lambda: self._hint(own)
        )

    def _hint(self, own: OwnSeat) -> Iterator[str]:
        hint = self._host.hint(own.seat)
        self._save()
        return hint_lines(hint, self._screen.cast)

    def _offer_show(self) -> None:
        """Offer the person to show their discs after a failure, out of turn (R22)."""
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
        return self._person.ask(asked, self._show_table)

    def _show_table(self) -> None:
        self._screen.show_table(self._host.view)

    def _begin_record(self) -> None:
        """Write the file before the first move, so that an unwritable path is found at once."""
        try:
            self._autosave.save(self._host.record())
        except OSError as error:
            raise ValueError(f"{self._autosave.path}: {error.strerror}") from None

    def _save(self) -> None:
        try:
            self._autosave.save(self._host.record())
        except OSError as error:
            reason = f"The game can no longer be saved in {self._autosave.path}: {error.strerror}."
            self._autosave.stop()
            self._screen.say_unbroken(reason)
