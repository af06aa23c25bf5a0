"""Tables of a round as games on the site: opening them, and reading results from finished games."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from secrets import SystemRandom

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import Power, standard
from competition.tournament.ordinary import SOLO
from competition.tournament.seating import SeatedTable
from competition.tournament.standings import settled_scores
from competition.tournament.values import Entry, OrdinaryScore
from games import NUMBERS, Seat, Terms, Variant, sides_of, standings, usual_terms
from games.terms import TURKEY
from games.travel import spaces_travelled
from models import GameTable, RoundGame, Tournament
from models.ids import TournamentId, TournamentToken, UserId
from services.accounts.names import name_key
from services.tables import tables
from services.tables.scores import seasons_missed
from services.tables.tables import LoadedTable, SeasonClock
from services.tournaments.making import read_plan
from services.tournaments.ordinary import GameResult, PowerResult
from services.tournaments.refusals import TournamentRefusal, TournamentRefused
from services.tournaments.seating import check_may_seat, reseat
from services.tournaments.sheet import TournamentSheet, load_sheet
from services.tournaments.tournaments import lock

LONGEST_START = 60
"""How many letters of the tournament's name the name of a table has."""
TWO_TABLES = 2
"""An organiser may play at two tables of a round, so that nobody is left without a seat."""


@dataclass(frozen=True)
class OpenedAs:
    """How tables of a round are played: the edition of the rules, and the clock.

    variants: chosen for tables of four or five, by table number.
    """

    edition: str = "standard"
    clock: SeasonClock = field(default_factory=SeasonClock)
    variants: Mapping[int, Variant] = field(default_factory=dict)


def games_of(session: Session, tournament_id: TournamentId) -> Mapping[tuple[int, int], GameTable]:
    """Find the games of a tournament by round and table."""
    query = (
        select(RoundGame, GameTable)
        .join(GameTable, GameTable.id == RoundGame.table_id)
        .where(RoundGame.tournament_id == tournament_id)
        .order_by(RoundGame.round, RoundGame.board)
    )
    return {(link.round, link.board): table for link, table in session.execute(query)}


