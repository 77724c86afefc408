"""Checks every draw of a record against the published formula."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from calavera.record import Record, last_position, positions
from calavera.record.codec.json_text import JsonObject
from calavera.rules import Disc, Player, Setup, seat_letter
from calavera.rules.events import DiscLost, LossUnseen
from calavera.rules.model.discs import FLOWER, sorted_discs
from calavera.table.dice.draws import commitment, draw, label, picked
from calavera.table.dice.tags import DiceTags, read_dice_tags


class Verdict(Enum):
    """The result of a check."""

    FITS = "fits"
    DIFFERS = "differs"
    UNCHECKED = "unchecked"


class Check(NamedTuple):
    """One check."""

    what: str
    """What was checked."""
    verdict: Verdict
    """Its result."""
    why: str = ""
    """What is wrong, or why it could not be checked."""


class Report(NamedTuple):
    """All checks of a record."""

    checks: tuple[Check, ...]
    """In the order of the game."""
    finished: bool = True
    """Whether the record contains the end of the game."""

    @property
    def verdict(self) -> Verdict:
        """The overall result: wrong if any draw is, open if nothing could be checked."""
        verdicts = {check.verdict for check in self.checks}
        for verdict in (Verdict.DIFFERS, Verdict.FITS):
            if verdict in verdicts:
                return verdict
        return Verdict.UNCHECKED

    def count(self, verdict: Verdict) -> int:
        """The number of checks with this result."""
        return sum(check.verdict is verdict for check in self.checks)

    def text(self) -> str:
        """For a person: a headline, then each check on a line."""
        lines = [self._headline() + ("" if self.finished else "; the game is unfinished")]
        for check in self.checks:
            why = f": {check.why}" if check.why else ""
            lines.append(f"  {check.verdict.value:9}  {check.what}{why}")
        return "\n".join(lines) + "\n"

    def _headline(self) -> str:
        if self.verdict is Verdict.UNCHECKED:
            return "nothing could be checked"
        fits, differs = self.count(Verdict.FITS), self.count(Verdict.DIFFERS)
        end = "the dice do not fit" if differs else "the dice fit"
        left = self.count(Verdict.UNCHECKED)
        return f"{end}: {fits + differs} checked, {differs} wrong, {left} left open"

    def as_json(self) -> JsonObject:
        """For a program."""
        return {
            "verdict": self.verdict.value,
            "finished": self.finished,
            "checks": [
                {"what": check.what, "verdict": check.verdict.value, "why": check.why}
                for check in self.checks
            ],
        }


def verify(record: Record) -> Report:
    """Check the dice of a record; raises BadDice if the header is malformed."""
    dice, finished = read_dice_tags(record), _is_finished(record)
    if dice is None:
        why = "the record has no dice; only games of live tables have"
        return Report((Check("the dice", Verdict.UNCHECKED, why),), finished)
    checks = (*_secrets(record.setup, dice), _first(record, dice), *_picks(record, dice))
    return Report(checks, finished)


def _is_finished(record: Record) -> bool:
    return last_position(record).board.outcome is not None


def _secrets(setup: Setup, dice: DiceTags) -> Iterator[Check]:
    owners = [None, *map(Player, range(setup.players))]
    for owner, secret, bound in zip(owners, dice.secrets, dice.commitments, strict=True):
        what = f"the secret of {_whose(setup, owner)}"
        if secret is None:
            yield Check(what, Verdict.UNCHECKED, "it is not in this record")
        elif commitment(secret) == bound:
            yield Check(what, Verdict.FITS)
        else:
            yield Check(what, Verdict.DIFFERS, "it does not match the commitment")


def _first(record: Record, dice: DiceTags) -> Check:
    """Check the first player (R4)."""
    what = f"{seat_letter(record.first)} begins"
    secret, seats = dice.secrets[0], record.setup.seats_in
    if secret is None:
        return Check(what, Verdict.UNCHECKED, "the secret of the open draws is not in this record")
    due = seats[draw(secret, _place(dice, "first"), len(seats))]
    if due == record.first:
        return Check(what, Verdict.FITS)
    return Check(what, Verdict.DIFFERS, f"the dice gave {seat_letter(due)}")


def _picks(record: Record, dice: DiceTags) -> Iterator[Check]:
    """Check every blind pick (R24)."""
    owned = {seat: [*record.setup.start[seat].discs] for seat in record.setup.seats}
    round_number = 1
    for move, position in positions(record):
        if isinstance(move, DiscLost | LossUnseen):
            if move.taker != move.seat:
                what = f"round {round_number}: {_from_whom(move)}"
                place = _place(dice, f"pick/{round_number}")
                owner = record.setup.owner(move.seat)
                yield Check(what, *_pick(move, owned[move.seat], dice.secrets[owner + 1], place))
            if isinstance(move, LossUnseen):
                owned[move.seat] = []  # its discs are unknown from here on
            elif owned[move.seat]:
                owned[move.seat].remove(move.disc)
        round_number = position.board.round


def _from_whom(move: DiscLost | LossUnseen) -> str:
    return f"{seat_letter(move.taker)} picks from {seat_letter(move.seat)}"


def _pick(
    move: DiscLost | LossUnseen, owned: list[Disc], secret: str | None, place: str
) -> tuple[Verdict, str]:
    if isinstance(move, LossUnseen):
        return Verdict.UNCHECKED, f"only the player of {seat_letter(move.seat)} knows the disc"
    if not owned:
        return Verdict.UNCHECKED, f"an earlier loss of {seat_letter(move.seat)} is unknown"
    if secret is None:
        return Verdict.UNCHECKED, f"the secret of {seat_letter(move.seat)} is not in this record"
    due = picked(secret, place, sorted_discs(tuple(owned)))
    if due is move.disc:
        return Verdict.FITS, ""
    return Verdict.DIFFERS, f"the dice gave {_named(due)}, not {_named(move.disc)}"


def _place(dice: DiceTags, what: str) -> str:
    return label(dice.table, dice.game, dice.salts, what)


def _whose(setup: Setup, owner: Player | None) -> str:
    if owner is None:
        return "the open draws"
    return " and ".join(map(seat_letter, setup.seats_of(owner)))


def _named(disc: Disc) -> str:
    return "a flower" if disc is FLOWER else "the skull"
