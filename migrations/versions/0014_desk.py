"""The moderators' desk: reports, acts, and shared devices."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
ACTS = (
    "warned",
    "closed_account",
    "opened_account",
    "answered",
    "noted",
    "ruled",
    "made_arbiter",
    "unmade_arbiter",
)


def upgrade() -> None:
    """Create empty tables."""
    _reports()
    _keeper_acts()
    _sightings()


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("sightings")
    op.drop_table("keeper_acts")
    op.drop_table("reports")


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reporter_id", sa.Integer(), nullable=False),
        sa.Column("about_id", sa.Integer(), nullable=True),
        sa.Column("duel_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("text", sa.String(2000), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("handler_id", sa.Integer(), nullable=True),
        sa.Column("answer", sa.String(2000), nullable=False),
        sa.Column("closed_at", TIME, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('arbiter', 'conduct', 'accounts', 'other')", name=op.f("ck_reports_kind")
        ),
        sa.CheckConstraint("state IN ('open', 'closed')", name=op.f("ck_reports_state")),
        sa.ForeignKeyConstraint(["about_id"], ["users.id"], name=op.f("fk_reports_about_id_users")),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_reports_duel_id_duels")),
        sa.ForeignKeyConstraint(["handler_id"], ["users.id"], name=op.f("fk_reports_handler_id_users")),
        sa.ForeignKeyConstraint(["reporter_id"], ["users.id"], name=op.f("fk_reports_reporter_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_about_id"), "reports", ["about_id"])
    op.create_index(op.f("ix_reports_duel_id"), "reports", ["duel_id"])
    op.create_index(op.f("ix_reports_reporter_id"), "reports", ["reporter_id"])
    op.create_index(op.f("ix_reports_state_kind_made_at"), "reports", ["state", "kind", "made_at"])
    op.create_index(op.f("ix_reports_state_made_at"), "reports", ["state", "made_at"])


def _keeper_acts() -> None:
    op.create_table(
        "keeper_acts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("keeper_id", sa.Integer(), nullable=True),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("about_id", sa.Integer(), nullable=True),
        sa.Column("duel_id", sa.Integer(), nullable=True),
        sa.Column("report_id", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(2000), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("read_at", TIME, nullable=True),
        sa.CheckConstraint(
            _one_of("act", ACTS),
            name=op.f("ck_keeper_acts_act"),
        ),
        sa.ForeignKeyConstraint(["about_id"], ["users.id"], name=op.f("fk_keeper_acts_about_id_users")),
        sa.ForeignKeyConstraint(["duel_id"], ["duels.id"], name=op.f("fk_keeper_acts_duel_id_duels")),
        sa.ForeignKeyConstraint(["keeper_id"], ["users.id"], name=op.f("fk_keeper_acts_keeper_id_users")),
        sa.ForeignKeyConstraint(["report_id"], ["reports.id"], name=op.f("fk_keeper_acts_report_id_reports")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_keeper_acts")),
    )
    op.create_index(
        op.f("ix_keeper_acts_about_id_act_read_at"), "keeper_acts", ["about_id", "act", "read_at"]
    )
    op.create_index(op.f("ix_keeper_acts_at"), "keeper_acts", ["at"])
    op.create_index(op.f("ix_keeper_acts_duel_id"), "keeper_acts", ["duel_id"])


def _sightings() -> None:
    op.create_table(
        "sightings",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(255), nullable=False),
        sa.Column("first_on", sa.Date(), nullable=False),
        sa.Column("last_on", sa.Date(), nullable=False),
        sa.Column("shared_on", sa.Date(), nullable=True),
        sa.CheckConstraint("kind IN ('device', 'address')", name=op.f("ck_sightings_kind")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sightings_user_id_users")),
        sa.PrimaryKeyConstraint("user_id", "kind", "digest", name=op.f("pk_sightings")),
    )
    op.create_index(op.f("ix_sightings_kind_digest"), "sightings", ["kind", "digest"])
    op.create_index(op.f("ix_sightings_kind_shared_on_digest"), "sightings", ["kind", "shared_on", "digest"])
    op.create_index(op.f("ix_sightings_last_on"), "sightings", ["last_on"])


def _one_of(column: str, values: tuple[str, ...]) -> str:
    return f"{column} IN ({', '.join(map(repr, values))})"
