"""The log of a tournament, for anybody to read; names in it change when an account is deleted."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Integer, Select, bindparam, delete, or_, select, union, update
from sqlalchemy.orm import Session, joinedload

from models import (
    Entrant,
    GameTable,
    RoundGame,
    TableChapter,
    Tournament,
    TournamentAct,
    TournamentArbiter,
)
from models.ids import TournamentId, UserId
from models.tournament import UNFINISHED
from services.tournaments.refusals import TournamentRefusal, TournamentRefused
from services.tournaments.tournaments import LARGEST

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
        "seated",
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
        "not_stood_down",
        "prizes",
    }
)
"""The acts that the page's log shows: decisions and their consequences for players."""


MOST_REASON = 500


def one_line(text: str) -> str:
    """Return a text as one line, without characters that a database cannot store."""
    return " ".join(text.replace("\0", "").split())


def reason_of(text: str) -> str:
    """Return a reason as the log stores it; raises TournamentRefused if it is empty or too long."""
    words = one_line(text)
    if not words or len(words) > MOST_REASON:
        raise TournamentRefused(TournamentRefusal.REASON, "reason", most=MOST_REASON)
    return words


def note(  # noqa: PLR0913  # one argument per attribute
    session: Session,
    tournament: Tournament,
    act: str,
    now: datetime,
    *,
    by_id: UserId | None = None,
    entrant: Entrant | None = None,
    number: int | None = None,
    board: int | None = None,
    reason: str = "",
    facts: Mapping[str, Any] | None = None,
) -> None:
    """Write an act into the log; number: the round. Open pages follow the log."""
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
    session: Session, tournament_id: TournamentId, most: int, before: int = LARGEST
) -> Sequence[TournamentAct]:
    """List the latest decisions of a tournament, the last one first."""
    values = {"tournament_id": tournament_id, "before": before, "most": most}
    return session.scalars(_acts_query(), values).all()


@cache
def _mark_query() -> Select[int]:
    of_it = TournamentAct.tournament_id == bindparam("tournament_id", type_=Integer)
    return select(TournamentAct.id).where(of_it).order_by(TournamentAct.id.desc()).limit(1)


def mark(session: Session, tournament_id: TournamentId) -> int:
    """Return a number that changes with every event in a tournament."""
    return session.scalar(_mark_query(), {"tournament_id": tournament_id}) or 0


def names_of_running(session: Session, organiser_id: UserId) -> Sequence[str]:
    """List the names of an account's unfinished tournaments."""
    own = (Tournament.organiser_id == organiser_id, Tournament.state.in_(UNFINISHED))
    return session.scalars(select(Tournament.name).where(*own).order_by(Tournament.id)).all()


def forget_name(session: Session, user_id: UserId, before: str, after: str) -> None:
    """Replace somebody's name in all tournaments they took part in, and dismiss them as an arbiter.

    Pages of these tournaments are rendered again.
    """
    numbers = _theirs(session, user_id, before)
    rules_on = (TournamentArbiter.user_id == user_id, TournamentArbiter.tournament_id.in_(_going_on()))
    session.execute(delete(TournamentArbiter).where(*rules_on))
    session.execute(update(Entrant).where(Entrant.user_id == user_id).values(name=after))
    for act in session.scalars(select(TournamentAct).where(TournamentAct.tournament_id.in_(numbers))):
        act.facts = {key: _renamed(value, before, after) for key, value in act.facts.items()}
    _forget_at_tables(session, numbers, before, after)
    anew = update(Tournament).where(Tournament.id.in_(numbers)).values(version=Tournament.version + 1)
    session.execute(anew, execution_options={"synchronize_session": False})


def _forget_at_tables(session: Session, numbers: Sequence[TournamentId], before: str, after: str) -> None:
    """Replace a name in the games of these tournaments, which hold the names of accounts."""
    games = select(RoundGame.table_id).where(RoundGame.tournament_id.in_(numbers))
    for table in session.scalars(select(GameTable).where(GameTable.id.in_(games))):
        table.terms = _renamed(table.terms, before, after)
    for chapter in session.scalars(select(TableChapter).where(TableChapter.table_id.in_(games))):
        content = json.loads(chapter.content)
        chapter.content = json.dumps(_renamed(content, before, after), ensure_ascii=False)


def _going_on() -> Select[TournamentId]:
    return select(Tournament.id).where(Tournament.state.in_(UNFINISHED))


def _theirs(session: Session, user_id: UserId, name: str) -> Sequence[TournamentId]:
    """List the tournaments that an account organised, played in, or was named as an arbiter of."""
    arbiters = select(TournamentAct.tournament_id).where(
        TournamentAct.act.in_(("arbiter", "no_arbiter")),
        TournamentAct.facts["arbiter"].as_string() == name,
    )
    query = union(
        select(Tournament.id).where(Tournament.organiser_id == user_id),
        select(Entrant.tournament_id).where(Entrant.user_id == user_id),
        select(TournamentArbiter.tournament_id).where(TournamentArbiter.user_id == user_id),
        select(TournamentAct.tournament_id).where(
            or_(TournamentAct.by_id == user_id, TournamentAct.tournament_id.in_(arbiters))
        ),
    )
    return session.scalars(query).all()


def _renamed(facts: Any, before: str, after: str) -> Any:  # noqa: ANN401  # any JSON
    """Return facts with one name replaced by another."""
    if isinstance(facts, dict):
        return {key: _renamed(value, before, after) for key, value in facts.items()}
    if isinstance(facts, list):
        return [_renamed(value, before, after) for value in facts]
    return after if facts == before else facts
