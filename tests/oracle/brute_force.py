"""A slow, plain and independent player of Skull records, to test the engine against.

Written from rules.md (R1 to R42) and notation.md alone. It shares nothing with the
engine, and it prefers the obvious way over the fast way everywhere:

* what is known of a seat is simply the set of all holdings ("worlds") it could have;
* a token may be played if and only if it stands in the list of all legal tokens;
* perft plays every sequence out, one token at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

SEAT_LETTERS = "abcdefghijkl"
ALL_DISCS = "FFFS"
KINDS = "FS"


class Refused(Exception):
    """The text cannot be read, or a token in it cannot be played."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


# --------------------------------------------------------------------------------------
# Worlds: what one seat could be holding
# --------------------------------------------------------------------------------------


class Holding(NamedTuple):
    """One possible truth about a seat: hand (sorted) and mat (bottom to top)."""

    hand: str
    mat: str


def without(discs: str, kind: str) -> str:
    """The discs with one of this kind taken away."""
    return discs.replace(kind, "", 1)


def in_order(discs: str) -> str:
    """Flowers before the skull; a hand has no order of its own."""
    return "".join(sorted(discs))


def certain_discs(possible: list[str]) -> list[str]:
    """The discs that all these equally large hands have in common, the rest as `?`."""
    flowers = min(hand.count("F") for hand in possible)
    skulls = min(hand.count("S") for hand in possible)
    unknown = len(possible[0]) - flowers - skulls
    return ["F"] * flowers + ["S"] * skulls + ["?"] * unknown


def certain_places(possible: list[str]) -> list[str]:
    """For each place of the stack the disc all these mats agree on, else `?`."""
    agreed = []
    for kinds_at_place in zip(*possible, strict=True):
        agreed.append(kinds_at_place[0] if len(set(kinds_at_place)) == 1 else "?")
    return agreed


@dataclass
class Seat:
    """One mat with its discs. `worlds` is replaced, never changed in place."""

    letter: str
    player: int
    wins: int
    worlds: frozenset[Holding]
    out: bool = False
    passed: bool = False
    shown: bool = False
    flipped: int = 0

    # How many discs lie where is public (R2, R39), so all worlds agree on the counts.

    def any_world(self) -> Holding:
        return next(iter(self.worlds))

    def hand_size(self) -> int:
        return len(self.any_world().hand)

    def mat_size(self) -> int:
        return len(self.any_world().mat)

    def owned(self) -> int:
        return self.hand_size() + self.mat_size()

    def face_down(self) -> int:
        return self.mat_size() - self.flipped

    def placeable_kinds(self) -> str:
        """The kinds that some world has in hand."""
        return "".join(k for k in KINDS if any(k in w.hand for w in self.worlds))

    def topmost_kinds(self) -> str:
        """The kinds the topmost face-down disc has in some world."""
        place = self.face_down() - 1
        return "".join(k for k in KINDS if any(w.mat[place] == k for w in self.worlds))

    def losable_kinds(self) -> str:
        """The kinds that some world owns, in hand or on the mat (R24)."""
        return "".join(k for k in KINDS if any(k in w.hand + w.mat for w in self.worlds))

    def place(self, kinds: str) -> None:
        """Put a disc of one of these kinds from the hand on top of the stack."""
        self.worlds = frozenset(
            Holding(without(world.hand, kind), world.mat + kind)
            for world in self.worlds
            for kind in kinds
            if kind in world.hand
        )

    def flip(self, kind: str) -> None:
        """Turn the topmost face-down disc; worlds where it is another kind are gone."""
        place = self.face_down() - 1
        self.worlds = frozenset(w for w in self.worlds if w.mat[place] == kind)
        self.flipped += 1

    def worlds_that_show(self, topmost_first: str) -> frozenset[Holding]:
        """The worlds in which the face-down discs are exactly these."""
        bottom_to_top = topmost_first[::-1]
        return frozenset(w for w in self.worlds if w.mat[: self.face_down()] == bottom_to_top)

    def take_back(self) -> None:
        """All discs of the mat return to the hand (R23, R33)."""
        self.worlds = frozenset(
            Holding(in_order(world.hand + world.mat), "") for world in self.worlds
        )
        self.passed = False
        self.shown = False
        self.flipped = 0

    def lose(self, kinds: str) -> None:
        """Lose one disc of one of these kinds for good; all discs are in hand now."""
        self.worlds = frozenset(
            Holding(without(world.hand, kind), "")
            for world in self.worlds
            for kind in kinds
            if kind in world.hand
        )

    def as_json(self) -> dict[str, object]:
        return {
            "seat": self.letter,
            "player": self.player,
            "hand": certain_discs([world.hand for world in self.worlds]),
            "mat": certain_places([world.mat for world in self.worlds]),
            "flipped": self.flipped,
            "wins": self.wins,
            "passed": self.passed,
            "out": self.out,
        }


