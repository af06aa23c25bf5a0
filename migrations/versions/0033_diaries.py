"""Diaries of players, opened after the end if both agree, and comments on finished duels."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None
OPEN = ("diary_first", "diary_second")


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "diary_notes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("duel_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("player IN ('first', 'second')", name=op.f("ck_diary_notes_player")),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_diary_notes_author_id_users")),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_diary_notes_duel_id_duels")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_diary_notes")),
        sa.UniqueConstraint("duel_id", "player", "phase", name=op.f("uq_diary_notes_duel_id_player_phase")),
    )
    op.create_index(op.f("ix_diary_notes_author_id"), "diary_notes", ["author_id"])
    op.create_table(
        "duel_comments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("duel_id", sa.Integer(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("said_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_duel_comments_author_id_users")),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_duel_comments_duel_id_duels")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duel_comments")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_duel_comments_author_id_said_at"), "duel_comments", ["author_id", "said_at"])
    op.create_index(op.f("ix_duel_comments_duel_id_id"), "duel_comments", ["duel_id", "id"])
    for name in OPEN:
        op.add_column("duels", sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Drop them."""
    for name in OPEN:
        op.drop_column("duels", name)
    op.drop_table("duel_comments")
    op.drop_table("diary_notes")
