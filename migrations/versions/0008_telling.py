"""Addresses, time zones and notification channels of accounts, and an outbox of messages."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
COLUMNS = (
    ("email", sa.String(254), None),
    ("verified_at", TIME, None),
    ("zone", sa.String(64), ""),
    ("lead_seconds", sa.Integer(), "21600"),
    ("quiet_from", sa.Integer(), None),
    ("quiet_to", sa.Integer(), None),
    ("calendar_token", sa.String(32), None),
)


def upgrade() -> None:
    """Add empty tables and columns; the next visit stores the time zone."""
    for name, kind, default in COLUMNS:
        op.add_column("users", sa.Column(name, kind, nullable=default is None, server_default=default))
    op.execute(
        "ALTER TABLE users ADD COLUMN hours VARCHAR(32) DEFAULT 'language' NOT NULL "
        "CONSTRAINT ck_users_hours CHECK (hours IN ('language', '24', '12'))"
    )
    op.create_index(op.f("ix_users_email"), "users", ["email"])
    op.create_index(op.f("ix_users_calendar_token"), "users", ["calendar_token"], unique=True)
    op.create_table(
        "channels",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("address", sa.JSON(), nullable=False),
        sa.Column("kinds", sa.JSON(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("failing_since", TIME, nullable=True),
        sa.Column("off_at", TIME, nullable=True),
        sa.Column("problem", sa.String(32), nullable=True),
        sa.CheckConstraint("kind IN ('mail', 'push', 'webhook', 'discord')", name=op.f("ck_channels_kind")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_channels_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channels")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_channels_user_id"), "channels", ["user_id"])
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=True),
        sa.Column("address", sa.String(254), nullable=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(96), nullable=False),
        sa.Column("duel_id", sa.Integer(), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("due_at", TIME, nullable=True),
        sa.Column("until", TIME, nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("told_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_messages_user_id_users")),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name=op.f("fk_messages_channel_id_channels"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_messages_duel_id_duels")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sa.UniqueConstraint("channel_id", "subject", name=op.f("uq_messages_channel_id_subject")),
        sqlite_autoincrement=True,
    )
    for name in ("user_id", "duel_id", "due_at"):
        op.create_index(op.f(f"ix_messages_{name}"), "messages", [name])


def downgrade() -> None:
    """Drop everything; pending messages are lost."""
    op.drop_table("messages")
    op.drop_table("channels")
    op.drop_index(op.f("ix_users_calendar_token"), "users")
    op.drop_index(op.f("ix_users_email"), "users")
    for name in ("hours", *(name for name, _, _ in reversed(COLUMNS))):
        op.drop_column("users", name)
