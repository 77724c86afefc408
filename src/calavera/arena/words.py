"""Numbers as a person reads them."""


def percent(share: float) -> str:
    """A share with one digit behind the point."""
    return f"{100 * share:.1f} %"


def counted(number: int, one: str, many: str | None = None) -> str:
    """How many of something."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def printable(text: str) -> str:
    """The text with a sign in place of whatever a terminal or a drawing could stumble over."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
