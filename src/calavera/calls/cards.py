"""Draws the card of a game that somebody uploads. Nothing of it is kept."""

from calavera.drawing import Unfinished, draw_card
from calavera.protocol.reasons import Reason, Refused
from calavera.record.arguments import LANGUAGES, THEMES
from calavera.record.errors import RecordError
from calavera.record.reading import read_record


def card(text: bytes, theme: str, language: str) -> bytes:
    """The card of the game of a text; raises Refused, for a game that is not over too."""
    for name, value, choice in (("theme", theme, THEMES), ("language", language, LANGUAGES)):
        if value not in choice:
            raise Refused(Reason.BAD_MESSAGE, f"{name}: expected one of {', '.join(choice)}")
    try:
        return draw_card(read_record(text), theme=theme, language=language).encode()
    except RecordError as error:
        raise Refused(Reason.BAD_MESSAGE, str(error)) from None
    except Unfinished as error:
        raise Refused(Reason.NOT_FINISHED, str(error)) from None
