"""Tournaments in a database, run by organisers and players through the services."""

from fractions import Fraction

import pytest
from sqlalchemy import select

from competition.tournament.values import RoundPlan, System, TournamentPlan
from intimate.events import EventKind
from intimate.players import Player
from models import Channel, Pairing, StoredDuel, Tournament, TournamentAct, User
from services.accounts import accounts
from services.duels.access import lock_duel, lock_for_clock, note_arrival
from services.duels.authority import may_arbitrate
from services.duels.events import store_event
from services.duels.resolving import store_absence
from services.terms import Terms
from services.tournaments import entering, making, rounds, rulings
from services.tournaments.sheet import load_sheet
from services.tournaments.tournaments import find
from tests.fixtures_duels import DAILY, NOON

TIES = ("encounter", "buchholz", "berger", "wins")
ORGANISER, ARBITER = "olga", "arno"
EIGHT = ("anna", "boris", "clara", "david", "emma", "felix", "greta", "hugo")
"""Players, the best first."""


@pytest.fixture
def cup(sqlite_database):
    """Return a function that makes a tournament of Olga's with some players."""
    return lambda *names, **plan: Cup(sqlite_database, names, **plan)


def plan_of(system=System.SWISS, rounds=3, *, years=(), coefficients=(), **agreed):
    """Return a plan; years and coefficients: one for each round."""
    each = [
        RoundPlan(
            last_year=years[number] if years else None,
            coefficient=Fraction(coefficients[number]) if coefficients else Fraction(1),
        )
        for number in range(rounds)
    ]
    return TournamentPlan(system, tuple(each), **{"ties": TIES, **agreed})


