"""One seat of a picture: its mat and discs."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from calavera.drawing import art, svg
from calavera.drawing.plate import Plate
from calavera.drawing.snapshot import Moment
from calavera.rules.model.board import Mat
from calavera.rules.model.discs import SKULL, Disc
from calavera.rules.model.seats import Seat

# The proportions are those of the pages: SeatView and Stack.
MAT: Final = 0.92
DISC: Final = 0.56
BONE: Final = "#f1e4c8"
INK: Final = "#221a24"
WARM: Final = "#ffbe50"
COLD: Final = "#78beff"


class SeatDrawing(NamedTuple):
    """A seat at its place; everything is counted from the middle of its mat."""

    moment: Moment
    seat: Seat
    name: str
    tribe: str
    theme: art.Theme
    size: float
    spot: art.Spot
    tall: float

    @property
    def mat(self) -> Mat:
        return self.moment.board.mats[self.seat]

    @property
    def is_dim(self) -> bool:
        """It has passed, and the others still bid."""
        return self.mat.passed and self.moment.board.attempt is None

    @property
    def has_won(self) -> bool:
        outcome = self.moment.board.outcome
        return outcome is not None and outcome.seat == self.seat

    @property
    def is_out_since(self) -> bool:
        """It went out in an earlier round; its mat has left the table (R27)."""
        return self.mat.out and not self.mat.height

    def draw(self) -> str:
        x, y = self.spot.x, self.spot.y - self.tall / 2 + self.size / 2
        inward = self.spot.inward_x, self.spot.inward_y
        plate = Plate(self.moment, self.seat, self.name, self.tribe, self.theme, self.size, inward)
        return svg.group(
            self._ground() + plate.draw(),
            transform=f"translate({svg.number(x)} {svg.number(y)})",
        )

    def _ground(self) -> str:
        if self.is_out_since:
            return self._piece("mat-skull", 0, 0, self.size * MAT, opacity=0.16)
        drawn = f"{self._mat()}{''.join(self._discs())}{self._height()}"
        if self.has_won:
            light = svg.circle(0, 0, self.size * 0.86, fill=svg.link("warm"))
            return light + svg.group(drawn, transform="scale(1.08)")
        if self.mat.passed:
            shift_x = self.spot.inward_x * self.size * 0.13
            shift_y = self.spot.inward_y * self.size * 0.13
            moved = f"translate({svg.number(shift_x)} {svg.number(shift_y)}) scale(.92)"
            return svg.group(drawn, transform=moved, **self._faded())
        return f"{self._ring()}{drawn}"

    def _faded(self) -> dict[str, svg.Value]:
        return {"filter": svg.link("dim")} if self.is_dim else {}

    def _mat(self) -> str:
        wide = self.size * MAT
        side = "mat-flower" if self.mat.wins else "mat-skull"
        return svg.circle(
            0, self.size * 0.03, wide * 0.54, fill=svg.link(f"{self.theme.name}-shadow")
        ) + self._piece(side, 0, 0, wide)

    def _ring(self) -> str:
        """Whose turn it is can be seen from the far end of the room."""
        if self.seat not in self.moment.board.turn:
            return ""
        return _rings(0, 0, self.size * MAT * 0.53, max(4, self.size * 0.035), self.theme["act"])

    # Discs.

    def _discs(self) -> Iterator[str]:
        mat, disc = self.mat, self.size * DISC
        faces = mat.faces
        shift = -0.2 * disc * min(len(faces), 3)
        known = self.moment.known.get(self.seat)
        stack = known.stack[: mat.face_down] if known is not None else (None,) * mat.face_down
        # Faces are told apart by what shows below the next one; four have to stay on the mat.
        step = min(0.2, 0.38 / max(len(stack) - 1, 1)) if known is not None else 0.07
        base, lean, pull = (0.12, 0.03, 0.6) if known is not None else (0.05, 0.012, 1.0)
        for level, one in enumerate(stack):
            x = shift * pull + level * self.size * lean
            y = self.size * (base - level * step)
            yield self._disc(one, x, y, in_pile=True)
        for index, face in enumerate(faces):
            x = shift + disc * (0.46 + index * 0.36)
            yield self._disc(face, x, self.size * 0.04, in_pile=False)
            if self.moment.struck == self.seat and index == mat.flipped - 1:
                yield self._struck(face, x, self.size * 0.04)

    def _struck(self, face: Disc, x: float, y: float) -> str:
        """The light on the disc that was turned over last."""
        colour = COLD if face is SKULL else WARM
        return _rings(x, y, self.size * DISC * 0.5, self.size * 0.03, colour)

    def _disc(self, disc: Disc | None, x: float, y: float, *, in_pile: bool) -> str:
        """None is a disc that the viewpoint does not know."""
        wide = self.size * DISC
        name = "back" if disc is None else "skull" if disc is SKULL else "flower"
        low = y + wide * (0.07 if in_pile else 0.0)
        shadow = svg.circle(x, low + self.size * 0.02, wide * 0.55, fill=svg.link("disc-shadow"))
        edge = ""
        if in_pile:
            edge = svg.circle(x, low, wide * 0.49, fill=art.lacquer(self.tribe)) + svg.circle(
                x, low, wide * 0.49, fill=svg.link("edge")
            )
        # What lies face down is a shade darker than what was turned over.
        shade = in_pile and disc is not None
        dark = svg.circle(x, y, wide * 0.49, fill="#000", opacity=0.24) if shade else ""
        return f"{shadow}{edge}{self._piece(name, x, y, wide)}{dark}"

    def _piece(self, name: str, x: float, y: float, size: float, **more: svg.Value) -> str:
        return svg.use(f"{self.tribe}-{name}", x, y, size, **more)

    def _height(self) -> str:
        if not self.mat.height:
            return ""
        x, y, r = self.size * 0.35, self.size * -0.34, self.size * 0.13
        number = svg.text(
            str(self.mat.height), x, y, self.size * 0.21,
            fill=INK, font_family=art.font("display"), font_weight="700",
        )  # fmt: skip
        return svg.circle(x, y, r, fill=BONE, stroke=INK, stroke_width=1.6) + number


def _rings(x: float, y: float, r: float, wide: float, colour: str) -> str:
    """A ring that glows."""
    return "".join(
        svg.circle(x, y, r, fill="none", stroke=colour, stroke_width=wide * times, opacity=cover)
        for times, cover in ((5, 0.14), (2.8, 0.28), (1, 1.0))
    )