# --------------------------------------------------------------------------------------
# The game
# --------------------------------------------------------------------------------------


@dataclass
class Game:
    """The whole table. Seats are meant by their index, clockwise."""

    seats: list[Seat]
    first: int
    simultaneous: bool
    phase: str = "place"
    round: int = 1
    turn: int = 0  # the seat to move in the phases add and bid
    bid: int | None = None
    bidder: int | None = None
    challenger: int | None = None
    skull_seat: int | None = None  # whose skull ended the attempt
    lost_kinds: str = ""  # what the challenger may have lost in this round
    winner: int | None = None
    winning_seat: int | None = None
    marker_read: bool = False  # the number of this round has been read

    def copy(self) -> Game:
        return replace(self, seats=[replace(seat) for seat in self.seats])

    # ---- looking ---------------------------------------------------------------------

    def seats_in(self) -> list[int]:
        return [index for index, seat in enumerate(self.seats) if not seat.out]

    def players_in(self) -> set[int]:
        return {self.seats[index].player for index in self.seats_in()}

    def clockwise_after(self, start: int) -> list[int]:
        """The seats still in, clockwise, beginning behind `start`, which comes last."""
        count = len(self.seats)
        circle = [(start + step) % count for step in range(1, count + 1)]
        return [index for index in circle if not self.seats[index].out]

    def total(self) -> int:
        return sum(seat.mat_size() for seat in self.seats)

    def flipped(self) -> int:
        return sum(seat.flipped for seat in self.seats)

    def waiting_to_place(self) -> list[int]:
        """The seats without a disc on the mat, in the order of `first-last` (R7)."""
        return [
            index for index in self.clockwise_after(self.first) if self.seats[index].mat_size() == 0
        ]

    def skull_is_own(self) -> bool:
        """R37: a skull on the same player's other mat is the challenger's own."""
        assert self.challenger is not None
        assert self.skull_seat is not None
        return self.seats[self.challenger].player == self.seats[self.skull_seat].player

    def movers(self) -> list[int]:
        """The seats that can move now, in seat order."""
        if self.phase == "over":
            return []
        if self.phase == "place":
            waiting = self.waiting_to_place()
            return sorted(waiting) if self.simultaneous else waiting[:1]
        if self.phase in ("add", "bid"):
            return [self.turn]
        assert self.challenger is not None
        if self.phase == "lose" and not self.skull_is_own():
            assert self.skull_seat is not None
            return [self.skull_seat]  # R24: the owner of the skull picks
        return [self.challenger]

    def legal(self) -> list[str]:
        """Every token that can be played now, shows apart, sorted as text."""
        return sorted(token for index in self.movers() for token in self.tokens(index))

    def tokens(self, index: int) -> list[str]:
        """The tokens of one of the seats that can move now."""
        if self.phase == "place":
            return self.place_tokens(index)
        if self.phase == "add":
            return self.place_tokens(index) + self.bid_tokens(index)
        if self.phase == "bid":
            return [self.seats[index].letter + "-", *self.bid_tokens(index)]
        if self.phase == "flip":
            return self.flip_tokens(index)
        if self.phase == "lose":
            return self.lose_tokens(index)
        return self.name_tokens(index)

    def place_tokens(self, index: int) -> list[str]:
        """R6, R9; with an empty hand there are none (R10)."""
        seat = self.seats[index]
        return [seat.letter + kind for kind in seat.placeable_kinds()]

    def bid_tokens(self, index: int) -> list[str]:
        """R12 for the opener (bid is still None), R14 for a raise."""
        lowest = (self.bid or 0) + 1
        letter = self.seats[index].letter
        return [f"{letter}{number}" for number in range(lowest, self.total() + 1)]

    def flip_tokens(self, index: int) -> list[str]:
        """R19: the own stack first; R20: after that any mat with a face-down disc."""
        challenger = self.seats[index]
        if challenger.face_down() > 0:
            targets = [challenger]
        else:
            targets = [seat for seat in self.seats if seat.face_down() > 0]
        return [
            f"{challenger.letter}>{target.letter}{kind}"
            for target in targets
            for kind in target.topmost_kinds()
        ]

    def lose_tokens(self, index: int) -> list[str]:
        """R24: picked blind by the skull's owner; R25: chosen by the challenger."""
        assert self.challenger is not None
        loser = self.seats[self.challenger]
        picker = self.seats[index].letter
        return [f"{picker}~{loser.letter}{kind}" for kind in loser.losable_kinds()]

    def name_tokens(self, index: int) -> list[str]:
        """R29, R38: the challenger that went out names any seat still in."""
        letter = self.seats[index].letter
        return [f"{letter}^{self.seats[named].letter}" for named in self.seats_in()]

    def shows(self) -> list[str]:
        """R22: the seats of other players that have something left to show."""
        if self.phase not in ("lose", "name-first"):
            return []
        assert self.challenger is not None
        failed_player = self.seats[self.challenger].player
        return [
            seat.letter
            for seat in self.seats
            if seat.player != failed_player and not seat.shown and seat.face_down() > 0
        ]

    # ---- moving ----------------------------------------------------------------------

    def play(self, token: str) -> None:
        """Play a token, or raise Refused and leave everything as it was."""
        if token[1:2] == "!":
            self.play_show(token)
            return
        kinds = self.kinds_meant(token)
        actor = SEAT_LETTERS.index(token[0])
        if self.phase == "place":
            self.play_place(actor, kinds)
        elif self.phase == "add" and kinds:
            self.play_add(actor, kinds)
        elif self.phase in ("add", "bid"):
            self.play_bid_or_pass(actor, token[1:])
        elif self.phase == "flip":
            self.play_flip(SEAT_LETTERS.index(token[2]), kinds)
        elif self.phase == "lose":
            self.play_lose(kinds)
        else:
            self.start_round(SEAT_LETTERS.index(token[2]))

    def kinds_meant(self, token: str) -> str:
        """The kinds of disc a playable token may stand for; none for a bid, a pass…

        This is the one place where tokens are checked. A `?` is playable where at least
        one kind is; but never in a flip, which everybody sees.
        """
        legal = self.legal()
        if token.endswith("?") and self.phase in ("place", "add", "lose"):
            kinds = "".join(kind for kind in KINDS if token[:-1] + kind in legal)
            if kinds:
                return kinds
        if token not in legal:
            raise Refused(f"{token} cannot be played, only {' '.join(legal) or 'none'}")
        return token[-1] if token[-1] in KINDS else ""

    def play_place(self, actor: int, kinds: str) -> None:
        self.seats[actor].place(kinds)
        if not self.waiting_to_place():
            self.phase = "add"  # R8
            self.turn = self.first

    def play_add(self, actor: int, kinds: str) -> None:
        self.seats[actor].place(kinds)
        self.turn = self.clockwise_after(actor)[0]

    def play_bid_or_pass(self, actor: int, said: str) -> None:
        self.phase = "bid"
        if said == "-":
            self.seats[actor].passed = True
        else:
            self.bid = int(said)
            self.bidder = actor
        still_bidding = [
            index for index in self.clockwise_after(actor) if not self.seats[index].passed
        ]
        # R16: all but one have passed; R17: nothing is left to raise to.
        if len(still_bidding) == 1 or self.bid == self.total():
            self.phase = "flip"
            self.challenger = self.bidder
        else:
            self.turn = still_bidding[0]

    def play_flip(self, target: int, kind: str) -> None:
        self.seats[target].flip(kind)
        if kind == "S":
            self.phase = "lose"  # R21
            self.skull_seat = target
        elif self.flipped() == self.bid:
            self.succeed()

    def succeed(self) -> None:
        assert self.challenger is not None
        seat = self.seats[self.challenger]
        seat.wins += 1
        if seat.wins == 2:
            self.end(self.challenger)  # R30, with the same tribe (R36)
        else:
            self.start_round(self.challenger)  # R28

    def play_lose(self, kinds: str) -> None:
        assert self.challenger is not None
        assert self.skull_seat is not None
        self.lost_kinds = kinds
        loser = self.seats[self.challenger]
        if loser.owned() > 1:
            self.start_round(self.challenger)  # R28
            return
        loser.out = True  # R27
        if len(self.players_in()) == 1:
            self.end(self.seats_in()[0])  # R31, R38: players count, not seats
        elif self.skull_is_own():
            self.phase = "name-first"  # R29, second half
        else:
            self.start_round(self.skull_seat)  # R29, first half

    def play_show(self, token: str) -> None:
        """R22: the whole mat at once, topmost first."""
        if token[0] not in self.shows():
            raise Refused(f"{token}: nothing to show here and now")
        seat = self.seats[SEAT_LETTERS.index(token[0])]
        matching = seat.worlds_that_show(token[2:])
        if not matching:
            raise Refused(f"{token}: these cannot be the face-down discs")
        seat.worlds = matching
        seat.shown = True

    def start_round(self, first: int) -> None:
        """All discs are taken back and only now a lost disc leaves (R23, R33)."""
        for seat in self.seats:
            seat.take_back()
        if self.lost_kinds:
            assert self.challenger is not None
            self.seats[self.challenger].lose(self.lost_kinds)
        self.phase = "place"
        self.round += 1
        self.first = first
        self.bid = self.bidder = self.challenger = self.skull_seat = None
        self.lost_kinds = ""
        self.marker_read = False

    def end(self, winning_seat: int) -> None:
        """Hands and mats stay as they are for good; the challenge is over and done."""
        self.phase = "over"
        self.winning_seat = winning_seat
        self.winner = self.seats[winning_seat].player
        self.bid = self.bidder = self.challenger = None

    # ---- telling ---------------------------------------------------------------------

    def letter_or_none(self, index: int | None) -> str | None:
        return None if index is None else self.seats[index].letter

    def as_json(self) -> dict[str, object]:
        return {
            "phase": self.phase,
            "round": self.round,
            "turn": [self.seats[index].letter for index in self.movers()],
            "first": self.seats[self.first].letter,
            "bid": self.bid,
            "bidder": self.letter_or_none(self.bidder),
            "challenger": self.letter_or_none(self.challenger),
            "winner": self.winner,
            "total": self.total(),
            "seats": [seat.as_json() for seat in self.seats],
            "legal": self.legal(),
            "shows": self.shows(),
        }


