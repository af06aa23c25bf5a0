"""Days of rest of accounts, which their challenges propose; clocks have days of rest instead of weekends."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from models.schema import rewrite

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

WITH_CLOCKS = ("challenges", "duels", "ladders", "matches", "tournaments")
WEEKEND = {5, 6}


def upgrade() -> None:
    """Accounts have none yet; old clocks keep `weekends`."""
    op.add_column("users", sa.Column("rest_days", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    """Keep weekends of clocks, and drop all other days of rest."""
    op.drop_column("users", "rest_days")
    bound = op.get_bind()
    for name in WITH_CLOCKS:
        table = sa.table(name, sa.column("id", sa.Integer()), sa.column("clock", sa.JSON()))
        found = bound.execute(sa.select(table.c.id, table.c.clock)).all()
        rewrite(
            bound,
            table,
            (
                (number, {"clock": _former(clock)})
                for number, clock in found
                if clock and "rest_days" in clock
            ),
        )


def _former(clock: dict[str, Any]) -> dict[str, Any]:
    days = clock.pop("rest_days")
    return {**clock, "weekends": not set(days) >= WEEKEND}