def open_tables(  # one argument per fact
    session: Session,
    token: TournamentToken,
    by_id: UserId,
    boards: Sequence[int],
    opened_as: OpenedAs,
    now: datetime,
) -> Sequence[GameTable]:
    """Open tables of the present round that have neither a game nor a result; the member `by_id` runs them.

    Raises TournamentRefused, and TableRefused if that member runs too many tables.
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


def _opened(  # one argument per fact
    session: Session,
    sheet: TournamentSheet,
    table: SeatedTable,
    by_id: UserId,
    opened_as: OpenedAs,
    now: datetime,
) -> GameTable:
    tournament = sheet.tournament
    variant = opened_as.variants.get(table.board)
    terms = terms_for(tournament, table, opened_as.edition, variant)
    if variant is not None:
        table = _seated_for(session, sheet, table, terms, by_id, now)
    proposal = tables.Proposal(
        name=f"{tournament.name[:LONGEST_START]} · R{table.round} · T{table.board}",
        terms=terms,
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


def terms_for(
    tournament: Tournament, table: SeatedTable, edition: str, variant: Variant | None = None
) -> Terms:
    """Return the terms of a table: Survivor Turkey if six play all powers but Turkey (source 004, II).

    The last year and the centres that win are the round's; a variant that is won with fewer keeps its own.
    """
    survivor = set(table.seats) == set(standard().powers) - {TURKEY}
    as_set = Variant.SURVIVOR_TURKEY if survivor else Variant.CLASSIC
    usual = usual_terms(variant or as_set, edition)
    agreed = read_plan(tournament).of_round(table.round)
    return replace(usual, last_year=agreed.last_year, goal=min(usual.goal, agreed.solo))


def _seated_for(  # one argument per fact
    session: Session,
    sheet: TournamentSheet,
    table: SeatedTable,
    terms: Terms,
    by_id: UserId,
    now: datetime,
) -> SeatedTable:
    """Give the players of a table the powers of a variant, and store that; raises TournamentRefused.

    Players keep a power that the variant has; the others draw for the rest at random.
    """
    if len(table.players) not in NUMBERS[terms.variant]:
        raise TournamentRefused(TournamentRefusal.CHANGED)
    free = [power for (power,) in sides_of(terms, len(table.players))]
    seats: dict[Power, int] = {}
    for power, player in table.seats.items():
        if power in free and player not in seats.values():
            seats[power] = player
    left = [player for player in table.players if player not in seats.values()]
    SystemRandom().shuffle(left)
    seats |= zip((power for power in free if power not in seats), left, strict=True)
    reseat(session, sheet, replace(table, seats=seats), by_id, now)
    return replace(table, seats=seats)


def _seats(sheet: TournamentSheet, table: SeatedTable) -> Sequence[Seat]:
    names = {player: sheet.entrants[player].name for player in table.players}
    powers: dict[int, list[Power]] = {}
    for power, player in table.seats.items():
        powers.setdefault(player, []).append(power)
    return [Seat(names[player], tuple(played)) for player, played in powers.items()]


def result_of(sheet: TournamentSheet, number: int, board: int, table: LoadedTable) -> GameResult | None:
    """Return a finished game as a result that an arbiter can confirm; None while the game goes on.

    A player from the beginning is the entrant who was seated there, even under another name; the best of
    their powers counts (source 004, II). After a replacement the result names the last player, the first
    one, and the seasons since. If the first one plays at two tables, the result says instead how many seasons
    the last one missed (II).
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
        known = sheet.entrants[player].name if player in sheet.entrants else ""
        came = bool(seat.before or seat.since)
        replaced = seat.before[0] if seat.before and busy[player] < TWO_TABLES else None
        if replaced and replaced.name == seat.name:
            replaced = None
        powers[one.power] = PowerResult(
            seat.name if came else known or seat.name,
            one.centres,
            one.eliminated,
            seat.since if busy[player] >= TWO_TABLES else seasons_missed(game, one.player),
            spaces_travelled(table.first, table.moves, seat.powers),
            (known or replaced.name) if replaced else "",
            game.seasons - replaced.until if replaced else 0,
        )
    turkey = len(game.position.centres_of(TURKEY)) if game.automatic else None
    agreed = sheet.plan.of_round(number).solo
    solo = None if game.terms.goal == agreed else min(game.terms.goal, SOLO)
    return GameResult(number, board, powers, turkey, solo)


@dataclass(frozen=True)
class PointsOfReplaced:
    """A player who was replaced during a game.

    relief: the seasons that `after` played. helps: whether the points improve their ranking; if so, they get
    them.
    """

    power: Power
    before: str
    after: str
    relief: int
    helps: bool


def points_of_replaced(sheet: TournamentSheet, result: GameResult) -> Sequence[PointsOfReplaced]:
    """Find who would get the points of replaced players if this result were stored now (source 004, VII)."""
    replaced = {power: each for power, each in result.powers.items() if each.replaced}
    if not replaced:
        return []
    here = (result.number, result.board)
    numbers = {name_key(entrant.name): number for number, entrant in sheet.entrants.items()}
    entries = [*sheet.entries()]
    for name in chain.from_iterable((each.name, each.replaced) for each in result.powers.values()):
        if name and name_key(name) not in numbers:
            numbers[name_key(name)] = number = -len(numbers) - 1
            entries.append(Entry(number, 0))
    scores = [
        OrdinaryScore(
            *here,
            numbers[name_key(each.name)],
            power,
            each.centres,
            each.eliminated,
            each.missed,
            first=numbers[name_key(each.replaced)] if each.replaced else None,
            relief=each.relief,
        )
        for power, each in result.powers.items()
    ]
    others = [score for score in sheet.ordinary if (score.round, score.board) != here]
    values = (sheet.plan, entries, sheet.meetings, [*others, *scores], sheet.penalties)
    owners = {
        score.power: score.entry for score in settled_scores(*values) if (score.round, score.board) == here
    }
    return [
        PointsOfReplaced(
            power, each.replaced, each.name, each.relief, owners[power] == numbers[name_key(each.name)]
        )
        for power, each in replaced.items()
    ]
