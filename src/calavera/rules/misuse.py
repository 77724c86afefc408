"""What a call says whose arguments are not what they should be."""

from typing import Final, NoReturn, Protocol

_PLAIN: Final = (str, int, float, type(None))
_LONGEST: Final = 40


class Unchecked(Protocol):
    """Nothing is one. Where a parameter is a `State | Unchecked`, callers have to pass a state.

    The compiler checks arguments against their types before a function begins, with words of its
    own. It cannot check a protocol, so these are left to the function, on both builds alike.
    """

    def _nothing_has_this(self) -> NoReturn: ...


def expect(name: str, value: object, kind: type | tuple[type, ...], words: str) -> None:
    """Raise TypeError, naming the argument and what would be right, where a value is wrong."""
    if not isinstance(value, kind):
        refuse(name, value, words)


def refuse(name: str, value: object, words: str) -> NoReturn:
    """Raise TypeError, naming the argument and what would be right."""
    raise TypeError(f"{name}: expected {words}, not {_shown(value)}") from None


def _shown(value: object) -> str:
    """Small values verbatim, others only by their type: they may hold secrets."""
    if isinstance(value, _PLAIN):
        text = repr(value)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return f"a value of type {type(value).__name__}"
