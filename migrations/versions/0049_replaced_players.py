"""Replaced players in results of ordinary games, with the seasons of the second player."""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    with op.batch_alter_table("ordinary_results") as results:
        results.add_column(sa.Column("first_id", sa.Integer(), nullable=True))
        results.add_column(sa.Column("relief", sa.Integer(), server_default="0", nullable=False))
        results.create_foreign_key(
            op.f("fk_ordinary_results_first_id_entrants"), "entrants", ["first_id"], ["id"]
        )


def downgrade() -> None:
    """Drop them; the points stay with the last player."""
    with op.batch_alter_table("ordinary_results") as results:
        results.drop_constraint(op.f("fk_ordinary_results_first_id_entrants"), type_="foreignkey")
        results.drop_column("relief")
        results.drop_column("first_id")
