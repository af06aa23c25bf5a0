"""Results of ordinary games say how many centres win at their table, where its variant has its own number."""

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
    """Forget it: the centres of the round win at all its tables."""
    op.drop_column("ordinary_results", "solo")
