"""The calls about bots and tables."""

import json
from typing import Any

from calavera.bots import BOTS, EVERY_BOT
from calavera.protocol.fields import CODE, LONGEST_NAME
from calavera.protocol.names import checked_name
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings, check_settings
from calavera.protocol.shapes import LISTING, SETTINGS
from calavera.protocol.summary import Listing
from calavera.record.codec.errors import CodecError
from calavera.record.codec.json_text import Json

LONGEST_GIVEN_NAME = 2 * LONGEST_NAME
"""Characters of a name as sent; some are dropped."""


def bot_lines() -> Json:
    """Every bot, weakest first."""
    return [
        {
            "name": bot.name,
            "nickname": bot.nickname,
            "temper": bot.temper,
            "strength": str(bot.strength),
        }
        for bot in dict.fromkeys(EVERY_BOT.values())
    ]


def listing_line(listing: Listing) -> Json:
    """A table as a line of the lobby."""
    line: Json = json.loads(LISTING.write(listing))
    return line


def read_settings(data: object) -> Settings:
    """Settings of which some may be left out."""
    if data is None:
        return Settings()
    defaults: dict[str, Any] = json.loads(SETTINGS.write(Settings()))
    if not isinstance(data, dict):
        raise Refused(Reason.BAD_MESSAGE, "settings: expected an object")
    try:
        settings = SETTINGS.decode({**defaults, **data})
    except CodecError as error:
        raise Refused(Reason.BAD_MESSAGE, str(error.within("settings"))) from None
    check_settings(settings)
    return settings


def read_bots(data: object, settings: Settings) -> list[str]:
    """The bots that take the last chairs."""
    if data is None:
        return []
    if not isinstance(data, list) or len(data) > settings.players:
        raise Refused(Reason.BAD_MESSAGE, f"bots: expected up to {settings.players} names")
    for name in data:
        if not isinstance(name, str) or name not in EVERY_BOT:
            raise Refused(Reason.UNKNOWN_BOT, f"there are {', '.join(BOTS)}")
    return data


def read_name(data: object) -> str:
    """A name that a person gives themselves."""
    if not isinstance(data, str) or len(data) > LONGEST_GIVEN_NAME:
        raise Refused(
            Reason.BAD_MESSAGE, f"name: expected a string of up to {LONGEST_NAME} characters"
        )
    return checked_name(data)


def read_code(text: str) -> str:
    """The code of a table."""
    try:
        return CODE.decode(text.upper())
    except CodecError:
        raise Refused(Reason.UNKNOWN_TABLE, "a code is 4 to 12 letters") from None


def read_number(text: str) -> int:
    """The number of a game."""
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise Refused(Reason.NOT_FOUND)
    return int(text)
