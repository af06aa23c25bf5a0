"""Rounds: the start, drawing, the duels of a round, and the end."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import permutations
from secrets import SystemRandom

from sqlalchemy.orm import Session

from adjudicator import standard
from competition.tournament.drawing import DrawError, draw_round
from competition.tournament.homes import draw_homes
from competition.tournament.values import Meeting
from intimate.players import Player
from models import Entrant, Pairing, StoredDuel, Tournament, User
from services.duels.beginning import Telling, store_new_duel
from services.matches import begin_match, match_of
from services.ratings.seen import ratings_of
from services.telling.tournaments import tell_of_end, tell_of_round, tell_of_start
from services.tournaments.authority import check_organises
from services.tournaments.errors import TournamentRefused
from services.tournaments.finding import lock
from services.tournaments.log import note, reason_of
from services.tournaments.making import FEWEST, round_terms, terms_of
from services.tournaments.plans import for_field, goes_by_itself, read_plan, write_plan
from services.tournaments.sheet import Sheet, load_sheet

TOLD_OF_ROUND = Telling(())
"""Both are told of their opponent in a round, which says that a duel has begun."""


def start(session: Session, token: str, by_id: int, now: datetime) -> Tournament:
    """Close the list, draw lots, and begin the first round; raises TournamentRefused."""
    tournament = lock(session, token)
    check_organises(tournament, by_id)
    if tournament.state != "open":
        raise TournamentRefused("started_already")
    entrants = list(load_sheet(session, tournament).entrants.values())
    plan = read_plan(tournament)
    if len(entrants) < FEWEST and plan.rounds[0].duels:
        raise TournamentRefused("too_few", least=FEWEST)
    draw_lots(entrants)
    by_itself = goes_by_itself(tournament)
    session.flush()
    entries = load_sheet(session, tournament).entries()
    tournament.plan = write_plan(for_field(plan, entries), by_itself=by_itself)
    tournament.state, tournament.started_at = "running", now
    session.flush()
    note(session, tournament, "started", now, by_id=by_id, facts={"players": len(entrants)})
    tell_of_start(session, tournament, _accounts(entrants), now)
    begin_round(session, tournament, now, by_id)
    return tournament


def draw_lots(entrants: Sequence[Entrant]) -> None:
    """Give everybody a number by lot, which decides where nothing else does."""
    lots = list(range(1, len(entrants) + 1))
    SystemRandom().shuffle(lots)
    for entrant, lot in zip(entrants, lots, strict=True):
        entrant.lot = lot


def draw_next(session: Session, token: str, by_id: int, seen: int, now: datetime) -> None:
    """Begin the next round by the organiser's press; seen: the round that they saw last."""
    tournament = lock(session, token)
    check_organises(tournament, by_id)
    if tournament.state != "running" or tournament.round != seen:
        raise TournamentRefused("changed")
    begin_round(session, tournament, now, by_id)


def begin_round(session: Session, tournament: Tournament, now: datetime, by_id: int | None) -> None:
    """Draw the next round of a locked tournament and begin its duels; raises TournamentRefused."""
    sheet = load_sheet(session, tournament)
    if not sheet.remaining:
        raise TournamentRefused("no_round_left")
    if not sheet.is_decided:
        raise TournamentRefused("undecided")
    meetings = _next_meetings(session, sheet, now)
    if sheet.plan.rounds[tournament.round].duels and not _has_duel(meetings):
        raise TournamentRefused("nobody_left")
    _store_round(session, sheet, meetings, now, by_id)


def _next_meetings(session: Session, sheet: Sheet, now: datetime) -> Sequence[Meeting]:
    """Draw the next round; one of ordinary games has no meetings. Raises TournamentRefused."""
    number = sheet.tournament.round + 1
    return _drawn(session, sheet, number, now) if sheet.plan.rounds[number - 1].duels else []


def _has_duel(meetings: Iterable[Meeting]) -> bool:
    return any(meeting.second for meeting in meetings)


def _store_round(
    session: Session, sheet: Sheet, meetings: Sequence[Meeting], now: datetime, by_id: int | None
) -> None:
    tournament = sheet.tournament
    tournament.round += 1
    session.flush()
    note(session, tournament, "drawn", now, by_id=by_id, number=tournament.round)
    for meeting in meetings:
        _begin(session, sheet, meeting, now)


