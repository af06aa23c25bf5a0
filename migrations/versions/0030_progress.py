"""Members' progress in the lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it."""
    op.create_table(
        "progress",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("lessons", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_progress_user_id_users")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_progress")),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("progress")
