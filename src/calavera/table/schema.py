"""The JSON Schema of all that goes over a socket, made from the codec's own table.

`messages.schema.json` beside this file is the result; the types of the front end are made from it.
To renew it:

    python -m calavera.table.schema > src/calavera/table/messages.schema.json
"""

import json
from functools import cache

from calavera.record.json_text import JsonObject
from calavera.record.retelling_shape import RETELLING
from calavera.record.schema import schema_of
from calavera.table.shapes import COMMAND, HISTORY, LISTING, SERVER_MESSAGE, SUMMARY


@cache
def message_schema() -> JsonObject:
    """Commands, messages, the answers of calls, and every part of them that has a name."""
    return schema_of(
        (COMMAND, SERVER_MESSAGE, SUMMARY, LISTING, HISTORY, RETELLING),
        "Calavera's live tables",
        "Commands and messages of a live table of Skull, as JSON.",
    )


def schema_text() -> str:
    """The schema as it is checked in."""
    return json.dumps(message_schema(), indent=2) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
