"""The people of one device: its owner, and the players of a game that is passed round."""

import json
from collections.abc import Callable
from typing import Final

from calavera.local.storage import Storage
from calavera.protocol.reasons import Reason, Refused
from calavera.table.logic.caller import Caller
from calavera.table.running.tokens import token_hash

_OWNER: Final = "owner"


class People:
    """Whoever has no token is the owner of the device."""

    def __init__(self, storage: Storage, random: Callable[[int], bytes]) -> None:
        self._storage = storage
        self._random = random
        self._names: dict[str, str] = {}
        """By identity."""
        self._owner = ""

    async def start(self) -> None:
        """Read who is known; a new device gets an owner."""
        for key, text in await self._storage.read("person "):
            self._names[key.removeprefix("person ")] = json.loads(text)
        owners = await self._storage.read(_OWNER)
        if owners:
            self._owner = json.loads(owners[0][1])
        else:
            _, caller = self._newcomer()
            self._owner = caller.identity
            await self._storage.write({_OWNER: json.dumps(self._owner), **_row(caller)})

    def _newcomer(self) -> tuple[str, Caller]:
        token = self._random(32).hex()
        number = int.from_bytes(self._random(8), "big") % 900 + 100
        caller = Caller(token_hash(token), f"Guest {number}")
        self._names[caller.identity] = caller.name
        return token, caller

    async def register(self) -> tuple[str, Caller]:
        """A new person of this device, with their token."""
        token, caller = self._newcomer()
        await self._storage.write(_row(caller))
        return token, caller

    def find(self, token: str | None) -> Caller:
        """The owner of a token, without one that of the device; raises Refused."""
        identity = self._owner if token is None else token_hash(token)
        if identity not in self._names:
            raise Refused(Reason.NO_IDENTITY, "this token is not valid any more")
        return Caller(identity, self._names[identity])

    async def rename(self, caller: Caller, name: str) -> Caller:
        renamed = caller._replace(name=name)
        await self._storage.write(_row(renamed))
        self._names[caller.identity] = name
        return renamed


def _row(caller: Caller) -> dict[str, str]:
    return {f"person {caller.identity}": json.dumps(caller.name)}
