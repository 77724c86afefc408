"""The notation as it is specified, example by example."""

import pickle
from typing import Any

import pytest

from calavera.record import (
    Comment,
    Record,
    RecordError,
    last_position,
    read,
    read_record,
    seen_by,
    snapshot,
    write_record,
)
from calavera.record.notation import write_move
from calavera.record.perft import perft_by_move
from calavera.record.playable import playable
from calavera.record.reading import MOST_BYTES
from calavera.rules import OUT, PUBLIC, Disc, Placement, Player, Seat, SeatStart

EXAMPLE = """\
skull: 1
players: Ana, Bo, Cy
first: a

1. bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | b~cF
2. cF aF bF | c3 | c>cF c>aF c>bF
3. aS bF cF | c2 a- b- | c>cF c>bF
result: c
"""

HEADER = "skull: 1\nplayers: Ana, Bo, Cy\n\n"


def error_of(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read(text)
    return caught.value


def test_the_example_is_read_and_written_to_the_letter() -> None:
    assert write_record(read_record(EXAMPLE)) == EXAMPLE


def test_the_example_ends_as_it_says() -> None:
    told = snapshot(read(EXAMPLE).position)
    assert told["phase"] == "over"
    assert told["winner"] == 2
    assert told["round"] == 3
    assert (told["turn"], told["legal"], told["shows"]) == ([], [], [])
    assert (told["bid"], told["bidder"], told["challenger"]) == (None, None, None)
    assert told["seats"][2] == {
        "seat": "c", "player": 2, "hand": ["F", "S"], "mat": ["F"], "flipped": 1,
        "wins": 2, "passed": False, "out": False,
    }  # fmt: skip


def test_a_position_in_the_middle_of_a_bidding() -> None:
    assert snapshot(read(HEADER + "1. bS cF aF | aF b2").position) == {
        "phase": "bid", "round": 1, "turn": ["c"], "first": "a", "bid": 2, "bidder": "b",
        "challenger": None, "winner": None, "total": 4,
        "seats": [
            {"seat": "a", "player": 0, "hand": ["F", "S"], "mat": ["F", "F"], "flipped": 0,
             "wins": 0, "passed": False, "out": False},
            {"seat": "b", "player": 1, "hand": ["F", "F", "F"], "mat": ["S"], "flipped": 0,
             "wins": 0, "passed": False, "out": False},
            {"seat": "c", "player": 2, "hand": ["F", "F", "S"], "mat": ["F"], "flipped": 0,
             "wins": 0, "passed": False, "out": False},
        ],
        "legal": ["c-", "c3", "c4"], "shows": [],
    }  # fmt: skip


def test_after_a_failure_the_bid_stays_and_others_may_show() -> None:
    told = snapshot(read(HEADER + "1. bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS").position)
    assert (told["phase"], told["turn"]) == ("lose", ["b"])
    assert (told["bid"], told["bidder"], told["challenger"]) == (3, "c", "c")
    assert told["legal"] == ["b~cF", "b~cS"]
    assert told["shows"] == ["a"]
    assert told["total"] == 4


def test_legal_moves_are_sorted_as_text() -> None:
    text = "skull: 1\nplayers: A, B, C, D\n\n1. aF bF cF dF | aF bF cF dF aF bF"
    legal = snapshot(read(text).position)["legal"]
    assert legal == ["c1", "c10", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "cF", "cS"]


def test_a_disc_just_lost_still_lies_where_it_was() -> None:
    start = "skull: 1\nplayers: A, B, C\nstart: S/0 FS/0 FF/1\n\n"
    told = snapshot(read(start + "1. aS bF cF | a3 | a>aS | a~aS").position)
    assert told["phase"] == "name-first"
    assert told["turn"] == ["a"]
    assert told["legal"] == ["a^b", "a^c"]
    assert told["shows"] == ["b", "c"]
    assert told["seats"][0]["mat"] == ["S"]
    assert told["seats"][0]["out"]
    assert told["challenger"] == "a"


def test_when_the_game_is_over_the_discs_stay_as_at_the_last_flip() -> None:
    start = "skull: 1\nplayers: A, B\nstart: S/0 FS/0\n\n"
    told = snapshot(read(start + "1. aS bF | a2 | a>aS | a~aS\nresult: b\n").position)
    assert (told["phase"], told["winner"]) == ("over", 1)
    assert told["seats"][0]["mat"] == ["S"]
    assert told["seats"][0]["flipped"] == 1
    assert told["seats"][1]["hand"] == ["S"]
    assert told["total"] == 2


def test_a_header_with_everything() -> None:
    text = """\
skull: 1
players: Ana María, B. O., Čy
placement: first-last
start: FFS/1 F/0 -
first: b
date: 2026-11-02
site: the kitchen: back table
seed:

1. aS
result: *
"""
    record = read_record(text)
    assert record.names == ("Ana María", "B. O.", "Čy")
    assert record.setup.placement is Placement.FIRST_LAST
    assert record.setup.start == (
        SeatStart((Disc.FLOWER, Disc.FLOWER, Disc.SKULL), 1),
        SeatStart((Disc.FLOWER,)),
        OUT,
    )
    assert record.first == Seat(1)
    assert record.tags == (
        ("date", "2026-11-02"),
        ("site", "the kitchen: back table"),
        ("seed", ""),
    )
    assert write_record(record) == text


def test_a_view_hides_what_the_seat_did_not_see() -> None:
    record = read_record(EXAMPLE.replace("first: a\n", "first: a\nseed: 7\nsite: home\n"))
    seen = seen_by(record, record.setup.viewer(Player(1)))
    assert (
        write_record(seen)
        == """\
skull: 1
players: Ana, Bo, Cy
first: a
site: home

1. bS c? a? | a? b2 c3 a- b- | c>cF c>aF c>bS | b~c?
2. c? a? bF | c3 | c>cF c>aF c>bF
3. a? bF c? | c2 a- b- | c>cF c>bF
result: c
"""
    )
    assert read_record(write_record(seen)) == seen
    assert not seen.is_full
    assert seen_by(seen, record.setup.viewer(Player(1))) == seen
    assert write_record(seen_by(seen, PUBLIC)).count("?") == 11


def test_a_player_with_two_tribes_sees_both_seats() -> None:
    record = read_record("skull: 1\nplayers: A, B\ntribes: 2\n\n1. aF bS cS dF\n")
    seen = write_record(seen_by(record, record.setup.viewer(Player(0))))
    assert "1. aF b? cS d?" in seen


def test_unknown_discs_leave_open_what_counting_allows() -> None:
    told = snapshot(read(HEADER + "1. a? b? c? | a?").position)
    assert told["seats"][0]["hand"] == ["F", "?"]
    assert told["seats"][0]["mat"] == ["?", "?"]
    assert told["legal"] == ["b1", "b2", "b3", "b4", "bF", "bS"]


def test_a_flip_tells_what_an_unknown_disc_was() -> None:
    text = HEADER + "1. a? b? c? | a? b? c3 a- b- | c>cF c>aS | a~c?"
    before = snapshot(read(text.removesuffix(" | a~c?")).position)
    assert before["seats"][0]["mat"] == ["F", "S"]
    assert before["seats"][0]["hand"] == ["F", "F"]
    after = snapshot(read(text).position)
    assert after["seats"][2]["hand"] == ["F", "F", "?"]
    assert after["seats"][0]["hand"] == ["F", "F", "F", "S"]


def test_a_skull_seen_later_was_not_the_disc_lost_before() -> None:
    text = "skull: 1\nplayers: A, B\nstart: FS/0 FFS/0\n\n1. a? bS | aF b3 | b>bS | b~b?\n"
    error = error_of(text.replace("b~b?", "b~bS") + "2. bS aF")
    assert error.rule == "R6"
    position = read(text + "2. bF aF | b2 | b>bF b>aF").position
    assert snapshot(position)["seats"][0]["wins"] == 0


def test_no_seat_shows_more_flowers_than_it_can_have() -> None:
    text = "skull: 1\nplayers: A, B\nstart: FS/0 FFS/0\n\n1. aF bF | aF"
    assert str(error_of(text)) == "line 5: round 1: aF: a has no flower in hand (R9)"


def test_comments_stand_between_tokens_and_are_kept() -> None:
    text = EXAMPLE.replace("aF b2", "aF {bold of a} b2").replace("\n1.", "\n{a night in May}\n1.")
    record = read_record(text)
    assert record.comments == (Comment(0, "a night in May"), Comment(4, "bold of a"))
    assert read_record(write_record(record)) == record
    assert seen_by(record, PUBLIC).comments == ()


def test_a_comment_does_not_nest_and_may_span_lines() -> None:
    record = read_record(HEADER + "1. bS {one { two\nthree} cF{x}aF\n")
    assert [comment.text for comment in record.comments] == ["one { two\nthree", "x"]
    assert len(record.moves) == 3


def test_bars_are_for_the_eye() -> None:
    plain = EXAMPLE.replace(" |", "")
    assert read_record(plain) == read_record(EXAMPLE)
    assert read_record(EXAMPLE.replace(" | ", "|")) == read_record(EXAMPLE)


def test_line_ends_of_any_system() -> None:
    assert read_record(EXAMPLE.replace("\n", "\r\n")) == read_record(EXAMPLE)
    assert read_record(EXAMPLE.encode()) == read_record(EXAMPLE)
    assert read_record(b"\xef\xbb\xbf" + EXAMPLE.encode()) == read_record(EXAMPLE)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a record starts with the line skull: 1"),
        ("players: A, B\n", "line 1: a record starts with the line skull: 1"),
        (
            "skull: 2\nplayers: A, B\n",
            "line 1: skull: this program reads version 1 of the notation",
        ),
        ("skull: 1\n", "line 1: the header has no line players:"),
        ("skull: 1\nhello\n", "line 2: hello: a header line is a key, a colon and a value"),
        (
            "skull: 1\nplayers: A, , C",
            "line 2: players: names are separated by commas and not empty",
        ),
        ("skull: 1\nplayers: A, B\nskull: 1", "line 3: skull: repeats line 1"),
        ("skull: 1\nplayers: A, B\nfirst: c", "line 3: first: seat c is not in (R4)"),
        ("skull: 1\nplayers: A, B\nfirst: 1", "line 3: first: is the letter of a seat"),
        ("skull: 1\nplayers: A, B\ntribes: 3", "line 3: tribes: a player has 1 tribe or 2 (R35)"),
        (
            "skull: 1\nplayers: A, B\nplacement: later",
            "line 3: placement: is simultaneous or first-last (R7)",
        ),
        (
            "skull: 1\nplayers: A",
            "line 2: players: 1 player with 1 tribe each make 1 seat; a table has at"
            " least two players (R5) and at most 12 seats (R3)",
        ),
        (
            "skull: 1\nplayers: A, B\nstart: F/0",
            "line 3: start: the start has 1 entry for 2 seats (R2)",
        ),
        (
            "skull: 1\nplayers: A, B\nstart: FSS/0 F/0",
            "line 3: start: seat a starts with more than three flowers and a skull (R1)",
        ),
        (
            "skull: 1\nplayers: A, B\nstart: FS/2 F/0",
            "line 3: FS/2: a start is discs, a slash and wins, such as FFS/1, or -",
        ),
        (
            "skull: 1\nplayers: A, B\nstart: FS/0 -",
            "line 3: start: at least two players must be in at the start (R31)",
        ),
        (
            "skull: 1\nplayers: A, B\nstart: - FS/0",
            "line 3: start: at least two players must be in at the start (R31)",
        ),
        (b"skull: 1\nplayers: A, \xff\n", "line 2: the text is not UTF-8"),
    ],
)
def test_a_wrong_header_is_one_clear_line(text: str | bytes, message: str) -> None:
    assert str(error_of(text)) == message


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("1. aF aF", "line 4: round 1: aF: a has already placed its disc (R6)"),
        ("1. b2", "line 4: round 1: b2: every seat places one disc first (R6)"),
        ("bF", "line 4: round 1: bF: the round starts with its number, 1. (R6)"),
        ("2. bF", "line 4: round 1: 2.: the number of this round is 1. (R6)"),
        (
            "1. 1. bF",
            "line 4: round 1: 1.: round 1 is not over: every seat places one disc first (R6)",
        ),
        ("1. bF cF aF\nb2", "line 5: round 1: b2: it is the turn of a (R9)"),
        ("1. bF cF aF a-", "line 4: round 1: a-: nobody can pass before a challenge is open (R9)"),
        ("1. bF cF aF a0", "line 4: round 1: a0: a challenge is a number from 1 to 3 (R12)"),
        ("1. bF cF aF a4", "line 4: round 1: a4: a challenge is a number from 1 to 3 (R12)"),
        (
            "1. bF cF aF a2 bF",
            "line 4: round 1: bF: nobody adds a disc once a challenge is open (R13)",
        ),
        (
            "1. bF cF aF a1 b1",
            "line 4: round 1: b1: a raise must be greater than 1 and at most 3 (R14)",
        ),
        ("1. bF cF aF a1 b- c2 a- b3", "line 4: round 1: b3: a flip is due (R18)"),
        ("1. bF cF aF a1 b- c2 b3", "line 4: round 1: b3: b has passed (R15)"),
        ("1. bF cF aF a1 b2 a>aF", "line 4: round 1: a>aF: the bidding is not over (R16)"),
        (
            "1. bF cF aF a3 b-",
            "line 4: round 1: b-: the bid is every disc on the table, so it is time to flip (R17)",
        ),
        ("1. bF cF aF a3 b>bF", "line 4: round 1: b>bF: only the challenger, a, flips (R18)"),
        ("1. bF cF aF a3 a>bF", "line 4: round 1: a>bF: a's own stack comes first (R19)"),
        ("1. bF cF aF a3 a>aF a>aF", "line 4: round 1: a>aF: a has no face-down disc (R20)"),
        ("1. bF cF aF a3 a>aS", "line 4: round 1: a>aS: the top disc of a is not a skull (R19)"),
        (
            "1. bF cF aS a3 a>aS a>bF",
            "line 4: round 1: a>bF: after the skull nothing more is flipped (R22)",
        ),
        (
            "1. bF cF aS a3 a>aS a!F",
            "line 4: round 1: a!F: the challenger shows nothing more (R22)",
        ),
        (
            "1. bF cF aS a3 a>aS b!S",
            "line 4: round 1: b!S: these are not exactly the face-down discs of b (R22)",
        ),
        (
            "1. bF cF aS a3 a>aS b!F b!F",
            "line 4: round 1: b!F: b has no face-down disc left to show (R22)",
        ),
        (
            "1. bF cF aS a3 a>aS b~aF",
            "line 4: round 1: b~aF: a chooses its own disc after its own skull (R25)",
        ),
        (
            "1. bF cF aS a3 a>aS a~bF",
            "line 4: round 1: a~bF: the challenger, a, loses the disc (R23)",
        ),
        (
            "1. bS cF aF a3 a>aF a>bS c~aF",
            "line 4: round 1: c~aF: the owner of the skull, b, picks the disc (R24)",
        ),
        (
            "1. bS cF aF a3 a>aF a>bS b~aF b^a",
            "line 4: round 2: b^a: the round starts with its number, 2. (R6)",
        ),
        (
            "1. bF cF aF a3 a^b",
            "line 4: round 1: a^b: only a challenger that its own skull put out"
            " names the first player (R29)",
        ),
        (
            "1. bS cF aF a3 a>aF a>bS b~aF c!F",
            "line 4: round 2: c!F: discs are shown before one is lost (R22)",
        ),
        (
            "1. bS cF aF a2 b- c- a>aF a>bF",
            "line 4: round 1: a>bF: the top disc of b is not a flower (R20)",
        ),
        (
            "1.bS",
            "line 4: round 1: 1.bS: is not a move; the number needs a space after it;"
            " every seat places one disc first (R6)",
        ),
        ("1. dF", "line 4: round 1: dF: there is no seat d at this table (R2)"),
        (
            "1. hello",
            "line 4: round 1: hello: is not a move; every seat places one disc first (R6)",
        ),
        ("1. bF {never", "line 4: round 1: {: the comment is never closed"),
        ("1. bF } cF", "line 4: round 1: }: closes no comment"),
        ("1. bF\nresult: c", "line 5: round 1: result: c: the game is not over (R32)"),
        ("1. bF\nresult:", "line 5: round 1: result:: needs the winner's seat or * (R32)"),
        ("1. bF\nresult: * cF", "line 5: round 1: cF: the result must be the last line (R32)"),
        (
            "1. bF result: *",
            "line 4: round 1: result:: the result needs its own line (R32)",
        ),
        (
            "1. a99999999999999999999999",
            "line 4: round 1: a99999999999999999999999: every seat places one disc first (R6)",
        ),
    ],
)
def test_the_first_illegal_token_is_named_with_its_rule(moves: str, message: str) -> None:
    assert str(error_of(HEADER + moves)) == message


