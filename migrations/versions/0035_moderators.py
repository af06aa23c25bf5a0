"""Use the word moderator in the tables, too: members read it in the export of an account."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

INDEXES = (["about_id", "act", "read_at"], ["at"], ["duel_id"])
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
    """Rename the table of acts with its columns and indexes, and the mark of an account."""
    _rename("keeper", "moderator")


def downgrade() -> None:
    """Restore the old names."""
    _rename("moderator", "keeper")


def _rename(old: str, new: str) -> None:
    op.alter_column("users", f"is_{old}", new_column_name=f"is_{new}")
    for columns in (*INDEXES, [f"{old}_id"]):
        op.drop_index(op.f(f"ix_{old}_acts_{'_'.join(columns)}"), f"{old}_acts")
    op.rename_table(f"{old}_acts", f"{new}_acts")
    op.alter_column(f"{new}_acts", f"{old}_id", new_column_name=f"{new}_id")
    with op.batch_alter_table(f"{new}_acts") as acts:
        acts.drop_constraint(op.f(f"ck_{old}_acts_act"), type_="check")
        acts.create_check_constraint(op.f(f"ck_{new}_acts_act"), sa.column("act").in_(ACTS))
    for columns in (*INDEXES, [f"{new}_id"]):
        op.create_index(op.f(f"ix_{new}_acts_{'_'.join(columns)}"), f"{new}_acts", columns)
