"""The tables of a round of ordinary games: drawing them, changing them by hand, storing them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from random import Random
from secrets import SystemRandom

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from adjudicator import Power
from competition.tournament.seating import (
    FEWEST,
    SEATS,
    Arrangement,
    Repeats,
    SeatedTable,
    Sides,
    arrangement,
    draw_tables,
    even_tables,
    repeats,
)
from competition.tournament.values import TooFew
from games.terms import Terms, Variant, sides_of
from models import Entrant, RoundGame, RoundSeat, Tournament
from models.ids import EntrantId, TournamentToken, UserId
from models.tournament import TournamentState
from services.accounts.names import name_key
from services.duels.authority import may_arbitrate
from services.tournaments.log import note, one_line
from services.tournaments.making import read_plan
from services.tournaments.ordinary import LONGEST_NAME, MOST_TABLES, entrants_named
from services.tournaments.refusals import TournamentRefusal, TournamentRefused
from services.tournaments.sheet import TournamentSheet, load_sheet
from services.tournaments.tournaments import find, lock

ATTEMPTS = 8
"""How often the tables are drawn; the draw with the fewest repeated meetings is taken."""
VARIANTS: Mapping[int, Variant] = {
    4: Variant.CLASSIC,
    5: Variant.CLASSIC,
    6: Variant.SURVIVOR_TURKEY,
    7: Variant.CLASSIC,
}
"""The variant of a table by its number of players, unless another one is chosen later (source 004, II)."""


class Part(StrEnum):
    """An entrant's part in a round; helpers and volunteers play, but step back if they are too many."""

    PLAYS = "plays"
    HELPS = "helps"
    VOLUNTEERS = "volunteers"
    AWAY = "away"


@dataclass(frozen=True)
class Attendance:
    """Who came. parts: of those who signed up. others: the names of the rest.

    everybody: whether everybody plays, at tables of equal size if possible, and nobody steps back.
    """

    parts: Mapping[EntrantId, Part]
    others: Sequence[str] = ()
    everybody: bool = False


@dataclass(frozen=True)
class RoundTables:
    """The tables of a round by number, with the names of their players.

    twice: the player at two tables, empty if there is none. rested: the volunteers who stepped back.
    """

    number: int
    tables: Mapping[int, Mapping[Power, str]]
    twice: str = ""
    rested: frozenset[EntrantId] = frozenset()


@dataclass(frozen=True)
class TablesDrawn:
    """The drawn tables, and the names of all players who step back."""

    drawn: RoundTables
    resting: Sequence[str]


def draw(
    session: Session,
    token: TournamentToken,
    by_id: UserId,
    number: int,
    attendance: Attendance,
    lots: Random | None = None,
) -> TablesDrawn:
    """Draw the tables and powers of the present round, without storing them; raises TournamentRefused."""
    tournament = find(session, token)
    sheet = load_sheet(session, tournament)
    check_may_seat(session, tournament, by_id, number)
    if any(played == number for played, _ in sheet.boards_played):
        raise TournamentRefused(TournamentRefusal.PLAYED)
    names, parts = _present(sheet, attendance)
    arranged = _arranged(len(parts), attendance)
    chance = lots or SystemRandom()
    order = _who_steps_back(sheet, parts, chance)
    if len(order) < max(arranged.resting, int(arranged.doubled)):
        raise TournamentRefused(TournamentRefusal.FEW_REST, needed=max(arranged.resting, 1), given=len(order))
    resting = order[: arranged.resting]
    twice = order[:1] if arranged.doubled else []
    playing = [*(player for player in parts if player not in resting), *twice]
    tables = draw_tables(
        arranged.sizes,
        [chance.sample(playing, len(playing)) for _ in range(ATTEMPTS)],
        {size: _shuffled_sides(size, chance) for size in VARIANTS},
        past_tables(sheet),
        _ranking(sheet),
    )
    drawn = RoundTables(
        number,
        {
            board: {power: names[player] for power, player in seats.items()}
            for board, seats in enumerate(tables, 1)
        },
        names[twice[0]] if twice else "",
        frozenset(EntrantId(player) for player in resting if parts[player] is Part.VOLUNTEERS),
    )
    return TablesDrawn(drawn, [names[player] for player in resting])


def check_may_seat(session: Session, tournament: Tournament, by_id: UserId, number: int) -> None:
    """Raise TournamentRefused unless this member may set tables, in the present round, and it has games."""
    if tournament.organiser_id != by_id and not may_arbitrate(session, tournament, by_id):
        raise TournamentRefused(TournamentRefusal.NOT_ORGANISER)
    if tournament.state != TournamentState.RUNNING:
        raise TournamentRefused(TournamentRefusal.NOT_RUNNING)
    if number != tournament.round or read_plan(tournament).rounds[number - 1].duels:
        raise TournamentRefused(TournamentRefusal.CHANGED)


