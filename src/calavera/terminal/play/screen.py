"""What the person sees: the table from their own view, and the events in words."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.padding import Padding
from rich.text import Text

from calavera.rules import Board, Holding, Phase, Setup, View
from calavera.rules.events import DiscFlipped, GameEnded, PlacementUnseen, RoundBegan
from calavera.terminal.drawing import theme
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.mats import MARGIN, heading, lost_on_the_way, table
from calavera.terminal.drawing.paper import Paper
from calavera.terminal.drawing.picture import Known, known_holding, known_in_view, pictures
from calavera.terminal.drawing.sentences import flip_begun, flip_seen, listed, tell, tell_outcome
from calavera.terminal.drawing.title import agreed
from calavera.terminal.play.host import Transition
from calavera.terminal.play.pace import ReadingPace, breath_before, rest_after
from calavera.terminal.play.ports import all_at_once

ONE_TRIBE: Final = "Two successes win, and so does being the last one in. Type ? for help."
TWO_TRIBES: Final = (
    "Two successes of the same tribe win, and so does being the last one in. Type ? for help."
)
ALL_PLACED: Final = "Everybody has placed a disc."


class LineScreen:
    """The person's side of the table, line by line."""

    def __init__(self, paper: Paper, cast: Cast, pace: ReadingPace) -> None:
        self._paper = paper
        self.cast = cast
        self.pace = pace

    def welcome(self, setup: Setup, others: Sequence[str] = ()) -> None:
        """Print the first lines of a session; `others` describes the opponents."""
        self._paper.put(heading("Skull", "", self._paper.width))
        self.say(Text(f"At the table: {listed(self._names())}.", theme.STRONG))
        self.say(*map(Text, others))
        self.say(Text(agreed(setup)), Text(ONE_TRIBE if setup.tribes == 1 else TWO_TRIBES))

    def say(self, *lines: Text) -> None:
        """Print text, wrapped and indented."""
        self._paper.end_line()
        self._paper.put(*(Padding(line, (0, 0, 0, MARGIN)) for line in lines))

    def say_unbroken(self, text: str) -> None:
        """Print a line that contains a path, without wrapping it."""
        self._paper.put_unbroken(f"{' ' * MARGIN}{text}")

    def show_words(self, lines: Sequence[Text]) -> None:
        """Print who is there, while there is no game."""
        self._paper.blank()
        self.say(*lines)

    def show_table(self, view: View) -> None:
        """Draw the mats as the person sees them, under a heading with what is at stake."""
        board = view.board
        self._paper.blank()
        if board.phase is not Phase.PLACE:  # the heading of the round was just printed
            self._head(self._at_stake(board), f"Round {board.round}")
            self._paper.blank()
        self._draw(board, known_in_view(view))

    def tell(self, told: Iterable[Transition], *, missed: bool = False) -> None:
        """Narrate events in order, but none that was missed: the mats will say enough."""
        for happened in () if missed else told:
            event, before, after = happened.event, happened.before, happened.after
            match event:
                case RoundBegan(number=number, first=first):
                    self._paper.blank()
                    self._head(f"Round {number}", self.cast.does(first, "begin"))
                case DiscFlipped():
                    self._flip(event, before, after)
                case PlacementUnseen() if all_at_once(before):
                    pass
                case GameEnded():
                    pass
                case _:
                    self.say(tell(event, before, after, self.cast))
            if all_at_once(before) and after.phase is Phase.ADD:
                self.say(Text(ALL_PLACED))

    def show_result(self, board: Board, holdings: Sequence[Holding]) -> None:
        """Print who won, and everybody's discs."""
        self._paper.blank()
        self._head("The result", f"after {board.round} rounds")
        if board.outcome is not None:
            self.say(Text(tell_outcome(board.outcome, self.cast), theme.MARIGOLD))
        self._paper.blank()
        self._draw(board, [known_holding(holding) for holding in holdings])
        for lost in lost_on_the_way(board, holdings, self.cast):
            self._paper.blank()
            self.say(lost)

    def _names(self) -> list[str]:
        """The names at the table; the person is marked unless their name is You."""
        you = {self.cast.setup.owner(seat) for seat in self.cast.you}
        return [
            f"{name} (you)" if player in you and name.lower() != "you" else name
            for player, name in enumerate(self.cast.names)
        ]

    def _flip(self, event: DiscFlipped, before: Board, after: Board) -> None:
        """Narrate a flip, with a pause before the disc is seen."""
        self._paper.put(Padding(flip_begun(event, self.cast), (0, 0, 0, MARGIN)), end=" ")
        self.pace.wait(breath_before(before))
        self._paper.put(flip_seen(event, after))
        self.pace.wait(rest_after(event.disc, after))

    def _draw(self, board: Board, known: Sequence[Known]) -> None:
        self._paper.put(table(pictures(board, known, self.cast), self._paper.width))

    def _head(self, left: str, right: str) -> None:
        self._paper.put(heading(left, right, self._paper.width))

    def _at_stake(self, board: Board) -> str:
        if board.bidding is None:
            return f"{board.total} discs on the mats"
        number, bidder = board.bidding.number, board.bidding.bidder
        return f"{self.cast.does(bidder, 'bid')} {number} of {board.total}"
