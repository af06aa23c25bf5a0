"""Note who is still to be told that a challenge was declined or withdrawn."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody is told anew of what was answered before."""
    with op.batch_alter_table("challenges") as challenges:
        challenges.add_column(sa.Column("untold_id", sa.Integer(), nullable=True))
        challenges.create_foreign_key(op.f("fk_challenges_untold_id_users"), "users", ["untold_id"], ["id"])
        challenges.create_index(op.f("ix_challenges_untold_id"), ["untold_id"])


def downgrade() -> None:
    """Forget who was told."""
    with op.batch_alter_table("challenges") as challenges:
        challenges.drop_index(op.f("ix_challenges_untold_id"))
        challenges.drop_constraint(op.f("fk_challenges_untold_id_users"), type_="foreignkey")
        challenges.drop_column("untold_id")
