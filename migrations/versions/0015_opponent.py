"""The site's own opponent: levels, guests, jobs; API keys, and the ladder of bots."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
LEVELS = "level IN ('recruit', 'captain', 'colonel', 'marshal')"
KINDS = "kind IN ('person', 'guest', 'program', 'opponent')"
ADDED = (
    ("users", "kind", f"VARCHAR(32) DEFAULT 'person' NOT NULL CONSTRAINT ck_users_kind CHECK ({KINDS})"),
    ("users", "level", f"VARCHAR(32) CONSTRAINT ck_users_level CHECK ({LEVELS})"),
    ("users", "seen_on", "DATE"),
    ("duels", "level", f"VARCHAR(32) CONSTRAINT ck_duels_level CHECK ({LEVELS})"),
    ("duels", "hinted", "INTEGER DEFAULT 0 NOT NULL"),
    ("ladders", "for_programs", "BOOLEAN DEFAULT false NOT NULL"),
)
INDEXES = (("users", "kind_seen_on"), ("duels", "level_awaits_second_phase"))
LISTED = {
    "kind_seen_on": ["kind", "seen_on"],
    "level_awaits_second_phase": ["level", "awaits_second", "phase"],
}


def upgrade() -> None:
    """All existing accounts are people; on SQLite a constraint can only be added with its column."""
    for table, column, kind in ADDED:
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")
    for table, name in INDEXES:
        op.create_index(op.f(f"ix_{table}_{name}"), table, LISTED[name])
    _thoughts()
    _api_tokens()


def downgrade() -> None:
    """Drop the tables; guests and bots become people."""
    op.drop_table("api_tokens")
    op.drop_table("thoughts")
    for table, name in INDEXES:
        op.drop_index(op.f(f"ix_{table}_{name}"), table)
    for table, column, _ in ADDED:
        op.drop_column(table, column)


def _thoughts() -> None:
    op.create_table(
        "thoughts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("duel_id", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(32), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("asked_at", TIME, nullable=False),
        sa.Column("content", sa.JSON(), nullable=True),
        sa.Column("made_at", TIME, nullable=True),
        sa.Column("failed_by", sa.String(32), nullable=True),
        sa.CheckConstraint("purpose IN ('hint', 'judgement')", name=op.f("ck_thoughts_purpose")),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_thoughts_duel_id_duels")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_thoughts")),
        sa.UniqueConstraint(
            "duel_id", "purpose", "ordinal", name=op.f("uq_thoughts_duel_id_purpose_ordinal")
        ),
    )
    op.create_index(
        op.f("ix_thoughts_made_at_purpose_asked_at"), "thoughts", ["made_at", "purpose", "asked_at"]
    )


def _api_tokens() -> None:
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("token_hash", sa.String(255), nullable=False),
        sa.Column("scopes", sa.String(200), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=True),
        sa.Column("seen_at", TIME, nullable=True),
        sa.Column("revoked_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_api_tokens_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_tokens")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_api_tokens_token_hash")),
    )
    op.create_index(op.f("ix_api_tokens_user_id"), "api_tokens", ["user_id"])
