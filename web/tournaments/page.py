"""The page of a tournament: terms, ranking, crosstable, rounds, and the log of decisions."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property

from flask import Blueprint, url_for
from markupsafe import Markup

from adjudicator import Power
from competition.tournament.results import CrosstableRow
from competition.tournament.values import RankedStanding, System
from models import Entrant, GameTable, OrdinaryResult, Pairing, Tournament, TournamentAct, User
from models.ids import TournamentToken
from models.tournament import TournamentState
from services.duels.authority import may_arbitrate
from services.tables.tables import find as find_table
from services.terms import Terms
from services.tournaments.entering import entrant_of, is_open, refusal_to_sign_up
from services.tournaments.games import games_of
from services.tournaments.log import decisions, mark
from services.tournaments.making import goes_by_itself, terms_of
from services.tournaments.prizes import games_to_vote_on
from services.tournaments.sheet import TournamentSheet, crossed, load_sheet
from services.tournaments.tournaments import (
    DuelInTournament,
    arbiters,
    find,
    present_pairing,
    tournament_seen,
)
from services.viewers import Lists
from web.core.login import member
from web.core.messages import refusal_message
from web.core.page import Frame, rendered
from web.core.session import db, now
from web.duels.frame import DuelPart
from web.tournaments.awards import AwardLine, award_lines
from web.tournaments.messages import act_words
from web.tournaments.words import plan_words, score, state_name, tie_marks, who_rules
from web.words.settings import SettingSentence, settings_in_words
from web.words.times import day, deadline, instant

blueprint = Blueprint("tournaments", __name__, url_prefix="/tournaments")


@dataclass(frozen=True)
class RankingLine:
    """One line of the ranking."""

    standing: RankedStanding
    entrant: Entrant
    rounds: Sequence[Fraction | None]

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.entrant.name


@dataclass(frozen=True)
class PairSeen:
    """A pairing and its state; bye: without an opponent."""

    pairing: Pairing
    first: Entrant
    second: Entrant | None
    points: tuple[str, str] | None

    @property
    def is_running(self) -> bool:
        """True while nothing is decided."""
        return self.pairing.decision is None


@dataclass(frozen=True)
class RoundSeen:
    """A round that has begun: its pairings, or its tables."""

    number: int
    pairs: Sequence[PairSeen]


@dataclass(frozen=True)
class GameRow:
    """The result of one power in an ordinary game; score: by the Baf table alone.

    first: the replaced player, if any. owner: the player who gets the points.
    """

    result: OrdinaryResult
    entrant: Entrant
    score: Fraction
    first: Entrant | None
    owner: Entrant


def games(sheet: TournamentSheet, number: int) -> Mapping[int, Sequence[GameRow]]:
    """Return the ordinary games of a round, table by table, the best of each first."""
    found: dict[int, list[GameRow]] = {}
    scores = sheet.game_scores(number)
    owners = {(each.board, each.power): each.entry for each in sheet.settled if each.round == number}
    for result in (each for each in sheet.results if each.round == number):
        row = GameRow(
            result,
            sheet.entrants[result.entrant_id],
            scores[result.board, result.entrant_id],
            sheet.entrants.get(result.first_id or 0),
            sheet.entrants[owners[result.board, result.power]],
        )
        found.setdefault(result.board, []).append(row)
    return {
        board: sorted(rows, key=lambda row: (-row.score, row.result.power)) for board, rows in found.items()
    }


def lines(sheet: TournamentSheet) -> Sequence[RankingLine]:
    """List the ranking, the best first."""
    numbers = range(1, sheet.tournament.round + 1)
    return [
        RankingLine(
            standing, sheet.entrants[standing.entry], [standing.rounds.get(number) for number in numbers]
        )
        for standing in sheet.standings
    ]


def rounds(sheet: TournamentSheet) -> Sequence[RoundSeen]:
    """List the rounds that have begun, the latest first."""
    return [RoundSeen(number, list(_pairs(sheet, number))) for number in range(sheet.tournament.round, 0, -1)]


def _pairs(sheet: TournamentSheet, number: int) -> Iterator[PairSeen]:
    for pairing in sheet.of_round(number):
        first, second = sheet.entrants[pairing.first_id], sheet.entrants.get(pairing.second_id or 0)
        yield PairSeen(pairing, first, second, _points(pairing))


def _points(pairing: Pairing) -> tuple[str, str] | None:
    if pairing.points_first is None or pairing.points_second is None:
        return None
    both = (Fraction(each, 2) for each in (pairing.points_first, pairing.points_second))
    first, second = (score(each) for each in both)
    return first, second


def names(entrants: Mapping[int, Entrant]) -> Mapping[int, str]:
    """Return the names of the entrants by their numbers."""
    return {number: entrant.name for number, entrant in entrants.items()}


MOST_ACTS = 30
"""How many decisions are on the page; another page has all of them."""


@dataclass(frozen=True)
class SeatLine:
    """A table of the viewer, with their powers, and the addresses of their sheets."""

    board: int
    powers: Sequence[Power]
    sheets: Sequence[tuple[Power, str]]


class TournamentFrame(Frame):
    """The base of a tournament's pages."""

    follows = Lists.TOURNAMENTS

    def __init__(self, token: TournamentToken, problem: str = "") -> None:
        self.token, self.problem = token, problem
        self.is_refused = bool(problem)

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament; raises NotFound."""
        return find(db(), self.token)

    @cached_property
    def sheet(self) -> TournamentSheet:
        """All its rows."""
        return load_sheet(db(), self.tournament)

    @property
    def state(self) -> str:
        """Its state."""
        return self.tournament.state

    @property
    def state_name(self) -> str:
        """Its state, in words."""
        return state_name(self.state)

    @property
    def has_duels(self) -> bool:
        """True if the tournament has rounds of duels."""
        return any(each.duels for each in self.sheet.plan.rounds)

    @property
    def has_begun_games(self) -> bool:
        """True when a round of ordinary games has begun."""
        begun = self.sheet.plan.rounds[: self.tournament.round]
        return any(not each.duels for each in begun)

    @cached_property
    def tables_opened(self) -> Mapping[tuple[int, int], GameTable]:
        """The games of the site at its tables, by round and table."""
        is_ordinary = self.tournament.system == System.ORDINARY
        return games_of(db(), self.tournament.id) if is_ordinary else {}

    @cached_property
    def tables_changed(self) -> Sequence[tuple[int, int]]:
        """The tables, by round and number, whose games went on after their results were confirmed."""
        confirmed = {(each.round, each.board): each.at for each in self.sheet.results}
        return [
            where
            for where, table in self.tables_opened.items()
            if where in confirmed and (table.ended_at is None or table.ended_at > confirmed[where])
        ]

    @property
    def is_at_tables(self) -> bool:
        """True while a round of ordinary games is the present one."""
        tournament = self.tournament
        return (
            tournament.state == TournamentState.RUNNING
            and not self.sheet.plan.rounds[tournament.round - 1].duels
        )

    @property
    def is_between_rounds(self) -> bool:
        """True if all duels of the round are over and the organiser has not begun the next one."""
        tournament = self.tournament
        if (
            tournament.state != TournamentState.RUNNING
            or not self.sheet.plan.rounds[tournament.round - 1].duels
        ):
            return False
        return self.sheet.is_decided

    @property
    def organises(self) -> bool:
        """True when the viewer is the organiser."""
        viewer = member()
        return viewer is not None and viewer.id == self.tournament.organiser_id

    @cached_property
    def arbitrates(self) -> bool:
        """True when the viewer may rule."""
        viewer = member()
        return viewer is not None and may_arbitrate(db(), self.tournament, viewer.id)

    def at(self, stamp: str) -> Markup:
        """Write a moment that a template gives as text."""
        return instant(datetime.fromisoformat(stamp))

    def on(self, stamp: str) -> Markup:
        """Write a day that a template gives as text."""
        return day(datetime.fromisoformat(stamp))


class TournamentPage(TournamentFrame):
    """One tournament; rendered once for each state."""

    template = "tournaments/show.html"
    is_list = True

    def key(self) -> Hashable:
        """The tournament's state, its names, and the last event in its log."""
        if self.problem:
            return None
        opened = tuple((where, table.token) for where, table in self.tables_opened.items())
        return self.tournament.id, self.tournament.version, mark(db(), self.tournament.id), opened

    @property
    def terms(self) -> Terms:
        """The terms of its duels."""
        return terms_of(self.tournament)

    @property
    def plan_words(self) -> Sequence[str]:
        """The plan of rounds and scores, in words."""
        counts = self.terms.rules().limit_counts
        return plan_words(self.sheet.plan, counts, by_itself=goes_by_itself(self.tournament))

    @property
    def settings_words(self) -> Sequence[SettingSentence]:
        """The settings of the duels as sentences."""
        return settings_in_words(self.terms.rules(), self.tournament.preset)

    @cached_property
    def arbiters(self) -> Sequence[User]:
        """Those who may rule."""
        return arbiters(db(), self.tournament)

    @property
    def who_rules(self) -> str:
        """Whether its duels are rated, and who rules on them."""
        return who_rules(rated=self.tournament.rated)

    @cached_property
    def lines(self) -> Sequence[RankingLine]:
        """The ranking."""
        return lines(self.sheet)

    @cached_property
    def rounds(self) -> Sequence[RoundSeen]:
        """The rounds that have begun, the latest first."""
        return rounds(self.sheet)

    @cached_property
    def crossed(self) -> Sequence[CrosstableRow]:
        """The cross-table, the best player first."""
        return crossed(self.sheet)

    @property
    def is_all(self) -> bool:
        """True when everybody meets everybody."""
        return self.sheet.plan.system is System.ALL

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The names by the numbers of those who take part."""
        return names(self.sheet.entrants)

    def games(self, number: int) -> Mapping[int, Sequence[GameRow]]:
        """The ordinary games of a round, table by table."""
        return games(self.sheet, number)

    def set_tables(self, number: int) -> Mapping[int, Sequence[tuple[Power, Entrant]]]:
        """The tables of a round that have no results yet: each power with its player."""
        return {
            table.board: [(power, self.sheet.entrants[player]) for power, player in table.seats.items()]
            for table in self.sheet.tables
            if table.round == number and (number, table.board) not in self.sheet.boards_played
        }

    @property
    def ties(self) -> Mapping[str, str]:
        """The tie rules by their columns; ordinary games know none of them."""
        names = tie_marks()
        return {tie: names[tie] for tie in self.sheet.plan.ties} if self.has_duels else {}

    @cached_property
    def awards(self) -> Sequence[AwardLine]:
        """The prizes by the present results; none in a tournament of duels."""
        return award_lines(db(), self.sheet) if self.sheet.ordinary else ()

    @cached_property
    def acts(self) -> Sequence[TournamentAct]:
        """The latest decisions."""
        return decisions(db(), self.tournament.id, MOST_ACTS + 1)

    @property
    def shown_acts(self) -> Sequence[tuple[TournamentAct, str]]:
        """The latest decisions in words."""
        return [(act, act_words(act)) for act in self.acts[:MOST_ACTS]]

    @property
    def has_more_acts(self) -> bool:
        """True if the log has more on a page of its own."""
        return len(self.acts) > MOST_ACTS

    def closing(self) -> str:
        """The time until sign-up closes."""
        closes = self.tournament.closes_at
        return deadline(closes) if closes and self.state == TournamentState.OPEN else ""

    def mine(self) -> str:
        """The viewer's possible acts: sign up or off, begin rounds, rule."""
        viewer, tournament = member(), self.tournament
        entry = entrant_of(db(), tournament, viewer.id) if viewer else None
        refused = refusal_to_sign_up(db(), tournament, viewer.id, now()) if viewer and not entry else None
        return rendered(
            "tournaments/mine.html",
            page=self,
            tournament=tournament,
            entry=entry,
            seats=self._seats_of(entry) if entry else (),
            to_vote_on=games_to_vote_on(db(), self.sheet, entry.id) if entry else (),
            changed=self.tables_changed if self.arbitrates and self.state == TournamentState.RUNNING else (),
            ended=self._ended() if self.arbitrates and self.state == TournamentState.RUNNING else (),
            pairing=present_pairing(db(), tournament, entry.id)
            if entry and self.state == TournamentState.RUNNING
            else None,
            is_open=is_open(tournament, now()),
            refusal=refusal_message(refused) if refused else "",
        )

    def _ended(self) -> Sequence[tuple[int, int]]:
        """List the tables, by round and number, whose games are over and have no results yet."""
        over = (where for where, table in self.tables_opened.items() if table.ended_at)
        return [where for where in over if where not in self.sheet.boards_played]

    def _seats_of(self, entry: Entrant) -> Sequence[SeatLine]:
        """List the tables of the present round at which an entrant plays."""
        tables = self.set_tables(self.tournament.round) if self.state == TournamentState.RUNNING else {}
        own = (
            (board, [power for power, who in seats if who.id == entry.id]) for board, seats in tables.items()
        )
        return [SeatLine(board, powers, self._sheets_of(entry, board)) for board, powers in own if powers]

    def _sheets_of(self, entry: Entrant, board: int) -> Sequence[tuple[Power, str]]:
        """The addresses of a player's sheets, where the game of their table runs on the site.

        The names at the table decide: a replaced player does not see the sheets of the one who goes on.
        """
        opened = self.tables_opened.get((self.tournament.round, board))
        if opened is None or opened.ended_at:
            return ()
        table = find_table(db(), opened.token, links=True)
        game, links = table.game, table.stored.links
        return [
            (power, url_for("tables.sheet", token=opened.token, secret=links[power]))
            for power in game.present
            if power in links and (seat := game.seat_of(power)) and game.seat(seat).name == entry.name
        ]


class TournamentLogPage(TournamentFrame):
    """All decisions of a tournament, page by page."""

    template = "tournaments/log.html"

    def __init__(self, token: TournamentToken, before: int | None) -> None:
        super().__init__(token)
        self.before = before
        limit = {} if before is None else {"before": before}
        self.found = decisions(db(), self.tournament.id, MOST_ACTS + 1, **limit)

    @property
    def shown_acts(self) -> Sequence[tuple[TournamentAct, str]]:
        """The decisions in words."""
        return [(act, act_words(act)) for act in self.found[:MOST_ACTS]]

    @property
    def next_before(self) -> int | None:
        """The number of the last decision, where another page follows."""
        return self.found[MOST_ACTS - 1].id if len(self.found) > MOST_ACTS else None


class TournamentPart(DuelPart):
    """The tournament that a duel is part of."""

    name = "tournament"

    @cached_property
    def round(self) -> DuelInTournament | None:
        """The tournament with the round of the duel, if it is part of one."""
        return tournament_seen(db(), self.stored.id)