class Cup:
    """One tournament, and the acts of everybody in it."""

    def __init__(self, database, names, plan=None, terms=None, **proposed):
        self.database = database
        with database.writing() as session:
            everybody = (ORGANISER, ARBITER, *names)
            self.ids = {
                name: (
                    accounts.named(session, name) or accounts.register(session, name, "hash", "en", NOON)
                ).id
                for name in everybody
            }
            terms = terms or Terms(clock=DAILY)
            proposal = making.Proposal("Spring Cup", "Duels.", terms, plan or plan_of(), **proposed)
            self.token = making.make(session, self.ids[ORGANISER], proposal, NOON).token
        for name in names:
            self.join(name)

    def do(self, act, *arguments, now=NOON):
        """Do something in a transaction of its own."""
        with self.database.writing() as session:
            return act(session, self.token, *arguments, now)

    def user(self, name):
        with self.database.reading() as session:
            return session.get(User, self.ids[name])

    def join(self, name, now=NOON):
        return self.do(entering.sign_up, self.user(name), now=now)

    def enrol(self, name, *, plays=True):
        """Let a new person register and sign up."""
        with self.database.writing() as session:
            self.ids[name] = accounts.register(session, name, "hash", "en", NOON).id
        if plays:
            self.join(name)

    def listen(self, name, kind="tournament"):
        """Subscribe an account to messages about tournaments."""
        with self.database.writing() as session:
            session.add(
                Channel(
                    user_id=self.ids[name],
                    kind="webhook",
                    address={"url": "https://example.org"},
                    kinds=[kind],
                    created_at=NOON,
                )
            )

    def arrive(self, number, board, player):
        """Let a player come to their live duel."""
        duel = self.duel(number, board)
        with self.database.writing() as session:
            note_arrival(lock_for_clock(session, duel.id).stored, player, NOON)

    def cancel(self, reason="Nobody comes."):
        with self.database.writing() as session:
            rounds.cancel(session, self.token, self.ids[ORGANISER], reason, NOON)

    def leave(self, name, now=NOON):
        self.do(entering.sign_off, self.ids[name], now=now)

    def name_arbiter(self, name=ARBITER):
        self.do(entering.name_arbiter, self.ids[ORGANISER], self.user(name))

    def start(self, now=NOON):
        self.do(rounds.start, self.ids[ORGANISER], now=now)
        return self

    def next(self, now=NOON):
        self.do(rounds.draw_next, self.ids[ORGANISER], self.tournament.round, now=now)

    def finish(self, now=NOON):
        self.do(rounds.finish, self.ids[ORGANISER], now=now)

    def rule(self, number, board, decision, points, *, by=ORGANISER, reason="As seen.", through=None):
        ruling = rulings.PairingRuling(number, board, decision, points, reason, through)
        self.do(rulings.rule, self.ids[by], ruling)

    @property
    def tournament(self) -> Tournament:
        with self.database.reading() as session:
            return find(session, self.token)

    def sheet(self):
        """Return the current rows of the tournament, fully loaded."""
        with self.database.reading() as session:
            sheet = load_sheet(session, find(session, self.token))
            _ = sheet.standings
            return sheet

    def pairs(self, number):
        """Return the names of the pairs in a round, board by board; None beside a bye."""
        sheet = self.sheet()
        names = {entrant.id: entrant.name for entrant in sheet.entrants.values()} | {None: None}
        return [(names[each.first_id], names[each.second_id]) for each in sheet.of_round(number)]

    def ranking(self):
        """Return (place, name, score) of everybody."""
        sheet = self.sheet()
        return [(each.place, sheet.entrants[each.entry].name, each.score) for each in sheet.standings]

    def duel(self, number, board):
        with self.database.reading() as session:
            tournament = find(session, self.token)
            query = select(StoredDuel).join(Pairing, Pairing.duel_id == StoredDuel.id)
            here = (Pairing.tournament_id == tournament.id, Pairing.round == number, Pairing.board == board)
            return session.scalars(query.where(*here)).one()

    def legs(self, number, board):
        """Return the duels of a match begun so far."""
        with self.database.reading() as session:
            tournament = find(session, self.token)
            here = (Pairing.tournament_id == tournament.id, Pairing.round == number, Pairing.board == board)
            match = session.scalars(select(Pairing).where(*here)).one().match
            return [duel for duel in (match.home, match.away) if duel]

    def concede(self, number, board, loser=Player.SECOND, now=NOON):
        """Let a player concede the duel of a pairing."""
        self.concede_duel(self.duel(number, board), loser, now)

    def concede_duel(self, duel, loser=Player.SECOND, now=NOON):
        """Let a player concede a duel."""
        user = duel.first_id if loser is Player.FIRST else duel.second_id
        with self.database.writing() as session:
            store_event(lock_duel(session, duel.token, user), EventKind.CONCEDED, duel.phase, now)

    def draw(self, number, board, now=NOON):
        """Let two players agree to a draw in the duel of a pairing."""
        self.draw_duel(self.duel(number, board), now)

    def draw_duel(self, duel, now=NOON):
        """Let two players agree to a draw."""
        for user, kind in ((duel.first_id, "draw_offered"), (duel.second_id, "draw_agreed")):
            with self.database.writing() as session:
                store_event(lock_duel(session, duel.token, user), EventKind(kind), duel.phase, now)

    def miss(self, number, board, absent, now=NOON):
        """Let players lose a duel by absence."""
        self.miss_duel(self.duel(number, board), absent, now)

    def miss_duel(self, duel, absent, now=NOON):
        """Let players lose a duel by absence."""
        with self.database.writing() as session:
            store_absence(lock_for_clock(session, duel.id), absent, now)

    def play(self, number, better=lambda first, second: first < second):
        """Let everybody play a round: the better of two wins."""
        for board, (first, second) in enumerate(self.pairs(number), 1):
            if second is not None:
                self.concede(number, board, Player.SECOND if better(first, second) else Player.FIRST)

    def acts(self, *kinds):
        """List the acts of the log, oldest first."""
        with self.database.reading() as session:
            found = session.scalars(select(TournamentAct).order_by(TournamentAct.id)).all()
            return [act for act in found if not kinds or act.act in kinds]

    def may_arbitrate(self, name, duel=None):
        with self.database.reading() as session:
            about = session.get(StoredDuel, duel.id) if duel else find(session, self.token)
            return may_arbitrate(session, about, self.ids[name])