def test_a_wrong_result_and_tokens_after_the_end_are_errors() -> None:
    assert str(error_of(EXAMPLE.replace("result: c", "result: a"))) == (
        "line 8: round 3: result: a: the winner is c (R30)"
    )
    assert error_of(EXAMPLE.replace("result: c", "result: *")).rule == "R30"
    assert str(error_of(EXAMPLE.replace("result: c", "4. aF"))) == (
        "line 8: round 3: 4.: the game is over (R32)"
    )
    out = "skull: 1\nplayers: A, B\nstart: S/0 FS/0\n\n1. aS bF | a2 | a>aS | a~aS\nresult: a\n"
    assert str(error_of(out)) == "line 6: round 1: result: a: the winner is b (R31)"


def test_nothing_after_the_first_error_is_looked_at() -> None:
    assert error_of(HEADER + "1. aF aF zzz {").token == "aF"


def test_an_error_never_carries_control_characters_or_endless_tokens() -> None:
    message = str(error_of(HEADER + "1. \x1b[31m" + "x" * 5000))
    assert "\x1b" not in message
    assert len(message) < 150


def test_a_text_too_long_to_be_a_game_is_refused() -> None:
    assert "longer than" in str(error_of(HEADER + "1. {" + "x" * 250_001))


def test_the_last_position_of_a_record_is_the_one_it_was_read_with() -> None:
    reading = read(EXAMPLE)
    assert last_position(reading.record) == reading.position


