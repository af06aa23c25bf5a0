"""Data for the prizes of tournaments of ordinary games: travels, newcomers, journeys and ballots."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, and the table of ballots."""
    newcomer = sa.Column("newcomer", sa.Boolean(), server_default=sa.false(), nullable=False)
    op.add_column("entrants", newcomer)
    op.add_column("entrants", sa.Column("journey", sa.Integer(), nullable=True))
    op.add_column("ordinary_results", sa.Column("farthest", sa.Integer(), nullable=True))
    op.add_column("ordinary_results", sa.Column("turkey", sa.Integer(), nullable=True))
    op.create_table(
        "prize_ballots",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("votes", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["entrant_id"], ["entrants.id"], name=op.f("fk_prize_ballots_entrant_id_entrants")
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_prize_ballots_tournament_id_tournaments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_prize_ballots")),
        sa.UniqueConstraint(
            "tournament_id",
            "round",
            "board",
            "entrant_id",
            name=op.f("uq_prize_ballots_tournament_id_round_board_entrant_id"),
        ),
    )


def downgrade() -> None:
    """Drop them; results stay."""
    op.drop_table("prize_ballots")
    for table, column in (
        ("ordinary_results", "turkey"),
        ("ordinary_results", "farthest"),
        ("entrants", "journey"),
        ("entrants", "newcomer"),
    ):
        op.drop_column(table, column)
