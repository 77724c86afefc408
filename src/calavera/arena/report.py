"""The result of a match: as tables for a person, as JSON for a program."""

from rich.console import Console
from rich.table import Table

from calavera.arena.match import Match
from calavera.arena.plan import plan_as_json
from calavera.arena.tables import columns, show_table
from calavera.arena.tally import Meeting, Standing, Tally
from calavera.arena.words import counted, percent


def show_match(tally: Tally, console: Console) -> None:
    """Standings, who beats whom, and how long they thought."""
    plan = tally.plan
    games = (
        counted(tally.games, "game")
        if tally.complete
        else f"{tally.games:,} of {plan.games:,} games"
    )
    console.print(
        f"{games} at {plan.seats} seats, seed {plan.seed};"
        f" {tally.moves:.1f} moves and {tally.rounds:.1f} rounds a game"
    )
    fair = percent(1 / plan.seats)
    show_table(console, f"Wins per seat (a fair share is {fair})", _standings(tally))
    title = "Of the games that either of two won, those of the one on the left"
    show_table(console, title, _meetings(tally))
    if tally.standings[0].rating is None:
        console.print("Ratings need openskill: pip install 'calavera[arena]'")


def match_as_json(match: Match, tally: Tally) -> dict[str, object]:
    """The result as plain values; all but `timing` is the same for the same plan."""
    return {
        "plan": plan_as_json(tally.plan),
        "games": tally.games,
        "planned": tally.plan.games,
        "complete": tally.complete,
        "moves_per_game": tally.moves,
        "rounds_per_game": tally.rounds,
        "standings": [_standing(tally, standing) for standing in tally.standings],
        "head_to_head": [_meeting(meeting) for meeting in tally.meetings],
        "timing": {
            "seconds": match.seconds,
            "workers": len(match.workers),
            "bots": [
                {
                    "bot": bot,
                    "moves": spent.moves,
                    "ms_per_move": 1000 * spent.seconds / max(1, spent.moves),
                    "slowest_ms": 1000 * spent.slowest,
                }
                for bot, spent in tally.spent.items()
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
