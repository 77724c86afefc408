"""A moment as a picture of its own, and what all pictures have in common."""

import re
from html import escape
from typing import Final

from calavera.drawing import art, svg
from calavera.drawing.seat import WARM
from calavera.drawing.sentences import Sentences
from calavera.drawing.snapshot import Moment
from calavera.drawing.table_area import TableDrawing
from calavera.record.arguments import LANGUAGES, THEMES

MARGIN: Final = 20
CORNER: Final = 22
FIGURES: Final = "font-variant-numeric:lining-nums tabular-nums"

_USED: Final = re.compile(rf'href="#{svg.PREFIX}-([a-z-]+?)-((?:mat-)?(?:skull|flower)|back)"')
"""A piece that is drawn; no name can look like it, for its quotes are escaped."""


def draw(moment: Moment, *, theme: str = THEMES[0], language: str = LANGUAGES[0]) -> str:
    """The table at a moment, as SVG."""
    colours, sentences = art.theme(theme), Sentences(moment, language)
    seating = art.seating("picture", len(moment.board.mats))
    table = TableDrawing(moment, sentences, colours, seating)
    width, height = seating.width + 2 * MARGIN, seating.height + 2 * MARGIN
    drawn = svg.group(table.draw(), transform=f"translate({MARGIN} {MARGIN})")
    content = ground(colours, width, height, CORNER) + drawn
    title, told = f"Calavera · {sentences.title()}", sentences.description()
    return whole(colours, (width, height), language, (title, told), content)


def ground(theme: art.Theme, width: float, height: float, corner: float) -> str:
    """The room, a little brighter where the table stands."""
    return "".join(
        svg.rounded(width / 2, height / 2, width, height, corner, fill=fill)
        for fill in (theme["ground"], svg.link(f"{theme.name}-glow"))
    )


def whole(
    theme: art.Theme,
    size: tuple[float, float],
    language: str,
    words: tuple[str, str],
    content: str,
) -> str:
    """A document with a title and a description, and the pieces that it uses."""
    width, height = size
    title, description = words
    return svg.element(
        "svg",
        "".join(
            [
                svg.element("title", escape(title)),
                svg.element("desc", escape(description)),
                svg.element("defs", _definitions(theme, content)),
                svg.group(
                    content, font_family=art.font("plain"), font_weight="800", style=FIGURES
                ),
            ]
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
        width=width,
        height=height,
        role="img",
        lang=language,
    ) + "\n"  # fmt: skip


def _definitions(theme: art.Theme, content: str) -> str:
    used = dict.fromkeys(_USED.findall(content))
    symbols = [_symbol(f"{tribe}-{piece}", art.piece(tribe, piece)) for tribe, piece in used]
    symbols += [_symbol(name, art.mark(name)) for name in ("stitching", "success")]
    return "".join([art.mark("definitions"), *_light(), *_colours(theme), *symbols])


def _symbol(name: str, content: str) -> str:
    return svg.element("symbol", content, id=f"{svg.PREFIX}-{name}", viewBox="0 0 200 200")


def _light() -> list[str]:
    """What is the same by day and by night."""
    dim = (
        '<feColorMatrix type="saturate" values=".3"/><feComponentTransfer>'
        '<feFuncR type="linear" slope=".55"/><feFuncG type="linear" slope=".55"/>'
        '<feFuncB type="linear" slope=".55"/></feComponentTransfer>'
    )
    return [
        svg.gradient("radial", "disc-shadow", (0.82, "#000", 0.5), (1, "#000", 0)),
        svg.gradient(
            "linear", "edge", (0, "#000", 0.5), (0.42, "#fff", 0.28), (1, "#000", 0.55)
        ),
        svg.gradient("radial", "candle", (0, "#ffb242", 0.22), (1, "#ffb242", 0)),
        svg.gradient("radial", "warm", (0.35, WARM, 0.85), (0.62, WARM, 0.4), (1, WARM, 0)),
        svg.element("filter", '<feGaussianBlur stdDeviation="12"/>', id=f"{svg.PREFIX}-soft"),
        svg.element("filter", dim, id=f"{svg.PREFIX}-dim"),
    ]  # fmt: skip


def _colours(theme: art.Theme) -> list[str]:
    """What day and night have in their own colours; a page may hold a picture of each."""
    shade, cover = theme["shade"], theme.cover("shade")
    upright: dict[str, svg.Value] = {"x1": 0, "y1": 0, "x2": 0, "y2": 1}
    lit, glow = theme["felt-lit"], theme["glow"]
    raised, raised_lit = theme["raised"], theme["raised-lit"]
    wood = [theme[name] for name in ("wood-lit", "wood", "wood-dark")]
    name = theme.name
    return [
        svg.gradient("radial", f"{name}-glow", (0, glow, 1), (1, glow, 0), cy="40%", r="62%"),
        svg.gradient("radial", f"{name}-felt", (0, lit, 1), (1, lit, 0), cy="44%", r="52%"),
        svg.gradient("radial", f"{name}-shadow", (0.84, shade, cover), (1, shade, 0)),
        svg.gradient("linear", f"{name}-plate", (0, raised_lit, 1), (1, raised, 1), **upright),
        svg.gradient(
            "linear", f"{name}-wood", (0, wood[0], 1), (0.48, wood[1], 1), (1, wood[2], 1),
            **upright,
        ),
    ]  # fmt: skip
