"""Results of ordinary games, which an arbiter enters or confirms; the log keeps corrections."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from adjudicator import Power, standard
from competition.tournament.ordinary import SEASONS, SOLO
from games.terms import TURKEY
from models import Entrant, OrdinaryResult, Tournament
from models.ids import TournamentToken, UserId
from models.tournament import TournamentState
from services.accounts.names import name_key
from services.tournaments.entering import places
from services.tournaments.log import note, one_line, reason_of
from services.tournaments.making import read_plan
from services.tournaments.refusals import TournamentRefusal, TournamentRefused
from services.tournaments.tournaments import check_arbitrates, lock

CENTRES = 34
"""The centres of the board."""
MOST_SEASONS = 40
"""No game of a tournament has more seasons."""
FARTHEST = 20
"""No unit can be more spaces away from its home centres."""
FEWEST, MOST_TABLES, LONGEST_NAME = 4, 50, 40
"""The fewest players of a game, the most tables of a round, the longest name."""


@dataclass(frozen=True)
class PowerResult:
    """How one power ended, and who played it.

    missed: the seasons that were over when they came. farthest: the distance in spaces of its unit that went
    farthest from its home centres, None if unknown. replaced: the player whom they replaced, if any.
    relief: the seasons that they played since.
    """

    name: str
    centres: int
    eliminated: bool = False
    missed: int = 0
    farthest: int | None = None
    replaced: str = ""
    relief: int = 0


@dataclass(frozen=True)
class GameResult:
    """The result of one game: its round and table, and each power that was played.

    turkey: the centres of a Turkey that played by itself, None if none did. solo: the centres that win at
    this table, None if the round's do.
    """

    number: int
    board: int
    powers: Mapping[Power, PowerResult]
    turkey: int | None = None
    solo: int | None = None


def check_results(result: GameResult) -> None:
    """Raise TournamentRefused with the faults by field: `name_POWER`, `centres_POWER`, `powers`."""
    faults: dict[str, str] = {}
    seen: dict[str, Power] = {}
    for power, entered in result.powers.items():
        key = name_key(one_line(entered.name))
        if not one_line(entered.name) or len(entered.name) > LONGEST_NAME:
            faults[f"name_{power}"] = "name"
        elif key in seen:
            faults[f"name_{power}"] = "twice"
        seen[key] = power
        if not 0 <= entered.centres <= CENTRES:
            faults[f"centres_{power}"] = "centres"
        if not 0 <= entered.missed < SEASONS:
            faults[f"missed_{power}"] = "missed"
        if not 0 <= (entered.farthest or 0) <= FARTHEST:
            faults[f"farthest_{power}"] = "farthest"
        if not 0 <= entered.relief <= MOST_SEASONS:
            faults[f"relief_{power}"] = "relief"
    faults |= _faults_of_replaced(result, seen) | _faults_of_whole(result)
    if faults:
        raise TournamentRefused(TournamentRefusal.RESULTS, faults=faults)


def _faults_of_replaced(result: GameResult, players: Container[str]) -> dict[str, str]:
    """Find the faults about replaced players; players: the keys of those who played at the end."""
    faults: dict[str, str] = {}
    for power, entered in result.powers.items():
        if len(entered.replaced) > LONGEST_NAME:
            faults[f"replaced_{power}"] = "name"
        elif one_line(entered.replaced) and name_key(one_line(entered.replaced)) in players:
            faults[f"replaced_{power}"] = "twice"
    return faults


def _faults_of_whole(result: GameResult) -> dict[str, str]:
    faults: dict[str, str] = {}
    if not 1 <= result.board <= MOST_TABLES:
        faults["board"] = "board"
    if result.turkey is not None and not 0 <= result.turkey <= CENTRES:
        faults[f"centres_{TURKEY}"] = "centres"
    if result.solo is not None and not 1 <= result.solo <= SOLO:
        faults["solo"] = "solo"
    if not FEWEST <= len(result.powers) <= len(standard().powers):
        faults["powers"] = "players"
    elif sum(entered.centres for entered in result.powers.values()) + (result.turkey or 0) > CENTRES:
        faults["powers"] = "sum"
    elif all(_is_out(entered) for entered in result.powers.values()):
        faults["powers"] = "all_out"
    return faults


def _is_out(entered: PowerResult) -> bool:
    return entered.eliminated or not entered.centres


def enter_results(
    session: Session, token: TournamentToken, by_id: UserId, result: GameResult, reason: str, now: datetime
) -> None:
    """Store the result of a game; the log keeps the former result with the reason for the change."""
    check_results(result)
    words = reason_of(reason) if reason.strip() else ""
    tournament = lock(session, token)
    check_arbitrates(session, tournament, by_id)
    _check_round(tournament, result.number)
    rows = _rows(session, tournament, result)
    before = _facts(_stored(rows, result)) if rows else {}
    if rows and not words:
        raise TournamentRefused(TournamentRefusal.RESULTS, faults={"reason": "correction"})
    for row in rows:
        session.delete(row)
    session.flush()
    _store(session, tournament, by_id, result, now)
    note(
        session,
        tournament,
        "results",
        now,
        by_id=by_id,
        number=result.number,
        board=result.board,
        reason=words,
        facts={
            "before": before,
            "after": _facts(result),
            "former_solo": rows[0].solo if rows else None,
            "solo": result.solo,
        },
    )


def _store(
    session: Session, tournament: Tournament, by_id: UserId, result: GameResult, now: datetime
) -> None:
    names = [entered.name for entered in result.powers.values()]
    names += [entered.replaced for entered in result.powers.values() if one_line(entered.replaced)]
    entrants = entrants_named(session, tournament, names, result.number, now)
    for power, entered in result.powers.items():
        first = entrants.get(name_key(one_line(entered.replaced)))
        session.add(
            OrdinaryResult(
                tournament_id=tournament.id,
                round=result.number,
                board=result.board,
                entrant_id=entrants[name_key(one_line(entered.name))].id,
                power=power,
                centres=entered.centres,
                eliminated=_is_out(entered),
                missed=entered.missed,
                farthest=entered.farthest,
                turkey=result.turkey,
                solo=result.solo,
                first_id=first.id if first else None,
                relief=entered.relief if first else 0,
                by_id=by_id,
                at=now,
            )
        )


def _stored(rows: Iterable[OrdinaryResult], result: GameResult) -> GameResult:
    """Return what was entered before for the table of a result."""
    powers, turkey = {}, None
    for row in rows:
        turkey = row.turkey
        powers[row.power] = PowerResult(
            row.entrant.name,
            row.centres,
            row.eliminated,
            row.missed,
            row.farthest,
            row.first.name if row.first else "",
            row.relief,
        )
    return GameResult(result.number, result.board, powers, turkey)


def _facts(result: GameResult) -> dict[str, Any]:
    facts: dict[str, Any] = {
        power: [
            one_line(entered.name),
            entered.centres,
            _is_out(entered),
            entered.missed,
            entered.farthest,
            *([one_line(entered.replaced), entered.relief] if one_line(entered.replaced) else []),
        ]
        for power, entered in result.powers.items()
    }
    return facts if result.turkey is None else {**facts, TURKEY: ["", result.turkey, False, 0, None]}


def _check_round(tournament: Tournament, number: int) -> None:
    if tournament.state != TournamentState.RUNNING:
        raise TournamentRefused(TournamentRefusal.NOT_RUNNING)
    rounds = read_plan(tournament).rounds
    if not 1 <= number <= tournament.round or rounds[number - 1].duels:
        raise TournamentRefused(TournamentRefusal.RESULTS, faults={"number": "round"})


def _rows(session: Session, tournament: Tournament, result: GameResult) -> list[OrdinaryResult]:
    of_it = OrdinaryResult.tournament_id == tournament.id
    here = (OrdinaryResult.round == result.number, OrdinaryResult.board == result.board)
    names = (joinedload(OrdinaryResult.entrant), joinedload(OrdinaryResult.first))
    query = select(OrdinaryResult).options(*names).where(of_it, *here)
    return list(session.scalars(query))


def entrants_named(
    session: Session, tournament: Tournament, names: Iterable[str], number: int, now: datetime
) -> Mapping[str, Entrant]:
    """Find entrants by name; players who have not signed up are entered by name alone.

    Raises TournamentRefused where there are no places left.
    """
    found = session.scalars(select(Entrant).where(Entrant.tournament_id == tournament.id))
    known = {name_key(entrant.name): entrant for entrant in found}
    for name in names:
        key = name_key(one_line(name))
        if key in known:
            continue
        if len(known) >= places(tournament):
            raise TournamentRefused(TournamentRefusal.FULL, most=places(tournament))
        known[key] = Entrant(
            tournament_id=tournament.id,
            user_id=None,
            name=one_line(name),
            lot=len(known) + 1,
            first_round=number,
            joined_at=now,
        )
        session.add(known[key])
    session.flush()
    return known
