"""Numbers, errors and untrusted text in messages."""


def percent(share: float) -> str:
    """A share as a percentage with one decimal: '12.5 %'."""
    return f"{100 * share:.1f} %"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: '1 game', '1,500 games'."""
    return f"{number:,} {noun(number, one, many)}"


def noun(number: int, one: str, many: str | None = None) -> str:
    """The noun in the form that fits a number; `many` is an irregular plural."""
    return one if number == 1 else many or f"{one}s"


def error_line(error: BaseException) -> str:
    """An error and its type on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def printable(text: str) -> str:
    """The text with every control character replaced, safe for a terminal or a drawing."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
