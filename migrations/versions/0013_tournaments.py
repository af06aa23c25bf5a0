"""Tournaments: entries, meetings and decisions."""

import sqlalchemy as sa
from alembic import op

from models.schema import rewrite

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create empty tables."""
    _tournaments()
    _tournament_arbiters()
    _entrants()
    _pairings()
    _sanctions()
    _ordinary_results()
    _tournament_acts()
    _tell_members()


def downgrade() -> None:
    """Drop the tables."""
    _tell_members(forth=False)
    op.drop_table("tournament_acts")
    op.drop_table("ordinary_results")
    op.drop_table("sanctions")
    op.drop_table("pairings")
    op.drop_table("entrants")
    op.drop_table("tournament_arbiters")
    op.drop_table("tournaments")


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("description", sa.String(2000), nullable=False),
        sa.Column("organiser_id", sa.Integer(), nullable=False),
        sa.Column("system", sa.String(32), nullable=False),
        sa.Column("matches", sa.Boolean(), nullable=False),
        sa.Column("homes_drawn", sa.Boolean(), nullable=False),
        sa.Column("preset", sa.String(32), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("edition", sa.String(32), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("most_players", sa.Integer(), nullable=True),
        sa.Column("closes_at", TIME, nullable=True),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("started_at", TIME, nullable=True),
        sa.Column("ended_at", TIME, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "state IN ('open', 'running', 'ended', 'cancelled')", name=op.f("ck_tournaments_state")
        ),
        sa.CheckConstraint(
            "system IN ('swiss', 'all', 'knockout', 'ordinary')", name=op.f("ck_tournaments_system")
        ),
        sa.ForeignKeyConstraint(
            ["organiser_id"], ["users.id"], name=op.f("fk_tournaments_organiser_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("token", name=op.f("uq_tournaments_token")),
    )
    op.create_index(op.f("ix_tournaments_organiser_id"), "tournaments", ["organiser_id"])
    op.create_index(op.f("ix_tournaments_state_id"), "tournaments", ["state", "id"])


def _tournament_arbiters() -> None:
    op.create_table(
        "tournament_arbiters",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_tournament_arbiters_tournament_id_tournaments"),
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_tournament_arbiters_user_id_users")),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name=op.f("pk_tournament_arbiters")),
    )


def _entrants() -> None:
    op.create_table(
        "entrants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(96), nullable=False),
        sa.Column("lot", sa.Integer(), nullable=False),
        sa.Column("first_round", sa.Integer(), nullable=False),
        sa.Column("last_round", sa.Integer(), nullable=True),
        sa.Column("joined_at", TIME, nullable=False),
        sa.Column("left_at", TIME, nullable=True),
        sa.Column("stood_down", sa.JSON(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_entrants_tournament_id_tournaments")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_entrants_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entrants")),
        sa.UniqueConstraint("tournament_id", "user_id", name=op.f("uq_entrants_tournament_id_user_id")),
    )
    op.create_index(op.f("ix_entrants_tournament_id"), "entrants", ["tournament_id"])
    op.create_index(op.f("ix_entrants_user_id"), "entrants", ["user_id"])


def _pairings() -> None:
    op.create_table(
        "pairings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=True),
        sa.Column("home_first", sa.String(32), nullable=True),
        sa.Column("home_second", sa.String(32), nullable=True),
        sa.Column("duel_id", sa.Integer(), nullable=True),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("points_first", sa.Integer(), nullable=True),
        sa.Column("points_second", sa.Integer(), nullable=True),
        sa.Column("through_id", sa.Integer(), nullable=True),
        sa.Column("decision", sa.String(32), nullable=True),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.CheckConstraint(
            "decision IN ('played', 'bye', 'forfeit', 'ruled', 'annulled')", name=op.f("ck_pairings_decision")
        ),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_pairings_duel_id_duels")),
        sa.ForeignKeyConstraint(["first_id"], ["entrants.id"], name=op.f("fk_pairings_first_id_entrants")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_pairings_match_id_matches")),
        sa.ForeignKeyConstraint(["second_id"], ["entrants.id"], name=op.f("fk_pairings_second_id_entrants")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_pairings_tournament_id_tournaments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pairings")),
        sa.UniqueConstraint("duel_id", name=op.f("uq_pairings_duel_id")),
        sa.UniqueConstraint("match_id", name=op.f("uq_pairings_match_id")),
        sa.UniqueConstraint(
            "tournament_id", "round", "board", name=op.f("uq_pairings_tournament_id_round_board")
        ),
    )


def _sanctions() -> None:
    op.create_table(
        "sanctions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("numerator", sa.Integer(), nullable=False),
        sa.Column("denominator", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_sanctions_by_id_users")),
        sa.ForeignKeyConstraint(
            ["entrant_id"], ["entrants.id"], name=op.f("fk_sanctions_entrant_id_entrants")
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_sanctions_tournament_id_tournaments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sanctions")),
    )
    op.create_index(op.f("ix_sanctions_tournament_id"), "sanctions", ["tournament_id"])


def _ordinary_results() -> None:
    op.create_table(
        "ordinary_results",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(32), nullable=False),
        sa.Column("centres", sa.Integer(), nullable=False),
        sa.Column("eliminated", sa.Boolean(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_ordinary_results_by_id_users")),
        sa.ForeignKeyConstraint(
            ["entrant_id"], ["entrants.id"], name=op.f("fk_ordinary_results_entrant_id_entrants")
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_ordinary_results_tournament_id_tournaments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ordinary_results")),
        sa.UniqueConstraint(
            "tournament_id",
            "round",
            "board",
            "entrant_id",
            name=op.f("uq_ordinary_results_tournament_id_round_board_entrant_id"),
        ),
    )


def _tournament_acts() -> None:
    op.create_table(
        "tournament_acts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("by_id", sa.Integer(), nullable=True),
        sa.Column("entrant_id", sa.Integer(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("board", sa.Integer(), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["users.id"], name=op.f("fk_tournament_acts_by_id_users")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_acts_tournament_id_tournaments")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_acts")),
    )
    op.create_index(op.f("ix_tournament_acts_tournament_id_id"), "tournament_acts", ["tournament_id", "id"])


def _tell_members(*, forth: bool = True) -> None:
    """Add tournaments to channels that have challenges, or remove them."""
    channels = sa.table("channels", sa.column("id", sa.Integer), sa.column("kinds", sa.JSON))
    connection = op.get_bind()
    changed = []
    for number, kinds in connection.execute(sa.select(channels.c.id, channels.c.kinds)).all():
        others = [kind for kind in kinds if kind != "tournament"]
        wanted = [*others, "tournament"] if forth and "challenge" in kinds else others
        if wanted != kinds:
            changed.append((number, {"kinds": wanted}))
    rewrite(connection, channels, changed)
