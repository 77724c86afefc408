"""Many training games in lockstep, compiled: one choice in each at a time.

The decisions of network 0, which learns, are kept until their game is finished and everyone's
probability of winning is known. Then they are gathered with their advantages.
"""

import math
from typing import NamedTuple

import numpy

from calavera.arena.compiled.compiling import allocating, compiled, entry, rarely
from calavera.arena.compiled.lanes import lowest
from calavera.arena.compiled.layout import Game
from calavera.arena.compiled.splitmix import Dice, dice_of, fraction, roll
from calavera.arena.compiled.storing import load, store
from calavera.arena.encoding.arrays import Counters, Words
from calavera.train.compiled.choosing import Mask, Scene, number_of_choice
from calavera.train.compiled.ending_values import Values
from calavera.train.compiled.playing import begin, is_finished, play, play_to_choice, write_wins
from calavera.train.compiled.seeing import Inputs, write_inputs
from calavera.train.compiled.tracking import GONE, HAND

LEARNER = 0
"""The index of the network that learns."""


class Games(NamedTuple):
    """Running games: a row for each."""

    numbers: Words
    rows: Words
    counters: Counters
    tracks: Values
    policies: Words
    """The policy of each seat: a network by its index, a scripted player below 0."""

    places: Words
    """The entry of the lineup that the game was drawn from."""

    seats: Words
    """The seat to choose."""

    inputs: Inputs
    masks: Mask


class Episodes(NamedTuple):
    """The learner's decisions in each running game."""

    counts: Words
    seats: Words
    inputs: Inputs
    masks: Mask
    choices: Words
    chances: Inputs
    """Log-probabilities of the choices."""

    values: Inputs
    """The network's estimated probability of winning."""


class Gathered(NamedTuple):
    """Decisions of finished games, in the order in which the games ended."""

    filled: Words
    """The number of rows, as an array of one."""

    inputs: Inputs
    masks: Mask
    choices: Words
    chances: Inputs
    values: Inputs
    advantages: Inputs
    """How much better the outcome was than expected."""


class Lineup(NamedTuple):
    """The learner's opponents, and how often each is drawn."""

    shares: Values
    """Cumulative share of games: the last is 1."""

    opponents: Words
    """The policy of the seats that the learner does not play; the learner itself is 0."""

    learners: Words
    """How many seats the learner plays; 0 is any number but all."""

    scores: Values
    """A row each: finished games, the learner's seats, their wins, and the squares of those."""


class Rules(NamedTuple):
    """How games start and how they are scored."""

    starts: Words
    """Starting states, all equally likely."""

    beliefs: Values
    """For each start and seat the public probability that the seat has its skull."""

    endings: Values
    solved: bool
    """Whether games end with the solved value when two players begin a round."""

    seed: int
    smoothing: float
    """Lambda of generalised advantage estimation."""

    scored: int
    """How many games are scored, by index: the first to end would be the short ones."""


class Run(NamedTuple):
    """Everything needed to play games."""

    games: Games
    episodes: Episodes
    lineup: Lineup
    rules: Rules


@entry
def begin_games(run: Run) -> None:
    """Begins all games."""
    for index in range(len(run.games.rows)):
        run.episodes.counts[index] = 0
        _begin_and_play(run, index)


@entry
def step_games(run: Run, logits: Inputs, values: Inputs, gathered: Gathered) -> None:
    """One choice in every game, by the networks' logits; finished games are gathered."""
    games, rules = run.games, run.rules
    for index in range(len(games.rows)):
        game, seat, scene = load(games.rows[index]), games.seats[index], _scene(run, index)
        dice, choice, chance = draw_choice(logits[index], scene.mask, games.counters[index])
        if scene.policies[seat] == LEARNER:
            _keep(run, index, choice, chance, values[index])
        game = play(game, seat, number_of_choice(game, seat, choice), scene)
        game, dice = play_to_choice(game, dice, scene)
        if is_finished(game, rules.solved):
            _finish(run, index, game, gathered)
            games.numbers[index] += len(games.rows)
            _begin_and_play(run, index)
        else:
            _put_back(games, index, game, dice)


@compiled
def _scene(run: Run, index: int) -> Scene:
    games = run.games
    return Scene(
        games.tracks[index],
        games.policies[index],
        games.masks[index],
        run.rules.solved,
    )


@rarely
def _begin_and_play(run: Run, index: int) -> None:
    """Begins a game and plays to its first choice."""
    games, starts = run.games, run.rules.starts
    dice, scene = dice_of(run.rules.seed, games.numbers[index]), _scene(run, index)
    while True:
        dice, size = roll(dice, len(starts))
        game = load(starts[size])
        dice = _seat_players(games, index, game.table.seats, dice, run.lineup)
        begin(game, scene)
        for seat in range(game.table.seats):
            belief = run.rules.beliefs[size, seat]
            scene.track[seat, GONE], scene.track[seat, HAND] = 1.0 - belief, belief
        game, dice = play_to_choice(game, dice, scene)
        if not is_finished(game, scene.solved):  # otherwise no network had to choose
            break
    _put_back(games, index, game, dice)


