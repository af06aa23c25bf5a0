"""An optional second reminder of deadlines."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the setting, off for everybody."""
    op.add_column("users", sa.Column("again_seconds", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    """Drop the setting."""
    op.drop_column("users", "again_seconds")
