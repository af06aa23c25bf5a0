"""Skeletons of names: no two members may have names that look alike."""

from collections.abc import Iterator
from itertools import islice

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Connection

from services.accounts.names import skeleton

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

SOME = 500
MEMBERS = ("person", "program")
COLUMNS = ("id", "name", "kind", "skeleton", "created_at")
users = sa.table("users", *map(sa.column, COLUMNS))


def upgrade() -> None:
    """Store the skeletons of names; of names that look alike, only the first account's."""
    op.add_column("users", sa.Column("skeleton", sa.String(192), nullable=True))
    connection = op.get_bind()
    stored = users.update().where(users.c.id == sa.bindparam("of")).values(skeleton=sa.bindparam("looks"))
    looks = _looks(connection)
    while some := list(islice(looks, SOME)):
        connection.execute(stored, some)
    op.create_index(op.f("ix_users_skeleton"), "users", ["skeleton"], unique=True)


def downgrade() -> None:
    """Drop the skeletons."""
    op.drop_index(op.f("ix_users_skeleton"), "users")
    op.drop_column("users", "skeleton")


def _looks(connection: Connection) -> Iterator[dict[str, object]]:
    """Yield the skeleton of each name, except of later names that look like an earlier one."""
    query = sa.select(users.c.id, users.c.name).where(users.c.kind.in_(MEMBERS))
    seen = set()
    for number, name in connection.execute(query.order_by(users.c.created_at, users.c.id)).all():
        looks = skeleton(name)
        if looks not in seen:
            seen.add(looks)
            yield {"of": number, "looks": looks}
