"""The result of a match: as tables for a person, as JSON for a program."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

from calavera.arena.match.elo import EloDifference
from calavera.arena.match.entrant import Entrant
from calavera.arena.match.match_plan import MatchPlan, plan_as_json
from calavera.arena.match.sequence import SprtProgress
from calavera.arena.match.sprt import Verdict
from calavera.arena.match.tally import Meeting, Standing, Tally
from calavera.arena.runner.match import Match
from calavera.console.text_table import columns, show_table
from calavera.console.wording import counted, percent
from calavera.rules.model.setup import SIMULTANEOUS

SELDOM: Final = 1000
"""One move in this many may exceed the budget unreported: garbage collection takes time."""


def show_match(tally: Tally, console: Console, entrants: Sequence[Entrant] = ()) -> None:
    """Print standings, head-to-head results and bots that exceeded their budget."""
    plan = tally.plan
    games = (
        counted(tally.games, "game")
        if tally.complete
        else f"{tally.games:,} of {plan.games:,} games"
    )
    console.print(
        f"{games} at {_table(plan)}, seed {plan.seed};"
        f" {tally.moves:.1f} moves and {tally.rounds:.1f} rounds a game"
    )
    if sources := _sources(tally):
        console.print(f"Bots: {sources}", soft_wrap=True)
    fair = percent(1 / plan.seats)
    show_table(console, f"Wins per seat (a fair share is {fair})", _standings(tally))
    at_fault = [standing for standing in tally.standings if standing.faults]
    if at_fault:
        lost = ", ".join(f"{one.bot} {one.faults:,}" for one in at_fault)
        console.print(f"Games lost by a fault: {lost}")
    if tally.elo is not None:
        title = "Elo of the one on the left above the other, with 95 % intervals"
        show_table(console, title, _elo(tally, tally.elo))
    elif tally.games >= plan.block:
        console.print("No Elo differences: somebody never won against some of the others")
    title = "Of the games that either of two won, those of the one on the left"
    show_table(console, title, _meetings(tally))
    if tally.standings[0].rating is None:
        console.print("Ratings need openskill: pip install 'calavera[research]'")
    if tally.test is not None:
        console.print(f"\n{test_line(tally, tally.test)}", soft_wrap=True)
    for line in over_budget(tally, entrants):
        console.print(f"\n{line}")


def _sources(tally: Tally) -> str:
    """How the bots were asked for that go by another name."""
    pairs = zip(tally.spent, tally.plan.bots, strict=True)
    return "; ".join(f"{label} = {source}" for label, source in pairs if label != source)


def test_line(tally: Tally, test: SprtProgress) -> str:
    """What the sequential test says, in one line."""
    sprt, labels = test.sprt, list(tally.spent)
    said = (
        f"SPRT of {labels[0]} against {labels[1]}, elo0 {sprt.elo0:g}, elo1 {sprt.elo1:g}:"
        f" log-likelihood ratio {test.ratio:.2f} ({sprt.lower:.2f} to {sprt.upper:.2f})"
        f" after {counted(test.blocks, 'block')}"
    )
    match test.verdict:
        case Verdict.H1:
            return f"{said}; H1 accepted: stronger by {sprt.elo1:g} Elo or more"
        case Verdict.H0:
            return f"{said}; H0 accepted: stronger by {sprt.elo0:g} Elo or less"
        case None:
            return f"{said}; not decided"


def over_budget(tally: Tally, entrants: Sequence[Entrant]) -> Iterator[str]:
    """Yield a sentence for each bot that exceeded its CPU budget."""
    for entrant in entrants:
        spent, budget = tally.spent[entrant.label], entrant.budget
        if budget is not None and spent.over * SELDOM > spent.moves:
            yield (
                f"{entrant.label} exceeded its budget of {1000 * budget:g} ms in {spent.over:,} of"
                f" {spent.moves:,} moves, with {1000 * spent.most_cpu:.1f} ms of CPU time at most."
            )


def _table(plan: MatchPlan) -> str:
    seats = f"{plan.seats} seats" if plan.tribes == 1 else f"{plan.seats} players of two tribes"
    return seats if plan.placement is SIMULTANEOUS else f"{seats}, placement {plan.placement.value}"


def match_as_json(match: Match, tally: Tally) -> dict[str, object]:
    """The result as plain values; all but `timing` is the same for the same plan."""
    budgets = [entrant.budget for entrant in match.entrants]
    return {
        "plan": plan_as_json(tally.plan),
        "games": tally.games,
        "planned": tally.plan.games,
        "complete": tally.complete,
        "moves_per_game": tally.moves,
        "rounds_per_game": tally.rounds,
        "standings": [_standing(tally, standing) for standing in tally.standings],
        "head_to_head": [_meeting(meeting) for meeting in tally.meetings],
        "elo": None if tally.elo is None else [_difference(one) for one in tally.elo],
        "sprt": None if tally.test is None else _test(tally.test),
        "timing": {
            "seconds": match.seconds,
            "workers": len(match.workers),
            "bots": [
                {
                    "bot": bot,
                    "moves": spent.moves,
                    "ms_per_move": 1000 * spent.seconds / max(1, spent.moves),
                    "slowest_ms": 1000 * spent.slowest,
                    "most_cpu_ms": 1000 * spent.most_cpu,
                    "budget_ms": None if budget is None else 1000 * budget,
                    "over_budget": spent.over,
                }
                for (bot, spent), budget in zip(tally.spent.items(), budgets, strict=True)
            ],
        },
    }


def _standings(tally: Tally) -> Table:
    table = columns("bot", "seats", "wins", "share", "95 % interval", "rating", "ms/move")
    for standing in tally.standings:
        spent = tally.spent[standing.bot]
        low, high = standing.interval
        rating = standing.rating
        table.add_row(
            standing.bot,
            f"{standing.seats:,}",
            f"{standing.wins:,}",
            percent(standing.share),
            f"{100 * low:.1f} to {percent(high)}",
            f"{rating.mu:.1f} ± {rating.sigma:.1f}" if rating else "-",
            f"{1000 * spent.seconds / max(1, spent.moves):.2f}",
        )
    return table


def _elo(tally: Tally, differences: Sequence[EloDifference]) -> Table:
    names = [standing.bot for standing in tally.standings]
    table = columns("", *names)
    found = {(one.bot, one.against): one for one in differences}
    for name in names:
        table.add_row(name, *(_elo_cell(found.get((name, other))) for other in names))
    return table


def _elo_cell(difference: EloDifference | None) -> str:
    if difference is None:
        return "-"
    error = "" if difference.error is None else f" ± {difference.error:.0f}"
    return f"{round(difference.elo):+d}{error}"


def _meetings(tally: Tally) -> Table:
    names = [standing.bot for standing in tally.standings]
    table = columns("", *names)
    found = {(meeting.bot, meeting.against): meeting.share for meeting in tally.meetings}
    for name in names:
        shares = [found.get((name, other)) for other in names]
        table.add_row(name, *("-" if share is None else percent(share) for share in shares))
    return table


def _standing(tally: Tally, standing: Standing) -> dict[str, object]:
    rating = standing.rating
    return {
        "bot": standing.bot,
        "seats": standing.seats,
        "wins": standing.wins,
        "share": standing.share,
        "low": standing.interval.low,
        "high": standing.interval.high,
        "fair": 1 / tally.plan.seats,
        "rating": {"mu": rating.mu, "sigma": rating.sigma} if rating else None,
        "faults": standing.faults,
    }


def _difference(difference: EloDifference) -> dict[str, object]:
    elo, error = difference.elo, difference.error
    return {
        "bot": difference.bot,
        "against": difference.against,
        "elo": elo,
        "low": None if error is None else elo - error,
        "high": None if error is None else elo + error,
    }


def _test(test: SprtProgress) -> dict[str, object]:
    sprt = test.sprt
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "llr": test.ratio,
        "lower": sprt.lower,
        "upper": sprt.upper,
        "blocks": test.blocks,
        "verdict": test.verdict.value if test.verdict else None,
    }


def _meeting(meeting: Meeting) -> dict[str, object]:
    return {
        "bot": meeting.bot,
        "against": meeting.against,
        "games": meeting.games,
        "wins": meeting.wins,
        "losses": meeting.losses,
        "share": meeting.share,
    }
