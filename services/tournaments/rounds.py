"""Rounds: the start, drawing, the duels of a round, their results, and the end of a tournament."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import permutations
from secrets import SystemRandom

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import standard
from competition.tournament.drawing import DrawError, draw_homes, draw_round
from competition.tournament.values import Decision, Meeting
from intimate.chapter import Chapter
from intimate.duel import Ending
from intimate.players import Player
from models import Entrant, Match, Pairing, StoredDuel, Tournament, TournamentAct, User
from models.ids import TournamentToken, UserId
from models.tournament import UNFINISHED, TournamentState
from services.duels.authority import pairing_of
from services.duels.beginning import Recipients, store_new_duel
from services.matches import begin_match, match_of
from services.ratings.shown import ratings_of
from services.tournaments.entering import leave
from services.tournaments.log import note, reason_of
from services.tournaments.making import (
    FEWEST,
    for_field,
    goes_by_itself,
    read_plan,
    round_terms,
    terms_of,
    write_plan,
)
from services.tournaments.notifications import (
    notify_of_absence,
    notify_of_end,
    notify_of_round,
    notify_of_start,
)
from services.tournaments.refusals import TournamentRefusal, TournamentRefused
from services.tournaments.sheet import TournamentSheet, load_sheet
from services.tournaments.tournaments import check_organises, lock, lock_by_id

NO_RECIPIENTS = Recipients(())
"""The notification of the round names the opponent, so none is sent about the new duel."""


def start(session: Session, token: TournamentToken, by_id: UserId, now: datetime) -> Tournament:
    """Close sign-up, draw lots, and begin the first round; raises TournamentRefused."""
    tournament = lock(session, token)
    check_organises(tournament, by_id)
    if tournament.state != TournamentState.OPEN:
        raise TournamentRefused(TournamentRefusal.STARTED_ALREADY)
    entrants = list(load_sheet(session, tournament).entrants.values())
    plan = read_plan(tournament)
    if len(entrants) < FEWEST and plan.rounds[0].duels:
        raise TournamentRefused(TournamentRefusal.TOO_FEW, least=FEWEST)
    draw_lots(entrants)
    by_itself = goes_by_itself(tournament)
    session.flush()
    entries = load_sheet(session, tournament).entries()
    tournament.plan = write_plan(for_field(plan, entries), by_itself=by_itself)
    tournament.state, tournament.started_at = TournamentState.RUNNING, now
    session.flush()
    note(session, tournament, "started", now, by_id=by_id, facts={"players": len(entrants)})
    notify_of_start(session, tournament, _accounts(entrants), now)
    begin_round(session, tournament, now, by_id)
    return tournament


def draw_lots(entrants: Sequence[Entrant]) -> None:
    """Give everybody a random number, the last tie-break."""
    lots = list(range(1, len(entrants) + 1))
    SystemRandom().shuffle(lots)
    for entrant, lot in zip(entrants, lots, strict=True):
        entrant.lot = lot


def draw_next(session: Session, token: TournamentToken, by_id: UserId, seen: int, now: datetime) -> None:
    """Begin the next round, as the organiser asks; seen: the round that they saw last."""
    tournament = lock(session, token)
    check_organises(tournament, by_id)
    if tournament.state != TournamentState.RUNNING or tournament.round != seen:
        raise TournamentRefused(TournamentRefusal.CHANGED)
    begin_round(session, tournament, now, by_id)


def begin_round(session: Session, tournament: Tournament, now: datetime, by_id: UserId | None) -> None:
    """Draw the next round of a locked tournament and begin its duels; raises TournamentRefused."""
    sheet = load_sheet(session, tournament)
    if not sheet.remaining:
        raise TournamentRefused(TournamentRefusal.NO_ROUND_LEFT)
    if not sheet.is_decided:
        raise TournamentRefused(TournamentRefusal.UNDECIDED)
    meetings = _next_meetings(session, sheet, now)
    if sheet.plan.rounds[tournament.round].duels and not _has_duel(meetings):
        raise TournamentRefused(TournamentRefusal.NOBODY_LEFT)
    _store_round(session, sheet, meetings, now, by_id)


def _next_meetings(session: Session, sheet: TournamentSheet, now: datetime) -> Sequence[Meeting]:
    """Draw the next round; one of ordinary games has no meetings. Raises TournamentRefused."""
    number = sheet.tournament.round + 1
    return _drawn(session, sheet, number, now) if sheet.plan.rounds[number - 1].duels else []


def _has_duel(meetings: Iterable[Meeting]) -> bool:
    return any(meeting.second for meeting in meetings)


def _store_round(
    session: Session, sheet: TournamentSheet, meetings: Sequence[Meeting], now: datetime, by_id: UserId | None
) -> None:
    tournament = sheet.tournament
    tournament.round += 1
    session.flush()
    note(session, tournament, "drawn", now, by_id=by_id, number=tournament.round)
    for meeting in meetings:
        _begin(session, sheet, meeting, now)


def _drawn(session: Session, sheet: TournamentSheet, number: int, now: datetime) -> Sequence[Meeting]:
    """Draw the pairings, and the home powers if they are drawn."""
    tournament, plan = sheet.tournament, sheet.plan
    ids = _accounts(sheet.entrants.values())
    pool = (tournament.clock.pace, tournament.preset)
    ratings = {user: seen.value.rating for user, seen in ratings_of(session, ids, *pool, now).items()}
    try:
        meetings = draw_round(plan, sheet.entries(ratings), sheet.meetings, number)
    except DrawError as error:
        raise TournamentRefused(TournamentRefusal.NOBODY_LEFT) from error
    if not plan.homes_drawn:
        return meetings
    order = list(permutations(standard().powers, 2))
    SystemRandom().shuffle(order)
    return draw_homes(meetings, sheet.meetings, order, matches=plan.matches)


def _begin(session: Session, sheet: TournamentSheet, meeting: Meeting, now: datetime) -> None:
    """Store a pairing, and begin its duel or give the points of a bye."""
    tournament = sheet.tournament
    pairing = Pairing(
        tournament_id=tournament.id,
        round=meeting.round,
        board=meeting.board,
        first_id=meeting.first,
        second_id=meeting.second,
        home_first=meeting.homes[0] if meeting.homes else None,
        home_second=meeting.homes[1] if meeting.homes else None,
    )
    first, second = sheet.entrants[meeting.first], sheet.entrants.get(meeting.second or 0)
    if second is None:
        pairing.decision = meeting.decision.value if meeting.decision else None
        pairing.points_first, pairing.points_second = sheet.halves(meeting)
    else:
        duel = _duel(session, sheet, meeting, first, second, now)
        if sheet.plan.matches:
            pairing.match = match_of(session, duel.id)
        else:
            pairing.duel = duel
    session.add(pairing)
    session.flush()


def _duel(  # one argument per fact
    session: Session, sheet: TournamentSheet, meeting: Meeting, first: Entrant, second: Entrant, now: datetime
) -> StoredDuel:
    tournament, plan = sheet.tournament, sheet.plan
    terms = round_terms(terms_of(tournament), plan, plan.rounds[meeting.round - 1])
    if meeting.homes:
        terms = replace(terms, homes=dict(zip(Player, meeting.homes, strict=True)))
    users = [session.get_one(User, entrant.user_id) for entrant in (first, second)]
    begin = begin_match if plan.matches else store_new_duel
    duel = begin(session, users[0], users[1], terms, now, NO_RECIPIENTS)
    notify_of_round(session, tournament, meeting.round, duel, now)
    return duel


def go_on(session: Session, tournament: Tournament, now: datetime) -> None:
    """Begin the next round, or end the tournament, once the present round is decided, if it is automatic."""
    sheet = load_sheet(session, tournament)
    if tournament.state != TournamentState.RUNNING or not goes_by_itself(tournament) or not sheet.is_decided:
        return
    if not sheet.remaining or not _can_go_on(sheet):
        end(session, tournament, None, now)
    elif sheet.plan.rounds[tournament.round - 1].duels:
        _begin_by_itself(session, sheet, now)


def _begin_by_itself(session: Session, sheet: TournamentSheet, now: datetime) -> None:
    """Begin the next round; if nobody can be drawn, end the tournament: the last duel's end must not fail."""
    try:
        meetings = _next_meetings(session, sheet, now)
    except TournamentRefused:
        end(session, sheet.tournament, None, now)
        return
    _store_round(session, sheet, meetings, now, None)
    if meetings and not _has_duel(meetings):
        go_on(session, sheet.tournament, now)  # a round of byes is decided at once


