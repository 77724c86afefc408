"""Elements of SVG as text; whatever people wrote is escaped here."""

from html import escape
from typing import Final, TypeAlias

Value: TypeAlias = str | float

PREFIX: Final = "calavera"
"""Of every id: a notebook has the pictures of several in one page."""


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.0", "0") if value else "0"


def element(name: str, content: str = "", /, **attributes: Value) -> str:
    """An element; underscores in names of attributes stand for dashes."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_written(key, value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def _written(key: str, value: Value) -> str:
    if isinstance(value, str):
        return escape(value)
    return f"{value:.2f}".rstrip("0").rstrip(".") if key.endswith("opacity") else number(value)


def text(content: str, x: float, y: float, size: float, /, **attributes: Value) -> str:
    """A line of text around a point."""
    # Renderers disagree on dominant-baseline: capitals and figures are centred by hand.
    return element(
        "text",
        escape(content),
        x=x,
        y=y + size * 0.35,
        font_size=size,
        **{"text_anchor": "middle", **attributes},
    )


def circle(x: float, y: float, r: float, /, **attributes: Value) -> str:
    return element("circle", cx=x, cy=y, r=r, **attributes)


def rounded(
    x: float, y: float, width: float, height: float, r: float, /, **attributes: Value
) -> str:
    """A rectangle around a point."""
    return element(
        "rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=r, **attributes
    )


def group(content: str, /, **attributes: Value) -> str:
    return element("g", content, **attributes)


def link(name: str) -> str:
    """A reference to a definition."""
    return f"url(#{PREFIX}-{name})"


def use(name: str, x: float, y: float, size: float, /, **attributes: Value) -> str:
    """A piece around a point."""
    return element(
        "use",
        href=f"#{PREFIX}-{name}",
        x=x - size / 2,
        y=y - size / 2,
        width=size,
        height=size,
        **attributes,
    )


def gradient(kind: str, name: str, *stops: tuple[float, str, float], **attributes: Value) -> str:
    """A gradient of stops: where, which colour, how much it covers."""
    content = "".join(
        element("stop", offset=f"{where:g}", stop_color=colour, stop_opacity=cover)
        for where, colour, cover in stops
    )
    return element(f"{kind}Gradient", content, id=f"{PREFIX}-{name}", **attributes)
