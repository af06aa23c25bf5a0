"""Indexes that separate moderators' acts from their readings."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

ACTS = "moderator_acts"
OF_ONE, OF_ONE_LATELY = "ix_moderator_acts_moderator_id", "ix_moderator_acts_moderator_id_at"
PARTS = {"ix_moderator_acts_done": "act <> 'read'", "ix_moderator_acts_readings": "act = 'read'"}


def upgrade() -> None:
    """Add an index of each part, and one of each moderator's recent readings."""
    for name, condition in PARTS.items():
        where = sa.text(condition)
        op.create_index(op.f(name), ACTS, ["id"], sqlite_where=where, postgresql_where=where)
    op.create_index(op.f(OF_ONE_LATELY), ACTS, ["moderator_id", "at"])
    op.drop_index(op.f(OF_ONE), ACTS)


def downgrade() -> None:
    """Drop them."""
    op.create_index(op.f(OF_ONE), ACTS, ["moderator_id"])
    for name in (OF_ONE_LATELY, *PARTS):
        op.drop_index(op.f(name), ACTS)