@compiled
def _put_back(games: Games, index: int, game: Game, dice: Dice) -> None:
    """Stores a game with the inputs of the seat in turn; its mask is already written."""
    seat = lowest(game.moment.turn)
    games.seats[index] = seat
    games.counters[index] = dice
    write_inputs(game, seat, games.tracks[index], games.inputs[index])
    store(game, games.rows[index])


@compiled
def _seat_players(games: Games, index: int, seats: int, dice: Dice, lineup: Lineup) -> Dice:
    """Draws an entry of the lineup, and the policy of each seat."""
    dice, share = fraction(dice)
    place = 0
    while lineup.shares[place] < share and place < len(lineup.shares) - 1:
        place += 1
    games.places[index] = place
    opponent, learners = lineup.opponents[place], lineup.learners[place]
    policies = games.policies[index]
    policies[:] = LEARNER
    if opponent == LEARNER:
        return dice
    if learners == 0:
        dice, more = roll(dice, seats - 1)
        learners = more + 1
    for _ in range(seats - learners):
        dice, step = roll(dice, seats)
        while policies[step] != LEARNER:
            step = (step + 1) % seats
        policies[step] = opponent
    return dice


@compiled
def draw_choice(logits: Inputs, mask: Mask, dice: Dice) -> tuple[Dice, int, float]:
    """A choice drawn by the network's logits, and its log-probability."""
    most = -math.inf
    for choice in range(len(mask)):
        if mask[choice]:
            most = max(most, logits[choice])
    total = 0.0
    for choice in range(len(mask)):
        if mask[choice]:
            total += math.exp(logits[choice] - most)
    dice, share = fraction(dice)
    left, drawn = share * total, 0
    for choice in range(len(mask)):
        if mask[choice]:
            drawn = choice
            left -= math.exp(logits[choice] - most)
            if left < 0.0:
                break
    return dice, drawn, logits[drawn] - most - math.log(total)


@allocating
def _keep(run: Run, index: int, choice: int, chance: float, value: float) -> None:
    """Keeps a decision; those beyond the buffer, in very long games, are dropped."""
    games, episodes = run.games, run.episodes
    at = episodes.counts[index]
    if at == episodes.seats.shape[1]:
        return
    episodes.counts[index] += 1
    episodes.seats[index, at] = games.seats[index]
    episodes.inputs[index, at] = games.inputs[index]
    episodes.masks[index, at] = games.masks[index]
    episodes.choices[index, at] = choice
    episodes.chances[index, at] = chance
    episodes.values[index, at] = value


@allocating
def _finish(run: Run, index: int, game: Game, gathered: Gathered) -> None:
    """Scores a finished game, and gathers its decisions."""
    games, rules = run.games, run.rules
    wins = numpy.zeros(games.policies.shape[1])
    write_wins(game, games.tracks[index], rules.endings, wins)
    if games.numbers[index] < rules.scored:
        _score(games, index, game.table.seats, wins, run.lineup)
    _gather(run, index, wins, gathered)


@compiled
def _score(games: Games, index: int, seats: int, wins: Values, lineup: Lineup) -> None:
    score, won = lineup.scores[games.places[index]], 0.0
    for seat in range(seats):
        if games.policies[index, seat] == LEARNER:
            score[1] += 1
            won += wins[seat]
    score[0] += 1
    score[2] += won
    score[3] += won * won


@allocating
def _gather(run: Run, index: int, wins: Values, gathered: Gathered) -> None:
    """Gathers a game's decisions with their advantages, as far as there is room."""
    episodes, smoothing = run.episodes, run.rules.smoothing
    count, end = episodes.counts[index], gathered.filled[0]
    episodes.counts[index] = 0
    if end + count > len(gathered.choices):
        return
    following, advantage = wins.copy(), numpy.zeros(len(wins))
    for at in range(count - 1, -1, -1):
        seat, value = episodes.seats[index, at], episodes.values[index, at]
        advantage[seat] = following[seat] - value + smoothing * advantage[seat]
        following[seat] = value
        to = end + at
        gathered.inputs[to] = episodes.inputs[index, at]
        gathered.masks[to] = episodes.masks[index, at]
        gathered.choices[to] = episodes.choices[index, at]
        gathered.chances[to] = episodes.chances[index, at]
        gathered.values[to] = value
        gathered.advantages[to] = advantage[seat]
    gathered.filled[0] = end + count
