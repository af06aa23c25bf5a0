"""The seats of tournaments: players and powers of each table of a round."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of seats."""
    op.create_table(
        "round_seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(32), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entrant_id"], ["entrants.id"], name=op.f("fk_round_seats_entrant_id_entrants")
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_round_seats_tournament_id_tournaments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round_seats")),
        sa.UniqueConstraint(
            "tournament_id",
            "round",
            "board",
            "power",
            name=op.f("uq_round_seats_tournament_id_round_board_power"),
        ),
    )


def downgrade() -> None:
    """Drop the seats; results stay."""
    op.drop_table("round_seats")
