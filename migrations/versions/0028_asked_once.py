"""Idempotent API requests with their answers."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "asked_once",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("key_hash", sa.String(length=255), nullable=False),
        sa.Column("body_hash", sa.String(length=255), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_asked_once_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_asked_once")),
        sa.UniqueConstraint("user_id", "key_hash", name=op.f("uq_asked_once_user_id_key_hash")),
    )
    op.create_index(op.f("ix_asked_once_asked_at"), "asked_once", ["asked_at"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("asked_once")
