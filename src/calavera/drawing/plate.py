"""What stands at a seat: its name, its successes and its hand; and what it said in the bidding."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from calavera.drawing import art, svg
from calavera.drawing.lettering import fitted, width_of
from calavera.drawing.snapshot import Moment
from calavera.rules.model.board import Mat
from calavera.rules.model.discs import SKULL
from calavera.rules.model.seats import Seat

# The proportions are those of the pages.
LARGEST_TYPE: Final = 26
USUAL_TYPE: Final = 14
LEAST_TYPE: Final = 13
WIDEST: Final = 1.14
"""As a part of the seat's width."""
TOP: Final = 0.41
GAP: Final = 3
PASSED: Final = "\N{EN DASH}"


class _Row(NamedTuple):
    """A row of small signs: each has a width and is drawn around a point."""

    height: float
    signs: tuple[tuple[float, str], ...]

    @property
    def width(self) -> float:
        return sum(wide for wide, _ in self.signs) + GAP * max(len(self.signs) - 1, 0)

    def draw(self, y: float, colour: str) -> str:
        return svg.group("".join(self._placed(y)), fill=colour) if self.signs else ""

    def _placed(self, y: float) -> Iterator[str]:
        x = -self.width / 2
        for wide, sign in self.signs:
            moved = f"translate({svg.number(x + wide / 2)} {svg.number(y)})"
            yield svg.group(sign, transform=moved)
            x += wide + GAP


class Plate(NamedTuple):
    """The plate and the bid of a seat; everything is counted from the middle of its mat."""

    moment: Moment
    seat: Seat
    name: str
    tribe: str
    theme: art.Theme
    size: float
    inward: tuple[float, float]
    """The direction to the middle of the table."""

    @property
    def mat(self) -> Mat:
        return self.moment.board.mats[self.seat]

    @property
    def type(self) -> float:
        """The usual size of type."""
        return min(LARGEST_TYPE, max(USUAL_TYPE, self.size * 0.145))

    def draw(self) -> str:
        theme, usual = self.theme, self.type
        is_turn = self.seat in self.moment.board.turn
        name, size = fitted(self.name, self.size * WIDEST - usual, usual, LEAST_TYPE)
        row = self._row()
        width = max(width_of(name, size), row.width) + usual
        height = usual * 1.44 + (row.height + usual * 0.2 if row.signs else 0)
        top = self.size * TOP
        middle = top + height / 2
        shade: dict[str, svg.Value] = {"fill": theme["shade"], "opacity": theme.cover("shade")}
        fill = theme["act"] if is_turn else svg.link(f"{theme.name}-plate")
        line = theme["act-line" if is_turn else "faint"]
        colour = theme["on-act"] if is_turn else theme["soft" if self.mat.out else "text"]
        struck: dict[str, svg.Value] = {"text_decoration": "line-through"} if self.mat.out else {}
        return "".join(
            [
                svg.rounded(0, middle + 3, width, height, usual / 2, **shade),
                svg.rounded(0, middle, width, height, usual / 2, fill=fill, stroke=line),
                svg.text(name, 0, top + usual * 0.74, size, fill=colour, **struck),
                row.draw(top + usual * 1.4 + row.height / 2, colour),
                self._token(),
            ]
        )

    def _row(self) -> _Row:
        """Successes, then the hand: its faces where they are known."""
        mat, usual = self.mat, self.type
        success = usual * 0.95
        scale = f"{success / 200:.3f}"
        flower = svg.group(
            svg.use("success", 100, 100, 200), transform=f"scale({scale}) translate(-100 -100)"
        )
        signs = [(success, flower)] * mat.wins
        if mat.out:
            return _Row(success, tuple(signs))
        known = self.moment.known.get(self.seat)
        if known is None or not known.hand:
            dot = usual * 0.46
            hand = [(dot, svg.circle(0, 0, dot / 2, opacity=0.8))] * mat.hand
            return _Row(success if signs else dot, (*signs, *hand))
        face = min(max(17, self.size * 0.15), (self.size * WIDEST - 12) / 4 - 2)
        faces = ["skull" if disc is SKULL else "flower" for disc in known.hand]
        drawn = [(face, svg.use(f"{self.tribe}-{one}", 0, 0, face)) for one in faces]
        return _Row(face, (*signs, *drawn))

    def _token(self) -> str:
        """The last bid: the one to beat is filled, one that was given up is struck out."""
        mat, bidding = self.mat, self.moment.board.bidding
        bid = self.moment.bids.get(self.seat)
        if bidding is None or mat.out or (bid is None and not mat.passed):
            return ""
        theme = self.theme
        stands = bidding.bidder == self.seat
        size = self.size * (0.25 if stands else 0.2)
        said = PASSED if bid is None else str(bid)
        width, height = max(self.size * 0.29, width_of(said, size) + size * 0.5), size * 1.2
        # It goes with the mat that slides in.
        slide = self.size * 0.1 if mat.passed else 0.0
        x = self.size * -0.4 + self.inward[0] * slide
        y = self.size * -0.4 + self.inward[1] * slide
        colour = theme["soft"] if mat.passed else theme["info"]
        struck: dict[str, svg.Value] = (
            {"text_decoration": "line-through"} if mat.passed and bid is not None else {}
        )
        return svg.rounded(
            x, y, width, height, size * 0.4,
            fill=theme["info" if stands else "raised"],
            stroke=theme["line"] if mat.passed else theme["ground" if stands else "info"],
            stroke_width=2,
        ) + svg.text(
            said, x, y, size,
            fill=theme["ground"] if stands else colour,
            font_family=art.font("display"), font_weight="700", **struck,
        )  # fmt: skip
