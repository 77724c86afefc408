"""Games played in one line, so that a test reads like the rulebook.

A line consists of the notation's tokens: `after("bS cF aF | aF b2")`. It is played through the
core's own functions; a token that contradicts what happened is an error.
"""

from calavera.record.notation import Move, read_move
from calavera.rules import (
    Action,
    Bid,
    Disc,
    Discard,
    Event,
    Flip,
    IllegalAction,
    NameFirst,
    Pass,
    Pick,
    Place,
    Seat,
    SeatStart,
    Setup,
    Show,
    State,
    action_named,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    seat_named,
    set_up,
)
from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    DiscsShuffled,
    FirstNamed,
    RoundBegan,
    SeatPassed,
)


def discs(letters: str) -> tuple[Disc, ...]:
    """Discs by their letters: FFS."""
    return tuple(map(Disc, letters))


def seats(letters: str) -> tuple[Seat, ...]:
    """Seats by their letters: abc."""
    return tuple(map(seat_named, letters))


def table(*, players: int = 3, tribes: int = 1, start: str = "") -> Setup:
    """A table; with a start as the notation writes it, `FFS/1 F/0 -`, that many players."""
    if not start:
        return set_up(players, tribes=tribes)
    entries = [_start(entry) for entry in start.split()]
    return set_up(len(entries) // tribes, tribes=tribes, start=entries)


def after(
    line: str = "", *, players: int = 3, tribes: int = 1, start: str = "", first: str = "a"
) -> State:
    """The state after a line of tokens."""
    setup = table(players=players, tribes=tribes, start=start)
    return then(new_game(setup, seat_named(first)), line)


def then(state: State, line: str) -> State:
    """The state after some more tokens."""
    for event in story(state, line):
        state = evolve(state, event)
    return state


def story(state: State, line: str) -> tuple[Event, ...]:
    """Everything that happens in a line of tokens, chance's part included."""
    told: list[Event] = []
    for token in line.replace("|", " ").split():
        happened = happening(state, token)
        for event in happened:
            state = evolve(state, event)
        told += happened
    return tuple(told)


def whole_story(line: str, setup: Setup, *, first: str = "a") -> tuple[Event, ...]:
    """The same from the very first event of a game."""
    begin = RoundBegan(1, seat_named(first))
    return (begin, *story(evolve(new_game(setup), begin), line))


def happening(state: State, token: str) -> tuple[Event, ...]:
    """The events of one token."""
    move = read_move(token)
    seat, action = _action(move)
    if isinstance(move, DiscLost) and action == Pick():
        shuffled = DiscsShuffled(move.seat, move.disc)
        assert shuffled in [event for event, _ in chance_outcomes(state)], f"{token} cannot be"
        happened = (shuffled, *decide(evolve(state, shuffled), seat, action))
    else:
        assert action in legal_actions(state, seat), f"{token} is not listed as legal"
        happened = decide(state, seat, action)
    assert move in happened, f"{token} is not what happened: {happened}"
    return happened


def allowed(state: State, seat: str) -> str:
    """The text forms of what a seat may do now: `F S 1 2 3`."""
    return " ".join(map(str, legal_actions(state, seat_named(seat))))


def refusal(state: State, attempt: str) -> IllegalAction:
    """The refusal of a seat's action, given as letter and action: `b2`, `c>b`."""
    seat, action = seat_named(attempt[0]), _attempted(attempt[1:])
    assert action not in legal_actions(state, seat), f"{attempt} is listed as legal"
    try:
        decide(state, seat, action)
    except IllegalAction as illegal:
        return illegal
    raise AssertionError(f"{attempt} was not refused")


def refused_by(state: State, attempt: str) -> str:
    """The number of the rule that refuses an action."""
    return refusal(state, attempt).rule


def _attempted(text: str) -> Action:
    """An action, or a bid too large to have a text form."""
    try:
        return Bid(int(text))
    except ValueError:
        return action_named(text)


def _start(entry: str) -> SeatStart:
    letters, _, wins = entry.strip("-").partition("/")
    return SeatStart(discs(letters), int(wins or 0))


def _action(move: Move) -> tuple[Seat, Action]:
    match move:
        case DiscPlaced(seat=seat, disc=disc):
            return seat, Place(disc)
        case BidMade(seat=seat, number=number):
            return seat, Bid(number)
        case SeatPassed(seat=seat):
            return seat, Pass()
        case DiscFlipped(challenger=seat, mat=mat):
            return seat, Flip(mat)
        case DiscLost(seat=seat, taker=taker, disc=disc):
            return taker, Discard(disc) if seat == taker else Pick()
        case DiscsShown(seat=seat):
            return seat, Show()
        case FirstNamed(seat=seat, first=first):
            return seat, NameFirst(first)
        case _:
            raise AssertionError(f"{move} does not tell which disc")
