"""Name the edition of older duels and challenges that Parker's edition was before it was corrected."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let duels and challenges keep what was agreed on."""
    rename("parker", "parker-0.1")


def downgrade() -> None:
    """Name both editions by the one name there was."""
    rename("parker-0.1", "parker")


def rename(before: str, after: str) -> None:
    """Rename an edition wherever it is stored."""
    for name in ("duels", "challenges"):
        table = sa.table(name, sa.column("edition", sa.String))
        op.execute(table.update().where(table.c.edition == before).values(edition=after))
