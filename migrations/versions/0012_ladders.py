"""Ladders: places, challenges for them, moves and champions."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
STATES = ("waiting", "playing", "won", "lost", "drawn", "refused", "unanswered", "withdrawn", "void")


def upgrade() -> None:
    """Create empty tables."""
    _ladders()
    _ladder_places()
    _ladder_challenges()
    _ladder_moves()
    _ladder_champions()


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("ladder_champions")
    op.drop_table("ladder_moves")
    op.drop_table("ladder_challenges")
    op.drop_table("ladder_places")
    op.drop_table("ladders")


def _ladders() -> None:
    op.create_table(
        "ladders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("edition", sa.String(32), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("season_days", sa.Integer(), nullable=True),
        sa.Column("begins_at", TIME, nullable=False),
        sa.Column("ends_at", TIME, nullable=True),
        sa.Column("closed_at", TIME, nullable=True),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladders")),
        sa.UniqueConstraint("token", name=op.f("uq_ladders_token")),
    )
    op.create_index(op.f("ix_ladders_ends_at"), "ladders", ["ends_at"])


def _ladder_places() -> None:
    op.create_table(
        "ladder_places",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ladder_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("joined_at", TIME, nullable=False),
        sa.Column("left_at", TIME, nullable=True),
        sa.Column("away_until", TIME, nullable=True),
        sa.Column("away_since", TIME, nullable=True),
        sa.Column("away_days", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["ladder_id"], ["ladders.id"], name=op.f("fk_ladder_places_ladder_id_ladders")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_ladder_places_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladder_places")),
        sa.UniqueConstraint("ladder_id", "user_id", name=op.f("uq_ladder_places_ladder_id_user_id")),
    )
    op.create_index(op.f("ix_ladder_places_ladder_id_place"), "ladder_places", ["ladder_id", "place"])
    op.create_index(op.f("ix_ladder_places_user_id"), "ladder_places", ["user_id"])


def _ladder_challenges() -> None:
    op.create_table(
        "ladder_challenges",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ladder_id", sa.Integer(), nullable=False),
        sa.Column("challenger_id", sa.Integer(), nullable=False),
        sa.Column("challenged_id", sa.Integer(), nullable=False),
        sa.Column("challenger_place", sa.Integer(), nullable=False),
        sa.Column("challenged_place", sa.Integer(), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("answer_by", TIME, nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("duel_id", sa.Integer(), nullable=True),
        sa.Column("settled_at", TIME, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            _one_of("state", STATES),
            name=op.f("ck_ladder_challenges_state"),
        ),
        sa.ForeignKeyConstraint(
            ["challenged_id"], ["users.id"], name=op.f("fk_ladder_challenges_challenged_id_users")
        ),
        sa.ForeignKeyConstraint(
            ["challenger_id"], ["users.id"], name=op.f("fk_ladder_challenges_challenger_id_users")
        ),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_ladder_challenges_duel_id_duels")),
        sa.ForeignKeyConstraint(
            ["ladder_id"], ["ladders.id"], name=op.f("fk_ladder_challenges_ladder_id_ladders")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladder_challenges")),
        sa.UniqueConstraint("duel_id", name=op.f("uq_ladder_challenges_duel_id")),
    )
    op.create_index(
        op.f("ix_ladder_challenges_challenged_id_state"), "ladder_challenges", ["challenged_id", "state"]
    )
    op.create_index(
        op.f("ix_ladder_challenges_challenger_id_state"), "ladder_challenges", ["challenger_id", "state"]
    )
    op.create_index(
        op.f("ix_ladder_challenges_ladder_id_state_answer_by"),
        "ladder_challenges",
        ["ladder_id", "state", "answer_by"],
    )
    op.create_index(op.f("ix_ladder_challenges_state_answer_by"), "ladder_challenges", ["state", "answer_by"])


def _ladder_moves() -> None:
    op.create_table(
        "ladder_moves",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ladder_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=True),
        sa.Column("after", sa.Integer(), nullable=True),
        sa.Column("why", sa.String(32), nullable=False),
        sa.Column("challenge_id", sa.Integer(), nullable=True),
        sa.Column("at", TIME, nullable=False),
        sa.CheckConstraint(
            "why IN ('joined', 'won', 'refused', 'unanswered', 'timeout', 'shifted', 'left')",
            name=op.f("ck_ladder_moves_why"),
        ),
        sa.ForeignKeyConstraint(
            ["challenge_id"],
            ["ladder_challenges.id"],
            name=op.f("fk_ladder_moves_challenge_id_ladder_challenges"),
        ),
        sa.ForeignKeyConstraint(
            ["ladder_id"], ["ladders.id"], name=op.f("fk_ladder_moves_ladder_id_ladders")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_ladder_moves_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladder_moves")),
    )
    op.create_index(op.f("ix_ladder_moves_ladder_id_at"), "ladder_moves", ["ladder_id", "at"])
    op.create_index(op.f("ix_ladder_moves_user_id_at"), "ladder_moves", ["user_id", "at"])


def _ladder_champions() -> None:
    op.create_table(
        "ladder_champions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ladder_id", sa.Integer(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["ladder_id"], ["ladders.id"], name=op.f("fk_ladder_champions_ladder_id_ladders")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_ladder_champions_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladder_champions")),
        sa.UniqueConstraint(
            "ladder_id", "season", "place", name=op.f("uq_ladder_champions_ladder_id_season_place")
        ),
    )


def _one_of(column: str, values: tuple[str, ...]) -> str:
    return f"{column} IN ({', '.join(map(repr, values))})"
