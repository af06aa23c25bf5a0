"""Encrypted storage of sealed entries, as text instead of JSON."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Connection

from models.sealed import keyring_of

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

SOME = 500


def upgrade() -> None:
    """Change the column to text; old values are read as they are until they are encrypted."""
    with op.batch_alter_table("entries") as entries:
        entries.alter_column(
            "content",
            existing_type=sa.JSON(),
            type_=sa.Text(),
            existing_nullable=False,
            postgresql_using="content::text",
        )


def downgrade() -> None:
    """Decrypt all values; raises KeyMissing."""
    connection = op.get_bind()
    for table, column in (("entries", "content"), ("entries", "salt"), ("duels", "lots_secret")):
        _decrypt(connection, table, column)
    with op.batch_alter_table("entries") as entries:
        entries.alter_column(
            "content",
            existing_type=sa.Text(),
            type_=sa.JSON(),
            existing_nullable=False,
            postgresql_using="content::json",
        )


def _decrypt(connection: Connection, table: str, column: str) -> None:
    rows = sa.table(table, sa.column("id", sa.Integer), sa.column(column, sa.Text))
    stored = rows.c[column]
    last = 0
    query = sa.select(rows.c.id, stored).where(stored.is_not(None)).order_by(rows.c.id).limit(SOME)
    plain = rows.update().where(rows.c.id == sa.bindparam("number")).values({column: sa.bindparam("plain")})
    while found := connection.execute(query.where(rows.c.id > last)).all():
        decrypt = keyring_of(connection.dialect).decrypt
        connection.execute(plain, [{"number": row.id, "plain": decrypt(row[1]).rstrip()} for row in found])
        last = found[-1].id