def _present(sheet: TournamentSheet, attendance: Attendance) -> tuple[dict[int, str], dict[int, Part]]:
    """Return the names and parts of those who came, by entrant; newcomers have numbers below zero.

    Raises TournamentRefused.
    """
    names = {number: entrant.name for number, entrant in sheet.entrants.items()}
    parts: dict[int, Part] = {
        number: part for number, part in attendance.parts.items() if number in names and part is not Part.AWAY
    }
    known = {name_key(name): number for number, name in names.items()}
    for count, typed in enumerate(attendance.others, 1):
        name = one_line(typed)
        if not name or len(name) > LONGEST_NAME:
            raise TournamentRefused(TournamentRefusal.SEATS, faults={"others": "name"})
        number = known.setdefault(name_key(name), -count)
        names.setdefault(number, name)
        parts.setdefault(number, Part.PLAYS)
    return names, parts


def _arranged(players: int, attendance: Attendance) -> Arrangement:
    try:
        return even_tables(players) if attendance.everybody else arrangement(players)
    except TooFew as error:
        raise TournamentRefused(TournamentRefusal.FEW_HERE, least=FEWEST) from error


def _who_steps_back(sheet: TournamentSheet, parts: Mapping[int, Part], chance: Random) -> list[int]:
    """List who can step back or play twice: the organiser, then helpers, then volunteers (source 004, II)."""
    organisers = {entry.id for entry in sheet.entries() if entry.organiser}
    willing = [player for player, part in parts.items() if part in {Part.HELPS, Part.VOLUNTEERS}]
    chance.shuffle(willing)
    return sorted(willing, key=lambda player: (player not in organisers, parts[player] is Part.VOLUNTEERS))


def _shuffled_sides(players: int, chance: Random) -> Sides:
    sides = [tuple(side) for side in sides_of(Terms(VARIANTS[players]), players)]
    return chance.sample(sides, len(sides))


def past_tables(sheet: TournamentSheet) -> Sequence[SeatedTable]:
    """List the tables of earlier rounds: as they ended, or as they were set."""
    found = {(table.round, table.board): table for table in sheet.tables}
    played: dict[tuple[int, int], dict[Power, int]] = {}
    for result in sheet.results:
        played.setdefault((result.round, result.board), {})[result.power] = result.entrant_id
    found |= {where: SeatedTable(*where, seats) for where, seats in played.items()}
    return [found[where] for where in sorted(found) if where[0] < sheet.tournament.round]


def _ranking(sheet: TournamentSheet) -> list[int]:
    """List the entrants who have played, the best first."""
    played = {result.entrant_id for result in sheet.results}
    return [standing.entry for standing in sheet.standings if standing.entry in played]


@dataclass(frozen=True)
class RepeatsNamed:
    """`Repeats` with the names of the players."""

    pairs: int
    powers: Sequence[tuple[str, Power]]


def repeats_of(sheet: TournamentSheet, tables: RoundTables) -> RepeatsNamed:
    """Find what these tables repeat of earlier rounds."""
    names = {name_key(entrant.name): number for number, entrant in sheet.entrants.items()}
    known = {number: entrant.name for number, entrant in sheet.entrants.items()}
    found = []
    for board, seats in tables.tables.items():
        numbers = {}
        for power, name in seats.items():
            number = names.setdefault(name_key(one_line(name)), -len(names) - 1)
            numbers[power] = number
        found.append(SeatedTable(tables.number, board, numbers))
    repeated: Repeats = repeats(found, past_tables(sheet))
    return RepeatsNamed(repeated.pairs, [(known[player], power) for player, power in repeated.powers])


def check_tables(tables: RoundTables) -> None:
    """Raise TournamentRefused with the faults by field: `seat_TABLE_POWER`, `table_TABLE`."""
    faults: dict[str, str] = {}
    boards: dict[str, set[int]] = {}
    twice = name_key(one_line(tables.twice))
    if not tables.tables:
        faults["table_1"] = "players"
    for board, seats in tables.tables.items():
        keys = {power: name_key(one_line(name)) for power, name in seats.items()}
        players = set(keys.values())
        if not FEWEST <= len(players) <= SEATS or not 1 <= board <= MOST_TABLES:
            faults[f"table_{board}"] = "players"
        most = 2 if len(players) == FEWEST else 1
        for power, name in seats.items():
            key, field = keys[power], f"seat_{board}_{power}"
            boards.setdefault(key, set()).add(board)
            if not key or len(name) > LONGEST_NAME:
                faults[field] = "name"
            elif list(keys.values()).count(key) > most:
                faults[field] = "twice"
            elif len(boards[key]) > (2 if key == twice else 1):
                faults[field] = "two_tables"
    if faults:
        raise TournamentRefused(TournamentRefusal.SEATS, faults=faults)


