"""The command `tables`: what whoever runs a server can see and do while it runs.

Everything goes through the store: servers notice what is new there.
"""

import argparse
import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from calavera.server.command import ServeError
from calavera.server.counted import counted
from calavera.server.following import read_entry
from calavera.server.house import now
from calavera.server.store import Store, StoreError
from calavera.server.stores import open_store
from calavera.table.decide import expelling
from calavera.table.entry import Entry
from calavera.table.evolve import after_entry
from calavera.table.facts import Closed
from calavera.table.fields import LONGEST_ANNOUNCEMENT
from calavera.table.moves import Facts
from calavera.table.ports import Conflict
from calavera.table.reasons import Refused
from calavera.table.shapes import ENTRY, LISTING
from calavera.table.summary import Listing, summary_of
from calavera.table.table import Member, Table, TablePhase

MOST_TABLES: Final = 1_000_000
ANNOUNCED: Final = 3600
BANNED: Final = 30 * 24 * 3600
"""Seconds for which an announcement and a ban hold, unless it is said."""


class _Seen(NamedTuple):
    """A table as it is in the store."""

    table: Table
    version: int


def run_tables(options: argparse.Namespace) -> int:
    """List tables, or do something about them."""
    try:
        asyncio.run(_run(options))
    except StoreError as error:
        raise ServeError(str(error)) from None
    return 0


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
    if options.close is not None and options.older_than is None:
        raise ServeError("--close needs codes, or --older-than AGE")
    for listing in await store.all_tables(MOST_TABLES):
        if now() - listing.changed < (options.older_than or 0) * 1000:
            continue
        if options.close is not None:
            await _close(store, listing.code)
        else:
            print(LISTING.write(listing) if options.json else _line(listing))


def _line(one: Listing) -> str:
    listed = "public" if one.settings.listed else "private"
    people = counted(one.people, "person", "people")
    return (
        f"{one.code}  {one.phase.value:9}  {listed:7}  changed {_age(now() - one.changed)} ago,"
        f" host {one.host}, {people}, {counted(one.bots, 'bot', 'bots')}"
        f" on {one.settings.players} chairs, game {one.number}"
    )


def _age(milliseconds: int) -> str:
    minutes = max(0, milliseconds) // 60_000
    if minutes < 120:
        return counted(minutes, "minute", "minutes")
    hours = minutes // 60
    return f"{hours} hours" if hours < 48 else f"{hours // 24} days"


async def _close(store: Store, code: str) -> None:
    is_new = await _change(
        store, code, lambda table: () if table.phase is TablePhase.CLOSED else (Closed(),)
    )
    print(f"{code} is closed" if is_new else f"{code} was closed already")


# People.


async def _list_members(store: Store, code: str) -> None:
    table = (await _look(store, code)).table
    for member in table.members:
        place = table.place_of(member.number)
        seat = "no chair" if place is None else f"chair {place + 1}"
        host = ", host" if table.host == member.number else ""
        gone = ", removed" if member.removed else ""
        print(f"{code}:{member.number}  {member.name}  {seat}{host}{gone}")


async def _kick(store: Store, code: str, number: int) -> None:
    is_new = await _change(store, code, lambda table: expelling(table, number))
    print(f"{code}:{number} {'is' if is_new else 'was already'} removed from the table")


async def _ban(store: Store, code: str, number: int, seconds: int) -> None:
    """Keep somebody out of every table, and free their chair at this one."""
    member = await _member(store, code, number)
    await store.ban(member.identity, seconds)
    await _change(store, code, lambda table: expelling(table, number))
    print(f"{code}:{number} is banned for {_age(seconds * 1000)}")


async def _unban(store: Store, code: str, number: int) -> None:
    member = await _member(store, code, number)
    await store.ban(member.identity, 0)
    print(f"{code}:{number} is not banned; at the table the host can let them back in")


async def _member(store: Store, code: str, number: int) -> Member:
    members = (await _look(store, code)).table.members
    if not 1 <= number <= len(members):
        raise ServeError(f"{code}: nobody there has the number {number}")
    return members[number - 1]


async def _announce(store: Store, text: str, seconds: int) -> None:
    plain = " ".join(text.split())
    if len(plain) > LONGEST_ANNOUNCEMENT or not plain.isprintable():
        raise ServeError(f"--announce: expected up to {LONGEST_ANNOUNCEMENT} printable characters")
    await store.announce(plain, seconds)
    print(f"announced for {_age(seconds * 1000)}" if plain else "the announcement is withdrawn")


# Histories.


async def _look(store: Store, code: str) -> _Seen:
    table, bodies = Table(), await store.entries(code)
    for body in bodies:
        table = after_entry(table, read_entry(body))
    if not bodies:
        raise ServeError(f"{code}: there is no such table")
    return _Seen(table, len(bodies))


async def _change(store: Store, code: str, decide: Callable[[Table], Facts]) -> bool:
    """Add to a table's history, also where a server has it open; returns whether it was news."""
    while True:
        table, version = await _look(store, code)
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
        store.append(code, version, text, summary, stored.set_result)
        error = await stored
        if error is None:
            return True
        if not isinstance(error, Conflict):
            raise ServeError(f"{code}: {error}")
