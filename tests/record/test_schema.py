"""The published schema: up to date, valid for what is written, as strict as the decoder."""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from calavera.command_line import build
from calavera.record.codec import schema as schema_module
from calavera.record.codec.kinds import Number
from calavera.record.codec.schema import schema, schema_of, schema_text
from calavera.record.codec.values import (
    CodecError,
    decode_action,
    decode_event,
    decode_seen_event,
    decode_setup,
    decode_view,
    encode,
    write_json,
)
from calavera.rules import (
    PUBLIC,
    Action,
    Event,
    Placement,
    Player,
    SeenEvent,
    legal_actions,
    redact,
    set_up,
    view,
)
from tests.games import SIZES, game_of_seed, play_out

CHECKED_IN = Path(schema_module.__file__).with_name("calavera.schema.json")
HOW_TO_RENEW = (
    f"python -m calavera.record.codec.schema > src/calavera/record/codec/{CHECKED_IN.name}"
)

DECODERS: dict[str, Callable[[object], Any]] = {
    "Action": decode_action,
    "Event": decode_event,
    "SeenEvent": decode_seen_event,
    "View": decode_view,
    "Setup": decode_setup,
}

# Values that are nearly right somewhere.
STRANGERS: list[Any] = [
    None, True, False, -1, 0, 1, 2, 4, 5, 48, 49, 10**30, 0.5, "", "a", "c", "l", "m", "F", "S",
    "bid", "over", "first-last", [], ["a"], ["F"], ["S", "F"], {}, {"type": "pass"},
]  # fmt: skip


@cache
def definitions() -> dict[str, Any]:
    found: Any = schema()["$defs"]
    return dict(found)


@cache
def validator(name: str) -> Any:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": definitions()})


def assert_valid(name: str, data: object) -> None:
    errors = [error.message for error in validator(name).iter_errors(data)]
    assert errors == []


# The file


@pytest.mark.skipif(build() == "compiled", reason="compiled functions have no docstrings")
def test_the_checked_in_schema_is_up_to_date() -> None:
    assert CHECKED_IN.read_text(encoding="utf-8") == schema_text(), f"renew it: {HOW_TO_RENEW}"


def test_the_command_that_renews_it_works() -> None:
    command = [sys.executable, "-W", "error", "-m", "calavera.record.codec.schema"]
    printed = subprocess.run(command, capture_output=True, check=True).stdout
    assert printed.decode() == schema_text()
    assert HOW_TO_RENEW in (schema_module.__doc__ or "")


# The schema itself


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())
    assert schema()["$schema"] == Draft202012Validator.META_SCHEMA["$id"]


def test_every_member_of_a_choice_is_defined_with_its_own_tag() -> None:
    for name, choice in [("Action", Action), ("Event", Event), ("SeenEvent", SeenEvent)]:
        members = [ref["$ref"].removeprefix("#/$defs/") for ref in definitions()[name]["oneOf"]]
        assert sorted(members) == sorted(cls.__name__ for cls in get_args(choice))
        tags = [definitions()[member]["properties"]["type"]["const"] for member in members]
        assert len(set(tags)) == len(tags)


def test_every_part_is_defined_titled_and_described() -> None:
    assert definitions().keys() >= {
        "Action", "Event", "SeenEvent", "View", "Viewer", "Board", "Mat", "Bidding", "Attempt",
        "Setup", "SeatStart", "Outcome", "OwnSeat", "Seat", "Player", "Disc", "Phase",
        "Placement", "Ending",
    }  # fmt: skip
    for name, definition in definitions().items():
        assert definition["title"] == name
        assert definition["description"]


def test_objects_are_closed_and_no_key_is_optional() -> None:
    objects = [form for form in definitions().values() if form.get("type") == "object"]
    assert len(objects) > 30
    for form in objects:
        assert form["additionalProperties"] is False
        assert form["required"] == list(form["properties"])


def test_only_the_viewers_own_seats_and_what_was_seen_have_a_place_for_discs() -> None:
    """In a view, a disc is in `own`, among the faces of a mat, in an own action or in the setup."""
    places = {
        (name, key)
        for name, form in definitions().items()
        for key, part in form.get("properties", {}).items()
        if part == {**part, "$ref": "#/$defs/Disc"} or part.get("items") == {"$ref": "#/$defs/Disc"}
    }
    assert {place for place in places if place[0] in ("Board", "Mat", "OwnSeat", "View")} == {
        ("Mat", "faces"), ("OwnSeat", "hand"), ("OwnSeat", "stack"), ("OwnSeat", "lost"),
    }  # fmt: skip
    assert not {name for name, _ in places if name.endswith("Unseen")}


# What is written