def _can_go_on(sheet: TournamentSheet) -> bool:
    here = [entrant for entrant in sheet.entrants.values() if entrant.last_round is None]
    return len(here) >= FEWEST


def finish(session: Session, token: TournamentToken, by_id: UserId, now: datetime) -> None:
    """End a tournament whose present round is decided, as the organiser asks."""
    tournament = lock(session, token)
    check_organises(tournament, by_id)
    if tournament.state != TournamentState.RUNNING:
        raise TournamentRefused(TournamentRefusal.CHANGED)
    if not load_sheet(session, tournament).is_decided:
        raise TournamentRefused(TournamentRefusal.UNDECIDED)
    end(session, tournament, by_id, now)


def end(session: Session, tournament: Tournament, by_id: UserId | None, now: datetime) -> None:
    """Store the places of a locked tournament, and notify those who took part."""
    sheet = load_sheet(session, tournament)
    for standing in sheet.standings:
        sheet.entrants[standing.entry].place = standing.place
    tournament.state, tournament.ended_at = TournamentState.ENDED, now
    session.flush()
    note(session, tournament, "ended", now, by_id=by_id)
    notify_of_end(session, tournament, _accounts(sheet.entrants.values()), now)


def cancel(session: Session, token: TournamentToken, by_id: UserId, reason: str, now: datetime) -> None:
    """Call a tournament off; duels that have begun go on like any others.

    Raises TournamentRefused, also without a reason.
    """
    words = reason_of(reason)
    tournament = lock(session, token)
    check_organises(tournament, by_id)
    if tournament.state not in UNFINISHED:
        raise TournamentRefused(TournamentRefusal.OVER)
    tournament.state, tournament.ended_at = TournamentState.CANCELLED, now
    session.flush()
    note(session, tournament, "cancelled", now, by_id=by_id, reason=words)
    notify_of_end(session, tournament, _accounts(load_sheet(session, tournament).entrants.values()), now)


