"""Let an account be reminded of a deadline a second time."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let nobody be reminded twice who has not asked for it."""
    op.add_column("users", sa.Column("again_seconds", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    """Forget the choice."""
    op.drop_column("users", "again_seconds")
