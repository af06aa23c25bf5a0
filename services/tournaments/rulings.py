"""Arbiters' decisions, public and with a reason: points, forfeits, sanctions."""

from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from competition.tournament.values import Decision, System
from intimate.players import Player
from models import Entrant, Pairing, Sanction, Tournament
from models.ids import EntrantId, SanctionId, TournamentToken, UserId
from models.tournament import TournamentState
from services.tournaments.entering import leave
from services.tournaments.log import note, reason_of
from services.tournaments.making import check_fraction, goes_by_itself, read_plan, write_plan
from services.tournaments.refusals import TournamentRefusal, TournamentRefused
from services.tournaments.rounds import WIN, decide, go_on, names
from services.tournaments.tournaments import check_arbitrates, lock

RULINGS = (Decision.RULED, Decision.FORFEIT, Decision.ANNULLED)
"""What an arbiter can decide about a pairing."""


@dataclass(frozen=True)
class PairingRuling:
    """An arbiter's ruling on a pairing: points in halves for both, or None if it is annulled.

    through: who advances in a knock-out if the points do not say so.
    """

    number: int
    board: int
    decision: Decision
    points: tuple[int, int] | None
    reason: str
    through: Player | None = None


def forfeit(
    number: int, board: int, loser: Player | None, reason: str, *, matches: bool = False
) -> PairingRuling:
    """Return the ruling by which one player, or both, lose a pairing."""
    whole = WIN * 2 if matches else WIN
    points = (0, 0) if loser is None else (0, whole) if loser is Player.FIRST else (whole, 0)
    return PairingRuling(number, board, Decision.FORFEIT, points, reason)


def rule(
    session: Session, token: TournamentToken, by_id: UserId, ruling: PairingRuling, now: datetime
) -> None:
    """Decide a pairing, independently of its duel; raises TournamentRefused."""
    tournament = _locked(session, token, by_id)
    reason = reason_of(ruling.reason)
    pairing = _pairing(session, tournament, ruling.number, ruling.board)
    whole = WIN * 2 if tournament.matches else WIN
    if ruling.points is not None and (min(ruling.points) < 0 or sum(ruling.points) > whole):
        raise TournamentRefused(TournamentRefusal.POINTS, "points")
    if tournament.system == System.KNOCKOUT and ruling.number < tournament.round:
        raise TournamentRefused(TournamentRefusal.DRAWN_ALREADY, "pairing")
    before = [pairing.points_first, pairing.points_second] if pairing.decision else None
    decide(session, pairing, ruling.decision, ruling.points)
    pairing.reason = reason
    pairing.through_id = _through(pairing, ruling.through)
    through = (
        {Player.FIRST: pairing.first, Player.SECOND: pairing.second}[ruling.through]
        if ruling.through
        else None
    )
    facts = {**names(pairing), "points": list(ruling.points or ()), "before": before}
    if through is not None:
        facts["through"] = through.name
    note(
        session,
        tournament,
        ruling.decision.value,
        now,
        by_id=by_id,
        number=ruling.number,
        board=ruling.board,
        reason=reason,
        facts=facts,
    )
    go_on(session, tournament, now)


@dataclass(frozen=True)
class Measure:
    """A sanction: multiplies the score of one round, or (None) of the whole tournament, by a fraction."""

    entrant_id: EntrantId
    factor: Fraction
    number: int | None
    reason: str


def sanction(
    session: Session, token: TournamentToken, by_id: UserId, measure: Measure, now: datetime
) -> Sanction:
    """Reduce an entrant's score; raises TournamentRefused."""
    factor, number = measure.factor, measure.number
    tournament = _locked(session, token, by_id)
    reason = reason_of(measure.reason)
    entrant = _entrant(session, tournament, measure.entrant_id)
    check_fraction(factor, "factor")
    if number is not None and not 1 <= number <= tournament.round:
        raise TournamentRefused(TournamentRefusal.ROUND, "number")
    made = Sanction(
        tournament_id=tournament.id,
        entrant_id=entrant.id,
        round=number,
        numerator=factor.numerator,
        denominator=factor.denominator,
        reason=reason,
        by_id=by_id,
        at=now,
    )
    session.add(made)
    note(
        session,
        tournament,
        "sanction",
        now,
        by_id=by_id,
        entrant=entrant,
        number=number,
        reason=reason,
        facts={"factor": str(factor)},
    )
    return made


