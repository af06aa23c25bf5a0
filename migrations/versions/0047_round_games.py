"""Games of the site for the tables of a tournament's round."""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of games that belong to a round."""
    op.create_table(
        "round_games",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["game_tables.id"],
            name=op.f("fk_round_games_table_id_game_tables"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_round_games_tournament_id_tournaments")
        ),
        sa.PrimaryKeyConstraint("tournament_id", "round", "board", name=op.f("pk_round_games")),
        sa.UniqueConstraint("table_id", name=op.f("uq_round_games_table_id")),
    )


def downgrade() -> None:
    """Drop it; the games stay."""
    op.drop_table("round_games")
