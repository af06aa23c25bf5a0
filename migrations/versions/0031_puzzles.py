"""Attempts at puzzles, and the ratings of members and puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "puzzle_attempts",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("puzzle", sa.String(length=32), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("liked", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_puzzle_attempts_user_id_users")),
        sa.PrimaryKeyConstraint("user_id", "puzzle", name=op.f("pk_puzzle_attempts")),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("puzzle", sa.String(length=32), nullable=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("rated_at", TIME, nullable=False),
        sa.CheckConstraint("(user_id IS NULL) <> (puzzle IS NULL)", name=op.f("ck_puzzle_ratings_whose")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_puzzle_ratings_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzle_ratings")),
        sa.UniqueConstraint("user_id", name=op.f("uq_puzzle_ratings_user_id")),
        sa.UniqueConstraint("puzzle", name=op.f("uq_puzzle_ratings_puzzle")),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("puzzle_ratings")
    op.drop_table("puzzle_attempts")
