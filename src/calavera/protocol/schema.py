"""The JSON Schema of everything sent over a socket, from the codec's own table.

`messages.schema.json` beside this file is the result; the front end's types are generated from it.
To renew it:

    python -m calavera.protocol.schema > src/calavera/protocol/messages.schema.json
"""

import json
from functools import cache

from calavera.protocol.calls.endings import ENDING, ENDING_MAP
from calavera.protocol.shapes import (
    COMMAND,
    GAME_LINE,
    HISTORY,
    LISTING,
    SERVER_MESSAGE,
    STATISTICS,
    SUMMARY,
)
from calavera.record.codec.json_text import JsonObject
from calavera.record.codec.schema import schema_of
from calavera.record.codec.shapes import VIEW
from calavera.record.retelling.shape import RETELLING


@cache
def message_schema() -> JsonObject:
    """Commands, messages, the answers of calls, and every part of them that has a name."""
    calls = HISTORY, RETELLING, VIEW, GAME_LINE, STATISTICS, ENDING, ENDING_MAP
    return schema_of(
        (COMMAND, SERVER_MESSAGE, SUMMARY, LISTING, *calls),
        "Calavera's live tables",
        "Commands and messages of a live table of Skull, as JSON.",
    )


def schema_text() -> str:
    """The schema as it is checked in."""
    return json.dumps(message_schema(), indent=2) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
