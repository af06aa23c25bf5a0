"""The tables of a round as games of the site: opened with their players, and their ends as results."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import Power, standard
from competition.tournament.seating import SeatedTable
from games import Seat, Terms, Variant, standings, usual_terms
from games.terms import TURKEY
from games.travel import spaces_travelled
from models import GameTable, RoundGame, Tournament
from models.ids import TournamentId, TournamentToken, UserId
from services.tables import tables
from services.tables.scores import seasons_missed
from services.tables.tables import LoadedTable, SeasonClock
from services.tournaments.making import read_plan
from services.tournaments.ordinary import GameResult, PowerResult
from services.tournaments.refusals import TournamentRefusal, TournamentRefused
from services.tournaments.seating import check_may_seat
from services.tournaments.sheet import TournamentSheet, load_sheet
from services.tournaments.tournaments import lock

LONGEST_START = 60
"""The letters of a tournament's name in the name of its tables."""


@dataclass(frozen=True)
class OpenedAs:
    """What the tables of a round have in common: the edition of the rules, and the clock."""

    edition: str = "standard"
    clock: SeasonClock = field(default_factory=SeasonClock)


def games_of(session: Session, tournament_id: TournamentId) -> Mapping[tuple[int, int], GameTable]:
    """Find the games of a tournament by round and table."""
    query = (
        select(RoundGame, GameTable)
        .join(GameTable, GameTable.id == RoundGame.table_id)
        .where(RoundGame.tournament_id == tournament_id)
        .order_by(RoundGame.round, RoundGame.board)
    )
    return {(link.round, link.board): table for link, table in session.execute(query)}


def open_tables(  # who, which and how
    session: Session,
    token: TournamentToken,
    by_id: UserId,
    boards: Sequence[int],
    opened_as: OpenedAs,
    now: datetime,
) -> Sequence[GameTable]:
    """Open tables of the present round that have no game and no result yet; they are whose who opens them.

    Raises TournamentRefused, and TableRefused where somebody runs too many.
    """
    tournament = lock(session, token)
    number = tournament.round
    check_may_seat(session, tournament, by_id, number)
    sheet = load_sheet(session, tournament)
    taken = {*games_of(session, tournament.id), *sheet.boards_played}
    asked = [
        table
        for table in sheet.tables
        if table.round == number and table.board in boards and (number, table.board) not in taken
    ]
    if not asked:
        raise TournamentRefused(TournamentRefusal.CHANGED)
    return [_opened(session, sheet, table, by_id, opened_as, now) for table in asked]


def _opened(  # what is opened, by whom and how
    session: Session,
    sheet: TournamentSheet,
    table: SeatedTable,
    by_id: UserId,
    opened_as: OpenedAs,
    now: datetime,
) -> GameTable:
    tournament = sheet.tournament
    proposal = tables.Proposal(
        name=f"{tournament.name[:LONGEST_START]} · R{table.round} · T{table.board}",
        terms=terms_for(tournament, table, opened_as.edition),
        players=len(table.players),
        way=0,
        clock=opened_as.clock,
        seats=_seats(sheet, table),
    )
    made = tables.make(session, by_id, proposal, {}, now)
    session.add(
        RoundGame(tournament_id=tournament.id, round=table.round, board=table.board, table_id=made.id)
    )
    session.flush()
    return made


def terms_for(tournament: Tournament, table: SeatedTable, edition: str) -> Terms:
    """Return what is played at a table: Survivor Turkey where six play all powers but Turkey (004 II).

    The last year, and the centres that win, are those of the round.
    """
    survivor = set(table.seats) == set(standard().powers) - {TURKEY}
    usual = usual_terms(Variant.SURVIVOR_TURKEY if survivor else Variant.CLASSIC, edition)
    agreed = read_plan(tournament).of_round(table.round)
    return replace(usual, last_year=agreed.last_year, goal=agreed.solo)


def _seats(sheet: TournamentSheet, table: SeatedTable) -> Sequence[Seat]:
    names = {player: sheet.entrants[player].name for player in table.players}
    powers: dict[int, list[Power]] = {}
    for power, player in table.seats.items():
        powers.setdefault(player, []).append(power)
    return [Seat(names[player], tuple(played)) for player, played in powers.items()]


def result_of(sheet: TournamentSheet, number: int, board: int, table: LoadedTable) -> GameResult | None:
    """Return the end of a game as the result of its table, to be confirmed; None while it goes on.

    Who has sat there from the beginning is the one who was seated, whatever they are called at the table;
    of somebody's powers the best counts (004 II). Of a replaced player the one who plays last is named, who
    has missed seasons if the first one played at two tables (004 II).
    """
    game = table.game
    if game.ending is None:
        return None
    set_there = next((each for each in sheet.tables if (each.round, each.board) == (number, board)), None)
    seated = set_there.seats if set_there else {}
    busy = Counter(player for each in sheet.tables if each.round == number for player in each.players)
    powers = {}
    for one in standings(game):
        seat = game.seat(one.player)
        player = seated.get(one.power, 0)
        stays = player in sheet.entrants and not seat.before and not seat.since
        powers[one.power] = PowerResult(
            sheet.entrants[player].name if stays else seat.name,
            one.centres,
            one.eliminated,
            seat.since if busy[player] > 1 else seasons_missed(game, one.player),
            spaces_travelled(table.first, table.moves, seat.powers),
        )
    turkey = len(game.position.centres_of(TURKEY)) if game.automatic else None
    return GameResult(number, board, powers, turkey)


@dataclass(frozen=True)
class Replacement:
    """Who was replaced at a table by whom, after how many seasons; played: those of who came."""

    power: Power
    before: str
    after: str
    seasons: int
    played: int


def replacements(table: LoadedTable) -> Sequence[Replacement]:
    """List who was replaced at a table, for whose the points are (004 VII)."""
    found = []
    for seat in table.game.seats:
        names = [*(stint.name for stint in seat.before), seat.name]
        ends = [*(stint.until for stint in seat.before), table.game.seasons]
        found += [
            Replacement(seat.powers[0], *pair, until, end - until)
            for pair, until, end in zip(pairwise(names), ends, ends[1:], strict=False)
        ]
    return found
