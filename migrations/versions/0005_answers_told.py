"""Store who still has to see that a challenge was declined or withdrawn."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Mark all earlier answers as seen."""
    with op.batch_alter_table("challenges") as challenges:
        challenges.add_column(sa.Column("untold_id", sa.Integer(), nullable=True))
        challenges.create_foreign_key(op.f("fk_challenges_untold_id_users"), "users", ["untold_id"], ["id"])
        challenges.create_index(op.f("ix_challenges_untold_id"), ["untold_id"])


def downgrade() -> None:
    """Drop the mark."""
    with op.batch_alter_table("challenges") as challenges:
        challenges.drop_index(op.f("ix_challenges_untold_id"))
        challenges.drop_constraint(op.f("fk_challenges_untold_id_users"), type_="foreignkey")
        challenges.drop_column("untold_id")