def test_a_result_may_stand_behind_a_comment_or_a_bar() -> None:
    assert read_record(HEADER + "1. bF\n{so far} | result: *").moves


def test_too_many_comments_or_keys_are_refused() -> None:
    assert "more than 1,000 comments" in str(error_of(HEADER + "1. " + "{a}" * 1001))
    keys = "".join(f"key{number}: x\n" for number in range(100))
    assert "more than 100 lines" in str(error_of("skull: 1\nplayers: A, B\n" + keys))
    assert error_of(HEADER + "1.\n" + "{a}" * 1001).line == 5
    assert error_of("skull: 1\nplayers: A, B\n" + keys).line == 101


def test_a_text_may_be_so_long_and_no_longer() -> None:
    longest = HEADER + "{" + "x" * (MOST_BYTES - len(HEADER) - 2) + "}"
    assert read_record(longest).comments
    assert read_record(longest.encode()).comments
    for text in (longest + " ", (longest + " ").encode(), longest.replace("x", "é", 1)):
        assert str(error_of(text)).startswith("line 1: the text is longer than 250,000 bytes")


@pytest.mark.parametrize("key", ["seed", "Seed", "rng", "salt", "secret", "secrets"])
def test_a_view_keeps_no_key_that_tells_what_is_hidden(key: str) -> None:
    record = read_record(f"skull: 1\nplayers: A, B\n{key}: 13\ndate: today\n\n1. aF\n")
    assert seen_by(record, PUBLIC).tags == (("date", "today"),)


