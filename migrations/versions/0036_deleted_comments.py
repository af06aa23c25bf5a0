"""Log that a moderator has deleted a comment."""

from collections.abc import Sequence

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

ACTS = (
    "warned",
    "closed_account",
    "opened_account",
    "answered",
    "noted",
    "ruled",
    "made_arbiter",
    "unmade_arbiter",
    "read",
)


def upgrade() -> None:
    """Allow it."""
    _allow((*ACTS, "deleted_comment"))


def downgrade() -> None:
    """Delete these log entries."""
    op.execute("DELETE FROM moderator_acts WHERE act = 'deleted_comment'")
    _allow(ACTS)


def _allow(acts: Sequence[str]) -> None:
    name = op.f("ck_moderator_acts_act")
    with op.batch_alter_table("moderator_acts") as changed:
        changed.drop_constraint(name, type_="check")
        changed.create_check_constraint(name, f"act IN ({', '.join(map(repr, acts))})")
