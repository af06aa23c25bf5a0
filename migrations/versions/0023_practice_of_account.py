"""An index of the practice duels of an account."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

IS_PRACTICE = sa.text("level IS NOT NULL")


def upgrade() -> None:
    """Add the index."""
    op.create_index(
        "ix_duels_practice",
        "duels",
        ["first_id", "ended_at"],
        sqlite_where=IS_PRACTICE,
        postgresql_where=IS_PRACTICE,
    )


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("ix_duels_practice", "duels")
