"""Which argument of a call is not what it should be, asked once something has gone wrong.

Calls that are right pay nothing for it: the functions of the rules ask where they failed already.
"""

from typing import Final

_PLAIN: Final = (str, int, float, type(None))
_LONGEST: Final = 40


def expect(name: str, value: object, kind: type | tuple[type, ...], words: str) -> None:
    """Raise TypeError, naming the argument and what would be right, where a value is wrong."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: expected {words}, not {_shown(value)}") from None


def _shown(value: object) -> str:
    """Small values verbatim, others only by their type: they may hold secrets."""
    if isinstance(value, _PLAIN):
        text = repr(value)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return f"a value of type {type(value).__name__}"
