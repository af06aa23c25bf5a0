"""A tournament's rows as values for drawing and ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, load_only

from adjudicator import Power
from competition.tournament.ordinary import solo_of, table_scores
from competition.tournament.results import CrosstableRow, crosstable
from competition.tournament.seating import SeatedTable
from competition.tournament.standings import settled_scores, standings
from competition.tournament.values import (
    Decision,
    Entry,
    Meeting,
    OrdinaryScore,
    Penalty,
    RankedStanding,
    TournamentPlan,
)
from models import Entrant, OrdinaryResult, Pairing, RoundSeat, Sanction, StoredDuel, Tournament
from models.ids import UserId
from services.tournaments.making import read_plan

HALVES = 2
"""Points are in halves: a win of one duel is 2."""


@dataclass(frozen=True)
class TournamentSheet:
    """All rows of one tournament, and what follows from them."""

    tournament: Tournament
    entrants: Mapping[int, Entrant]
    pairings: Sequence[Pairing]
    sanctions: Sequence[Sanction]
    results: Sequence[OrdinaryResult]
    seats: Sequence[RoundSeat]

    @cached_property
    def plan(self) -> TournamentPlan:
        """The rules of the tournament."""
        return read_plan(self.tournament)

    def entries(self, ratings: Mapping[UserId, float] | None = None) -> Sequence[Entry]:
        """Return the participants as values; ratings: by account."""
        known = ratings or {}
        return [
            Entry(
                each.id,
                each.lot,
                known.get(each.user_id) if each.user_id is not None else None,
                each.first_round,
                each.last_round,
                each.user_id is not None and each.user_id == self.tournament.organiser_id,
                frozenset(each.stood_down),
            )
            for each in self.entrants.values()
        ]

    @cached_property
    def meetings(self) -> Sequence[Meeting]:
        """Return the pairings as values."""
        return [self._meeting(each) for each in self.pairings]

    @cached_property
    def ordinary(self) -> Sequence[OrdinaryScore]:
        """Return the results of ordinary games as values, each with the player who played at the end."""
        return [
            OrdinaryScore(
                each.round,
                each.board,
                each.entrant_id,
                each.power,
                each.centres,
                each.eliminated,
                each.missed,
                each.farthest or 0,
                each.turkey,
                each.solo,
                each.first_id,
                each.relief,
            )
            for each in self.results
        ]

    @cached_property
    def settled(self) -> Sequence[OrdinaryScore]:
        """Return the results of ordinary games, each with the player who gets the points."""
        return settled_scores(self.plan, self.entries(), self.meetings, self.ordinary, self.penalties)

    @cached_property
    def penalties(self) -> Sequence[Penalty]:
        """Return the arbiters' sanctions on scores."""
        return [
            Penalty(each.entrant_id, Fraction(each.numerator, each.denominator), each.round)
            for each in self.sanctions
        ]

    @cached_property
    def standings(self) -> Sequence[RankedStanding]:
        """Return the standings."""
        return standings(self.plan, self.entries(), self.meetings, self.settled, self.penalties)

    @property
    def places(self) -> Mapping[int, int]:
        """The places, by the participants' numbers."""
        return {standing.entry: standing.place for standing in self.standings}

    def game_scores(self, number: int) -> Mapping[tuple[int, int], Fraction]:
        """Return the Baf scores of a round of ordinary games, by table and player."""
        tables: dict[int, list[OrdinaryScore]] = {}
        for each in self.ordinary:
            if each.round == number:
                tables.setdefault(each.board, []).append(each)
        return {
            (board, entry): points
            for board, players in tables.items()
            for entry, points in table_scores(players, solo_of(self.plan, players)).items()
        }

    @cached_property
    def tables(self) -> Sequence[SeatedTable]:
        """Return the tables that were drawn or set by hand, by round and number."""
        found: dict[tuple[int, int], dict[Power, int]] = {}
        for seat in self.seats:
            found.setdefault((seat.round, seat.board), {})[seat.power] = seat.entrant_id
        return [SeatedTable(*where, seats) for where, seats in found.items()]

    @property
    def boards_played(self) -> frozenset[tuple[int, int]]:
        """The rounds and numbers of tables that have results."""
        return frozenset((each.round, each.board) for each in self.results)

    def of_round(self, number: int) -> Sequence[Pairing]:
        """List the pairings of a round."""
        return [each for each in self.pairings if each.round == number]

    @property
    def is_decided(self) -> bool:
        """True if the present round is decided: all pairings, or the results of all tables."""
        number = self.tournament.round
        if number and not self.plan.rounds[number - 1].duels:
            played = {board for played, board in self.boards_played if played == number}
            awaited = {table.board for table in self.tables if table.round == number}
            return self.plan.rounds[number - 1].annulled or (bool(played) and awaited <= played)
        return all(pairing.decision for pairing in self.of_round(number))

    @property
    def remaining(self) -> int:
        """How many rounds are still to begin."""
        return len(self.plan.rounds) - self.tournament.round

    @property
    def whole(self) -> int:
        """The points of a won pairing, in halves: 2 for a duel, 4 for a match of two."""
        return HALVES * 2 if self.plan.matches else HALVES

    def halves(self, meeting: Meeting) -> tuple[int | None, int | None]:
        """Return the points of a meeting in halves, as they are stored."""
        if meeting.points is None:
            return None, None
        first, second = (int(points * self.whole) for points in meeting.points)
        return first, second

    def _meeting(self, pairing: Pairing) -> Meeting:
        points = None
        if pairing.points_first is not None:
            second = Fraction(pairing.points_second or 0, self.whole)
            points = (Fraction(pairing.points_first, self.whole), second)
        homes = (pairing.home_first, pairing.home_second)
        return Meeting(
            pairing.round,
            pairing.board,
            pairing.first_id,
            pairing.second_id,
            (homes[0], homes[1]) if homes[0] and homes[1] else None,
            points,
            Decision(pairing.decision) if pairing.decision else None,
            pairing.through_id,
        )


def load_sheet(session: Session, tournament: Tournament) -> TournamentSheet:
    """Read all rows of a tournament, by five statements."""
    duel = joinedload(Pairing.duel).options(
        load_only(StoredDuel.token, StoredDuel.ended_at, StoredDuel.reason)
    )
    pairings = (
        select(Pairing)
        .options(duel, joinedload(Pairing.match))
        .where(Pairing.tournament_id == tournament.id)
        .order_by(Pairing.round, Pairing.board)
    )
    entrants = select(Entrant).where(Entrant.tournament_id == tournament.id).order_by(Entrant.id)
    sanctions = select(Sanction).where(Sanction.tournament_id == tournament.id).order_by(Sanction.id)
    its_results = OrdinaryResult.tournament_id == tournament.id
    results = select(OrdinaryResult).where(its_results).order_by(OrdinaryResult.round, OrdinaryResult.board)
    its_seats = RoundSeat.tournament_id == tournament.id
    seats = select(RoundSeat).where(its_seats).order_by(RoundSeat.round, RoundSeat.board, RoundSeat.power)
    return TournamentSheet(
        tournament,
        {entrant.id: entrant for entrant in session.scalars(entrants)},
        session.scalars(pairings).all(),
        session.scalars(sanctions).all(),
        session.scalars(results).all(),
        session.scalars(seats).all(),
    )


def crossed(sheet: TournamentSheet) -> Sequence[CrosstableRow]:
    """Lay out the cross-table, the best player first."""
    entries = {entry.id: entry for entry in sheet.entries()}
    order = [entries[standing.entry] for standing in sheet.standings]
    return crosstable(order, sheet.meetings)