SETUP = read_record(HEADER).setup


@pytest.mark.parametrize(
    "wrong",
    [
        {"names": ("A,B", "C", "D")},
        {"names": ("A\nB", "C", "D")},
        {"names": (" A", "C", "D")},
        {"names": ("", "C", "D")},
        {"names": ("A", "B")},
        {"tags": (("first", "b"),)},
        {"tags": (("a:b", "c"),)},
        {"tags": (("", "c"),)},
        {"tags": (("a", "b"), ("a", "c"))},
        {"tags": (("a", "b\nc"),)},
        {"tags": (("a", " b"),)},
        {"comments": (Comment(1, "too far"),)},
    ],
)
def test_what_could_not_be_read_back_is_no_record(wrong: dict[str, Any]) -> None:
    whole: dict[str, Any] = {"names": ("A", "B", "C"), "setup": SETUP, "first": Seat(0)}
    assert read_record(write_record(Record(**whole))) == Record(**whole)
    with pytest.raises(ValueError, match=r"name|tag|comments"):
        Record(**(whole | wrong))


@pytest.mark.parametrize("text", ["", " a", "a}b"])
def test_a_comment_that_could_not_be_read_back_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="closing brace"):
        Comment(0, text)


def test_lines_are_counted_through_comments() -> None:
    text = HEADER + "1. bS cF aF {one\ntwo} {three\nfour}\na9"
    assert error_of(text).line == 7


