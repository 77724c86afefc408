"""Makes puzzles out of games of mixed bots: `calavera puzzles make`."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Final

from calavera.bots import Bold, Cautious, Mirror, Uniform
from calavera.record import Record, seen_by, write_record
from calavera.record.replay import SECRET_TAGS
from calavera.review.decisions import DecisionJudge, is_choice
from calavera.review.puzzles.position import Answer, answer, solve
from calavera.review.puzzles.puzzle import Level, Puzzle
from calavera.review.self_play import mixed_game, play_game
from calavera.review.steps import Step, steps
from calavera.rules import Bid, Disc, Flip, NameFirst, Pick, Place, Seat, Show, set_up

FIRST_SEED: Final = 5_000_000
MOST_EACH: Final = 2
"""Puzzles out of one game."""

LONGEST: Final = 90
"""Moves before the decision: what nobody can follow is no puzzle."""

NAMES: Final = ("Ana", "Bo", "Cy", "Dua", "Eli", "Fay")
MOST_OF_LEVEL: Final = 0.8
MOST_OF_KIND: Final = 0.5
"""The largest part of one level, and of one kind of answer: most clear decisions are passes."""

GAMES_EACH: Final = 20
"""Games to look at for each puzzle before giving up."""


def make(count: int, seed: int = FIRST_SEED) -> Iterator[Puzzle]:
    """Checked puzzles, from the game of a seed on; the same arguments give the same ones.

    Fewer than `count` if the games have no more that differ enough.
    """
    levels: Counter[Level] = Counter()
    kinds: Counter[str] = Counter()
    known: set[str] = set()
    for number in range(GAMES_EACH * count):
        for puzzle in _of_game(_game(seed + number), random.Random(seed + number)):
            kind = type(puzzle.answer).__name__
            is_common = levels[puzzle.level] >= MOST_OF_LEVEL * count
            is_common = is_common or kinds[kind] >= MOST_OF_KIND * count
            if is_common or puzzle.record in known or levels.total() == count:
                continue
            known.add(puzzle.record)
            levels[puzzle.level] += 1
            kinds[kind] += 1
            yield puzzle
        if levels.total() == count:
            return


def _game(seed: int) -> Record:
    """Every other game is one of two, which is solved."""
    rng = random.Random(seed)
    if seed % 2:
        return play_game(set_up(2), rng.choices((Cautious, Bold, Mirror, Uniform), k=2), rng)
    return mixed_game(seed)


def _of_game(record: Record, rng: random.Random) -> list[Puzzle]:
    """The clearest decisions of a game, each checked from what its player saw."""
    told = list(steps(record))
    judge = DecisionJudge(record.setup)
    found: list[tuple[Step, Seat, Answer]] = []
    for step in told[: LONGEST + 1]:
        seat = step.seat
        if seat is not None and _is_asked(step, seat):
            clear = answer(judge.consult(step.before, seat), judge.ending)
            if clear is not None and not _is_plain(step, seat, clear):
                found.append((step, seat, clear))
        for event in step.events:
            judge.take(event)
    rng.shuffle(found)
    # The harder ones first: there are fewer.
    found.sort(key=lambda each: [Level.HARD, Level.MEDIUM, Level.EASY].index(each[2].level))
    made = [_puzzle(record, step, seat, clear) for step, seat, clear in found[:MOST_EACH]]
    return [puzzle for puzzle in made if _is_checked(puzzle)]


def _is_asked(step: Step, seat: Seat) -> bool:
    """Whether a step is a decision that makes a puzzle."""
    action = step.action
    if isinstance(action, Show | Pick | NameFirst) or not is_choice(step.before, seat):
        return False
    # Others may place at the same time: what they do is no part of the position.
    return isinstance(action, Place | Bid | Flip) or len(step.before.board.turn) == 1


def _is_plain(step: Step, seat: Seat, clear: Answer) -> bool:
    """Whether all that is wrong is to bid for every disc over the own skull."""
    others = [choice.action for choice in clear.choices if choice.action != clear.action]
    return Disc.SKULL in step.before.holdings[seat].stack and all(
        isinstance(move, Bid) and move.number == step.before.board.total for move in others
    )


def _puzzle(record: Record, step: Step, seat: Seat, clear: Answer) -> Puzzle:
    """The game up to the decision, as its player saw it."""
    viewer = record.setup.viewer(record.setup.owner(seat))
    begun = Record(
        NAMES[: record.setup.players],
        record.setup,
        record.first,
        record.moves[: step.number - 1],
        tuple((key, value) for key, value in record.tags if key not in SECRET_TAGS),
    )
    text = write_record(seen_by(begun, viewer))
    return Puzzle(
        text, seat, clear.action, clear.choices, clear.margin, clear.is_exact, clear.level,
        clear.reasons,
    )  # fmt: skip


def _is_checked(puzzle: Puzzle) -> bool:
    """Whether the record alone, which hides what the player did not know, gives the same answer."""
    again = solve(puzzle)
    return again is not None and again.action == puzzle.answer
