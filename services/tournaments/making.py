"""Making a tournament: any member may, and has three at most that are not over."""

from dataclasses import dataclass, replace
from datetime import datetime
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import PhaseKind
from competition.tournament.values import Plan, RoundPlan
from intimate.duel import begin
from intimate.errors import SettingError
from models import Tournament, User
from services.challenges.terms import Terms
from services.tournaments.errors import TournamentRefused
from services.tournaments.log import note, one_line
from services.tournaments.plans import MOST_PLAYERS, check_plan, write_plan

MOST_UNFINISHED = 3
LEAST_NAME, MOST_NAME, MOST_TEXT = 3, 80, 2000
FEWEST = 2
"""The players that a tournament needs."""


@dataclass(frozen=True)
class Proposal:
    """A tournament as its organiser wants it.

    terms: of all its duels, but for the last year, which the plan gives for each round. by_itself: rounds
    follow without anybody's press.
    """

    name: str
    description: str
    terms: Terms
    plan: Plan
    by_itself: bool = False
    most_players: int | None = None
    closes_at: datetime | None = None


def make(session: Session, organiser_id: int, proposal: Proposal, now: datetime) -> Tournament:
    """Make a tournament that is open to players; raises TournamentRefused, SettingError."""
    check(proposal, now)
    # Two of one organiser at the same moment are counted one after the other.
    session.execute(select(User.id).where(User.id == organiser_id).with_for_update(key_share=True))
    if unfinished(session, organiser_id) >= MOST_UNFINISHED:
        raise TournamentRefused("too_many", "name", most=MOST_UNFINISHED)
    terms, plan = proposal.terms, proposal.plan
    tournament = Tournament(
        token=token_urlsafe(9),
        name=_name(proposal),
        description=proposal.description.strip().replace("\0", ""),
        organiser_id=organiser_id,
        system=plan.system.value,
        matches=plan.matches,
        homes_drawn=plan.homes_drawn,
        preset=terms.preset,
        settings=dict(terms.settings),
        edition=terms.edition,
        clock=terms.clock,
        public=True,
        rated=terms.rated,
        plan=write_plan(plan, by_itself=proposal.by_itself),
        most_players=proposal.most_players,
        closes_at=proposal.closes_at,
        created_at=now,
        state="open",
        round=0,
    )
    session.add(tournament)
    session.flush()
    note(session, tournament, "made", now, by_id=organiser_id)
    return tournament


def check(proposal: Proposal, now: datetime) -> None:
    """Raise TournamentRefused or SettingError for what nobody could play."""
    if not LEAST_NAME <= len(_name(proposal)) <= MOST_NAME:
        raise TournamentRefused("name", "name", least=LEAST_NAME, most=MOST_NAME)
    if len(proposal.description) > MOST_TEXT:
        raise TournamentRefused("description", "description", most=MOST_TEXT)
    most = MOST_PLAYERS[proposal.plan.system]
    if proposal.most_players is not None and not FEWEST <= proposal.most_players <= most:
        raise TournamentRefused("most_players", "most_players", least=FEWEST, most=most)
    if proposal.closes_at is not None and proposal.closes_at <= now:
        raise TournamentRefused("closed_already", "closes_at")
    check_plan(proposal.plan)
    for each in proposal.plan.rounds:
        terms = round_terms(proposal.terms, proposal.plan, each)
        if proposal.plan.homes_drawn and begin(terms.rules()).kind is not PhaseKind.HOMES:
            raise TournamentRefused("homes", "homes_drawn")


def round_terms(terms: Terms, plan: Plan, agreed: RoundPlan) -> Terms:
    """Return the terms of the duels of a round.

    Raises SettingError, and TournamentRefused about `last_years` where the year is wrong.
    """
    settings: dict[str, Any] = dict(terms.settings)
    if agreed.last_year is not None:
        settings["year_limit"] = agreed.last_year
    if plan.votes:
        settings["early_end"] = "vote"
    try:
        return replace(terms, settings=settings, public=True, homes={}, match=plan.matches)
    except SettingError as error:
        if error.setting == "year_limit":
            raise TournamentRefused("last_year", "last_years", value=error.value) from error
        raise


def terms_of(tournament: Tournament) -> Terms:
    """Return the terms of all duels of a tournament, but for what a round alters."""
    return Terms(
        tournament.preset,
        tournament.settings,
        tournament.edition,
        public=True,
        clock=tournament.clock,
        rated=tournament.rated,
    )


def unfinished(session: Session, organiser_id: int) -> int:
    """Count the tournaments of an organiser that are not over."""
    query = select(func.count()).where(
        Tournament.organiser_id == organiser_id, Tournament.state.in_(("open", "running"))
    )
    return session.scalar(query) or 0


def _name(proposal: Proposal) -> str:
    return one_line(proposal.name)
