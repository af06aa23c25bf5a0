"""Partial indexes of stuck duels and of undeliverable messages."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

STUCK, UNDELIVERED = "ix_duels_stuck", "ix_messages_undelivered"


def upgrade() -> None:
    """Add both indexes."""
    is_stuck = sa.column("stuck_at").is_not(None)
    is_lost = sa.text("due_at IS NULL AND told_at IS NULL AND tries > 0")
    op.create_index(op.f(STUCK), "duels", ["stuck_at"], sqlite_where=is_stuck, postgresql_where=is_stuck)
    op.create_index(op.f(UNDELIVERED), "messages", ["id"], sqlite_where=is_lost, postgresql_where=is_lost)


def downgrade() -> None:
    """Drop both."""
    op.drop_index(op.f(UNDELIVERED), "messages")
    op.drop_index(op.f(STUCK), "duels")
