"""Accounts that their owners deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

IS_DELETED = sa.text("deleted_at IS NOT NULL")


def upgrade() -> None:
    """Add the mark of deleted accounts."""
    op.add_column("users", sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "ix_users_deleted", "users", ["deleted_at"], sqlite_where=IS_DELETED, postgresql_where=IS_DELETED
    )


def downgrade() -> None:
    """Turn deleted accounts into closed ones."""
    op.drop_index("ix_users_deleted", "users")
    op.drop_column("users", "deleted_at")
