"""Errors in a record, with their place."""

LONGEST_QUOTE = 40


class RecordError(ValueError):
    """A text that is not a valid record: the line, the token, the reason and the rule."""

    def __init__(
        self,
        line: int,
        reason: str,
        token: str | None = None,
        round_number: int | None = None,
        rule: str | None = None,
    ) -> None:
        super().__init__(line, reason, token, round_number, rule)
        self.line = line
        self.reason = reason
        self.token = token
        self.round_number = round_number
        self.rule = rule

    def __str__(self) -> str:
        place = [f"line {self.line}"]
        if self.round_number is not None:
            place.append(f"round {self.round_number}")
        if self.token is not None:
            place.append(quoted(self.token))
        return ": ".join([*place, self.reason]) + (f" ({self.rule})" if self.rule else "")


def quoted(text: str) -> str:
    """Untrusted text, shortened and escaped for one line of a message."""
    plain = "".join(letter if letter.isprintable() else "�" for letter in text[: LONGEST_QUOTE + 1])
    return plain if len(plain) <= LONGEST_QUOTE else plain[:LONGEST_QUOTE] + "…"