@pytest.mark.parametrize("token", ["f-", "f3", "f>bF", "a>fF", "fF", "f?", "f~aF", "a~fF", "f!F"])
def test_a_seat_that_is_not_there_is_named(token: str) -> None:
    error = error_of(f"{HEADER}1. bS cF aF | a2 b- c- | a>aF a>bS {token}")
    assert (error.token, error.rule) == (token, "R2")
    assert error.reason == "there is no seat f at this table"


@pytest.mark.parametrize(
    ("start", "moves", "message"),
    [
        ("F F FS", "aF bF cS | a3 | a>aF a>cS | c~aS", "a has no skull to lose (R24)"),
        ("F F FS", "aF bF cF | a3 | a>aF a>bS", "the top disc of b is not a skull (R20)"),
        ("F F FS", "aF bF cF | a3 | a>aS", "the top disc of a is not a skull (R19)"),
        ("S F FS", "aS bF cF | a3 | a>aS | a~aF", "a has no flower to lose (R25)"),
        ("S F FS", "aS bF cF | a3 | a>aS | a~bF", "the challenger, a, loses the disc (R23)"),
    ],
)
def test_discs_are_counted_from_a_position(start: str, moves: str, message: str) -> None:
    entries = " ".join(f"{discs}/0" for discs in start.split())
    text = f"skull: 1\nplayers: Ana, Bo, Cy\nfirst: a\nstart: {entries}\n\n1. {moves}"
    assert str(error_of(text)).endswith(message)


