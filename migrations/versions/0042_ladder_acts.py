"""Log that a moderator has made or closed a ladder."""

from collections.abc import Sequence

from alembic import op

revision = "0042"
down_revision = "0041"
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
    "deleted_comment",
)


def upgrade() -> None:
    """Allow both."""
    _allow((*ACTS, "made_ladder", "closed_ladder"))


def downgrade() -> None:
    """Delete these log entries."""
    op.execute("DELETE FROM moderator_acts WHERE act IN ('made_ladder', 'closed_ladder')")
    _allow(ACTS)


def _allow(acts: Sequence[str]) -> None:
    name = op.f("ck_moderator_acts_act")
    with op.batch_alter_table("moderator_acts") as changed:
        changed.drop_constraint(name, type_="check")
        changed.create_check_constraint(name, f"act IN ({', '.join(map(repr, acts))})")
