"""Clocks for duels and challenges, instead of one length for all phases; each player has their own time."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.types import TypeEngine

from models.schema import rewrite

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

NEW = ("due_first", "due_second", "bank_first", "bank_second", "misses_first", "misses_second")


def upgrade() -> None:
    """Keep the length of each phase, and give the awaited players the time of the phase.

    No table is copied, since SQLite cannot drop a table that others refer to. So unused defaults stay.
    """
    for name in ("challenges", "duels"):
        op.add_column(name, sa.Column("clock", sa.JSON(), nullable=False, server_default="{}"))
        _rewrite(name, "phase_seconds", "clock", sa.Integer(), sa.JSON(), _clock)
        op.drop_column(name, "phase_seconds")
    for name in ("due_first", "due_second"):
        op.add_column("duels", sa.Column(name, sa.DateTime(timezone=True), nullable=True))
    for name in ("bank_first", "bank_second"):
        op.add_column("duels", sa.Column(name, sa.Integer(), nullable=True))
    for name in ("misses_first", "misses_second"):
        op.add_column("duels", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE duels SET due_first = deadline_at WHERE awaits_first"))
    op.execute(sa.text("UPDATE duels SET due_second = deadline_at WHERE awaits_second"))


def downgrade() -> None:
    """Give every phase the length of a movement phase; banks and misses are lost."""
    for name in ("challenges", "duels"):
        op.add_column(name, sa.Column("phase_seconds", sa.Integer(), nullable=False, server_default="86400"))
        _rewrite(name, "clock", "phase_seconds", sa.JSON(), sa.Integer(), lambda clock: clock["moves"])
        op.drop_column(name, "clock")
    for name in NEW:
        op.drop_column("duels", name)


def _clock(seconds: int) -> dict[str, int]:
    return {"moves": seconds, "auctions": seconds, "shorts": seconds, "bank": 0, "cap": 0, "misses": 2}


def _rewrite(
    name: str,
    old: str,
    new: str,
    old_type: TypeEngine[object],
    new_type: TypeEngine[object],
    made: Callable[[Any], object],
) -> None:
    """Fill a column from another one."""
    table = sa.table(name, sa.column("id", sa.Integer()), sa.column(old, old_type), sa.column(new, new_type))
    bound = op.get_bind()
    found = bound.execute(sa.select(table.c.id, table.c[old])).all()
    rewrite(bound, table, ((number, {new: made(value)}) for number, value in found))
