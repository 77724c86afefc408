"""A review as JSON: chances in whole thousandths, so that each step of a curve adds up to 1000."""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from calavera.protocol.hints import HINT_REASON
from calavera.record.codec.json_text import JsonObject
from calavera.record.codec.shapes import ACTION
from calavera.review.interval import CHANCES, FEW
from calavera.review.model import Account, Choice, Curve, Decision, Review
from calavera.review.moments import Moment
from calavera.rules import Disc, seat_letter

WHOLE: Final = 1000
SEATS: Final = frozenset({"seat", "owner", "taker", "victim"})


def review_json(review: Review) -> JsonObject:
    """The review as JSON data (docs/review.md)."""
    curves = review.curves
    return {
        "names": list(review.names),
        "winner": int(review.winner),
        "decisions": [_decision(decision) for decision in review.decisions],
        "curves": {
            "public": _curve(curves.public),
            "open": _curve(curves.open),
            "players": [_curve(curve) for curve in curves.players],
        },
        "bands": {**CHANCES, "few": FEW},
        "few": list(review.few),
        "brackets": [
            {
                "step": bracket.step,
                "player": int(bracket.player),
                "low": round(bracket.low, 6),
                "high": round(bracket.high, 6),
            }
            for bracket in review.brackets
        ],
        "accounts": [_account(account) for account in review.accounts],
        "moments": [_moment(moment) for moment in review.moments],
    }


def thousandths(chances: Sequence[float]) -> list[int]:
    """Chances that add up to 1 as whole numbers that add up to 1000."""
    exact = [WHOLE * chance for chance in chances]
    found = [int(chance) for chance in exact]
    by_rest = sorted(range(len(exact)), key=lambda n: found[n] - exact[n])
    for number in by_rest[: WHOLE - sum(found)]:
        found[number] += 1
    return found


def _thousandth(chance: float) -> int:
    return round(WHOLE * chance)


def _curve(curve: Curve) -> list[Any]:
    return [thousandths(point) for point in curve]


def _decision(decision: Decision) -> JsonObject:
    return {
        "step": decision.step,
        "round": decision.round,
        "seat": seat_letter(decision.seat),
        "action": json.loads(ACTION.write(decision.action)),
        "choices": [_choice(choice) for choice in decision.choices],
        "wins": _thousandth(decision.wins),
        "loss": _thousandth(decision.loss),
        "low": _thousandth(decision.low),
        "high": _thousandth(decision.high),
        "exact": decision.is_exact,
        "grade": decision.grade.value,
        "reasons": [json.loads(HINT_REASON.write(reason)) for reason in decision.reasons],
    }


def _choice(choice: Choice) -> JsonObject:
    return {
        "action": json.loads(ACTION.write(choice.action)),
        "share": _thousandth(choice.share),
        "wins": None if choice.wins is None else _thousandth(choice.wins),
    }


def _account(account: Account) -> JsonObject:
    """The parts rounded so that they still add up."""
    parts = {key: _thousandth(value) for key, value in account._asdict().items() if key != "player"}
    others = sum(value for key, value in parts.items() if key not in ("result", "hidden"))
    return {"player": int(account.player), **parts, "hidden": parts["result"] - others}


def _moment(moment: Moment) -> JsonObject:
    told: JsonObject = {"type": code_of(type(moment))}
    for key, value in moment._asdict().items():
        if key in SEATS:
            told[key] = seat_letter(value)
        elif isinstance(value, Disc):
            told[key] = str(value)
        else:
            told[key] = _thousandth(value) if isinstance(value, float) else value
    return told


def code_of(kind: type[Moment]) -> str:
    """The code of a kind of moment: `AllAlong` is `all-along`."""
    return re.sub("(?<!^)(?=[A-Z])", "-", kind.__name__).lower()
