"""Indexes that large databases need.

They are for running public duels in the order of the lists; for messages in the order of sending, and for old
messages; and for references to accounts, which are searched when a guest is removed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

RUNNING, OVER = "ix_duels_running_latest", "ix_messages_over"
NAMING = (
    ("rating_changes", "opponent_id"),
    ("tournament_acts", "by_id"),
    ("keeper_acts", "keeper_id"),
    ("reports", "handler_id"),
)


def upgrade() -> None:
    """Add them."""
    is_running = sa.and_(sa.column("public", sa.Boolean), sa.column("ended_at").is_(None))
    _create(RUNNING, "duels", ["created_at", "id"], is_running)
    _create(OVER, "messages", ["made_at"], sa.column("due_at").is_(None))
    op.drop_index(op.f("ix_messages_due_at"), "messages")
    op.create_index(op.f("ix_messages_due_at_id"), "messages", ["due_at", "id"])
    for table, column in NAMING:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def downgrade() -> None:
    """Drop them."""
    for table, column in NAMING:
        op.drop_index(op.f(f"ix_{table}_{column}"), table)
    op.drop_index(op.f("ix_messages_due_at_id"), "messages")
    op.create_index(op.f("ix_messages_due_at"), "messages", ["due_at"])
    op.drop_index(op.f(OVER), "messages")
    op.drop_index(op.f(RUNNING), "duels")


def _create(name: str, table: str, columns: list[str], where: sa.ColumnElement[bool]) -> None:
    op.create_index(op.f(name), table, columns, sqlite_where=where, postgresql_where=where)
