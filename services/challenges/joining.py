"""Joining: a challenge is accepted, and what was ranked before is handed in, all of it or nothing."""

from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import PhaseKind
from intimate.duel import begin
from intimate.entries import HomesList, check_list
from models import StoredDuel
from services.challenges import challenges
from services.challenges.terms import Terms
from services.duels.entering import CheckedEntry, store_entry, store_readiness
from services.duels.tables import take_awaited_seat
from services.finding.limits import MOST_DUELS


def begins_with_ranking(terms: Terms) -> bool:
    """Tell whether both players rank the powers before anything else."""
    return begin(terms.rules()).kind is PhaseKind.HOMES


def check_ranking(ranking: HomesList) -> None:
    """Raise EntryError for a list that could not be handed in."""
    check_list(ranking)


def join(
    session: Session,
    token: str,
    user_id: int,
    ranking: HomesList | None,
    now: datetime,
    most_duels: int = MOST_DUELS,
) -> StoredDuel:
    """Accept a challenge and hand in a list that was checked; raises what `accept` raises."""
    duel = challenges.accept(session, token, user_id, now, most_duels)
    if ranking is not None and duel.phase is not None:
        seat = take_awaited_seat(session, duel.token, user_id, duel.phase, now)
        if seat.player is None:
            raise ValueError("whoever has accepted plays")
        store_entry(seat, CheckedEntry(duel.id, duel.phase, seat.player, ranking), now)
        store_readiness(seat, now)
    return duel
