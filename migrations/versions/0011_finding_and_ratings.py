"""Matchmaking, blocks, matches of two duels, ratings, and statistics of finished duels."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create empty tables."""
    _seeks()
    _blocks()
    _matches()
    _rating_pools()
    _ratings()
    _rating_changes()
    _pairing_tallies()
    _player_tallies()
    _player_figures()
    _bid_tallies()


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("bid_tallies")
    op.drop_table("player_figures")
    op.drop_table("player_tallies")
    op.drop_table("pairing_tallies")
    op.drop_table("rating_changes")
    op.drop_table("ratings")
    op.drop_table("rating_pools")
    op.drop_table("matches")
    op.drop_table("blocks")
    op.drop_table("seeks")


def _seeks() -> None:
    op.create_table(
        "seeks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(32), nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("clocks", sa.JSON(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("seen_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
        sa.Column("duel_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("pace IN ('live', 'days')", name=op.f("ck_seeks_pace")),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_seeks_duel_id_duels")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_seeks_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seeks")),
        sa.UniqueConstraint("user_id", name=op.f("uq_seeks_user_id")),
    )
    op.create_index(op.f("ix_seeks_pace_preset_made_at"), "seeks", ["pace", "preset", "made_at"])


def _blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("blocked_id", sa.Integer(), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["blocked_id"], ["users.id"], name=op.f("fk_blocks_blocked_id_users")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_blocks_user_id_users")),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_blocked_id"), "blocks", ["blocked_id"])


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("edition", sa.String(32), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("home_id", sa.Integer(), nullable=True),
        sa.Column("away_id", sa.Integer(), nullable=True),
        sa.Column("points_first", sa.Integer(), nullable=False),
        sa.Column("points_second", sa.Integer(), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["away_id"], ["duels.id"], name=op.f("fk_matches_away_id_duels")),
        sa.ForeignKeyConstraint(["first_id"], ["users.id"], name=op.f("fk_matches_first_id_users")),
        sa.ForeignKeyConstraint(["home_id"], ["duels.id"], name=op.f("fk_matches_home_id_duels")),
        sa.ForeignKeyConstraint(["second_id"], ["users.id"], name=op.f("fk_matches_second_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.UniqueConstraint("away_id", name=op.f("uq_matches_away_id")),
        sa.UniqueConstraint("home_id", name=op.f("uq_matches_home_id")),
        sa.UniqueConstraint("token", name=op.f("uq_matches_token")),
    )
    op.create_index(op.f("ix_matches_first_id"), "matches", ["first_id"])
    op.create_index(op.f("ix_matches_second_id"), "matches", ["second_id"])


def _rating_pools() -> None:
    op.create_table(
        "rating_pools",
        sa.Column("pace", sa.String(32), nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.CheckConstraint("pace IN ('live', 'days')", name=op.f("ck_rating_pools_pace")),
        sa.PrimaryKeyConstraint("pace", "preset", name=op.f("pk_rating_pools")),
    )


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(32), nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("duels", sa.Integer(), nullable=False),
        sa.Column("rated_at", TIME, nullable=False),
        sa.Column("one_opponent_id", sa.Integer(), nullable=True),
        sa.Column("fed", sa.Integer(), nullable=False),
        sa.Column("listed_until", TIME, nullable=True),
        sa.CheckConstraint("pace IN ('live', 'days')", name=op.f("ck_ratings_pace")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_ratings_user_id_users")),
        sa.PrimaryKeyConstraint("user_id", "pace", "preset", name=op.f("pk_ratings")),
    )
    is_listed = sa.text("listed_until IS NOT NULL")
    op.create_index(
        op.f("ix_ratings_listed"),
        "ratings",
        ["pace", "preset", "rating", "user_id", "listed_until"],
        sqlite_where=is_listed,
        postgresql_where=is_listed,
    )
    op.create_index(op.f("ix_ratings_listed_until"), "ratings", ["listed_until"])
    op.create_index(op.f("ix_ratings_fed"), "ratings", ["fed"])


def _rating_changes() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("duel_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("opponent_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("pace", sa.String(32), nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("why", sa.String(32), nullable=True),
        sa.Column("rating_before", sa.Double(), nullable=False),
        sa.Column("deviation_before", sa.Double(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("rated_at", TIME, nullable=False),
        sa.CheckConstraint("player IN ('first', 'second')", name=op.f("ck_rating_changes_player")),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_rating_changes_duel_id_duels")),
        sa.ForeignKeyConstraint(
            ["opponent_id"], ["users.id"], name=op.f("fk_rating_changes_opponent_id_users")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_rating_changes_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_changes")),
        sa.UniqueConstraint("duel_id", "user_id", name=op.f("uq_rating_changes_duel_id_user_id")),
    )
    op.create_index(
        op.f("ix_rating_changes_pace_preset_ordinal"), "rating_changes", ["pace", "preset", "ordinal"]
    )
    op.create_index(
        op.f("ix_rating_changes_user_id_opponent_id_rated_at"),
        "rating_changes",
        ["user_id", "opponent_id", "rated_at"],
    )
    op.create_index(
        op.f("ix_rating_changes_user_id_pace_preset_ordinal"),
        "rating_changes",
        ["user_id", "pace", "preset", "ordinal"],
    )


def _pairing_tallies() -> None:
    op.create_table(
        "pairing_tallies",
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("one", sa.String(32), nullable=False),
        sa.Column("other", sa.String(32), nullable=False),
        sa.Column("won_by_one", sa.Integer(), nullable=False),
        sa.Column("won_by_other", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("preset", "one", "other", name=op.f("pk_pairing_tallies")),
    )


def _player_tallies() -> None:
    op.create_table(
        "player_tallies",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("own", sa.String(32), nullable=False),
        sa.Column("opponents", sa.String(32), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_player_tallies_user_id_users")),
        sa.PrimaryKeyConstraint("user_id", "own", "opponents", name=op.f("pk_player_tallies")),
    )


def _player_figures() -> None:
    op.create_table(
        "player_figures",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("phases", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("absent", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_player_figures_user_id_users")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_player_figures")),
    )


def _bid_tallies() -> None:
    op.create_table(
        "bid_tallies",
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("power", sa.String(32), nullable=False),
        sa.Column("year", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("amount", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("bids", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("preset", "power", "year", "amount", name=op.f("pk_bid_tallies")),
    )
