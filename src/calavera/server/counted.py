"""Numbers with their nouns, as people read them."""


def counted(number: int, one: str, many: str) -> str:
    """One table, two tables."""
    return f"{number} {one if number == 1 else many}"
