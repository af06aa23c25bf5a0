"""Many duels with the same deadline, and some that go on, inserted in bulk."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any

from sqlalchemy import insert, inspect, select

from adjudicator import PhaseKind
from clocks.terms import PRESETS as CLOCKS
from intimate.codec import write_entry
from intimate.duel import Duel
from intimate.entries import Entry
from intimate.players import Player
from intimate.schedule import fixture
from intimate.sealing import seal
from lab.matches.playing import Playing, Terms
from models import Channel, Database, StoredDuel, StoredEntry, User
from models.schema import upgrade
from services.accounts import passwords
from services.archive.tallies import batched
from services.duels.beginning import store_new_duel
from services.notifications.channels import USUAL
from services.terms import Terms as Agreed

PASSWORD = "correct horse battery"  # noqa: S105  # only for accounts of the bench
SINCE = 1903
"""The year from which a duel is in the middle of the game."""
POSITIONS = 20
PLAYERS = ("recruit", "recruit")
AT_ONCE = 500
Row = dict[str, Any]


@dataclass(frozen=True)
class Underway:
    """A duel in a movement phase, and both players' orders."""

    duel: Duel
    entries: Mapping[Player, Entry]


def underway(number: int) -> Iterator[Underway]:
    """Yield a number of duels in the middle of the game, with different home powers."""
    found, tried = 0, 0
    while found < number:
        playing = Playing(PLAYERS, fixture(tried), 7, Terms("intimate", {"year_limit": SINCE + 2}))
        tried += 1
        while playing.duel.phase:
            before = playing.duel
            entries = playing.step().entries
            if before.kind is PhaseKind.MOVEMENT and before.phase and before.phase.year >= SINCE:
                yield Underway(before, entries)
                found += 1
                break


def fill(database: Database, duels: int, going_on: int, players: int, now: datetime) -> None:
    """Make tables, accounts and duels: those to be due at noon, then those that go on.

    Nothing is due before `let_noon_come`.
    """
    upgrade(database)
    with database.writing() as session:
        session.execute(insert(User), list(_users(players, now)))
    positions = list(underway(POSITIONS))
    for number, position in enumerate(positions):
        first, copied = _first_of(database, position, now)
        copies = range(number, duels + going_on, len(positions))
        with database.writing() as session:
            for some in batched([_copy(first, copy, players) for copy in copies], AT_ONCE):
                session.execute(insert(StoredDuel), some)
                tokens = [row["token"] for row in some]
                query = select(StoredDuel.id, StoredDuel.token).where(StoredDuel.token.in_(tokens))
                rows = [row for made in session.execute(query) for row in _entries(made, copied, now)]
                session.execute(insert(StoredEntry), rows)
    # One player of each duel has mail, so each resolved duel sends one message.
    mail = {"kind": "mail", "kinds": list(USUAL), "created_at": now, "address": {}}
    with database.writing() as session:
        session.execute(insert(Channel), [{**mail, "user_id": number} for number in range(1, players, 2)])


def _users(players: int, now: datetime) -> Iterator[Row]:
    password = passwords.hashed(PASSWORD, "nobody")
    for number in range(players):
        name = name_of(number)
        row = {"name": name, "name_key": name, "password_hash": password, "language": "en"}
        yield {**row, "created_at": now, "id": number + 1, "email": f"{name}@example.org", "verified_at": now}


def name_of(number: int) -> str:
    """Return the name of a player by their number, from 0 on."""
    return f"p{number:05}"


def _first_of(database: Database, position: Underway, now: datetime) -> tuple[Row, Underway]:
    """Return the columns of a duel at a position; it is stored only for a moment."""
    with database.writing() as session:
        first, second = session.get_one(User, 1), session.get_one(User, 2)
        stored = store_new_duel(session, first, second, Agreed(clock=CLOCKS["day"]), now)
        stored.write(position.duel, now)
        session.flush()
        columns = inspect(StoredDuel).column_attrs
        row = {column.key: getattr(stored, column.key) for column in columns if column.key != "id"}
        session.delete(stored)
    return row, position


def _copy(row: Row, copy: int, players: int) -> Row:
    one = copy % (players // 2)
    return {**row, "token": token_of(copy), "first_id": one * 2 + 1, "second_id": one * 2 + 2}


def token_of(copy: int) -> str:
    """Return the token of a duel by its number."""
    return f"n{copy:07}"


def _entries(made: Any, position: Underway, now: datetime) -> Iterator[Row]:  # noqa: ANN401  # a row
    """Yield both players' stored entries: the first has handed in, the other has not."""
    phase = position.duel.phase
    for player, entry in position.entries.items():
        salt, is_ready = token_hex(16), player is Player.FIRST
        sealed = seal(made.token, str(phase), player.value, write_entry(entry), salt)
        row = {"duel_id": made.id, "phase": phase, "player": player, "content": entry, "ready": is_ready}
        yield {**row, "stored_at": now, "salt": salt, "seal": sealed, "sealed_at": now if is_ready else None}


def let_noon_come(database: Database, duels: int, noon: datetime) -> None:
    """Set the deadline of the first duels to noon; the others have a month."""
    due_ones = set(map(token_of, range(duels)))
    with database.writing() as session:
        for stored in session.scalars(select(StoredDuel)):
            due = noon if stored.token in due_ones else noon + timedelta(days=30)
            stored.times = replace(stored.times, due=dict.fromkeys(stored.awaited, due))
