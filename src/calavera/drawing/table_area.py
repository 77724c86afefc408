"""The table with everybody around it, as an area of a picture."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from calavera.drawing import art, svg
from calavera.drawing.lettering import fitted
from calavera.drawing.seat import SeatDrawing
from calavera.drawing.sentences import Sentences
from calavera.drawing.snapshot import Moment
from calavera.rules.model.seats import SEATS

RIM: Final = 0.022
"""The wood around the cloth, as a part of the lesser side."""
INSET: Final = (0.04, 0.05)
"""The room around the table, as parts of its width and height."""
CORNER: Final = 0.46
PIPS_IN_A_ROW: Final = 6


class TableDrawing(NamedTuple):
    """A table in an area whose corner is the origin."""

    moment: Moment
    sentences: Sentences
    theme: art.Theme
    seating: art.Seating

    def draw(self) -> str:
        return "".join([*self._felt(), *self._centre(), *self._seats()])

    def _tribes(self) -> tuple[str, ...]:
        return art.tribes()[: len(self.moment.board.mats)]

    # The cloth.

    def _felt(self) -> Iterator[str]:
        width, height = self.seating.width, self.seating.height
        theme = self.theme
        wide, high = width * (1 - 2 * INSET[0]), height * (1 - 2 * INSET[1])
        rim = min(width, height) * RIM

        def oval(shrink: float, **paint: svg.Value) -> str:
            w, h = wide - 2 * shrink, high - 2 * shrink
            return svg.rounded(
                width / 2, height / 2, w, h, w * CORNER, ry=h * CORNER, **paint
            )  # fmt: skip

        yield svg.group(
            oval(0, fill=theme["shade"], opacity=theme.cover("shade"), filter=svg.link("soft"))
            + oval(0, fill=theme["wood-dark"]),
            transform=f"translate(0 {svg.number(rim * 0.4)})",
        )
        yield oval(0, fill=svg.link(f"{theme.name}-wood"))
        yield oval(0.8, fill="none", stroke="#ffe0b2", stroke_width=1.6, opacity=0.3)
        yield oval(rim, fill=theme["felt"], stroke=theme["wood-dark"], stroke_width=1.5)
        yield oval(rim, fill=svg.link(f"{theme.name}-felt"))
        for depth in range(2, 32, 3):
            yield oval(
                rim + depth / 2, fill="none", stroke=theme["shade"], stroke_width=depth,
                opacity=theme.cover("shade") * 0.09,
            )  # fmt: skip
        flower = min(high * 0.84, self._room() * 1.5)
        yield svg.group(
            svg.use("stitching", width / 2, height / 2, flower),
            color=theme["stitch"], opacity=theme.cover("stitch") * 1.2,
        )  # fmt: skip
        yield oval(rim, fill=svg.link("candle"))

    def _room(self) -> float:
        return min(self.seating.free[0] * 1.1, self.seating.free[1] * 1.35)

    # The middle: the one number that matters now.

    def _centre(self) -> Iterator[str]:
        board, theme = self.moment.board, self.theme
        x, y, room = self.seating.width / 2, self.seating.height / 2, self._room()
        small = max(15.0, min(34.0, room * 0.085))
        if board.bidding is None:
            if board.total:
                large = max(36.0, min(130.0, room * 0.26))
                yield self._number(str(board.total), x, y - small * 0.7, large)
                words = self.sentences.word("on_the_table")
                yield svg.text(words, x, y + large * 0.5, small, fill=theme["soft"])
            else:
                yield svg.text(self.sentences.title(), x, y, small, fill=theme["soft"])
            return
        large = max(44.0, min(260.0, room * 0.42))
        name = self.sentences.name(board.bidding.bidder)
        who, size = fitted(name, min(room, self.seating.free[0] * 0.8), small, 11)
        yield svg.text(who, x, y - large * 0.42 - small * 0.75, size, fill=theme["text"])
        yield self._number(str(board.bidding.number), x, y, large)
        below = y + large * 0.42
        if board.attempt is None:
            words = self.sentences.word("of_total", total=board.total)
            yield svg.text(words, x, below + small * 0.75, small, fill=theme["soft"])
        else:
            yield from self._pips(x, below + small * 0.5, max(10.0, min(22.0, room * 0.055)))

    def _number(self, number: str, x: float, y: float, size: float) -> str:
        return svg.text(
            number, x, y, size,
            fill=self.theme["text"], font_family=art.font("display"), font_weight="700",
        )  # fmt: skip

    def _pips(self, x: float, y: float, pip: float) -> Iterator[str]:
        """How far the attempt has come: a filled one for each flower, a square for the skull."""
        board, theme = self.moment.board, self.theme
        assert board.bidding is not None
        assert board.attempt is not None
        number, flips = board.bidding.number, board.attempt.flips
        for index in range(number):
            row, column = divmod(index, PIPS_IN_A_ROW)
            in_row = min(PIPS_IN_A_ROW, number - row * PIPS_IN_A_ROW)
            cx = x + (column - (in_row - 1) / 2) * (pip + 5)
            cy = y + row * (pip + 5)
            if board.attempt.skull is not None and index == flips - 1:
                yield svg.rounded(cx, cy, pip, pip, 2, fill=theme["loss"])
            elif index < flips:
                yield svg.circle(
                    cx, cy, pip / 2, fill=theme["act"], stroke=theme["act-line"], stroke_width=2
                )
            else:
                yield svg.circle(cx, cy, pip / 2, fill="none", stroke=theme["line"], stroke_width=2)

    def _seats(self) -> Iterator[str]:
        """The far ones first: a high pile may reach over the plate behind it."""
        count = len(self.moment.board.mats)
        drawings = [
            SeatDrawing(
                self.moment,
                seat,
                self.sentences.name(seat),
                tribe,
                self.theme,
                self.seating.size,
                self.seating.spots[(seat - self.moment.near) % count],
                self.seating.tall,
            )
            for seat, tribe in zip(SEATS, self._tribes(), strict=False)
        ]
        for drawing in sorted(drawings, key=lambda one: (one.has_won, one.spot.y)):
            yield drawing.draw()
