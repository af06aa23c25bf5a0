"""The prizes of a tournament of ordinary games: naming them, secret votes, and winners (source 004, VII)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from adjudicator import Power
from competition.tournament.prizes import (
    Award,
    PrizeVote,
    best_newcomer,
    best_of,
    power_prizes,
    travellers,
    voted_prizes,
)
from games import OrdinaryGame, is_eliminated
from models import Entrant, PrizeBallot, Tournament
from models.ids import EntrantId, TournamentToken, UserId
from models.tournament import UNFINISHED, TournamentState
from services.duels.authority import may_arbitrate
from services.tables import tables
from services.tournaments.games import games_of
from services.tournaments.log import note, one_line
from services.tournaments.making import goes_by_itself, write_plan
from services.tournaments.refusals import TournamentRefusal, TournamentRefused
from services.tournaments.sheet import TournamentSheet, load_sheet
from services.tournaments.tournaments import check_organises, lock

MOST_PRIZES, LONGEST_PRIZE = 20, 80
LONGEST_JOURNEY = 100_000


@dataclass(frozen=True)
class Awards:
    """The winners of each prize by the present results.

    powers: the best with each power. traveller: the player whose units went farthest (*voyageur*). voted: the
    prizes by votes, by name; empty until the tournament is over. newcomer: the best of the young and of those
    at their first tournament. journey: the player who came from farthest away.
    """

    powers: Mapping[Power, Award]
    traveller: Award | None
    voted: Mapping[str, Award]
    newcomer: Award | None
    journey: Award | None


def awards(session: Session, sheet: TournamentSheet) -> Awards:
    """Find the winners of each prize; votes are counted once the tournament is over."""
    values = (sheet.plan, sheet.entries(), sheet.meetings, sheet.settled)
    played = {score.entry for score in sheet.ordinary}
    newcomers = {number for number in played if sheet.entrants[number].newcomer}
    journeys = {number: Fraction(sheet.entrants[number].journey or 0) for number in played}
    is_over = sheet.tournament.state == TournamentState.ENDED
    return Awards(
        power_prizes(sheet.plan, sheet.settled),
        best_of(travellers(*values)),
        voted_prizes(*values, _votes(session, sheet.tournament)) if is_over else {},
        best_newcomer(sheet.standings, newcomers),
        best_of(journeys),
    )


def _votes(session: Session, tournament: Tournament) -> Iterable[PrizeVote]:
    query = select(PrizeBallot).where(PrizeBallot.tournament_id == tournament.id)
    for ballot in session.scalars(query.options(undefer(PrizeBallot.votes))):
        for prize, chosen in ballot.votes.items():
            yield PrizeVote(ballot.round, ballot.board, prize, ballot.entrant_id, chosen)


def name_prizes(
    session: Session,
    token: TournamentToken,
    by_id: UserId,
    prizes: Iterable[str],
    now: datetime,
    *,
    minutes: bool = False,
) -> None:
    """Name the prizes that players vote on; votes for a prize that is dropped do not count.

    minutes: whether journeys are given in minutes, not in kilometres. Raises TournamentRefused.
    """
    tournament = lock(session, token)
    check_organises(tournament, by_id)
    if tournament.state not in UNFINISHED:
        raise TournamentRefused(TournamentRefusal.OVER)
    named = tuple(dict.fromkeys(filter(None, map(one_line, prizes))))
    if len(named) > MOST_PRIZES or any(len(name) > LONGEST_PRIZE for name in named):
        raise TournamentRefused(TournamentRefusal.PRIZES, "prizes", most=MOST_PRIZES, longest=LONGEST_PRIZE)
    plan = replace(load_sheet(session, tournament).plan, prizes=named, minutes=minutes)
    tournament.plan = write_plan(plan, by_itself=goes_by_itself(tournament))
    note(session, tournament, "prizes", now, by_id=by_id, facts={"prizes": list(named)})


def describe(
    session: Session,
    token: TournamentToken,
    by_id: UserId,
    entrant_id: EntrantId,
    now: datetime,
    *,
    newcomer: bool,
    journey: int | None,
) -> None:
    """Note whether a player is young or at their first tournament, and how far they came."""
    tournament = lock(session, token)
    _check_organises_or_rules(session, tournament, by_id)
    if tournament.state not in UNFINISHED:
        raise TournamentRefused(TournamentRefusal.OVER)
    found = session.get(Entrant, entrant_id)
    if found is None or found.tournament_id != tournament.id:
        raise TournamentRefused(TournamentRefusal.NO_ENTRANT, "entrant")
    if journey is not None and not 0 <= journey <= LONGEST_JOURNEY:
        raise TournamentRefused(TournamentRefusal.JOURNEY, "journey", most=LONGEST_JOURNEY)
    found.newcomer, found.journey = newcomer, journey
    session.flush()
    note(session, tournament, "described", now, by_id=by_id, entrant=found)


def _check_organises_or_rules(session: Session, tournament: Tournament, by_id: UserId) -> None:
    if tournament.organiser_id != by_id and not may_arbitrate(session, tournament, by_id):
        raise TournamentRefused(TournamentRefusal.NOT_ORGANISER)


@dataclass(frozen=True)
class GameToVoteOn:
    """A game that is over for a player. others: the players at the table whom they may vote for."""

    round: int
    board: int
    others: Sequence[Entrant]
    voted: bool = False


def games_to_vote_on(session: Session, sheet: TournamentSheet, entrant_id: EntrantId) -> list[GameToVoteOn]:
    """List a player's games that ended, have results, or eliminated them (source 004, VII).

    Empty before prizes are named, and after the tournament.
    """
    if not sheet.plan.prizes or sheet.tournament.state != TournamentState.RUNNING:
        return []
    own = (PrizeBallot.tournament_id == sheet.tournament.id, PrizeBallot.entrant_id == entrant_id)
    voted = {
        (number, board)
        for number, board in session.execute(select(PrizeBallot.round, PrizeBallot.board).where(*own))
    }
    return [
        GameToVoteOn(
            *where,
            [sheet.entrants[number] for number in players if number != entrant_id],
            where in voted,
        )
        for where, players in sorted(_over_for(session, sheet, entrant_id).items())
    ]


def _over_for(
    session: Session, sheet: TournamentSheet, entrant_id: EntrantId
) -> Mapping[tuple[int, int], Sequence[int]]:
    """Find the games that are over for a player, with all their players."""
    found: dict[tuple[int, int], list[int]] = {}
    for score in sheet.ordinary:
        players = found.setdefault((score.round, score.board), [])
        players += [score.entry] if score.first is None else [score.entry, score.first]
    over = {where: players for where, players in found.items() if entrant_id in players}
    seated = [
        table
        for table in sheet.tables
        if entrant_id in table.players and (table.round, table.board) not in found
    ]
    opened = games_of(session, sheet.tournament.id) if seated else {}
    for table in seated:
        where = (table.round, table.board)
        if where in opened:
            game = tables.find(session, opened[where].token).game
            powers = [power for power, player in table.seats.items() if player == entrant_id]
            if is_over_for(game, powers):
                over[where] = list(table.players)
    return over


def is_over_for(game: OrdinaryGame, powers: Iterable[Power]) -> bool:
    """Tell whether a game has ended, or all these powers are eliminated."""
    return game.ending is not None or all(is_eliminated(game, power) for power in powers)


@dataclass(frozen=True)
class Ballot:
    """A player's votes after a game: an entrant for each prize."""

    round: int
    board: int
    entrant_id: EntrantId
    votes: Mapping[str, EntrantId]


