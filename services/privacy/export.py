"""All that the site stores about an account as one ZIP file: its rows, duels and tables."""

import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import cache
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Select,
    Table,
    TypeDecorator,
    bindparam,
    or_,
    select,
    type_coerce,
)
from sqlalchemy.orm import Session, joinedload, undefer

from intimate.codec import write_entry
from models import Database, Entrant, GameTable, PrizeBallot, StoredDuel, StoredEntry, Tournament
from models.ids import UserId
from models.sealed import SealedDocument, SealedText
from services.archive.dump import line_of, write_line
from services.history.chapters import load_record
from services.privacy.tables import Held, exported_columns, tables
from services.tables.tables import find, record_of

ACCOUNT, DUELS, TABLES = "account.json", "duels.jsonl", "tables.jsonl"
IN_MEMORY = 1 << 20
"""Above this many bytes a file is kept on disk while it is written."""
NAMED_BY = {"users": "name"}
"""The column that identifies a row of another table, if not its token."""


def write_export(database: Database, user_id: UserId, now: datetime) -> IO[bytes]:
    """Write what the site stores about an account into an unnamed file, and return it rewound."""
    file: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  # its reader closes it
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed, database.reading() as session:
        with packed.open(ACCOUNT, "w") as entry:
            entry.write(json.dumps(account_of(session, user_id, now), ensure_ascii=False, indent=1).encode())
        with packed.open(DUELS, "w") as entry:
            for line in duels_of(session, user_id):
                entry.write(write_line(line))
        with packed.open(TABLES, "w") as entry:
            for line in tables_of(session, user_id):
                entry.write(write_line(line))
    file.seek(0)
    return file


def account_of(session: Session, user_id: UserId, now: datetime) -> dict[str, Any]:
    """Return an account's own rows, by table, without secrets; other accounts appear by name."""
    rows = {table.name: _rows(session, table, held, user_id) for table, held in tables() if held.own}
    rows["prize_ballots"] = _ballots(session, user_id)
    return {"format": "intimate-account/1", "written_at": _plain(now), **rows}


def _ballots(session: Session, user_id: UserId) -> list[dict[str, Any]]:
    """Return an account's votes for prizes, with the names of the players they went to."""
    query = (
        select(PrizeBallot, Tournament.token)
        .join(Entrant, Entrant.id == PrizeBallot.entrant_id)
        .join(Tournament, Tournament.id == PrizeBallot.tournament_id)
        .where(Entrant.user_id == user_id)
        .options(undefer(PrizeBallot.votes))
        .order_by(PrizeBallot.id)
    )
    return [
        {
            "tournament": token,
            "round": ballot.round,
            "board": ballot.board,
            "votes": {prize: session.get_one(Entrant, chosen).name for prize, chosen in ballot.votes.items()},
            "at": _plain(ballot.at),
        }
        for ballot, token in session.execute(query).all()
    ]


def _rows(session: Session, table: Table, held: Held, user_id: UserId) -> list[dict[str, Any]]:
    query = _query(table, held)
    return [
        {name: _plain(value) for name, value in row.items()}
        for row in session.execute(query, {"user_id": user_id}).mappings()
    ]


@cache
def _query(table: Table, held: Held) -> Select[Any]:
    """Select an account's own rows of a table; built once."""
    whose = or_(*(table.c[name] == bindparam("user_id") for name in held.own))
    query = select(*(_readable(column) for column in exported_columns(table, held))).where(whose)
    if held.shown_where is not None:
        query = query.where(held.shown_where)
    return query.order_by(*table.primary_key.columns)


def _readable(column: Column[Any]) -> ColumnElement[Any]:
    """Select a column as its owner sees it: a reference by the name or token of what it refers to."""
    for key in column.foreign_keys:
        target = key.column.table
        name = NAMED_BY.get(target.name, "token")
        if name in target.c:
            other = target.alias()
            found = select(other.c[name]).where(other.c.id == column)
            return found.scalar_subquery().label(column.name.removesuffix("_id"))
    if isinstance(column.type, SealedText | SealedDocument):
        return column
    if isinstance(column.type, TypeDecorator):
        return type_coerce(column, column.type.impl_instance).label(column.name)
    return column


def _plain(value: object) -> object:
    """Turn a stored value into one for JSON; times in RFC 3339."""
    if isinstance(value, datetime):
        zoned = value if value.tzinfo else value.replace(tzinfo=UTC)
        return zoned.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    return value.value if isinstance(value, StrEnum) else value


def duels_of(session: Session, user_id: UserId) -> Iterator[dict[str, Any]]:
    """Yield the duels of an account: finished ones as lines, others as records with their own entries."""
    theirs = or_(StoredDuel.first_id == user_id, StoredDuel.second_id == user_id)
    players = joinedload(StoredDuel.first), joinedload(StoredDuel.second)
    query = select(StoredDuel).options(*players, undefer(StoredDuel.start))
    for number in session.scalars(select(StoredDuel.id).where(theirs).order_by(StoredDuel.id)).all():
        stored = session.scalars(query.where(StoredDuel.id == number)).one()
        yield line_of(session, stored) if stored.ended_at else _running(session, stored, user_id)
        session.expunge_all()  # so that a long file takes no more memory than a short one


def tables_of(session: Session, user_id: UserId) -> Iterator[dict[str, Any]]:
    """Yield the games that an account has organised, as records, without sheets of phases to come."""
    query = select(GameTable.token).where(GameTable.organiser_id == user_id).order_by(GameTable.id)
    for token in session.scalars(query).all():
        yield record_of(session, find(session, token))


def _running(session: Session, stored: StoredDuel, user_id: UserId) -> dict[str, Any]:
    """Return the revealed part of a duel, and the player's own entries since."""
    own = (StoredEntry.duel_id == stored.id, StoredEntry.player == stored.player(user_id))
    entries = [
        {
            "phase": str(entry.phase),
            "entry": write_entry(entry.content),
            "ready": entry.ready,
            "stored_at": _plain(entry.stored_at),
        }
        for entry in session.scalars(select(StoredEntry).where(*own).order_by(StoredEntry.id))
    ]
    return {**load_record(session, stored), "own_entries": entries}
