"""Check a bot: `python -m calavera.bots.contract my_module:MyBot`."""

import sys

from calavera.bots.contract.checks import PROMISES, Broken
from calavera.bots.loading import BotError, bot_name, find_bot

USAGE = "usage: python -m calavera.bots.contract BOT; a bot's name or level, module:Class or cmd:…"


def main(arguments: list[str]) -> int:
    """A line for each promise; status 1 where one is broken, 2 where there is no such bot."""
    if len(arguments) != 1:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        kind = find_bot(arguments[0])
    except BotError as error:
        print(f"calavera: {error}", file=sys.stderr)
        return 2
    status = 0
    for title, promise in PROMISES.items():
        try:
            promise(kind)
            print(f"{bot_name(kind)}: {title}: kept", flush=True)
        except Broken as broken:
            print(f"{bot_name(kind)}: {title}: broken: {broken}", flush=True)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
