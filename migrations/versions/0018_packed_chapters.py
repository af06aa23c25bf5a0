"""Compressed storage of chapters and jobs; old values are read as they are until they are compressed."""

import json

import sqlalchemy as sa
from alembic import op

from models.packing import unpack

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

COLUMNS = {"chapters": ("entries", "line", "state"), "thoughts": ("content",)}
SOME = 500


def upgrade() -> None:
    """Change the columns to bytes: those of the present text."""
    _alter(sa.JSON(), sa.LargeBinary(), "convert_to({0}::text, 'UTF8')")
    _convert(sa.LargeBinary())


def downgrade() -> None:
    """Decompress all values."""
    for table, columns in COLUMNS.items():
        _unpack(table, columns)
    _convert(sa.Text())
    _alter(sa.LargeBinary(), sa.JSON(), "convert_from({0}, 'UTF8')::json")


def _alter(before: sa.types.TypeEngine, after: sa.types.TypeEngine, using: str) -> None:
    for table, columns in COLUMNS.items():
        with op.batch_alter_table(table) as altered:
            for column in columns:
                altered.alter_column(
                    column, existing_type=before, type_=after, postgresql_using=using.format(column)
                )


def _convert(kind: sa.types.TypeEngine) -> None:
    """Convert stored values on SQLite, where each value has its own type."""
    if op.get_bind().dialect.name == "sqlite":
        for table, columns in COLUMNS.items():
            rows = sa.table(table, *map(sa.column, columns))
            kept = {column: sa.cast(rows.c[column], kind) for column in columns}
            op.execute(sa.update(rows).values(kept))


def _unpack(table: str, columns: tuple[str, ...]) -> None:
    """Write many rows per statement, each once: a statement per value took too long on a large site."""
    connection, last = op.get_bind(), 0
    rows = sa.table(
        table, sa.column("id", sa.Integer), *(sa.column(name, sa.LargeBinary) for name in columns)
    )
    query = sa.select(rows).order_by(rows.c.id).limit(SOME)
    plain = sa.update(rows).where(rows.c.id == sa.bindparam("number"))
    plain = plain.values({column: sa.bindparam(f"new_{column}") for column in columns})
    while found := connection.execute(query.where(rows.c.id > last)).mappings().all():
        connection.execute(plain, [_plain(row, columns) for row in found])
        last = found[-1]["id"]


def _plain(row: sa.RowMapping, columns: tuple[str, ...]) -> dict[str, object]:
    values = {name: None if row[name] is None else json.dumps(unpack(row[name])).encode() for name in columns}
    return {"number": row["id"], **{f"new_{name}": value for name, value in values.items()}}
