"""The numbers and pictures of docs/endgames.md, from the tables: `python -m bench.endgames`.

Each block of the page between `<!-- NAME -->` and `<!-- end -->` is regenerated; a test compares
it.
"""

import json
import re
import zipfile
from collections.abc import Callable
from math import ceil, floor
from pathlib import Path
from typing import Final

from bench.three_players import results
from calavera.bots.ending.booklet import PATH, PageName
from calavera.solve.explain.heat_map import CELLS, draw_heat
from calavera.solve.explain.solved_game import SolvedGame, load_solved_game
from calavera.solve.explorer.bounds import Bounds
from calavera.solve.model.duel_position import DuelPosition, every_position, natural_belief
from calavera.solve.model.gap import beliefs_of

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs/endgames.md"
BLOCK: Final = re.compile(r"<!-- ([a-z-]+) -->\n.*?<!-- end -->", re.DOTALL)
DISCS: Final = (1, 2, 3, 4)
PICTURES: Final = {
    "endgame-1-1.svg": DuelPosition(1, 1, 1, 1),
    "endgame-2-2.svg": DuelPosition(2, 2, 1, 1),
    "endgame-3-3.svg": DuelPosition(3, 3, 0, 0),
}
SURE: Final = 0.0003
"""A gain of more than twice the widest bracket is not an artefact of the bounds."""

WINS: Final = ((0, 0), (1, 0), (0, 1), (1, 1))


def natural(tables: SolvedGame, position: DuelPosition) -> Bounds:
    """The value at the beliefs after blind picks."""
    return tables.bounds(position, *(natural_belief(discs) for discs in position.discs))


def first_wins(tables: SolvedGame, position: DuelPosition) -> float:
    """The first player's probability of winning."""
    return natural(tables, position).middle


def second_wins(tables: SolvedGame, mine: int, yours: int, wins: tuple[int, int]) -> float:
    """A player's probability of winning if the other begins."""
    return 1.0 - first_wins(tables, DuelPosition(yours, mine, wins[1], wins[0]))


def to_begin(tables: SolvedGame, mine: int, yours: int, wins: tuple[int, int]) -> float:
    """The value of beginning to a player."""
    return first_wins(tables, DuelPosition(mine, yours, *wins)) - second_wins(
        tables, mine, yours, wins
    )


def to_give_up(tables: SolvedGame, mine: int, yours: int, wins: tuple[int, int]) -> float:
    """The value of beginning with a disc fewer, compared with being second with all discs."""
    short = first_wins(tables, DuelPosition(mine - 1, yours, *wins))
    return short - second_wins(tables, mine, yours, wins)


def the_game(tables: SolvedGame) -> str:
    """The value of the whole game."""
    game, (widest, width) = tables.game, tables.widest
    return (
        f"The player who begins wins **{100 * game.middle:.2f} %** of the games: proven to lie"
        f" between {_down(game.low)} and {_up(game.high)}, ±{_up(game.half)}. At all beliefs,"
        f" every position is known within ±{_up(width / 2)}; the widest is {widest}."
    )


def _down(share: float) -> str:
    """Five digits, rounded down, with a margin for floating point."""
    return f"{floor(1e5 * share - 1e-6) / 1e5:.5f}"


def _up(share: float) -> str:
    """Five digits, rounded up, with a margin for floating point."""
    return f"{ceil(1e5 * share + 1e-6) / 1e5:.5f}"


def values(tables: SolvedGame) -> str:
    """The first player's probability of winning, by discs and successes."""
    return _by_wins(
        lambda mine, yours, wins: first_wins(tables, DuelPosition(mine, yours, *wins)), "{:.1f}"
    )


def beginning(tables: SolvedGame) -> str:
    """The value of beginning."""
    return _by_wins(lambda mine, yours, wins: to_begin(tables, mine, yours, wins), "{:+.1f}")


def giving_up(tables: SolvedGame) -> str:
    """The value of losing a disc to begin."""
    return _by_wins(
        lambda mine, yours, wins: to_give_up(tables, mine, yours, wins), "{:+.1f}", least=2
    )


def claims(tables: SolvedGame) -> str:
    """What the rulebook claims, and what is true."""
    even = (0, 0)
    start = first_wins(tables, DuelPosition(4, 4))
    fewer, more = first_wins(tables, DuelPosition(3, 4)), first_wins(tables, DuelPosition(4, 3))
    gains = {
        (mine, yours, wins): to_give_up(tables, mine, yours, wins)
        for mine in DISCS[1:]
        for yours in DISCS
        for wins in WINS
    }
    right = sorted((gain, place) for place, gain in gains.items() if gain > SURE)
    best, (mine, yours, wins) = right[-1]
    begin = {(m, y, w): to_begin(tables, m, y, w) for m in DISCS for y in DISCS for w in WINS}
    (most_mine, most_yours, most_wins), most = max(begin.items(), key=lambda item: item[1])
    first = ", ".join(
        f"{100 * to_begin(tables, discs, discs, even):+.1f} at {discs}-{discs}"
        for discs in (4, 3, 2, 1)
    )
    return "\n".join(
        [
            "| the rulebook | the solution | in points |",
            "|---|---|---|",
            "| being first is very advantageous | at the end; at the start a little. A"
            f" disadvantage at {_worse_to_begin(tables)} alone, if both have nothing left but the"
            f" skull | {first}, without a success; most of all {100 * most:+.1f} at"
            f" {most_mine}-{most_yours}, wins {most_wins[0]}-{most_wins[1]} |",
            f"| losing a disc is worth it | in {len(right)} of the {len(gains)} positions below |"
            f" to lose one at 4-4 {100 * (fewer - start):+.1f}, the other's"
            f" {100 * (more - start):+.1f}; to lose one and begin"
            f" {100 * to_give_up(tables, 4, 4, even):+.1f}; most of all {100 * best:+.1f} at"
            f" {mine}-{yours}, wins {wins[0]}-{wins[1]} |",
            "| there are winning strategies | not from the start; in most endings, once it is known"
            " who has a skull ([below](#winning-strategies-the-decided-endings)) | |",
        ]
    )


