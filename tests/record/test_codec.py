"""Actions, events and views as JSON: both ways, the same bytes, and nothing but CodecError."""

import doctest
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from calavera.record.codec import kinds, shapes
from calavera.record.codec import values as codec
from calavera.record.codec.values import (
    CodecError,
    decode_action,
    decode_event,
    decode_seen_event,
    decode_setup,
    decode_view,
    dumps,
    encode,
    read_json,
    write_json,
)
from calavera.rules import (
    PUBLIC,
    Action,
    Bid,
    Disc,
    Flip,
    Mat,
    NameFirst,
    Pass,
    Place,
    Placement,
    Player,
    Seat,
    SeatStart,
    Setup,
    State,
    View,
    Viewer,
    decide,
    evolve,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.actions import BIDS, DISCARDS, FLIPS, NAMES, PASS, PICK, PLACES, SHOW
from calavera.rules.events import (
    DiscLost,
    DiscPlaced,
    Event,
    LossUnseen,
    OpenEvent,
    PlacementUnseen,
    SeenEvent,
)
from tests.games import SIZES, Game, game_of_seed, play_out

EVERY_ACTION: list[Action] = [
    *PLACES.values(), *DISCARDS.values(), *BIDS, *FLIPS, *NAMES, PASS, PICK, SHOW,
]  # fmt: skip
DECODERS: list[Callable[[object], Any]] = [
    decode_action,
    decode_event,
    decode_seen_event,
    decode_setup,
    decode_view,
]
PAGE = Path(__file__).parents[2] / "docs" / "wire.md"

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from([*"abFS", "bid", "place", "disc-placed", "bid-made"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "seat", "disc", "number", "mat", "own", "board", "viewer"])
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def viewers(setup: Setup) -> list[Viewer]:
    return [PUBLIC, *(setup.viewer(Player(player)) for player in range(setup.players))]


def views(game: Game) -> list[View]:
    """About eighty views from all phases of the game, each player's in turn."""
    eyes = viewers(game.setup)
    states = game.states[:: len(game.states) // 80 + 1]
    return [view(state, eyes[index % len(eyes)]) for index, state in enumerate(states)]


def a_view() -> View:
    """Three players, the moment before `c` answers a bid of two."""
    setup = set_up(3)
    a, b, c = setup.seats
    state = played(
        new_game(setup, a),
        (b, Place(Disc.SKULL)),
        (c, Place(Disc.FLOWER)),
        (a, Place(Disc.FLOWER)),
        (a, Place(Disc.FLOWER)),
        (b, Bid(2)),
    )
    return view(state, setup.viewer(Player(2)))


def played(state: State, *moves: tuple[Seat, Action]) -> State:
    for seat, action in moves:
        for event in decide(state, seat, action):
            state = evolve(state, event)
    return state


# Both ways


@pytest.mark.parametrize("action", EVERY_ACTION, ids=str)
def test_actions_round_trip(action: Action) -> None:
    assert decode_action(encode(action)) == action
    assert decode_action(read_json(dumps(action))) == action


@pytest.mark.parametrize(("players", "tribes"), SIZES)
def test_whole_games_round_trip(players: int, tribes: int) -> None:
    setup = set_up(players, tribes=tribes, placement=[*Placement][players % 2])
    game = play_out(setup, random.Random(players * 10 + tribes))
    assert decode_setup(encode(setup)) == setup
    for index, event in enumerate(game.events):
        assert decode_event(encode(event)) == event
        for viewer in (PUBLIC, setup.viewer(Player(index % players))):
            seen = redact(event, viewer)
            assert decode_seen_event(encode(seen)) == seen
    for seen_view in views(game):
        data = encode(seen_view)
        decoded = decode_view(data)
        assert decoded == seen_view
        assert dumps(decoded) == dumps(seen_view) == write_json(data)


@pytest.mark.parametrize("seed", range(12))
def test_games_from_any_position_round_trip(seed: int) -> None:
    game = game_of_seed(seed)
    assert decode_setup(encode(game.setup)) == game.setup
    for seen in views(game):
        assert decode_view(encode(seen)) == seen


def test_values_keep_their_types() -> None:
    seen = decode_view(encode(a_view()))
    assert type(seen.board.mats[0]) is Mat
    assert type(seen.viewer) is Viewer
    assert seen.own[0].legal == (Pass(), Bid(3), Bid(4))
    assert seen.own[0].holding.stack == (Disc.FLOWER,)


# The form


@pytest.mark.parametrize(
    ("action", "data"),
    [
        (Place(Disc.SKULL), {"type": "place", "disc": "S"}),
        (Bid(12), {"type": "bid", "number": 12}),
        (PASS, {"type": "pass"}),
        (Flip(Seat(11)), {"type": "flip", "mat": "l"}),
        (DISCARDS[Disc.FLOWER], {"type": "discard", "disc": "F"}),
        (PICK, {"type": "pick"}),
        (SHOW, {"type": "show"}),
        (NameFirst(Seat(1)), {"type": "name-first", "seat": "b"}),
    ],
)
def test_form_of_actions(action: Action, data: object) -> None:
    assert encode(action) == data


def test_unseen_twins_have_no_key_for_a_disc() -> None:
    assert encode(PlacementUnseen(Seat(0))) == {"type": "placement-unseen", "seat": "a"}
    assert encode(LossUnseen(Seat(0), Seat(1))) == {
        "type": "loss-unseen",
        "seat": "a",
        "taker": "b",
    }


def test_what_follows_from_the_board_is_told() -> None:
    setup = set_up(2, start=[SeatStart((Disc.SKULL,), 1), SeatStart((Disc.FLOWER, Disc.SKULL))])
    a, b = setup.seats
    state = played(
        new_game(setup, b),
        (a, Place(Disc.SKULL)),
        (b, Place(Disc.FLOWER)),
        (b, Place(Disc.SKULL)),
        (a, Bid(1)),
        (b, Bid(2)),
        (a, PASS),
        (b, Flip(b)),
    )
    board: Any = encode(view(state, PUBLIC))["board"]
    assert (board["under_the_gun"], board["the_cop"], board["stoned"]) == ("b", "a", ["a"])
    assert (board["own_skull"], board["may_show"], board["burn_out"]) == (True, ["a"], False)
    of_a, of_b = board["mats"]
    assert (of_a["seat"], of_a["flower_side"], of_a["out"], of_a["face_down"]) == (
        "a",
        True,
        False,
        1,
    )
    assert (of_b["faces"], of_b["face_down"], of_b["flower_side"]) == (["S"], 1, False)


def test_every_member_has_a_shape() -> None:
    choices: list[tuple[kinds.OneOf[Any], tuple[type, ...]]] = [
        (shapes.ACTION, get_args(Action)),
        (shapes.EVENT, get_args(Event)),
        (shapes.SEEN_EVENT, get_args(SeenEvent)),
    ]
    for kind, members in choices:
        assert {shape.of for shape in kind.shapes} == set(members)
        assert len({shape.tag for shape in kind.shapes}) == len(members)
    shared = {shape.of for shape in shapes.EVENT.shapes if shape in shapes.SEEN_EVENT.shapes}
    assert shared == {*get_args(OpenEvent), DiscPlaced, DiscLost}


def test_the_kind_of_every_field_is_that_of_its_type() -> None:
    seen: set[type] = set()

    def compare(kind: Any, hint: Any) -> None:
        if isinstance(kind, kinds.Remembered | kinds.AllWritten | kinds.Spread):
            compare(kind.kind, hint)
        elif isinstance(kind, kinds.Maybe):
            (some,) = set(get_args(hint)) - {NoneType}
            compare(kind.kind, some)
        elif isinstance(kind, kinds.ListOf) and hint is Viewer:
            compare(kind.kind, Seat)
        elif isinstance(kind, kinds.ListOf):
            assert get_origin(hint) is tuple
            compare(kind.kind, get_args(hint)[0])
        elif isinstance(kind, kinds.OneOf):
            assert {shape.of for shape in kind.shapes} == set(get_args(hint))
        elif kind is shapes.SEATED_MAT and hint is Mat:
            compare(shapes.MAT, Mat)
        elif isinstance(kind, kinds.Object):
            assert kind.of is hint
            seen.add(kind.of)
            for key, part in kind.fields.items():
                compare(part, get_type_hints(kind.of)[key])
        elif isinstance(kind, kinds.Choice):
            assert kind.of is hint
        else:
            by_hint = {Seat: kinds.SeatLetter, int: kinds.Number, bool: kinds.Flag}
            assert kind is shapes.PLAYER if hint is Player else type(kind) is by_hint[hint]

    for shape in (*shapes.ACTION.shapes, *shapes.EVENT.shapes, *shapes.SEEN_EVENT.shapes):
        compare(shape, shape.of)
    compare(shapes.VIEW, View)
    assert Setup in seen


def test_a_table_entry_must_name_every_field() -> None:
    with pytest.raises(TypeError, match="Flip has the fields"):
        kinds.Object(Flip, {"seat": shapes.SEAT})


@pytest.mark.parametrize("secret", [new_game(set_up(2)), new_game(set_up(2)).holdings[0]])
def test_the_whole_truth_has_no_encoding(secret: Any) -> None:
    with pytest.raises(TypeError, match="has no encoding"):
        encode(secret)


# The bytes


def test_bytes_are_compact_and_start_with_the_type() -> None:
    assert dumps(Bid(3)) == b'{"type":"bid","number":3}'
    assert b" " not in dumps(a_view())


def test_equal_values_have_equal_bytes_even_where_python_takes_true_for_one() -> None:
    assert Bid(True) == Bid(1)
    assert dumps(Bid(True)) == dumps(Bid(1))


def test_data_is_new_each_time() -> None:
    seen = a_view()
    encode(seen).clear()
    board: Any = encode(seen)["board"]
    board["mats"][0]["faces"].append("S")
    assert decode_view(encode(seen)) == seen


# Wrong input


def changed(data: Any, path: str, value: Any) -> Any:
    """The same data with the item at a path replaced, or removed if the value is `...`."""
    data = json.loads(json.dumps(data))
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = data
    for step in steps:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return data


DEEP: Any = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "action: expected an object, got null"),
        ([], "action: expected an object, got a list"),
        (DEEP, "action: expected an object, got a list"),
        ({}, "action: expected the key type"),
        ({"type": "raise"}, 'action.type: expected one of "place", "bid", .*, got "raise"'),
        ({"type": "disc-placed", "seat": "a", "disc": "F"}, "action.type: expected one of"),
        ({"type": None}, "action.type: expected one of .*, got null"),
        ({"type": []}, "action.type: expected one of .*, got a list"),
        ({"type": DEEP}, "action.type: expected one of .*, got a list"),
        ({"type": "x" * 10_000}, "action.type: expected one of .{0,300}$"),
        ({"type": "bid"}, "action: expected the key number"),
        ({"type": "pass", "seat": "a"}, 'action: expected no key "seat"'),
        ({"type": "pass", 1: "a"}, "action: expected no key 1"),
        ({"type": "pass", "x" * 10_000: 1}, "action: expected no key .{0,100}$"),
        ({"type": "bid", "number": 0}, "action.number: expected a whole .* 1 to 48, got 0"),
        ({"type": "bid", "number": 49}, "action.number: .* got 49"),
        ({"type": "bid", "number": -1}, "action.number: .* got -1"),
        ({"type": "bid", "number": True}, "action.number: .* got true"),
        ({"type": "bid", "number": 3.0}, r"action.number: .* got 3\.0"),
        ({"type": "bid", "number": float("nan")}, "action.number: .* got nan"),
        ({"type": "bid", "number": "3"}, 'action.number: .* got "3"'),
        ({"type": "bid", "number": 10**5000}, "action.number: .* got a huge number"),
        ({"type": "bid", "number": -(10**5000)}, "action.number: .* got a huge number"),
        ({"type": "bid", "number": {3}}, "action.number: .* got something that is not JSON"),
        ({"type": "flip", "mat": "m"}, 'action.mat: expected a seat from a to l, got "m"'),
        ({"type": "flip", "mat": ""}, 'action.mat: expected a seat from a to l, got ""'),
        ({"type": "flip", "mat": "ab"}, 'action.mat: expected a seat from a to l, got "ab"'),
        ({"type": "flip", "mat": "A"}, 'action.mat: expected a seat from a to l, got "A"'),
        ({"type": "flip", "mat": "\ud800\n"}, 'action.mat: expected a seat .*, got "��"'),
        ({"type": "flip", "mat": 0}, "action.mat: expected a seat from a to l, got 0"),
        ({"type": "place", "disc": "f"}, 'action.disc: expected one of "F", "S", got "f"'),
        ({"type": "place", "disc": None}, 'action.disc: expected one of "F", "S", got null'),
        ({"type": "place", "disc": "?"}, r'action.disc: expected one of "F", "S", got "\?"'),
    ],
)
def test_wrong_actions(data: object, message: str) -> None:
    with pytest.raises(CodecError, match=rf"\A{message}"):
        decode_action(data)


