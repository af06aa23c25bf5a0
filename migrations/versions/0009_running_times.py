"""The running time of a duel as one document, and the heartbeat of the site."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from models.schema import rewrite

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
PLAYERS = ("first", "second")
FORMER = ("bank_first", "bank_second", "misses_first", "misses_second")
MILLISECOND = 1000


def upgrade() -> None:
    """Move the columns into the document; nobody has time off yet, and the beginning of phases is unknown."""
    op.add_column("duels", sa.Column("running", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("duels", sa.Column("stuck_at", TIME, nullable=True))
    op.add_column("duels", sa.Column("stuck_by", sa.String(32), nullable=True))
    duels = _duels()
    bound = op.get_bind()
    found = bound.execute(sa.select(duels)).mappings().all()
    rewrite(bound, duels, ((row["id"], {"running": _gathered(dict(row))}) for row in found))
    for name in FORMER:
        op.drop_column("duels", name)
    op.create_table(
        "heartbeats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("beat_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeats")),
    )


def downgrade() -> None:
    """Move banks and misses back to columns; time off, pauses and arrivals are lost."""
    op.drop_table("heartbeats")
    for name in FORMER[:2]:
        op.add_column("duels", sa.Column(name, sa.Integer(), nullable=True))
    for name in FORMER[2:]:
        op.add_column("duels", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    duels = _duels()
    bound = op.get_bind()
    found = bound.execute(sa.select(duels.c.id, duels.c.running)).all()
    rewrite(bound, duels, ((number, _spread(running)) for number, running in found))
    for name in ("running", "stuck_at", "stuck_by"):
        op.drop_column("duels", name)


def _duels() -> sa.TableClause:
    return sa.table(
        "duels",
        sa.column("id", sa.Integer()),
        *(sa.column(f"due_{player}", TIME) for player in PLAYERS),
        *(sa.column(name, sa.Integer()) for name in FORMER),
        sa.column("running", sa.JSON()),
    )


def _gathered(row: dict[str, Any]) -> dict[str, Any]:
    due = {player: _utc(row[f"due_{player}"]) for player in PLAYERS if row[f"due_{player}"]}
    banks = {
        player: row[f"bank_{player}"] * MILLISECOND for player in PLAYERS if row[f"bank_{player}"] is not None
    }
    misses = {player: row[f"misses_{player}"] for player in PLAYERS}
    return {"due": due, "banks": banks, "misses": misses}


def _spread(running: dict[str, Any]) -> dict[str, Any]:
    banks, misses = running.get("banks", {}), running.get("misses", {})
    opens_until = running.get("opens_until")
    due = dict.fromkeys(PLAYERS, opens_until) if opens_until else running.get("due", {})
    return {
        **{f"due_{who}": datetime.fromisoformat(due[who]) if who in due else None for who in PLAYERS},
        **{f"bank_{who}": banks[who] // MILLISECOND if who in banks else None for who in PLAYERS},
        **{f"misses_{who}": misses.get(who, 0) for who in PLAYERS},
    }


def _utc(at: datetime) -> str:
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
