"""What is wrong with a written game, and where."""

LONGEST_QUOTE = 40


class RecordError(ValueError):
    """A text that is not a game: says where, which token, why, and by which rule."""

    def __init__(
        self,
        line: int,
        reason: str,
        *,
        round_number: int | None = None,
        token: str | None = None,
        rule: str | None = None,
    ) -> None:
        place = [f"line {line}"]
        if round_number is not None:
            place.append(f"round {round_number}")
        if token is not None:
            place.append(quoted(token))
        super().__init__(": ".join([*place, reason]) + (f" ({rule})" if rule else ""))
        self.line = line
        self.round_number = round_number
        self.token = token
        self.reason = reason
        self.rule = rule


def quoted(text: str) -> str:
    """Somebody's text, fit for one line of a message."""
    plain = "".join(letter if letter.isprintable() else "�" for letter in text[: LONGEST_QUOTE + 1])
    return plain if len(plain) <= LONGEST_QUOTE else plain[:LONGEST_QUOTE] + "…"
