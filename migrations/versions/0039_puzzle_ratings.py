"""An index of the ratings of puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

NAME, TABLE = "ix_puzzle_ratings_puzzle", "puzzle_ratings"


def upgrade() -> None:
    """Add a partial index of puzzles."""
    is_puzzle = sa.text("puzzle IS NOT NULL")
    op.create_index(op.f(NAME), TABLE, ["puzzle"], sqlite_where=is_puzzle, postgresql_where=is_puzzle)


def downgrade() -> None:
    """Drop it."""
    op.drop_index(op.f(NAME), TABLE)
