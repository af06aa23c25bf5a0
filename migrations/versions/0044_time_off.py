"""Members take time off from all their duels at once."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of plans."""
    op.create_table(
        "time_off",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("begins_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_begun", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_time_off_user_id_users")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_time_off")),
    )
    op.create_index(op.f("ix_time_off_ends_at"), "time_off", ["ends_at"])
    is_to_begin = sa.text("NOT is_begun")
    op.create_index(
        op.f("ix_time_off_to_begin"),
        "time_off",
        ["begins_at"],
        sqlite_where=is_to_begin,
        postgresql_where=is_to_begin,
    )


def downgrade() -> None:
    """Drop all plans; time off that has begun in a duel goes on there."""
    op.drop_table("time_off")