def _drawn(session: Session, sheet: Sheet, number: int, now: datetime) -> Sequence[Meeting]:
    """Draw who meets whom, with which home powers where those are drawn."""
    tournament, plan = sheet.tournament, sheet.plan
    ids = _accounts(sheet.entrants.values())
    pool = (tournament.clock.pace, tournament.preset)
    ratings = {user: seen.value.rating for user, seen in ratings_of(session, ids, *pool, now).items()}
    try:
        meetings = draw_round(plan, sheet.entries(ratings), sheet.meetings, number)
    except DrawError as error:
        raise TournamentRefused("nobody_left") from error
    if not plan.homes_drawn:
        return meetings
    order = list(permutations(standard().powers, 2))
    SystemRandom().shuffle(order)
    return draw_homes(meetings, sheet.meetings, order, matches=plan.matches)


def _begin(session: Session, sheet: Sheet, meeting: Meeting, now: datetime) -> None:
    """Store a meeting, and begin its duel, or give whoever has no opponent their points."""
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


def _duel(  # both players, what is agreed, and when
    session: Session, sheet: Sheet, meeting: Meeting, first: Entrant, second: Entrant, now: datetime
) -> StoredDuel:
    tournament, plan = sheet.tournament, sheet.plan
    terms = round_terms(terms_of(tournament), plan, plan.rounds[meeting.round - 1])
    if meeting.homes:
        terms = replace(terms, homes=dict(zip(Player, meeting.homes, strict=True)))
    users = [session.get_one(User, entrant.user_id) for entrant in (first, second)]
    begin = begin_match if plan.matches else store_new_duel
    duel = begin(session, users[0], users[1], terms, now, TOLD_OF_ROUND)
    tell_of_round(session, tournament, meeting.round, duel, now)
    return duel


def go_on(session: Session, tournament: Tournament, now: datetime) -> None:
    """Let the next round follow once the present one is decided, or the end, where that goes by itself."""
    sheet = load_sheet(session, tournament)
    if tournament.state != "running" or not goes_by_itself(tournament) or not sheet.is_decided:
        return
    if not sheet.remaining or not _can_go_on(sheet):
        end(session, tournament, None, now)
    elif sheet.plan.rounds[tournament.round - 1].duels:
        _begin_by_itself(session, sheet, now)


def _begin_by_itself(session: Session, sheet: Sheet, now: datetime) -> None:
    """Begin the next round, or end the tournament where nobody can be drawn: the duel that ends must end."""
    try:
        meetings = _next_meetings(session, sheet, now)
    except TournamentRefused:
        end(session, sheet.tournament, None, now)
        return
    _store_round(session, sheet, meetings, now, None)
    if meetings and not _has_duel(meetings):
        go_on(session, sheet.tournament, now)  # a round of byes is decided at once


def _can_go_on(sheet: Sheet) -> bool:
    here = [entrant for entrant in sheet.entrants.values() if entrant.last_round is None]
    return len(here) >= FEWEST


def finish(session: Session, token: str, by_id: int, now: datetime) -> None:
    """End a tournament whose present round is decided, by the organiser's press."""
    tournament = lock(session, token)
    check_organises(tournament, by_id)
    if tournament.state != "running":
        raise TournamentRefused("changed")
    if not load_sheet(session, tournament).is_decided:
        raise TournamentRefused("undecided")
    end(session, tournament, by_id, now)


def end(session: Session, tournament: Tournament, by_id: int | None, now: datetime) -> None:
    """Store the places of a locked tournament, and tell those who took part."""
    sheet = load_sheet(session, tournament)
    for standing in sheet.standings:
        sheet.entrants[standing.entry].place = standing.place
    tournament.state, tournament.ended_at = "ended", now
    session.flush()
    note(session, tournament, "ended", now, by_id=by_id)
    tell_of_end(session, tournament, _accounts(sheet.entrants.values()), now)


def cancel(session: Session, token: str, by_id: int, reason: str, now: datetime) -> None:
    """Call a tournament off; duels that have begun go on as duels like any other.

    Raises TournamentRefused, for want of a reason too.
    """
    words = reason_of(reason)
    tournament = lock(session, token)
    check_organises(tournament, by_id)
    if tournament.state not in {"open", "running"}:
        raise TournamentRefused("over")
    tournament.state, tournament.ended_at = "cancelled", now
    session.flush()
    note(session, tournament, "cancelled", now, by_id=by_id, reason=words)
    tell_of_end(session, tournament, _accounts(load_sheet(session, tournament).entrants.values()), now)


def _accounts(entrants: Iterable[Entrant]) -> list[int]:
    return [entrant.user_id for entrant in entrants if entrant.user_id is not None]
