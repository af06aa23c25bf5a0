"""Messages between the two players of a duel, and reports of them."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None
COUNTS = ("said_first", "said_second", "read_first", "read_second")
MODES = ("talk_first", "talk_second")


def upgrade() -> None:
    """Add it."""
    op.create_table(
        "talk_messages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("duel_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("phrase", sa.String(length=32), nullable=True),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("player IN ('first', 'second')", name=op.f("ck_talk_messages_player")),
        sa.CheckConstraint("(phrase IS NULL) <> (text IS NULL)", name=op.f("ck_talk_messages_words")),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_talk_messages_author_id_users")),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_talk_messages_duel_id_duels")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_talk_messages")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_talk_messages_author_id"), "talk_messages", ["author_id"])
    op.create_index(op.f("ix_talk_messages_duel_id_id"), "talk_messages", ["duel_id", "id"])
    for name in COUNTS:
        op.add_column("duels", sa.Column(name, sa.Integer(), server_default="0", nullable=False))
    for name in MODES:
        op.add_column("duels", sa.Column(name, sa.String(length=32), server_default="open", nullable=False))
    op.add_column("reports", sa.Column("evidence", sa.Text(), nullable=True))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("reports", "evidence")
    for name in (*MODES, *COUNTS):
        op.drop_column("duels", name)
    op.drop_table("talk_messages")
