"""Sessions that can be ended one by one, instead of one stamp for all sessions of an account."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Everybody has to log in again: old cookies have a stamp and no session."""
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(length=255), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_on", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id_users")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
    )
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"])
    op.create_index("ix_sessions_seen_on", "sessions", ["seen_on"])
    op.drop_column("users", "session_stamp")


def downgrade() -> None:
    """Give every account a stamp that no cookie has."""
    stamp = sa.Column("session_stamp", sa.String(length=32), nullable=False, server_default="")
    op.add_column("users", stamp)
    op.drop_table("sessions")
