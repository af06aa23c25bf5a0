"""Partial indexes for lists of running duels, which do not grow with finished duels."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

PUBLIC, PRACTICE = "ix_duels_running_public", "ix_duels_running_practice"
WAS_PUBLIC, WAS_PRACTICE = "ix_duels_public_ended_at_created_at", "ix_duels_level_awaits_second_phase"


def upgrade() -> None:
    """Replace two full indexes by partial ones."""
    op.drop_index(op.f(WAS_PUBLIC), "duels")
    op.drop_index(op.f(WAS_PRACTICE), "duels")
    public, level, ended_at = sa.column("public", sa.Boolean), sa.column("level"), sa.column("ended_at")
    _create(PUBLIC, ["public", "ended_at", "created_at"], sa.and_(public, ended_at.is_(None)))
    _create(PRACTICE, ["awaits_second", "phase"], sa.and_(level.is_not(None), ended_at.is_(None)))


def downgrade() -> None:
    """Restore the full indexes."""
    op.drop_index(op.f(PUBLIC), "duels")
    op.drop_index(op.f(PRACTICE), "duels")
    op.create_index(op.f(WAS_PUBLIC), "duels", ["public", "ended_at", "created_at"])
    op.create_index(op.f(WAS_PRACTICE), "duels", ["level", "awaits_second", "phase"])


def _create(name: str, columns: list[str], where: sa.ColumnElement[bool]) -> None:
    op.create_index(op.f(name), "duels", columns, sqlite_where=where, postgresql_where=where)