# --------------------------------------------------------------------------------------
# Reading the header
# --------------------------------------------------------------------------------------


class Entry(NamedTuple):
    """The value of a header line, and the number of that line."""

    value: str
    line: int


def text_lines(text: str) -> list[str]:
    """Lines end as files end them; str.splitlines would also cut at rarer characters."""
    return re.split(r"\r\n|\n|\r", text)


def read_header(lines: list[str]) -> tuple[dict[str, Entry], int]:
    """The header's entries, and how many lines it takes up."""
    header: dict[str, Entry] = {}
    used = 0
    for line in lines:
        if not line.strip():
            break
        used += 1
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not key:
            raise Refused("a header line is `key: value`", used)
        if key in header:
            raise Refused(f"the key {key} is there twice", used)
        if used == 1 and (key, value) != ("skull", "1"):
            raise Refused("the first line must be `skull: 1`", used)
        header[key] = Entry(value, used)
    if not header:
        raise Refused("the first line must be `skull: 1`", 1)
    return header, used


def choice(header: dict[str, Entry], key: str, allowed: tuple[str, ...], default: str) -> str:
    """The value of a key that has only a few."""
    entry = header.get(key, Entry(default, 0))
    if entry.value not in allowed:
        raise Refused(f"{key} must be one of: {', '.join(allowed)}", entry.line)
    return entry.value


