"""The command `tables`: moderation by the operator while servers run.

Everything goes through the store, which servers poll.
"""

import argparse
import asyncio
import json
from collections.abc import Callable
from typing import Final, NamedTuple

from calavera.console.wording import counted
from calavera.protocol.facts import Closed
from calavera.protocol.fields import LONGEST_ANNOUNCEMENT, TablePhase
from calavera.protocol.reasons import Refused
from calavera.protocol.shapes import LISTING
from calavera.protocol.summary import Listing, Summary
from calavera.server.app import now
from calavera.server.commands.arguments import UNITS
from calavera.server.commands.serve import ServeError
from calavera.server.stores.checksums import Damaged
from calavera.server.stores.integrity import replayed
from calavera.server.stores.interface import Store, StoreError
from calavera.server.stores.opening import open_store
from calavera.table.live.ports import Conflict
from calavera.table.logic.decide import expelling
from calavera.table.logic.entry import ENTRY, Entry
from calavera.table.logic.evolve import after_entry
from calavera.table.logic.moves import Facts
from calavera.table.logic.table import Member, Table
from calavera.table.views.finished import ListChanges, removals_in
from calavera.table.views.scene import summary_of

MOST_TABLES: Final = 1_000_000
MOST_READ: Final = 1000
"""Tables of a list whose histories are read, to mark damaged ones."""

ANNOUNCED: Final = 3600
BANNED: Final = 30 * 24 * 3600
"""Default durations in seconds."""


class _Seen(NamedTuple):
    """A table in the store."""

    table: Table
    version: int


def run_tables(options: argparse.Namespace) -> int:
    _check(options)
    try:
        asyncio.run(_run(options))
    except (StoreError, Damaged) as error:
        raise ServeError(str(error)) from None
    return 0


def _check(options: argparse.Namespace) -> None:
    """Raise ServeError for an option that would have no effect."""
    others = (options.announce, options.kick, options.ban, options.unban, options.members)
    is_other = any(other is not None for other in others)
    if options.older_than is not None and (is_other or options.close):
        raise ServeError("--older-than: works only with the list, or with --close without codes")
    if options.json and (is_other or options.close is not None):
        raise ServeError("--json: works only with the list of tables")
    if options.lasting is not None and options.ban is None and not options.announce:
        raise ServeError("--for: goes with --ban or --announce")
    if options.lasting == 0:
        raise ServeError("--for: at least 1s is required")
    if options.close == [] and options.older_than is None:
        raise ServeError("--close needs codes, or --older-than AGE")


async def _run(options: argparse.Namespace) -> None:
    store = await open_store(options.store, create=False)
    try:
        if options.announce is not None:
            await _announce(store, options.announce, options.lasting or ANNOUNCED)
        elif options.kick is not None:
            await _kick(store, *options.kick)
        elif options.ban is not None:
            code, number = options.ban
            await _ban(store, code, number, options.lasting or BANNED)
        elif options.unban is not None:
            await _unban(store, *options.unban)
        elif options.members is not None:
            await _list_members(store, options.members.upper())
        else:
            await _list_or_close(store, options)
    finally:
        await store.close()


# Tables.


async def _list_or_close(store: Store, options: argparse.Namespace) -> None:
    if options.close:
        for code in options.close:
            await _close(store, code.upper())
        return
    age = (options.older_than or 0) * 1000
    tables = [
        one for one in await store.all_tables(MOST_TABLES) if not age or now() - one.changed >= age
    ]
    if not tables and not options.json:
        print("no tables are that old" if age else "no tables")
    for at, listing in enumerate(tables):
        if options.close is not None:
            await _close(store, listing.code)
        else:
            is_damaged = at < MOST_READ and await _is_damaged(store, listing.code)
            if options.json:
                said = json.loads(LISTING.write(listing))
                del said["here"]  # the server alone knows who is connected, not its store
                print(json.dumps({**said, "damaged": is_damaged}))
            else:
                print(_line(listing) + (", damaged" if is_damaged else ""))


def _line(one: Listing) -> str:
    listed = "public" if one.settings.listed else "private"
    people = counted(one.people, "person", "people")
    return (
        f"{one.code}  {one.phase.value:9}  {listed:7}  changed {_ago(now() - one.changed)},"
        f" host {one.host}, {people}, {counted(one.bots, 'bot', 'bots')}"
        f" on {one.settings.players} seats, game {one.number}"
    )