def test_an_error_survives_a_process_boundary() -> None:
    error = error_of(HEADER + "1. bS cF aF | a9")
    copied = pickle.loads(pickle.dumps(error))
    assert str(copied) == str(error)
    assert vars(copied) == vars(error)


def test_moves_after_a_players_own_skull_name_the_disc() -> None:
    text = "skull: 1\nplayers: Ana, Bo, Cy\nfirst: a\n\n1. aS bF cF | a1 b- c- | a>aS"
    position = read(text).position
    assert [write_move(move) for move in playable(position)] == ["a~aF", "a~aS"]
    assert [(move and write_move(move), count) for move, count in perft_by_move(position, 1)] == [
        ("a~aF", 1), ("a~aS", 1)
    ]  # fmt: skip
    assert list(perft_by_move(position, 0)) == [(None, 1)]


def test_a_header_alone_is_a_record() -> None:
    assert read_record("skull: 1\nplayers: A, B").names == ("A", "B")


@pytest.mark.parametrize(("length", "quote"), [(40, "x" * 40), (41, "x" * 40 + "…")])
def test_a_long_token_is_quoted_in_part(length: int, quote: str) -> None:
    error = error_of(HEADER + "1. " + "x" * length)
    assert str(error).startswith(f"line 4: round 1: {quote}: is not a move")