def read_players(header: dict[str, Entry]) -> int:
    """How many players there are; their names play no part here."""
    if "players" not in header:
        raise Refused("the key players is missing", 1)
    entry = header["players"]
    names = [name.strip() for name in entry.value.split(",")]
    if not all(names):
        raise Refused("a player's name is empty", entry.line)
    return len(names)


def read_seat(index: int, player: int, entry: str, line: int) -> Seat:
    """One entry of `start:`."""
    letter = SEAT_LETTERS[index]
    if entry == "-":
        return Seat(letter, player, 0, frozenset([Holding("", "")]), out=True)
    match = re.fullmatch(r"([FS]+)/([01])", entry)
    if match is None:
        raise Refused(f"{entry} is no start of a seat", line)
    discs, wins = match.groups()
    if discs.count("F") > 3 or discs.count("S") > 1:
        raise Refused(f"{entry}: a tribe is three flowers and one skull (R1)", line)
    # The start is known to everyone, so there is exactly one world.
    return Seat(letter, player, int(wins), frozenset([Holding(in_order(discs), "")]))


def read_seats(header: dict[str, Entry], players: int, tribes: int) -> list[Seat]:
    count = players * tribes
    if players < 2 or count > len(SEAT_LETTERS):
        raise Refused("2 to 12 seats, 2 players or more", header["players"].line)
    start = header.get("start", Entry(" ".join([f"{ALL_DISCS}/0"] * count), 0))
    entries = start.value.split()
    if len(entries) != count:
        raise Refused(f"start needs {count} entries", start.line)
    # R35: player i has the seats i and i + n.
    seats = [
        read_seat(index, index % players, entry, start.line) for index, entry in enumerate(entries)
    ]
    if len({seat.player for seat in seats if not seat.out}) < 2:
        raise Refused("at least two players must be in", start.line)
    return seats


