"""Many training games at once, compiled: a choice in each at a time.

The decisions of network 0, which learns, are kept by game until the game is finished and everyone's
chance to win is known; then they are gathered with their advantages.
"""

import math
from typing import NamedTuple

import numpy

from calavera.arena.compiled.arrays import Counters, Words
from calavera.arena.compiled.compiling import compiled, entry, rarely
from calavera.arena.compiled.dice import Dice, dice_of, fraction, roll
from calavera.arena.compiled.game import Game
from calavera.arena.compiled.lanes import lowest
from calavera.arena.compiled.storing import load, store
from calavera.train.choosing import Mask, Scene, number_of_choice
from calavera.train.endings import Values
from calavera.train.playing import begin, is_finished, play, play_to_choice, write_wins
from calavera.train.seeing import Inputs, write_inputs

LEARNER = 0
"""The number of the network that learns."""


class Games(NamedTuple):
    """Games under way: a row for each."""

    numbers: Words
    rows: Words
    counters: Counters
    tracks: Values
    memories: Values
    policies: Words
    """Who plays each seat: a network by its number, a scripted player below 0."""

    places: Words
    """Which place of the lineup the game was drawn from."""

    seats: Words
    """Who has to choose."""

    inputs: Inputs
    masks: Mask


class Episodes(NamedTuple):
    """The learner's decisions in each game under way."""

    counts: Words
    seats: Words
    inputs: Inputs
    masks: Mask
    choices: Words
    chances: Inputs
    """Logarithms of how likely each choice was."""

    values: Inputs
    """How likely the network expected to win."""


class Gathered(NamedTuple):
    """Decisions of finished games, ready to learn from; in the order of the games' ends."""

    filled: Words
    """How many rows are, as the one number of an array."""

    inputs: Inputs
    masks: Mask
    choices: Words
    chances: Inputs
    values: Inputs
    advantages: Inputs
    """How much better it went than expected."""


class Lineup(NamedTuple):
    """Who may sit with the learner, and how often."""

    shares: Values
    """Of all games, added up: the last is 1."""

    opponents: Words
    """The policy of the seats that the learner does not play; the learner itself is 0."""

    learners: Words
    """How many seats the learner plays; 0 is any number but all."""

    scores: Values
    """A row each: finished games, seats of the learner, their wins, and the squares of those."""


class Rules(NamedTuple):
    """What games begin from and how they are counted."""

    starts: Words
    """A stored game for each size of table; each is as likely."""

    endings: Values
    seed: int
    smoothing: float
    """How far an advantage looks ahead: lambda of generalised advantage estimation."""

    scored: int
    """How many games are scored, by their numbers: the first to end would be the short ones."""


class Run(NamedTuple):
    """All that games are played with."""

    games: Games
    episodes: Episodes
    lineup: Lineup
    rules: Rules


@entry
def begin_games(run: Run) -> None:
    """Begins all games, by their numbers."""
    for index in range(len(run.games.rows)):
        run.episodes.counts[index] = 0
        _begin_and_play(run, index)


@entry
def step_games(run: Run, logits: Inputs, values: Inputs, gathered: Gathered) -> None:
    """One choice in every game, by the networks' logits; finished games are gathered."""
    games, rules = run.games, run.rules
    wins = numpy.zeros(games.policies.shape[1])
    for index in range(len(games.rows)):
        game, seat, scene = load(games.rows[index]), games.seats[index], _scene(games, index)
        dice, choice, chance = _drawn(logits[index], scene.mask, games.counters[index])
        if scene.policies[seat] == LEARNER:
            _keep(run, index, choice, chance, values[index])
        game = play(game, seat, number_of_choice(game, seat, choice), scene)
        game, dice = play_to_choice(game, dice, scene)
        if is_finished(game):
            write_wins(game, scene.track, rules.endings, wins)
            if games.numbers[index] < rules.scored:
                _score(games, index, game.table.seats, wins, run.lineup)
            _gather(run, index, wins, gathered)
            games.numbers[index] += len(games.rows)
            _begin_and_play(run, index)
        else:
            _put_back(games, index, game, dice)


@compiled
def _scene(games: Games, index: int) -> Scene:
    return Scene(
        games.tracks[index], games.memories[index], games.policies[index], games.masks[index]
    )


@rarely
def _begin_and_play(run: Run, index: int) -> None:
    """Begins a game and plays to its first choice."""
    games, starts = run.games, run.rules.starts
    dice, scene = dice_of(run.rules.seed, games.numbers[index]), _scene(games, index)
    while True:
        dice, size = roll(dice, len(starts))
        game = load(starts[size])
        dice = _seat_players(games, index, game.table.seats, dice, run.lineup)
        begin(game, scene)
        game, dice = play_to_choice(game, dice, scene)
        if not is_finished(game):  # else it was over before a network had to choose
            break
    _put_back(games, index, game, dice)


@compiled
def _put_back(games: Games, index: int, game: Game, dice: Dice) -> None:
    """Stores a game with what the seat in turn sees; its mask is written already."""
    seat = lowest(game.moment.turn)
    games.seats[index] = seat
    games.counters[index] = dice
    write_inputs(game, seat, games.tracks[index], games.inputs[index])
    store(game, games.rows[index])


@compiled
def _seat_players(games: Games, index: int, seats: int, dice: Dice, lineup: Lineup) -> Dice:
    """Draws a place of the lineup, and who sits where."""
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
def _drawn(logits: Inputs, mask: Mask, dice: Dice) -> tuple[Dice, int, float]:
    """A choice drawn by the network's logits, and the logarithm of its chance."""
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


@compiled
def _keep(run: Run, index: int, choice: int, chance: float, value: float) -> None:
    """Keeps a decision; one that finds no room, in a game of uncommon length, is not learned."""
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


@compiled
def _gather(run: Run, index: int, wins: Values, gathered: Gathered) -> None:
    """Moves a game's decisions over, with their advantages, as far as there is room."""
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
