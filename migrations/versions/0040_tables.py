"""Ordinary games that organisers run at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables, their chapters and the sheets of the present phase."""
    op.create_table(
        "game_tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("organiser_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("phase", sa.String(32), nullable=True),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("clock_ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("clock_left", sa.Integer(), nullable=True),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("links", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_tables")),
        sa.ForeignKeyConstraint(
            ["organiser_id"], ["users.id"], name=op.f("fk_game_tables_organiser_id_users")
        ),
        sa.UniqueConstraint("token", name=op.f("uq_game_tables_token")),
    )
    op.create_index(op.f("ix_game_tables_organiser_id_ended_at"), "game_tables", ["organiser_id", "ended_at"])
    op.create_table(
        "table_chapters",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("stored_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_chapters")),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["game_tables.id"],
            name=op.f("fk_table_chapters_table_id_game_tables"),
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("table_id", "ordinal", name=op.f("uq_table_chapters_table_id_ordinal")),
    )
    op.create_table(
        "table_sheets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(32), nullable=False),
        sa.Column("power", sa.String(32), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("by_link", sa.Boolean(), nullable=False),
        sa.Column("torn", sa.Boolean(), nullable=False),
        sa.Column("salt", sa.String(255), nullable=True),
        sa.Column("seal", sa.String(255), nullable=True),
        sa.Column("stored_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_sheets")),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["game_tables.id"],
            name=op.f("fk_table_sheets_table_id_game_tables"),
            ondelete="CASCADE",
        ),
        sa.UniqueConstraint("table_id", "phase", "power", name=op.f("uq_table_sheets_table_id_phase_power")),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("table_sheets")
    op.drop_table("table_chapters")
    op.drop_table("game_tables")