def read_first(header: dict[str, Entry], seats: list[Seat]) -> int:
    entry = header.get("first", Entry("a", 0))
    letters_in = [seat.letter for seat in seats if not seat.out]
    if entry.value not in letters_in:
        raise Refused("first must be a seat that is in", entry.line)
    return SEAT_LETTERS.index(entry.value)


def new_game(header: dict[str, Entry]) -> Game:
    players = read_players(header)
    tribes = int(choice(header, "tribes", ("1", "2"), "1"))
    placement = choice(header, "placement", ("simultaneous", "first-last"), "simultaneous")
    seats = read_seats(header, players, tribes)
    return Game(seats, read_first(header, seats), placement == "simultaneous")


# --------------------------------------------------------------------------------------
# Reading the moves
# --------------------------------------------------------------------------------------


def blank_comments(body: str) -> tuple[str, int | None]:
    """Comments made into spaces, line breaks kept for the count of lines.

    An unclosed comment is not refused here: an error in front of it comes first. The
    second value tells where it stands, as the number of line breaks before it.
    """

    def blanked(match: re.Match[str]) -> str:
        return re.sub(r"[^\r\n]", " ", match.group())

    body = re.sub(r"\{[^}]*\}", blanked, body)
    readable, brace, _ = body.partition("{")
    return readable, len(text_lines(readable)) - 1 if brace else None


class Word(NamedTuple):
    """A token, or a whole `result:` line, with the number of its line."""

    text: str
    line: int


def read_words(body: str, line_before: int) -> Iterator[Word]:
    """The tokens one after the other; what cannot be read is refused when reached."""
    readable, unclosed = blank_comments(body)
    for number, line in enumerate(text_lines(readable), start=line_before + 1):
        if line.strip().startswith("result:"):
            yield Word(line.strip(), number)
        else:
            for token in line.replace("|", " ").split():
                yield Word(token, number)
    if unclosed is not None:
        raise Refused("a comment is not closed", line_before + 1 + unclosed)


def check_result(game: Game, word: Word) -> None:
    claimed = word.text.partition(":")[2].strip()
    actual = game.letter_or_none(game.winning_seat) or "*"
    if claimed != actual:
        raise Refused(f"the result is {actual}, not {claimed}", word.line)


def read_marker(game: Game, word: Word) -> None:
    """A round's number, once, before the first token of that round."""
    if game.marker_read or word.text != f"{game.round}.":
        raise Refused(f"{word.text} has no place here", word.line)
    game.marker_read = True


def play_word(game: Game, word: Word) -> None:
    if game.phase == "over":
        raise Refused(f"{word.text}: the game is over", word.line)
    if word.text.endswith("."):
        read_marker(game, word)
        return
    if not game.marker_read:
        raise Refused(f"round {game.round} must start with its number", word.line)
    try:
        game.play(word.text)
    except Refused as refusal:
        raise Refused(str(refusal), word.line) from None


def played(text: str) -> Game:
    """The game after the last move of the text."""
    lines = text_lines(text)
    header, used = read_header(lines)
    game = new_game(header)
    result: Word | None = None
    for word in read_words("\n".join(lines[used:]), used):
        if result is not None:
            raise Refused(f"{word.text}: the result is the last line", word.line)
        if word.text.startswith("result:"):
            check_result(game, word)
            result = word
        else:
            play_word(game, word)
    return game


# --------------------------------------------------------------------------------------
# What the tests call
# --------------------------------------------------------------------------------------


def position(text: str) -> dict[str, object]:
    """The position after the last move, as `replay --json` prints it."""
    return played(text).as_json()


def legal(text: str) -> list[str]:
    """The tokens that can be played after the last move, shows left out."""
    return played(text).legal()


def perft(text: str, depth: int) -> int:
    """How many different sequences of `depth` moves can follow the last move."""
    return count_sequences(played(text), depth)


def count_sequences(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    # Step 1 is counted in the order of `first-last` whatever the table plays, so that
    # the same discs placed in another order are not counted again.
    one_at_a_time = replace(game, simultaneous=False)
    count = 0
    for token in one_at_a_time.legal():
        after = one_at_a_time.copy()
        after.play(token)
        count += count_sequences(after, depth - 1)
    return count