def vote(session: Session, token: TournamentToken, by_id: UserId, ballot: Ballot, now: datetime) -> None:
    """Store a player's votes after a game, in place of earlier ones; raises TournamentRefused.

    Members vote themselves. The organiser or an arbiter enters the paper votes of players without an account.
    """
    tournament = lock(session, token)
    sheet = load_sheet(session, tournament)
    voter = sheet.entrants.get(ballot.entrant_id)
    if voter is None:
        raise TournamentRefused(TournamentRefusal.NO_ENTRANT)
    if voter.user_id is None:
        _check_organises_or_rules(session, tournament, by_id)
    elif voter.user_id != by_id:
        raise TournamentRefused(TournamentRefusal.NOT_ORGANISER)
    games = {(game.round, game.board): game for game in games_to_vote_on(session, sheet, voter.id)}
    game = games.get((ballot.round, ballot.board))
    if game is None:
        raise TournamentRefused(TournamentRefusal.NOT_OVER_FOR_YOU)
    others = {entrant.id for entrant in game.others}
    if not set(ballot.votes) <= set(sheet.plan.prizes) or not set(ballot.votes.values()) <= others:
        raise TournamentRefused(TournamentRefusal.VOTE)
    here = {"tournament_id": tournament.id, "round": ballot.round, "board": ballot.board}
    row = session.scalar(select(PrizeBallot).filter_by(**here, entrant_id=voter.id))
    if row is None:
        row = PrizeBallot(**here, entrant_id=voter.id)
        session.add(row)
    row.votes, row.at = dict(ballot.votes), now
    session.flush()


def own_votes(
    session: Session, sheet: TournamentSheet, user_id: UserId
) -> Mapping[tuple[int, int], Mapping[str, int]]:
    """Return a member's own votes by round and table; nobody else may see them."""
    query = (
        select(PrizeBallot)
        .join(Entrant, Entrant.id == PrizeBallot.entrant_id)
        .where(PrizeBallot.tournament_id == sheet.tournament.id, Entrant.user_id == user_id)
    )
    ballots = session.scalars(query.options(undefer(PrizeBallot.votes)))
    return {(ballot.round, ballot.board): ballot.votes for ballot in ballots}


def count_ballots(session: Session, tournament: Tournament) -> int:
    """Count the stored ballots."""
    query = select(func.count()).where(PrizeBallot.tournament_id == tournament.id)
    return session.scalar(query) or 0
