"""Decoding errors: where, and what was expected."""

from calavera.record.errors import quoted

LARGEST_QUOTED = 10**9


class CodecError(ValueError):
    """Data that cannot be decoded; the message says where and what was expected."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = ""

    def within(self, step: str) -> "CodecError":
        """The same error with its path extended by one outer step."""
        self.path = step + self.path
        return self

    def __str__(self) -> str:
        path = self.path.removeprefix(".")
        return f"{path}: {self.reason}" if path else self.reason


def expected(what: str, found: object) -> CodecError:
    """An error that names what was expected and what was found."""
    return CodecError(f"expected {what}, got {describe(found)}")


def describe(data: object) -> str:
    """A short description of untrusted data, however large or deep."""
    match data:
        case None:
            return "null"
        case bool():
            return "true" if data else "false"
        case int():
            # Python refuses to format integers of more than a few thousand digits.
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