def seat(session: Session, token: TournamentToken, by_id: UserId, tables: RoundTables, now: datetime) -> None:
    """Store the tables of the present round in place of earlier ones; raises TournamentRefused.

    A table that has results, or a game, stays as it is. The log has each table that is new or changed.
    """
    check_tables(tables)
    tournament = lock(session, token)
    check_may_seat(session, tournament, by_id, tables.number)
    sheet = load_sheet(session, tournament)
    everybody = [name for seats in tables.tables.values() for name in seats.values()]
    entrants = entrants_named(session, tournament, everybody, tables.number, now)
    new = {
        board: {power: entrants[name_key(one_line(name))] for power, name in sorted(seats.items())}
        for board, seats in tables.tables.items()
    }
    before = {table.board: table.seats for table in sheet.tables if table.round == tables.number}
    changed = [board for board in sorted({*before, *new}) if before.get(board) != _numbers(new.get(board))]
    played = {board for number, board in sheet.boards_played if number == tables.number}
    faults = {f"table_{board}": "opened" for board in _opened(session, tournament) & set(changed)}
    faults |= {f"table_{board}": "played" for board in played & set(changed)}
    if faults:
        raise TournamentRefused(TournamentRefusal.SEATS, faults=faults)
    _store(session, tournament, new)
    names = {number: entrant.name for number, entrant in sheet.entrants.items()}
    for board in changed:
        former = {power: names[player] for power, player in before.get(board, {}).items()}
        after = {power: entrant.name for power, entrant in new.get(board, {}).items()}
        facts = {"before": former, "after": after}
        note(session, tournament, "seated", now, by_id=by_id, number=tables.number, board=board, facts=facts)
    seated = {entrant.id for seats in new.values() for entrant in seats.values()}
    _note_rest(session, tournament, sheet.entrants.values(), tables.rested - seated, by_id, now)


def reseat(
    session: Session, sheet: TournamentSheet, table: SeatedTable, by_id: UserId, now: datetime
) -> None:
    """Store and log the players of one table with other powers, if any power changes."""
    tournament = sheet.tournament
    former = next(
        each.seats for each in sheet.tables if (each.round, each.board) == (table.round, table.board)
    )
    if former == table.seats:
        return
    here = {"tournament_id": tournament.id, "round": table.round, "board": table.board}
    session.execute(delete(RoundSeat).filter_by(**here))
    session.add_all(
        RoundSeat(**here, power=power, entrant_id=player) for power, player in table.seats.items()
    )
    names = {number: entrant.name for number, entrant in sheet.entrants.items()}
    facts = {
        when: {power: names[player] for power, player in sorted(seats.items())}
        for when, seats in (("before", former), ("after", table.seats))
    }
    note(session, tournament, "seated", now, by_id=by_id, number=table.round, board=table.board, facts=facts)


def _opened(session: Session, tournament: Tournament) -> set[int]:
    """Return the numbers of the tables of the present round that have a game."""
    here = (RoundGame.tournament_id == tournament.id, RoundGame.round == tournament.round)
    return set(session.scalars(select(RoundGame.board).where(*here)))


def _numbers(seats: Mapping[Power, Entrant] | None) -> Mapping[Power, int] | None:
    return None if seats is None else {power: entrant.id for power, entrant in seats.items()}


def _store(session: Session, tournament: Tournament, tables: Mapping[int, Mapping[Power, Entrant]]) -> None:
    here = (RoundSeat.tournament_id == tournament.id, RoundSeat.round == tournament.round)
    session.execute(delete(RoundSeat).where(*here))
    for board, seats in tables.items():
        for power, entrant in seats.items():
            session.add(
                RoundSeat(
                    tournament_id=tournament.id,
                    round=tournament.round,
                    board=board,
                    power=power,
                    entrant_id=entrant.id,
                )
            )
    session.flush()


def _note_rest(
    session: Session,
    tournament: Tournament,
    entrants: Iterable[Entrant],
    rested: frozenset[EntrantId],
    by_id: UserId,
    now: datetime,
) -> None:
    """Note which volunteers stepped back from the round, and which play after all."""
    number = tournament.round
    for entrant in entrants:
        rests, rested_before = entrant.id in rested, number in entrant.stood_down
        if rests == rested_before:
            continue
        entrant.stood_down = sorted({*entrant.stood_down, number} - (set() if rests else {number}))
        act = "stood_down" if rests else "not_stood_down"
        note(session, tournament, act, now, by_id=by_id, entrant=entrant, number=number)
    session.flush()