def _worse_to_begin(tables: SolvedGame) -> str:
    """The discs at which, for some belief, it is proven better not to begin."""
    found = set()
    for position in every_position():
        first, second = (beliefs_of(discs, CELLS) for discs in position.discs)
        turned = DuelPosition(*reversed(position.discs), *reversed(position[2:]))
        sums = tables.over(position, first, second)[1] + tables.over(turned, second, first)[1].T
        if sums.min() < 1.0 - SURE:
            found.add("{}-{}".format(*position.discs))
    return " and ".join(sorted(found))


def decided(tables: SolvedGame) -> str:
    """The positions that are decided once it is known who has a skull."""
    names = {
        (1, 1): "both",
        (1, 0): "the first alone",
        (0, 1): "the second alone",
        (0, 0): "nobody",
    }
    found: dict[tuple[int, int], dict[str, list[DuelPosition]]] = {}
    for position in every_position():
        for skulls in names:
            if any(
                discs == DISCS[-1] and not skull
                for discs, skull in zip(position.discs, skulls, strict=True)
            ):
                continue
            bounds = tables.bounds(position, *skulls)
            found.setdefault(skulls, {}).setdefault(_winner(bounds), []).append(position)
    lines = ["| who has a skull | the first wins | the second wins | open |", "|---|---|---|---|"]
    for skulls, name in names.items():
        cells = [_discs(found[skulls].get(who, [])) for who in ("first", "second", "open")]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def the_build(_: SolvedGame) -> str:
    """The booklet of the package: how long it took, and its size."""
    pages = {}
    with zipfile.ZipFile(PATH) as booklet:
        for position in every_position():
            pages[position] = json.loads(booklet.read(str(PageName(*position))))
    promises = sum(len(role["promises"]) for page in pages.values() for role in page["roles"])
    minutes = sum(page["seconds"] for page in pages.values()) / 60
    longest = max(pages, key=lambda position: pages[position]["seconds"])
    return (
        "| tolerance | promises, each with its plan | size | CPU time | of this, the longest |\n"
        "|---|---|---|---|---|\n"
        f"| {max(page['tolerance'] for page in pages.values())} | {promises:,}"
        f" | {PATH.stat().st_size / 1000:.0f} kB | {minutes:.0f} minutes"
        f" | {pages[longest]['seconds'] / 60:.1f} minutes: {longest} |"
    )


def several(_: SolvedGame) -> str:
    """The results for three players."""
    lines = [
        "| discs | wins | first | second | third | NashConv | sweeps |",
        "|---|---|" + "---:|" * 5,
    ]
    for found in results():
        shares = " | ".join(f"{100 * share:.1f}" for share in found["shares"])
        lines.append(
            f"| {found['start']} | {found['wins']} | {shares} | {found['nash_conv']:.6f} |"
            f" {found['sweeps']:,} |"
        )
    return "\n".join(lines)


def _winner(bounds: Bounds) -> str:
    if bounds.low > 1 - 1e-6:
        return "first"
    return "second" if bounds.high < 1e-6 else "open"


def _discs(positions: list[DuelPosition]) -> str:
    """The discs of positions; with all numbers of wins, or with those listed."""
    by_discs: dict[tuple[int, int], int] = {}
    for position in positions:
        by_discs[position.discs] = by_discs.get(position.discs, 0) + 1
    told = [
        f"{first}-{second}" + ("" if count == len(WINS) else "*")
        for (first, second), count in sorted(by_discs.items())
    ]
    return ", ".join(told) if told else "none"


def _by_wins(
    figure: Callable[[int, int, tuple[int, int]], float], form: str, least: int = 1
) -> str:
    heads = "".join(f" wins {mine}-{yours} |" for mine, yours in WINS)
    lines = [f"| discs |{heads}", "|---|" + "---:|" * len(WINS)]
    for mine in DISCS[least - 1 :]:
        for yours in DISCS:
            cells = "".join(f" {_cell(form, figure(mine, yours, wins))} |" for wins in WINS)
            lines.append(f"| {mine}-{yours} |{cells}")
    return "\n".join(lines)


def _cell(form: str, share: float) -> str:
    told = form.format(100 * share)
    return "0.0" if told in ("+0.0", "-0.0") else told


BLOCKS: Final[dict[str, Callable[[SolvedGame], str]]] = {
    "the-game": the_game,
    "values": values,
    "beginning": beginning,
    "giving-up": giving_up,
    "claims": claims,
    "decided": decided,
    "the-build": the_build,
    "several": several,
}


def page(text: str, tables: SolvedGame) -> str:
    """The page with every block regenerated."""
    return BLOCK.sub(
        lambda found: f"<!-- {found[1]} -->\n{BLOCKS[found[1]](tables)}\n<!-- end -->", text
    )


def main() -> None:
    """Regenerate the page and its pictures."""
    tables = load_solved_game()
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), tables), encoding="utf-8")
    for name, position in PICTURES.items():
        (PAGE.parent / "pictures" / name).write_text(draw_heat(tables, position), encoding="utf-8")


if __name__ == "__main__":
    main()
