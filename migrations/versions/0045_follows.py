"""Members follow players."""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of follows."""
    op.create_table(
        "follows",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("followed_id", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["followed_id"], ["users.id"], name=op.f("fk_follows_followed_id_users")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_follows_user_id_users")),
        sa.PrimaryKeyConstraint("user_id", "followed_id", name=op.f("pk_follows")),
    )
    op.create_index(op.f("ix_follows_followed_id"), "follows", ["followed_id"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("follows")