@pytest.mark.parametrize(("players", "tribes"), SIZES)
def test_what_is_written_is_valid(players: int, tribes: int) -> None:
    setup = set_up(players, tribes=tribes, placement=[*Placement][players % 2])
    rng = random.Random(players * tribes)
    game = play_out(setup, rng)
    assert_valid("Setup", encode(setup))
    for event in rng.sample(game.events, k=min(40, len(game.events))):
        assert_valid("Event", encode(event))
        assert_valid("SeenEvent", encode(redact(event, PUBLIC)))
        assert_valid("SeenEvent", encode(redact(event, setup.viewer(Player(0)))))
    for state in [*rng.sample(game.states, k=4), game.states[0], game.states[-1]]:
        player = Player(rng.randrange(players))
        assert_valid("View", encode(view(state, setup.viewer(player))))


def test_every_kind_of_action_and_event_that_games_have_is_valid() -> None:
    actions: dict[type, Action] = {}
    events: dict[type, Event] = {}
    for seed in range(12):
        game = game_of_seed(seed)
        events |= {type(event): event for event in game.events}
        for state in game.states:
            for seat in state.board.turn:
                actions |= {type(action): action for action in legal_actions(state, seat)}
    assert events.keys() == set(get_args(Event))
    assert len(actions) >= len(get_args(Action)) - 1  # a show is nobody's turn
    for event in events.values():
        assert_valid("Event", encode(event))
        assert_valid("SeenEvent", encode(redact(event, PUBLIC)))
    for action in actions.values():
        assert_valid("Action", encode(action))


# What is read


@cache
def specimens() -> dict[str, list[Any]]:
    """Some encoded values of each kind, from a few games."""
    found: dict[str, list[Any]] = {name: [] for name in DECODERS}
    for seed in range(6):
        rng = random.Random(seed)
        setup = set_up(2 + seed % 3, tribes=1 + seed % 2)
        game = play_out(setup, rng)
        viewer = setup.viewer(Player(0))
        found["Setup"].append(encode(setup))
        for event in {type(event): event for event in game.events}.values():
            found["Event"].append(encode(event))
            found["SeenEvent"].append(encode(redact(event, viewer)))
        for state in {state.board.phase: state for state in game.states}.values():
            seen = view(state, viewer)
            found["View"].append(encode(seen))
            found["Action"] += [encode(action) for own in seen.own for action in own.legal[:3]]
    return found


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every container within the data, with each of its keys."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from places(data[key])


def mutate(data: Any, draw: Callable[[st.SearchStrategy[Any]], Any]) -> Any:
    """The data with one thing wrong, or nearly so."""
    copy = json.loads(json.dumps(data))
    container, key = draw(st.sampled_from([*places(copy)]))
    match draw(st.sampled_from(["replace", "remove", "add", "swap"])):
        case "replace":
            container[key] = draw(st.sampled_from(STRANGERS))
        case "remove":
            del container[key]
        case "add" if isinstance(container, dict):
            container[draw(st.sampled_from(["type", "disc", "secret", ""]))] = container[key]
        case "add":
            container.append(container[key])
        case "swap":
            other, other_key = draw(st.sampled_from([*places(copy)]))
            container[key] = json.loads(json.dumps(other[other_key]))
    return copy


@settings(max_examples=400, deadline=None)
@given(st.data(), st.sampled_from([*DECODERS]))
def test_decoder_and_schema_agree_on_changed_data(chooser: st.DataObject, name: str) -> None:
    data = mutate(chooser.draw(st.sampled_from(specimens()[name])), chooser.draw)
    try:
        value = DECODERS[name](data)
    except CodecError:
        return
    assert_valid(name, data)
    assert write_json(encode(value)) == write_json(in_order(data, encode(value)))


def in_order(data: Any, pattern: Any) -> Any:
    """The same data with its keys in the order of the pattern."""
    if isinstance(data, dict):
        assert data.keys() == pattern.keys()
        return {key: in_order(data[key], part) for key, part in pattern.items()}
    if isinstance(data, list):
        return [in_order(item, part) for item, part in zip(data, pattern, strict=True)]
    return data


@settings(max_examples=300, deadline=None)
@given(st.data(), st.sampled_from(["Action", "Event", "SeenEvent"]))
def test_for_actions_and_events_the_schema_says_all(chooser: st.DataObject, name: str) -> None:
    """Kinds without cross-field checks, for which decoder and schema accept the same."""
    data = mutate(chooser.draw(st.sampled_from(specimens()[name])), chooser.draw)
    try:
        DECODERS[name](data)
    except CodecError:
        assert not validator(name).is_valid(data)
    else:
        assert validator(name).is_valid(data)


def test_two_kinds_of_one_name_are_refused() -> None:
    """Otherwise one would be described as the other."""
    one, other = (Number(0, 9, "Count", about) for about in ("Of one.", "Of another."))
    with pytest.raises(TypeError, match="Count"):
        schema_of((one, other), "Both", "Both.")
    assert schema_of((one, one), "One", "One.")
