"""Packing what earlier versions stored at its full size; what is stored now is packed as it is stored."""

from typing import Any, cast

import sqlalchemy as sa

from models import Database, StoredChapter, StoredDuel, StoredEntry, Thought
from models.packing import is_packed, pack, unpack

SOME = 200
COLUMNS: tuple[tuple[type[Any], tuple[str, ...]], ...] = (
    (StoredChapter, ("entries", "line", "state")),
    (Thought, ("content",)),
)


def pack_all(database: Database) -> int:
    """Pack rows that are not, some at a time, and delete entries that a chapter holds; return how many."""
    packed = sum(_pack_table(database, model.__table__, columns) for model, columns in COLUMNS)
    return packed + _delete_revealed(database)


def _pack_table(database: Database, table: sa.Table, columns: tuple[str, ...]) -> int:
    rows = sa.table(
        table.name, sa.column("id", sa.Integer), *(sa.column(each, sa.LargeBinary) for each in columns)
    )
    last = packed = 0
    while True:
        with database.writing() as session:
            query = sa.select(rows).where(rows.c.id > last).order_by(rows.c.id).limit(SOME)
            found = session.execute(query.with_for_update()).mappings().all()
            if not found:
                return packed
            for row in found:
                plain = {each: row[each] for each in columns if row[each] and not is_packed(row[each])}
                if plain:
                    values = {each: pack(unpack(stored)) for each, stored in plain.items()}
                    session.execute(sa.update(rows).where(rows.c.id == row["id"]).values(values))
                    packed += 1
            last = found[-1]["id"]


def _delete_revealed(database: Database) -> int:
    """Delete what was entered for phases that are over, and for duels that are."""
    of_duel = sa.select(StoredDuel.id).where(StoredDuel.id == StoredEntry.duel_id)
    is_over = of_duel.where(StoredDuel.ended_at.is_not(None)).exists()
    is_passed = of_duel.where(StoredDuel.phase != StoredEntry.phase).exists()
    deleting = sa.delete(StoredEntry).where(is_over | is_passed & StoredEntry.sealed_at.is_not(None))
    with database.writing() as session:
        deleted = session.execute(deleting, execution_options={"synchronize_session": False})
        return cast("sa.CursorResult[Any]", deleted).rowcount
