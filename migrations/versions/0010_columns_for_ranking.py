"""Columns for counting duels, their homes and years; expiry of challenges; limits of accounts."""

import re
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

from models.schema import rewrite

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
STATES = ("waiting", "accepted", "declined", "withdrawn")
FALSE = sa.false()
COLUMNS: tuple[tuple[str, str, Any, Any], ...] = (
    ("challenges", "rated", sa.Boolean(), FALSE),
    ("challenges", "match", sa.Boolean(), FALSE),
    ("challenges", "rating_low", sa.Integer(), None),
    ("challenges", "rating_high", sa.Integer(), None),
    ("challenges", "expires_at", TIME, None),
    ("challenges", "settled_at", TIME, None),
    ("challenges", "pace", sa.String(32), "days"),
    ("challenges", "clock_name", sa.String(32), ""),
    ("chapters", "ruling", sa.JSON(), None),
    ("duels", "pace", sa.String(32), "days"),
    ("duels", "rated", sa.Boolean(), FALSE),
    ("duels", "counts", sa.Boolean(), FALSE),
    ("duels", "rated_ordinal", sa.Integer(), None),
    ("duels", "home_first", sa.String(32), None),
    ("duels", "home_second", sa.String(32), None),
    ("duels", "last_year", sa.Integer(), None),
    ("users", "most_duels", sa.Integer(), None),
    ("users", "is_arbiter", sa.Boolean(), FALSE),
    ("users", "closed_at", TIME, None),
    ("users", "closed_why", sa.String(2000), ""),
)
INDEXES = (
    ("challenges", ("state", "expires_at"), False),
    ("challenges", ("challenger_id", "created_at"), False),
    ("duels", ("pace", "preset", "rated_ordinal"), True),
    ("duels", ("first_id", "public", "ended_at"), False),
    ("duels", ("second_id", "public", "ended_at"), False),
    ("duels", ("first_id", "second_id", "ended_at"), False),
    ("duels", ("public", "ended_at", "created_at"), False),
)
LOOKED_AT = ("preset", "pace", "home_first", "home_second", "winner")
ARCHIVE = (
    ("ix_duels_archive", ("public", "ended_at", "id", *LOOKED_AT, "last_year", "reason")),
    ("ix_duels_archive_year", ("public", "last_year", "ended_at", "id", *LOOKED_AT, "reason")),
    ("ix_duels_archive_reason", ("public", "reason", "ended_at", "id", *LOOKED_AT, "last_year")),
)
REPLACED = "ix_duels_public_created_at"
BY_CHALLENGER = "ix_challenges_challenger_id"
"""An index that the one by challenger and time takes the place of."""
WAITING = timedelta(days=30)
"""How long challenges of before wait from when they were made."""
LONGEST_LIVE_PHASE, LONGEST_LIVE_BANK = 3600, 6 * 3600


def upgrade() -> None:
    """Earlier duels do not count for ratings; homes and years come from the states."""
    for table, name, kind, default in COLUMNS:
        op.add_column(table, sa.Column(name, kind, nullable=default is None, server_default=default))
    for table, names, is_unique in INDEXES:
        op.create_index(op.f(f"ix_{table}_{'_'.join(names)}"), table, list(names), unique=is_unique)
    for name, names in ARCHIVE:
        op.create_index(name, "duels", list(names))
    op.drop_index(REPLACED, "duels")
    op.drop_index(op.f(BY_CHALLENGER), "challenges")
    _allow((*STATES, "expired"))
    _fill()
    _fill_challenges()


def downgrade() -> None:
    """Turn expired challenges into withdrawn ones."""
    op.execute("UPDATE challenges SET state = 'withdrawn' WHERE state = 'expired'")
    _allow(STATES)
    op.create_index(REPLACED, "duels", ["public", "created_at"])
    for name, _ in ARCHIVE:
        op.drop_index(name, "duels")
    op.create_index(op.f(BY_CHALLENGER), "challenges", ["challenger_id"])
    for table, names, _ in INDEXES:
        op.drop_index(op.f(f"ix_{table}_{'_'.join(names)}"), table)
    for table, name, _, _ in COLUMNS:
        op.drop_column(table, name)


def _allow(states: tuple[str, ...]) -> None:
    listed = ", ".join(f"'{state}'" for state in states)
    with op.batch_alter_table("challenges") as challenges:
        challenges.drop_constraint(op.f("ck_challenges_state"), type_="check")
        challenges.create_check_constraint(op.f("ck_challenges_state"), f"state IN ({listed})")


def _fill() -> None:
    duels = sa.table(
        "duels",
        sa.column("id", sa.Integer()),
        sa.column("clock", sa.JSON()),
        sa.column("state", sa.JSON()),
        *(sa.column(name, sa.String()) for name in ("pace", "home_first", "home_second")),
        sa.column("last_year", sa.Integer()),
    )
    bound = op.get_bind()
    found = bound.execute(sa.select(duels.c.id, duels.c.clock, duels.c.state)).all()
    rewrite(bound, duels, ((row.id, {"pace": _pace(row.clock), **_facts(row.state)}) for row in found))


def _fill_challenges() -> None:
    challenges = sa.table(
        "challenges",
        sa.column("id", sa.Integer()),
        sa.column("state", sa.String()),
        sa.column("clock", sa.JSON()),
        sa.column("pace", sa.String()),
        sa.column("created_at", TIME),
        sa.column("expires_at", TIME),
    )
    bound, waiting = op.get_bind(), challenges.c.state == "waiting"
    query = sa.select(challenges.c.id, challenges.c.clock, challenges.c.created_at).where(waiting)
    found = bound.execute(query).all()
    until = ((row, {"pace": _pace(row.clock), "expires_at": row.created_at + WAITING}) for row in found)
    rewrite(bound, challenges, ((row.id, values) for row, values in until))


def _pace(clock: dict[str, int]) -> str:
    longest = max(clock.get(name, 86400) for name in ("moves", "auctions", "shorts"))
    is_live = longest < LONGEST_LIVE_PHASE and clock.get("bank", 0) <= LONGEST_LIVE_BANK
    return "live" if is_live else "days"


def _facts(state: dict[str, Any]) -> dict[str, Any]:
    homes, result = state.get("homes") or {}, state.get("result") or {}
    year = re.search("[0-9]+", str(result.get("phase", "")))
    return {
        "home_first": homes.get("first"),
        "home_second": homes.get("second"),
        "last_year": int(year.group()) if homes and year else None,
    }
