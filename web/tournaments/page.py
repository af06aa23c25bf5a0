"""The page of a tournament: terms, ranking, crosstable, rounds, and the log of decisions."""

from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from markupsafe import Markup

from competition.tournament.crosstable import Row
from competition.tournament.values import System
from models import Tournament, TournamentAct, User
from services.challenges.terms import Terms
from services.readers import Lists
from services.tournaments.authority import arbiters, may_arbitrate
from services.tournaments.crosstables import crossed
from services.tournaments.entering import entrant_of, is_open, why_not_in
from services.tournaments.finding import find, present_pairing
from services.tournaments.log import decisions, mark
from services.tournaments.making import terms_of
from services.tournaments.plans import goes_by_itself
from services.tournaments.sheet import Sheet, load_sheet
from web.frame.login import member
from web.frame.page import Frame, rendered
from web.frame.session import db, now
from web.tournaments.acts_words import act_words
from web.tournaments.seen import GameRow, Line, RoundSeen, games, lines, names, rounds
from web.words.settings import Sentence, settings_in_words
from web.words.times import deadline, instant
from web.words.tournaments import plan_words, refusal, state_name, tie_marks

MOST_ACTS = 30
"""The decisions on the page; all of them are on a page of their own."""


class TournamentFrame(Frame):
    """What the pages of one tournament share."""

    follows = Lists.TOURNAMENTS

    def __init__(self, token: str, problem: str = "") -> None:
        self.token, self.problem = token, problem
        self.is_refused = bool(problem)

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament; raises UnknownTournament."""
        return find(db(), self.token)

    @cached_property
    def sheet(self) -> Sheet:
        """All its rows."""
        return load_sheet(db(), self.tournament)

    @property
    def state(self) -> str:
        """Where it stands."""
        return self.tournament.state

    @property
    def state_name(self) -> str:
        """Where it stands, in words."""
        return state_name(self.state)

    @property
    def has_duels(self) -> bool:
        """True when a round is one of duels."""
        return any(each.duels for each in self.sheet.plan.rounds)

    @property
    def has_begun_games(self) -> bool:
        """True when a round of ordinary games has begun."""
        begun = self.sheet.plan.rounds[: self.tournament.round]
        return any(not each.duels for each in begun)

    @property
    def is_between_rounds(self) -> bool:
        """True when all duels of the round are over and the organiser has not gone on."""
        tournament = self.tournament
        if tournament.state != "running" or not self.sheet.plan.rounds[tournament.round - 1].duels:
            return False
        return self.sheet.is_decided

    @property
    def organises(self) -> bool:
        """True when the reader is the organiser."""
        reader = member()
        return reader is not None and reader.id == self.tournament.organiser_id

    @cached_property
    def arbitrates(self) -> bool:
        """True when the reader may rule."""
        reader = member()
        return reader is not None and may_arbitrate(db(), self.tournament, reader.id)

    def at(self, stamp: str) -> Markup:
        """A moment, as it was written into the page."""
        return instant(datetime.fromisoformat(stamp))


class TournamentPage(TournamentFrame):
    """One tournament as it stands: made once for whatever happens in it."""

    template = "tournaments/show.html"
    is_list = True

    def key(self) -> Hashable:
        """The tournament as it stands, names included, and the last thing that happened in it."""
        if self.problem:
            return None
        return self.tournament.id, self.tournament.version, mark(db(), self.tournament.id)

    @property
    def terms(self) -> Terms:
        """The terms of its duels."""
        return terms_of(self.tournament)

    @property
    def plan_words(self) -> Sequence[str]:
        """What was agreed for rounds and scores."""
        return plan_words(self.sheet.plan, by_itself=goes_by_itself(self.tournament))

    @property
    def settings_words(self) -> Sequence[Sentence]:
        """The settings of the duels as sentences."""
        return settings_in_words(self.terms.rules(), self.tournament.preset)

    @cached_property
    def arbiters(self) -> Sequence[User]:
        """Those who may rule."""
        return arbiters(db(), self.tournament)

    @cached_property
    def lines(self) -> Sequence[Line]:
        """The ranking."""
        return lines(self.sheet)

    @cached_property
    def rounds(self) -> Sequence[RoundSeen]:
        """The rounds that have begun, the latest first."""
        return rounds(self.sheet)

    @cached_property
    def crossed(self) -> Sequence[Row]:
        """Who had what against whom, the best first."""
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

    @property
    def ties(self) -> Mapping[str, str]:
        """The tie rules by their columns; ordinary games know none of them."""
        names = tie_marks()
        return {tie: names[tie] for tie in self.sheet.plan.ties} if self.has_duels else {}

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
        """True when the log goes on elsewhere."""
        return len(self.acts) > MOST_ACTS

    def closing(self) -> str:
        """The time until sign-up closes."""
        closes = self.tournament.closes_at
        return deadline(closes) if closes and self.state == "open" else ""

    def mine(self) -> str:
        """What the reader can do: sign up or off, begin rounds, rule."""
        reader, tournament = member(), self.tournament
        entry = entrant_of(db(), tournament, reader.id) if reader else None
        refused = why_not_in(db(), tournament, reader.id, now()) if reader and not entry else None
        return rendered(
            "tournaments/mine.html",
            page=self,
            tournament=tournament,
            entry=entry,
            pairing=present_pairing(db(), tournament, entry.id)
            if entry and self.state == "running"
            else None,
            is_open=is_open(tournament, now()),
            why_not=refusal(refused.code, refused.values) if refused else "",
        )


class LogPage(TournamentFrame):
    """All decisions of a tournament, page by page."""

    template = "tournaments/log.html"

    def __init__(self, token: str, before: int | None) -> None:
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