def lift_sanction(
    session: Session,
    token: TournamentToken,
    by_id: UserId,
    sanction_id: SanctionId,
    reason: str,
    now: datetime,
) -> None:
    """Take a sanction back."""
    tournament = _locked(session, token, by_id)
    reason = reason_of(reason)
    found = session.get(Sanction, sanction_id)
    if found is None or found.tournament_id != tournament.id:
        raise TournamentRefused(TournamentRefusal.NO_SANCTION, "sanction")
    factor = str(Fraction(found.numerator, found.denominator))
    entrant, number = found.entrant, found.round
    session.delete(found)
    note(
        session,
        tournament,
        "sanction_lifted",
        now,
        by_id=by_id,
        entrant=entrant,
        number=number,
        reason=reason,
        facts={"factor": factor},
    )


def take_out(
    session: Session, token: TournamentToken, by_id: UserId, entrant_id: EntrantId, reason: str, now: datetime
) -> None:
    """Exclude an entrant from further rounds."""
    tournament = _locked(session, token, by_id)
    reason = reason_of(reason)
    entrant = _entrant(session, tournament, entrant_id)
    if entrant.left_at is not None:
        raise TournamentRefused(TournamentRefusal.NOT_IN, "entrant")
    leave(session, tournament, entrant, now)
    number = tournament.round
    note(session, tournament, "taken_out", now, by_id=by_id, entrant=entrant, number=number, reason=reason)


def annul_round(
    session: Session, token: TournamentToken, by_id: UserId, number: int, reason: str, now: datetime
) -> None:
    """Annul the ordinary games of a round."""
    tournament = _locked(session, token, by_id)
    reason = reason_of(reason)
    plan = read_plan(tournament)
    if not 1 <= number <= tournament.round or plan.rounds[number - 1].duels:
        raise TournamentRefused(TournamentRefusal.ROUND, "number")
    rounds = list(plan.rounds)
    rounds[number - 1] = replace(rounds[number - 1], annulled=True)
    by_itself = goes_by_itself(tournament)
    tournament.plan = write_plan(replace(plan, rounds=tuple(rounds)), by_itself=by_itself)
    note(session, tournament, "round_annulled", now, by_id=by_id, number=number, reason=reason)


def stand_down(  # one argument per fact
    session: Session,
    token: TournamentToken,
    by_id: UserId,
    entrant_id: EntrantId,
    number: int,
    reason: str,
    now: datetime,
) -> None:
    """Note that an entrant was asked to sit out a round of ordinary games."""
    tournament = _locked(session, token, by_id)
    reason = reason_of(reason)
    entrant = _entrant(session, tournament, entrant_id)
    if not 1 <= number <= len(tournament.plan["rounds"]):
        raise TournamentRefused(TournamentRefusal.ROUND, "number")
    entrant.stood_down = sorted({*entrant.stood_down, number})
    note(session, tournament, "stood_down", now, by_id=by_id, entrant=entrant, number=number, reason=reason)


def _locked(session: Session, token: TournamentToken, by_id: UserId) -> Tournament:
    tournament = lock(session, token)
    check_arbitrates(session, tournament, by_id)
    if tournament.state != TournamentState.RUNNING:
        raise TournamentRefused(TournamentRefusal.NOT_RUNNING)
    return tournament


def _pairing(session: Session, tournament: Tournament, number: int, board: int) -> Pairing:
    of_it = (Pairing.tournament_id == tournament.id, Pairing.round == number, Pairing.board == board)
    names = (joinedload(Pairing.first), joinedload(Pairing.second))
    found = session.scalar(select(Pairing).options(*names).where(*of_it, Pairing.second_id.is_not(None)))
    if found is None:
        raise TournamentRefused(TournamentRefusal.NO_PAIRING, "pairing")
    return found


def _through(pairing: Pairing, player: Player | None) -> EntrantId | None:
    return {Player.FIRST: pairing.first_id, Player.SECOND: pairing.second_id}[player] if player else None


def _entrant(session: Session, tournament: Tournament, entrant_id: EntrantId) -> Entrant:
    found = session.get(Entrant, entrant_id)
    if found is None or found.tournament_id != tournament.id:
        raise TournamentRefused(TournamentRefusal.NO_ENTRANT, "entrant")
    return found
