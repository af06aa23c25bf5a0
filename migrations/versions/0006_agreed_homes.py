"""Challenges may name the home powers of both players, and duels begin with a position."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both columns; so far all home powers were chosen in the duel."""
    op.add_column("challenges", sa.Column("homes", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("duels", sa.Column("start", sa.JSON(), nullable=True))
    with op.batch_alter_table("challenges") as batch:
        batch.alter_column("homes", server_default=None)


def downgrade() -> None:
    """Remove both; duels that began with a position keep their present state."""
    op.drop_column("duels", "start")
    op.drop_column("challenges", "homes")
