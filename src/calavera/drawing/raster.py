"""A picture as a PNG, by resvg: the extra `calavera[pictures]`.

The pages' fonts come with the package, so that the picture is the same on a machine without fonts.
Letters that they lack, such as those of other scripts, come from the system's.
"""

from pathlib import Path
from typing import Final

from calavera.errors import UserError

FONTS: Final = Path(__file__).with_name("fonts")
NO_RESVG: Final = "--png needs resvg-py: pip install 'calavera[pictures]'"


def png(picture: str) -> bytes:
    """The picture in its own size; raises UserError if resvg is not installed."""
    try:
        import resvg_py  # noqa: PLC0415  an extra
    except ImportError:
        raise UserError(NO_RESVG) from None
    fonts = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    return resvg_py.svg_to_bytes(svg_string=picture, font_files=fonts)
