"""What the end of a duel brings to its tournament, once for each pairing."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from competition.tournament.values import Decision
from intimate.chapter import Chapter
from intimate.duel import Ending
from intimate.players import Player
from models import Entrant, Match, Pairing, StoredDuel, Tournament, TournamentAct
from services.telling.tournaments import tell_of_absence
from services.tournaments.authority import pairing_of
from services.tournaments.entering import leave
from services.tournaments.finding import lock_by_id
from services.tournaments.log import note
from services.tournaments.rounds import go_on

WIN, DRAW = 2, 1
"""In halves."""
MOST_ABSENCES = 2
"""The rounds in which somebody is absent before they are drawn no more."""
NOBODY_CAME = frozenset({Ending.ABSENT, Ending.LAPSED})
"""The endings of duels that nobody played to their end."""


def follow_duel(session: Session, stored: StoredDuel, chapter: Chapter, now: datetime) -> None:
    """Give the points of a duel that has just ended to those who met in it."""
    if chapter.after.result is None:
        return
    pairing = pairing_of(session, stored.id)
    if pairing is None:
        return
    tournament = lock_by_id(session, pairing.tournament_id)
    # An arbiter may have ruled before the lock; what is ruled stays.
    session.refresh(pairing)
    if pairing.decision is not None or tournament.state != "running":
        return
    _note_absences(session, tournament, pairing, stored, now)
    if pairing.match and pairing.match.ended_at is None:
        return
    points, decision = _points_of_match(pairing.match) if pairing.match else points_of(stored)
    decide(session, pairing, decision, None if decision is Decision.ANNULLED else points)
    facts = {**names(pairing), "points": list(points)}
    note(session, tournament, "result", now, number=pairing.round, board=pairing.board, facts=facts)
    go_on(session, tournament, now)


def names(pairing: Pairing) -> dict[str, str]:
    """Return the names of those who met, as the log has them."""
    return {"first": pairing.first.name, "second": pairing.second.name if pairing.second else ""}


def decide(session: Session, pairing: Pairing, decision: Decision, points: tuple[int, int] | None) -> None:
    """Store how a pairing ended; points in halves, none where it counts for nothing."""
    pairing.decision = decision.value
    pairing.points_first, pairing.points_second = points or (None, None)
    session.flush()


def points_of(stored: StoredDuel) -> tuple[tuple[int, int], Decision]:
    """Return the points of both players of a duel that is over, and how it came to them.

    Whoever came to a live duel that lapsed has won it; where nobody came, nobody gets anything. A duel that
    an arbiter closed without a winner counts for nothing.
    """
    if stored.reason is Ending.LAPSED and len(stored.times.here) == 1:
        return _won_by(next(iter(stored.times.here))), Decision.FORFEIT
    if stored.winner is not None:
        return _won_by(stored.winner), Decision.PLAYED
    if stored.reason is Ending.CLOSED:
        return (0, 0), Decision.ANNULLED
    return ((0, 0), Decision.FORFEIT) if stored.reason in NOBODY_CAME else ((DRAW, DRAW), Decision.PLAYED)


def _points_of_match(match: Match) -> tuple[tuple[int, int], Decision]:
    """Add up both duels of a match; who is first in the one is second in the other.

    Where the first ended before the second could begin, it stands for both.
    """
    home, decision = points_of(match.home) if match.home else ((0, 0), Decision.FORFEIT)
    if match.away is None:
        return (2 * home[0], 2 * home[1]), decision
    away, others = points_of(match.away)
    points = (home[0] + away[1], home[1] + away[0])
    return points, decision if decision is others else Decision.PLAYED


def _won_by(player: Player) -> tuple[int, int]:
    return (WIN, 0) if player is Player.FIRST else (0, WIN)


def absent_players(stored: StoredDuel) -> frozenset[Player]:
    """Return who was not there: of those who did not come to a live duel, or were away too long."""
    if stored.reason is Ending.LAPSED:
        return frozenset(Player) - stored.times.here
    if stored.reason is not Ending.ABSENT:
        return frozenset()
    return frozenset({stored.winner.opponent}) if stored.winner else frozenset(Player)


def _note_absences(
    session: Session, tournament: Tournament, pairing: Pairing, stored: StoredDuel, now: datetime
) -> None:
    sides = {pairing.first.user_id: pairing.first}
    if pairing.second:
        sides[pairing.second.user_id] = pairing.second
    for player in Player:
        if player in absent_players(stored):
            _miss(session, tournament, pairing, sides[stored.players[player].id], now)


def _miss(
    session: Session, tournament: Tournament, pairing: Pairing, entrant: Entrant, now: datetime
) -> None:
    """Note an absence and tell whoever it was; after those of two rounds they are drawn no more."""
    note(session, tournament, "absent", now, entrant=entrant, number=pairing.round, board=pairing.board)
    is_out = absences(session, tournament, entrant) >= MOST_ABSENCES and entrant.left_at is None
    if is_out:
        leave(session, tournament, entrant, now)
        note(session, tournament, "taken_out", now, entrant=entrant, number=pairing.round)
    tell_of_absence(session, tournament, entrant, pairing.round, now, is_out=is_out)


def absences(session: Session, tournament: Tournament, entrant: Entrant) -> int:
    """Count the rounds in which somebody was absent."""
    query = select(func.count(TournamentAct.round.distinct())).where(
        TournamentAct.tournament_id == tournament.id,
        TournamentAct.act == "absent",
        TournamentAct.entrant_id == entrant.id,
    )
    return session.scalar(query) or 0
