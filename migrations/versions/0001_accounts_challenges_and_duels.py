"""Accounts, challenges, duels, their entries and their chapters."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create everything."""
    create_users()
    create_duels()
    create_challenges()
    create_entries()
    create_chapters()


def downgrade() -> None:
    """Drop everything."""
    for table in ("chapters", "entries", "challenges", "duels", "users"):
        op.drop_table(table)


def create_users() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=96), nullable=False),
        sa.Column("name_key", sa.String(length=96), nullable=False),
        sa.Column("password_hash", sa.String(length=255), nullable=False),
        sa.Column("language", sa.String(length=32), nullable=False),
        sa.Column("is_keeper", sa.Boolean(), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("session_stamp", sa.String(length=32), nullable=False),
        sa.CheckConstraint("language IN ('en', 'fr')", name=op.f("ck_users_language")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("name_key", name=op.f("uq_users_name_key")),
    )


def create_duels() -> None:
    op.create_table(
        "duels",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=False),
        sa.Column("preset", sa.String(length=32), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("edition", sa.String(length=32), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("phase_seconds", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("phase", sa.String(length=32), nullable=True),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("awaits_first", sa.Boolean(), nullable=False),
        sa.Column("awaits_second", sa.Boolean(), nullable=False),
        sa.Column("deadline_at", INSTANT, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("lots_secret", sa.String(length=255), nullable=False),
        sa.Column("lots_seal", sa.String(length=255), nullable=False),
        sa.Column("lots_opened", sa.Boolean(), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("ended_at", INSTANT, nullable=True),
        sa.Column("winner", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.String(length=32), nullable=True),
        sa.CheckConstraint("winner IN ('first', 'second')", name=op.f("ck_duels_winner")),
        sa.ForeignKeyConstraint(["first_id"], ["users.id"], name=op.f("fk_duels_first_id_users")),
        sa.ForeignKeyConstraint(["second_id"], ["users.id"], name=op.f("fk_duels_second_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duels")),
        sa.UniqueConstraint("token", name=op.f("uq_duels_token")),
    )
    op.create_index("ix_duels_deadline_at", "duels", ["deadline_at"])
    op.create_index("ix_duels_first_id_ended_at", "duels", ["first_id", "ended_at"])
    op.create_index("ix_duels_public_created_at", "duels", ["public", "created_at"])
    op.create_index("ix_duels_second_id_ended_at", "duels", ["second_id", "ended_at"])


def create_challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("challenger_id", sa.Integer(), nullable=False),
        sa.Column("opponent_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("preset", sa.String(length=32), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("edition", sa.String(length=32), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("phase_seconds", sa.Integer(), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("state", sa.String(length=32), nullable=False),
        sa.Column("duel_id", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("kind IN ('open', 'named', 'link')", name=op.f("ck_challenges_kind")),
        sa.CheckConstraint(
            "state IN ('waiting', 'accepted', 'declined', 'withdrawn')", name=op.f("ck_challenges_state")
        ),
        sa.ForeignKeyConstraint(
            ["challenger_id"], ["users.id"], name=op.f("fk_challenges_challenger_id_users")
        ),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_challenges_duel_id_duels")),
        sa.ForeignKeyConstraint(["opponent_id"], ["users.id"], name=op.f("fk_challenges_opponent_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
        sa.UniqueConstraint("duel_id", name=op.f("uq_challenges_duel_id")),
        sa.UniqueConstraint("token", name=op.f("uq_challenges_token")),
    )
    op.create_index("ix_challenges_challenger_id", "challenges", ["challenger_id"])
    op.create_index("ix_challenges_opponent_id", "challenges", ["opponent_id"])
    op.create_index("ix_challenges_state_kind_created_at", "challenges", ["state", "kind", "created_at"])


def create_entries() -> None:
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("duel_id", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("stored_at", INSTANT, nullable=False),
        sa.Column("salt", sa.String(length=255), nullable=True),
        sa.Column("seal", sa.String(length=255), nullable=True),
        sa.Column("sealed_at", INSTANT, nullable=True),
        sa.CheckConstraint("player IN ('first', 'second')", name=op.f("ck_entries_player")),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_entries_duel_id_duels")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("duel_id", "phase", "player", name=op.f("uq_entries_duel_id_phase_player")),
    )


def create_chapters() -> None:
    op.create_table(
        "chapters",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("duel_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=32), nullable=True),
        sa.Column("event", sa.String(length=32), nullable=True),
        sa.Column("player", sa.String(length=32), nullable=True),
        sa.Column("entries", sa.JSON(), nullable=False),
        sa.Column("lots", sa.JSON(), nullable=False),
        sa.Column("line", sa.JSON(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.String(length=32), nullable=False),
        sa.Column("resolved_at", INSTANT, nullable=False),
        sa.CheckConstraint("player IN ('first', 'second')", name=op.f("ck_chapters_player")),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_chapters_duel_id_duels")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chapters")),
        sa.UniqueConstraint("duel_id", "ordinal", name=op.f("uq_chapters_duel_id_ordinal")),
    )
