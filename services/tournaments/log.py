"""The log of a tournament: everything that happens in one, for anybody to read."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Integer, Select, bindparam, select
from sqlalchemy.orm import Session, joinedload

from models import Entrant, Tournament, TournamentAct
from services.tournaments.errors import TournamentRefused
from services.tournaments.finding import LARGEST

DECISIONS = frozenset(
    {
        "arbiter",
        "no_arbiter",
        "forfeit",
        "ruled",
        "annulled",
        "sanction",
        "sanction_lifted",
        "results",
        "taken_out",
        "drawn",
        "started",
        "ended",
        "cancelled",
        "absent",
        "late",
        "left",
        "made",
        "round_annulled",
        "stood_down",
    }
)
"""The acts that the log on the page shows: what somebody decided, or what follows for somebody."""


MOST_REASON = 500


def one_line(text: str) -> str:
    """Return a text as one line, without what no database stores."""
    return " ".join(text.replace("\0", "").split())


def reason_of(text: str) -> str:
    """Return a reason as the log holds it; raises TournamentRefused for none, or one too long."""
    words = one_line(text)
    if not words or len(words) > MOST_REASON:
        raise TournamentRefused("reason", "reason", most=MOST_REASON)
    return words


def note(  # noqa: PLR0913  # all that an act is
    session: Session,
    tournament: Tournament,
    act: str,
    now: datetime,
    *,
    by_id: int | None = None,
    entrant: Entrant | None = None,
    number: int | None = None,
    board: int | None = None,
    reason: str = "",
    facts: Mapping[str, Any] | None = None,
) -> None:
    """Write what happened into the log; number: the round. Open pages follow the log."""
    session.add(
        TournamentAct(
            tournament_id=tournament.id,
            act=act,
            by_id=by_id,
            entrant_id=entrant.id if entrant else None,
            round=number,
            board=board,
            facts={**(facts or {}), **({"name": entrant.name} if entrant else {})},
            reason=reason,
            at=now,
        )
    )
    session.flush()


@cache
def _acts_query() -> Select[TournamentAct]:
    """Select the latest acts of a tournament; built once."""
    return (
        select(TournamentAct)
        .options(joinedload(TournamentAct.by))
        .where(TournamentAct.tournament_id == bindparam("tournament_id", type_=Integer))
        .where(TournamentAct.act.in_(DECISIONS), TournamentAct.id < bindparam("before", type_=Integer))
        .order_by(TournamentAct.id.desc())
        .limit(bindparam("most", type_=Integer))
    )


def decisions(
    session: Session, tournament_id: int, most: int, before: int = LARGEST
) -> Sequence[TournamentAct]:
    """List the latest decisions of a tournament, the last one first."""
    values = {"tournament_id": tournament_id, "before": before, "most": most}
    return session.scalars(_acts_query(), values).all()


@cache
def _mark_query() -> Select[int]:
    of_it = TournamentAct.tournament_id == bindparam("tournament_id", type_=Integer)
    return select(TournamentAct.id).where(of_it).order_by(TournamentAct.id.desc()).limit(1)


def mark(session: Session, tournament_id: int) -> int:
    """Return a figure that changes with whatever happens in a tournament."""
    return session.scalar(_mark_query(), {"tournament_id": tournament_id}) or 0