@pytest.mark.parametrize(
    ("decode", "data", "message"),
    [
        (decode_event, {"type": "placement-unseen", "seat": "a"}, "event.type: expected one of"),
        (
            decode_seen_event,
            {"type": "discs-shuffled", "challenger": "a", "drawn": "F"},
            "event.type: expected one of",
        ),
        (decode_seen_event, {"type": "disc-placed", "seat": "a"}, "event: expected the key disc"),
        (
            decode_seen_event,
            {"type": "placement-unseen", "seat": "a", "disc": None},
            'event: expected no key "disc"',
        ),
        (
            decode_event,
            {"type": "discs-shown", "seat": "a", "discs": []},
            "event.discs: expected 1 to 4 items, got 0",
        ),
        (
            decode_event,
            {"type": "discs-shown", "seat": "a", "discs": ["F", "S", "X"]},
            r'event.discs\[2\]: expected one of "F", "S", got "X"',
        ),
        (
            decode_event,
            {"type": "game-ended", "outcome": {"winner": 12, "seat": "a", "ending": "resigned"}},
            "event.outcome.winner: expected a whole number from 0 to 11, got 12",
        ),
        (
            decode_event,
            {"type": "game-ended", "outcome": {"winner": 0, "seat": "a", "ending": "resigned"}},
            'event.outcome.ending: expected one of "second-success", "last-one-in"',
        ),
        (
            decode_event,
            {"type": "round-began", "number": 61, "first": "a"},
            "event.number: expected a whole number from 1 to 60, got 61",
        ),
    ],
)
def test_wrong_events(decode: Callable[[object], Any], data: object, message: str) -> None:
    with pytest.raises(CodecError, match=rf"\A{message}"):
        decode(data)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("own", ..., "view: expected the key own"),
        ("board.setup", ..., "view.board: expected the key setup"),
        ("board.secrets", [], 'view.board: expected no key "secrets"'),
        ("viewer", ["a"], "view.own: expected the viewer's seats"),
        ("viewer", ["m"], r"view.viewer\[0\]: expected a seat"),
        ("own", [], "view.own: expected the viewer's seats"),
        ("own.0.hand", ["F", "F"], r"view.own\[0\]: expected as many discs as the board shows"),
        ("own.0.hand", ["S", "F", "F"], r"view.own\[0\].hand: expected flowers before the skull"),
        ("own.0.stack", ["F"] * 5, r"view.own\[0\].stack: expected 0 to 4 items, got 5"),
        ("own.0.holding", {}, r'view.own\[0\]: expected no key "holding"'),
        ("own.0.legal.1.number", 0, r"view.own\[0\].legal\[1\].number: expected a whole number"),
        ("own.0.legal.0", {"type": "bid-made"}, r"view.own\[0\].legal\[0\].type: expected one of"),
        ("board.phase", "end", "view.board.phase: expected one of"),
        ("board.phase", None, "view.board.phase: expected one of .*, got null"),
        ("board.turn", [], "view.board.turn: expected the one seat to speak, got 0"),
        ("board.turn", ["d"], 'view.board: expected no seat "d" at this table'),
        ("board.first", "l", 'view.board: expected no seat "l" at this table'),
        ("board.bidding.spoke", ["b", "l"], 'view.board: expected no seat "l" at this table'),
        (
            "board.attempt",
            {"challenger": "a", "flips": 0, "skull": "l"},
            'view.board: expected no seat "l" at this table',
        ),
        (
            "board.outcome",
            {"winner": 0, "seat": "l", "ending": "last-one-in"},
            'view.board: expected no seat "l" at this table',
        ),
        ("board.total", 5, "view.board.total: expected 4, got 5"),
        ("board.mats.2", ..., "view.board.mats: expected 3 items, got 2"),
        ("board.mats.0.seat", "b", r'view.board.mats\[0\].seat: expected the mat of seat "a"'),
        ("board.mats.0.owner", 1, r"view.board.mats\[0\].owner: expected 0, got 1"),
        ("board.mats.0.passed", 0, r"view.board.mats\[0\].passed: expected true or false, got 0"),
        ("board.mats.0.faces", ["F"] * 3, r"view.board.mats\[0\].faces: expected 0 to 2 items"),
        ("board.mats.0.flipped", 1, r"view.board.mats\[0\].faces: expected 1 to 2 items, got 0"),
        ("board.mats.0.out", True, r"view.board.mats\[0\].out: expected false to match the rest"),
        (
            "board.mats.0.face_down",
            1,
            r"view.board.mats\[0\].face_down: expected 2 to match the rest",
        ),
        ("board.mats.0.face_down", 2.0, r"view.board.mats\[0\].face_down: expected a whole number"),
        ("board.under_the_gun", "a", 'view.board.under_the_gun: expected "c" to match the rest'),
        (
            "board.may_show",
            ["a"],
            r"view.board.may_show: expected \[\] to match the rest .* got a list",
        ),
        ("board.stoned", None, "view.board.stoned: expected a list, got null"),
        ("board.setup.tribes", 2, "view.board.setup: expected a setup that the rules allow: .*R35"),
        ("board.setup.start.0.discs", ["S", "F"], "view.board.setup.start: expected flowers"),
        (
            "board.setup.start.0.discs",
            ["S", "S"],
            "view.board.setup: expected a setup that the rules allow: .*R1",
        ),
        (
            "own.0.seat",
            "d",
            "view.own: expected the viewer's seats, in the viewer's order",
        ),
    ],
)
def test_wrong_views(path: str, value: object, message: str) -> None:
    with pytest.raises(CodecError, match=rf"\A{message}"):
        decode_view(changed(encode(a_view()), path, value))