def _ago(milliseconds: int) -> str:
    return "just now" if milliseconds < 60_000 else f"{_span(milliseconds // 1000)} ago"


def _span(seconds: int) -> str:
    names = {"d": ("day", "days"), "h": ("hour", "hours"), "m": ("minute", "minutes")}
    for unit, name in names.items():
        whole, rest = divmod(seconds, UNITS[unit])
        if whole > 1 or (whole and not rest):
            return counted(whole, *name)
    return counted(seconds, "second", "seconds") if seconds < 60 else counted(1, *names["m"])


async def _close(store: Store, code: str) -> None:
    try:
        is_new = await _change(
            store, code, lambda table: () if table.phase is TablePhase.CLOSED else (Closed(),)
        )
    except Damaged:  # its history cannot be continued, so it is only removed from lists
        line = await store.summary(code)
        if line is None:
            raise
        is_new = line.phase is not TablePhase.CLOSED
        known = (line.host, line.people, line.bots, line.number, line.settings)
        await store.put_summary(Summary(code, TablePhase.CLOSED, *known))
    print(f"{code} is closed" if is_new else f"{code} was closed already")


# People.


async def _list_members(store: Store, code: str) -> None:
    table = (await _load(store, code)).table
    for member in table.members:
        place = table.place_of(member.number)
        seat = "no chair" if place is None else f"chair {place + 1}"
        host = ", host" if table.host == member.number and not member.removed else ""
        gone = ", removed" if member.removed else ""
        print(f"{code}:{member.number}  {member.name}  {seat}{host}{gone}")


async def _kick(store: Store, code: str, number: int) -> None:
    is_new = await _change(store, code, lambda table: expelling(table, number))
    print(f"{code}:{number} {'is' if is_new else 'was already'} removed from the table")


async def _ban(store: Store, code: str, number: int, seconds: int) -> None:
    """Ban somebody from every table, and free their chair at this one."""
    member = await _member(store, code, number)
    await store.ban(member.identity, seconds)
    await _change(store, code, lambda table: expelling(table, number))
    print(f"{code}:{number} is banned for {_span(seconds)}")


async def _unban(store: Store, code: str, number: int) -> None:
    member = await _member(store, code, number)
    was_banned = member.identity in (await store.orders()).banned
    if was_banned:
        await store.ban(member.identity, 0)
    status = "is no longer banned" if was_banned else "was not banned"
    print(f"{code}:{number} {status}; at the table the host can let them back in")


async def _member(store: Store, code: str, number: int) -> Member:
    members = (await _load(store, code)).table.members
    if not 1 <= number <= len(members):
        raise ServeError(f"{code}: there is no member {number}")
    return members[number - 1]


async def _announce(store: Store, text: str, seconds: int) -> None:
    plain = " ".join(text.split())
    if len(plain) > LONGEST_ANNOUNCEMENT or not plain.isprintable():
        raise ServeError(f"--announce: expected up to {LONGEST_ANNOUNCEMENT} printable characters")
    await store.announce(plain, seconds)
    print(f"announced for {_span(seconds)}" if plain else "the announcement is withdrawn")


# Histories.


async def _is_damaged(store: Store, code: str) -> bool:
    try:
        return not await store.entries(code)
    except Damaged:
        return True


async def _load(store: Store, code: str) -> _Seen:
    bodies = await store.entries(code)
    table = replayed(code, bodies)
    if not bodies and await store.summary(code) is not None:
        raise Damaged(code, "its history is missing")
    if not bodies:
        raise ServeError(f"{code}: there is no such table")
    return _Seen(table, len(bodies))


async def _change(store: Store, code: str, decide: Callable[[Table], Facts]) -> bool:
    """Append to a table's history, retrying after a version conflict; false if nothing changed."""
    while True:
        table, version = await _load(store, code)
        try:
            facts = decide(table)
        except Refused as refused:
            raise ServeError(f"{code}: {refused.detail}") from None
        if not facts:
            return False
        entry = Entry(None, None, now(), facts)
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        summary = summary_of(after_entry(table, entry))
        text = ENTRY.write(entry).encode("ascii")
        lists = ListChanges(summary, removals=removals_in(table, entry))
        store.append(code, version, text, lists, stored.set_result)
        error = await stored
        if error is None:
            return True
        if not isinstance(error, Conflict):
            raise ServeError(f"{code}: {error}")
