"""Forged booklets, each wrong for a different reason.

They are derived from a small correct one: the package's pages of positions with up to four discs,
and for all others plans that promise nothing.
"""

import copy
import io
import json
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from calavera.bots.ending.booklet import PATH, WHOLE

Pages = dict[str, Any]
"""The pages of a booklet by their names, as JSON has them."""

FEW: Final = 4
"""Positions with more discs than this promise nothing."""


def true_pages() -> Pages:
    """A correct booklet that is quick to check."""
    pages: Pages = {}
    with zipfile.ZipFile(PATH) as booklet:
        for name in booklet.namelist():
            pages[name] = json.loads(booklet.read(name))
            if int(name[0]) + int(name[1]) > FEW:
                for role in pages[name]["roles"]:
                    role["promises"] = _nothing(role["promises"])
    return pages


def _nothing(promises: list[Any]) -> list[Any]:
    """Two plans, or one, that promise nothing: for a player with the skull and without it."""
    ends = {promise["own"]: promise for promise in promises if promise["own"] in (0, WHOLE)}
    empty: Pages = {"skull": 0, "none": 0, "leaves": [], "keeps": [], "weights": []}
    return [{**promise, **empty} for promise in ends.values()]


def packed(pages: Pages) -> bytes:
    """A booklet as a file has it."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as booklet:
        for name, page in pages.items():
            booklet.writestr(name, json.dumps(page))
    return content.getvalue()


Forge = Callable[[Pages], Pages | bytes]
FORGERIES: Final[dict[str, Forge]] = {}
"""By name: functions from correct pages to forged ones, or to an invalid file."""


def forgery(forge: Forge) -> Forge:
    FORGERIES[forge.__name__] = forge
    return forge


def write_forgery(name: str, true: Pages, path: Path) -> None:
    forged = FORGERIES[name](copy.deepcopy(true))
    path.write_bytes(forged if isinstance(forged, bytes) else packed(forged))


def _plans(pages: Pages, name: str = "22-11", role: int = 0) -> list[Any]:
    plans: list[Any] = pages[name]["roles"][role]["promises"]
    return plans


def _mixed(pages: Pages) -> Any:
    """A plan that keeps promises later, and a choice that it mixes."""
    return next(p for p in _plans(pages) if p["weights"] and 0 < p["own"] < WHOLE)


# The contents of a plan.


@forgery
def a_promise_without_a_plan(pages: Pages) -> Pages:
    _plans(pages).append({"own": WHOLE // 2, "skull": WHOLE, "none": WHOLE})
    return pages


@forgery
def a_promise_with_an_empty_plan(pages: Pages) -> Pages:
    _plans(pages)[0].update(moves=[], flows=[], leaves=[], keeps=[], weights=[])
    return pages


@forgery
def a_flow_without_a_move(pages: Pages) -> Pages:
    _plans(pages)[0]["flows"].append(1)
    return pages


@forgery
def a_weight_without_a_promise(pages: Pages) -> Pages:
    _mixed(pages)["weights"].append(1)
    return pages


@forgery
def a_whole_tribe_with_share_nothing(pages: Pages) -> Pages:
    """The plan for a player with its skull, declared as one without."""
    _plans(pages, "44-00")[0].update(own=0, skull=WHOLE)
    return pages


@forgery
def nobody_plans_and_wins(pages: Pages) -> Pages:
    empty: Pages = {"moves": [], "flows": [], "leaves": [], "keeps": [], "weights": []}
    _plans(pages, "44-00").append({"own": 0, "skull": WHOLE, "none": 0, **empty})
    return pages


@forgery
def a_promise_against_a_whole_tribe_without_skull(pages: Pages) -> Pages:
    _plans(pages, "44-00")[0]["none"] = WHOLE
    return pages


HALF: Final = WHOLE // 2


def _one_disc_each(pages: Pages, flower: tuple[int, int]) -> Pages:
    """An extra plan at 1-1, wins 1-1, that promises nothing: the flows of bids 1 and 2."""
    role = pages["11-11"]["roles"][0]
    flows: dict[int, int] = {}
    for key, bids in {"S": (HALF, 0), "F": flower}.items():
        flows[role["forks"][f"b?|{key}|"][0]] = HALF
        first = role["forks"][f"b? a?||{key}"][0]
        flows.update({first + n: flow for n, flow in enumerate(bids)})
    empty: Pages = {"leaves": [], "keeps": [], "weights": []}
    moves = sorted(flows)
    plan = {"own": HALF, "skull": 0, "none": 0, "moves": moves, **empty}
    role["promises"].append({**plan, "flows": [flows[move] for move in moves]})
    return pages


@forgery
def shares_that_add_up_to_less(pages: Pages) -> Pages:
    return _one_disc_each(pages, (HALF - 5, 0))


@forgery
def shares_that_add_up_to_more(pages: Pages) -> Pages:
    return _one_disc_each(pages, (HALF, 5))


@forgery
def a_negative_share(pages: Pages) -> Pages:
    """The sums are still right."""
    return _one_disc_each(pages, (HALF + 5, -5))


def a_plan_that_promises_nothing(pages: Pages) -> Pages:
    """The same without a fault, which is correct."""
    return _one_disc_each(pages, (HALF - 5, 5))


@forgery
def a_negative_weight(pages: Pages) -> Pages:
    plan = _mixed(pages)
    for _ in range(2):
        plan["leaves"].append(plan["leaves"][0])
        plan["keeps"].append(plan["keeps"][0])
    plan["weights"] += [-7, 7]
    return pages


@forgery
def a_share_that_is_a_fraction(pages: Pages) -> Pages:
    plan = _mixed(pages)
    plan["flows"] = [float(flow) for flow in plan["flows"]]
    return pages


@forgery
def not_a_number(pages: Pages) -> Pages:
    _plans(pages)[0]["skull"] = float("nan")
    return pages


@forgery
def infinity(pages: Pages) -> Pages:
    _mixed(pages)["weights"][0] = float("inf")
    return pages


@forgery
def a_truth_in_place_of_a_number(pages: Pages) -> Pages:
    _plans(pages, "33-00")[0]["skull"] = False
    return pages


@forgery
def a_move_that_is_a_truth(pages: Pages) -> Pages:
    plan = next(plan for plan in _plans(pages) if 1 in plan["moves"])
    plan["moves"] = [True if move == 1 else move for move in plan["moves"]]
    return pages


@forgery
def a_kept_promise_that_is_a_truth(pages: Pages) -> Pages:
    plan = next(plan for plan in _plans(pages) if {0, 1} & {*plan["keeps"]})
    plan["keeps"] = [bool(kept) if kept in (0, 1) else kept for kept in plan["keeps"]]
    return pages


@forgery
def a_share_in_words(pages: Pages) -> Pages:
    _plans(pages)[0]["own"] = str(WHOLE)
    return pages


@forgery
def a_promise_beyond_certainty(pages: Pages) -> Pages:
    _plans(pages)[0]["skull"] = WHOLE + 1
    return pages


@forgery
def a_promise_below_nothing(pages: Pages) -> Pages:
    _plans(pages)[0]["none"] = -1
    return pages


@forgery
def a_belief_beyond_everything(pages: Pages) -> Pages:
    plan = next(plan for plan in _plans(pages) if plan["own"] == WHOLE)
    plan["own"] += 1
    return pages


@forgery
def a_belief_below_nothing(pages: Pages) -> Pages:
    plan = next(plan for plan in _plans(pages) if plan["own"] == 0)
    plan["own"] -= 1
    return pages


@forgery
def moves_out_of_order(pages: Pages) -> Pages:
    plan = _mixed(pages)
    plan["moves"].reverse()
    plan["flows"].reverse()
    return pages


@forgery
def a_move_twice(pages: Pages) -> Pages:
    plan = _mixed(pages)
    plan["moves"].insert(0, plan["moves"][0])
    plan["flows"].insert(0, plan["flows"][0])
    return pages


@forgery
def a_move_that_never_comes_up(pages: Pages) -> Pages:
    plan = _mixed(pages)
    plan["moves"].append(60_000)
    plan["flows"].append(1)
    return pages


@forgery
def a_promise_where_the_game_is_over(pages: Pages) -> Pages:
    plan = _mixed(pages)
    plan["leaves"].append(0)  # a success, with one before
    plan["keeps"].append(0)
    plan["weights"].append(1)
    return pages


# References of a plan.


@forgery
def a_promise_that_is_not_shipped(pages: Pages) -> Pages:
    _mixed(pages)["keeps"][0] = 60_000
    return pages


@forgery
def the_promise_after_the_last(pages: Pages) -> Pages:
    """Just beyond the list of each following position."""
    plan = _mixed(pages)
    longest = max(len(r["promises"]) for n in ("12-11", "21-11") for r in pages[n]["roles"])
    plan["keeps"] = [longest] * len(plan["keeps"])
    return pages


@forgery
def a_promise_counted_from_the_end(pages: Pages) -> Pages:
    _mixed(pages)["keeps"][0] = -1
    return pages


@forgery
def more_with_the_skull_than_there_is(pages: Pages) -> Pages:
    return _overdrawn(pages, WHOLE)


@forgery
def more_without_the_skull_than_there_is(pages: Pages) -> Pages:
    return _overdrawn(pages, 0)


def _overdrawn(pages: Pages, own: int) -> Pages:
    """One more unit of a player with, or without, the skull keeps an empty promise."""
    later = pages["12-11"]["roles"][0]["promises"]
    plans = {leaf: plan for plan in _plans(pages) for leaf in plan["leaves"]}
    leaf, plan = next(
        (leaf, plan)
        for leaf, plan in plans.items()
        if leaf % 3 == 1 and all(keep < len(later) for keep in plan["keeps"])
    )
    keep = next(n for n, promise in enumerate(later) if promise["own"] == own)
    plan["leaves"].append(leaf)
    plan["keeps"].append(keep)
    plan["weights"].append(WHOLE)
    return pages


@forgery
def promises_that_rest_on_each_other(pages: Pages) -> Pages:
    """Two positions each claim a sure win because of the other."""
    for name in ("11-11", "21-11"):
        for role in pages[name]["roles"]:
            for promise in role["promises"]:
                promise.update(skull=WHOLE, none=WHOLE)
    return pages


# Plans in the wrong place.


@forgery
def swapped_pages(pages: Pages) -> Pages:
    pages["12-00"], pages["21-00"] = pages["21-00"], pages["12-00"]
    return pages


@forgery
def the_page_of_another_score(pages: Pages) -> Pages:
    pages["22-11"] = pages["22-10"]
    return pages


@forgery
def mirrored_players(pages: Pages) -> Pages:
    pages["22-11"]["roles"].reverse()
    return pages


@forgery
def a_player_too_many(pages: Pages) -> Pages:
    pages["22-11"]["roles"].append(pages["22-11"]["roles"][0])
    return pages


@forgery
def no_promise_without_the_skull(pages: Pages) -> Pages:
    plans = _plans(pages, "33-00")
    plans[:] = [plan for plan in plans if plan["own"]]
    return pages


@forgery
def no_promise_with_the_skull(pages: Pages) -> Pages:
    plans = _plans(pages, "33-00", 1)
    plans[:] = [plan for plan in plans if plan["own"] < WHOLE]
    return pages


@forgery
def no_promise_of_a_whole_tribe(pages: Pages) -> Pages:
    _plans(pages, "44-00").clear()
    return pages


@forgery
def other_moves(pages: Pages) -> Pages:
    """A bid of two where a bid of one is meant."""
    for fork in pages["22-11"]["roles"][0]["forks"].values():
        fork[1:] = reversed(fork[1:])
    return pages


@forgery
def a_choice_that_is_missing(pages: Pages) -> Pages:
    del pages["22-11"]["roles"][0]["forks"]["b?|FS|"]
    return pages


@forgery
def a_choice_without_a_number(pages: Pages) -> Pages:
    pages["22-11"]["roles"][0]["forks"]["b?|FS|"][0] = "0"
    return pages


@forgery
def an_attempt_that_is_missing(pages: Pages) -> Pages:
    """What the plan keeps after it would be kept nowhere."""
    attempts = pages["22-11"]["roles"][0]["attempts"]
    leaf = next(p for p in _plans(pages) if p["leaves"])["leaves"][0]
    del attempts[next(told for told, number in attempts.items() if number == leaf // 3)]
    return pages


@forgery
def an_attempt_without_a_number(pages: Pages) -> Pages:
    attempts = pages["22-11"]["roles"][0]["attempts"]
    attempts.update({told: [1] for told in attempts})
    return pages


@forgery
def another_version(pages: Pages) -> Pages:
    pages["22-11"]["version"] = 1
    return pages


# Invalid booklets.


@forgery
def a_list_in_place_of_a_page(pages: Pages) -> Pages:
    pages["22-11"] = [pages["22-11"]]
    return pages


@forgery
def a_list_in_place_of_choices(pages: Pages) -> Pages:
    pages["22-11"]["roles"][0]["forks"] = []
    return pages


@forgery
def a_missing_page(pages: Pages) -> Pages:
    del pages["11-00"]
    return pages


@forgery
def a_page_too_many(pages: Pages) -> Pages:
    pages["55-00"] = pages["44-00"]
    return pages


@forgery
def a_page_twice(pages: Pages) -> bytes:
    """Which of the two is read depends on the reader."""
    content = io.BytesIO(packed(pages))
    with zipfile.ZipFile(content, "a") as booklet:
        booklet.fp.seek(0, 2)  # type: ignore[union-attr]
        info = zipfile.ZipInfo("11-00")
        booklet.NameToInfo.pop("11-00")  # so that zipfile does not warn
        booklet.writestr(info, json.dumps(pages["11-00"]))
    return content.getvalue()


@forgery
def half_a_file(pages: Pages) -> bytes:
    content = packed(pages)
    return content[: len(content) // 2]


@forgery
def half_a_page(pages: Pages) -> bytes:
    return _with_page(pages, json.dumps(pages["22-11"]).encode()[:-40])


@forgery
def a_damaged_page(pages: Pages) -> bytes:
    content = bytearray(packed(pages))
    content[len(content) // 2] ^= 1
    return bytes(content)


@forgery
def no_zip_at_all(_: Pages) -> bytes:
    return b"proven"


@forgery
def nothing_at_all(_: Pages) -> bytes:
    return b""


@forgery
def a_zip_bomb(pages: Pages) -> bytes:
    """A page after 64 million spaces."""
    return _with_page(pages, b" " * (64 << 20) + json.dumps(pages["22-11"]).encode())


@forgery
def a_deep_page(pages: Pages) -> bytes:
    return _with_page(pages, b"[" * 200_000)


@forgery
def a_number_of_a_million_digits(pages: Pages) -> bytes:
    text = json.dumps({**pages["22-11"], "version": 0})
    return _with_page(pages, text.replace('"version": 0', f'"version": {"9" * 1_000_000}').encode())


@forgery
def a_page_in_no_alphabet(pages: Pages) -> bytes:
    return _with_page(pages, b"\xff\xfe\xfd")


@forgery
def a_compression_that_nobody_knows(pages: Pages) -> bytes:
    content = bytearray(packed(pages))
    for mark, method in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        place = content.index(mark)
        content[place + method : place + method + 2] = b"\x63\x00"
    return bytes(content)


def _with_page(pages: Pages, page: bytes) -> bytes:
    """The booklet with a page replaced by raw deflated bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=zlib.Z_BEST_SPEED) as z:
        for name, other in pages.items():
            z.writestr(name, page if name == "22-11" else json.dumps(other))
    return content.getvalue()
