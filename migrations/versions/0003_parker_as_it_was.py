"""Keep Parker's edition, as it was before its correction, for older duels and challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename the edition of existing duels and challenges."""
    rename("parker", "parker-0.1")


def downgrade() -> None:
    """Give both editions the old name."""
    rename("parker-0.1", "parker")


def rename(before: str, after: str) -> None:
    """Rename an edition wherever it is stored."""
    for name in ("duels", "challenges"):
        table = sa.table(name, sa.column("edition", sa.String))
        op.execute(table.update().where(table.c.edition == before).values(edition=after))