def _accounts(entrants: Iterable[Entrant]) -> list[UserId]:
    return [entrant.user_id for entrant in entrants if entrant.user_id is not None]


WIN, DRAW = 2, 1
"""In halves."""
MOST_ABSENCES = 2
"""After this many rounds of absence an entrant is not drawn any more."""
NOBODY_CAME = frozenset({Ending.ABSENT, Ending.LAPSED})
"""The reasons of duels that were not played to their end."""


def follow_duel(session: Session, stored: StoredDuel, chapter: Chapter, now: datetime) -> None:
    """Give both players the points of a duel that has just ended."""
    if chapter.after.result is None:
        return
    pairing = pairing_of(session, stored.id)
    if pairing is None:
        return
    tournament = lock_by_id(session, pairing.tournament_id)
    # An arbiter may have ruled before the lock; the ruling stands.
    session.refresh(pairing)
    if pairing.decision is not None or tournament.state != TournamentState.RUNNING:
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
    """Return the names of both players of a pairing, as the log has them."""
    return {"first": pairing.first.name, "second": pairing.second.name if pairing.second else ""}


def decide(session: Session, pairing: Pairing, decision: Decision, points: tuple[int, int] | None) -> None:
    """Store the result of a pairing; points in halves, None if it does not count."""
    pairing.decision = decision.value
    pairing.points_first, pairing.points_second = points or (None, None)
    session.flush()


def points_of(stored: StoredDuel) -> tuple[tuple[int, int], Decision]:
    """Return the points of both players of a finished duel, and how it ended.

    The player who came to a live duel that lapsed has won it; if nobody came, nobody gets points. A duel
    that an arbiter closed without a winner does not count.
    """
    if stored.reason is Ending.LAPSED and len(stored.times.here) == 1:
        return _won_by(next(iter(stored.times.here))), Decision.FORFEIT
    if stored.winner is not None:
        return _won_by(stored.winner), Decision.PLAYED
    if stored.reason is Ending.CLOSED:
        return (0, 0), Decision.ANNULLED
    return ((0, 0), Decision.FORFEIT) if stored.reason in NOBODY_CAME else ((DRAW, DRAW), Decision.PLAYED)


def _points_of_match(match: Match) -> tuple[tuple[int, int], Decision]:
    """Add up both duels of a match; the first player of one is the second of the other.

    If the first ended before the second could begin, it counts twice.
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
    """Return the players who did not come to a live duel, or were absent too long."""
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
    """Note an absence and notify the entrant, who is not drawn any more after two."""
    note(session, tournament, "absent", now, entrant=entrant, number=pairing.round, board=pairing.board)
    is_out = absences(session, tournament, entrant) >= MOST_ABSENCES and entrant.left_at is None
    if is_out:
        leave(session, tournament, entrant, now)
        note(session, tournament, "taken_out", now, entrant=entrant, number=pairing.round)
    notify_of_absence(session, tournament, entrant, pairing.round, now, is_out=is_out)


def absences(session: Session, tournament: Tournament, entrant: Entrant) -> int:
    """Count the rounds in which an entrant was absent."""
    query = select(func.count(TournamentAct.round.distinct())).where(
        TournamentAct.tournament_id == tournament.id,
        TournamentAct.act == "absent",
        TournamentAct.entrant_id == entrant.id,
    )
    return session.scalar(query) or 0
