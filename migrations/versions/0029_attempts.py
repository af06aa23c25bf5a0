"""Attempts on accounts, for rate limits."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "attempts",
        sa.Column("key_hash", sa.String(length=255), nullable=False),
        sa.Column("instants", sa.JSON(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name=op.f("pk_attempts")),
    )
    op.create_index(op.f("ix_attempts_until"), "attempts", ["until"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("attempts")