def test_a_viewer_must_sit_at_the_table() -> None:
    data = changed(changed(encode(a_view()), "viewer", ["d"]), "own.0.seat", "d")
    with pytest.raises(CodecError, match=r'view.own\[0\].seat: expected no seat "d"'):
        decode_view(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", r"not JSON\Z"),
        (b"{", r"not JSON\Z"),
        (b"\xff", "expected UTF-8"),
        ("{}".encode("utf-16"), "expected UTF-8"),
        (b'{"type":"pass","type":"pick"}', 'expected each key once, got "type" twice'),
        (b'{"number":NaN}', "expected JSON, which has no NaN"),
        (b"9" * 5000, "expected JSON with shorter numbers"),
        (b"[" * 90_000, "JSON is nested too deeply"),
        (b'{"a":' * 15_000, "JSON is nested too deeply"),
        (b" " * 100_001, "expected at most 100,000 bytes, got 100,001"),
    ],
)
def test_wrong_texts(text: bytes, message: str) -> None:
    with pytest.raises(CodecError, match=rf"\A{message}"):
        read_json(text)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(JSON_VALUES)
@example({"type": {}})
def test_any_data_is_decoded_or_refused(data: object) -> None:
    for decode in DECODERS:
        try:
            value = decode(data)
        except CodecError:
            continue
        assert encode(value) == data


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=20) | st.binary(max_size=20))
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    try:
        read_json(text)
    except CodecError:
        return
    json.loads(text)


# The page


def test_the_page_about_it_is_true() -> None:
    text = PAGE.read_text(encoding="utf-8")
    session = "\n".join(re.findall(r"```pycon\n(.*?)```", text, re.DOTALL))
    names: dict[str, Any] = {}
    test = doctest.DocTestParser().get_doctest(session, names, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner()
    assert runner.run(test, clear_globs=False).failed == 0
    (shown,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    told = json.loads(shown)
    assert told == codec.encode(test.globs["seen"]) == encode(a_view())
    assert write_json(told) == dumps(a_view())


def test_a_key_that_older_writers_leave_out_is_filled_in() -> None:
    class Grown(NamedTuple):
        seat: Seat
        pace: Seat

    shape = kinds.Object(Grown, {"seat": shapes.SEAT, "pace": shapes.SEAT}, added={"pace": "b"})
    assert shape.decode({"seat": "a"}) == Grown(Seat(0), Seat(1))
    assert shape.decode({"seat": "a", "pace": "c"}) == Grown(Seat(0), Seat(2))
    for wrong in ({"pace": "c"}, {"seat": "a", "tempo": "b"}):
        with pytest.raises(CodecError):
            shape.decode(wrong)
