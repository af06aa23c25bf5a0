"""The league of bots."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables of entrants, of pairings, and of the league's duels."""
    op.create_table(
        "league_entrants",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("at_once", sa.Integer(), nullable=False),
        sa.Column("cost", sa.String(60), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("absences", sa.Integer(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.Column("times", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_league_entrants_user_id_users")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_league_entrants")),
    )
    op.create_table(
        "league_scores",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=False),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_league_scores_user_id_users")),
        sa.ForeignKeyConstraint(["other_id"], ["users.id"], name=op.f("fk_league_scores_other_id_users")),
        sa.PrimaryKeyConstraint("user_id", "other_id", name=op.f("pk_league_scores")),
    )
    op.create_table(
        "league_duels",
        sa.Column("duel_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pairing", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=False),
        sa.Column("level", sa.String(32), nullable=True),
        sa.Column("refused_first", sa.Integer(), nullable=False),
        sa.Column("refused_second", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "level IN ('recruit', 'captain', 'colonel', 'marshal')", name=op.f("ck_league_duels_level")
        ),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_league_duels_duel_id_duels")),
        sa.ForeignKeyConstraint(["first_id"], ["users.id"], name=op.f("fk_league_duels_first_id_users")),
        sa.ForeignKeyConstraint(["second_id"], ["users.id"], name=op.f("fk_league_duels_second_id_users")),
        sa.PrimaryKeyConstraint("duel_id", name=op.f("pk_league_duels")),
    )
    op.create_index(
        op.f("ix_league_duels_ended_at_first_id_second_id_level"),
        "league_duels",
        ["ended_at", "first_id", "second_id", "level"],
    )


def downgrade() -> None:
    """Drop the league; its duels stay."""
    op.drop_table("league_duels")
    op.drop_table("league_scores")
    op.drop_table("league_entrants")
