"""The centres that win at a table, in results of games whose variant has its own number."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("ordinary_results", sa.Column("solo", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Drop it: the number of the round applies to all its tables."""
    op.drop_column("ordinary_results", "solo")
