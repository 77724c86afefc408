"""The examples of docs/protocol.md have the keys that are really sent."""

import json
import re
from pathlib import Path

from calavera.table.commands import Taunt
from calavera.table.messages import ByeReason
from calavera.table.reasons import Reason
from calavera.table.shapes import COMMAND, DICE, GAME, ROOM, SERVER_MESSAGE, SETTINGS, TURN, YOU

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text()
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(\{.*?\})\n```", PAGE, re.DOTALL)]


def test_every_example_has_the_keys_of_a_message() -> None:
    messages = {shape.tag: shape.keys for shape in SERVER_MESSAGE.shapes}
    parts = [ROOM.keys, GAME.keys, DICE.keys]
    for example in EXAMPLES:
        if "type" in example:
            assert example.keys() == messages[example["type"]]
        else:
            assert example.keys() in parts
        if "settings" in example:
            assert example["settings"].keys() == SETTINGS.keys
        if "turns" in example:
            assert example["turns"][0].keys() == TURN.keys
        if example.get("you"):
            assert example["you"].keys() == YOU.keys
    assert len(EXAMPLES) == 5


def test_every_command_reason_and_taunt_is_on_the_page() -> None:
    for shape in COMMAND.shapes:
        (keys,) = re.findall(rf"^\| `{shape.tag}` \| (.*?) ?\|", PAGE, re.MULTILINE)
        assert set(re.findall("`([a-z]+)`", keys)) - {"null"} == shape.keys - {"type", "id"}
    for word in [*Reason, *Taunt]:
        assert f"`{word.value}`" in PAGE
    for bye in ByeReason:
        assert f"`{bye.value}`" in PAGE
