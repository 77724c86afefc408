"""Data that cannot be decoded: where, and what was expected there."""

from calavera.record.errors import quoted

LARGEST_QUOTED = 10**9


class CodecError(ValueError):
    """Data that encodes nothing; the message says where it goes wrong and what was expected."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = ""

    def within(self, step: str) -> "CodecError":
        """The same error, seen from one level further out."""
        self.path = step + self.path
        return self

    def __str__(self) -> str:
        path = self.path.removeprefix(".")
        return f"{path}: {self.reason}" if path else self.reason


def expected(what: str, found: object) -> CodecError:
    """An error that says what was expected and what was there."""
    return CodecError(f"expected {what}, got {describe(found)}")


def describe(data: object) -> str:
    """Somebody's data in a few words, however large or deep it is."""
    match data:
        case None:
            return "null"
        case bool():
            return "true" if data else "false"
        case int():
            # Python refuses to write out a number of more than some thousand digits.
            return str(data) if abs(data) <= LARGEST_QUOTED else "a huge number"
        case float():
            return str(data)
        case str():
            return f'"{quoted(data)}"'
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            return "something that is not JSON"
