"""Making a tournament, and its plan: what is agreed for rounds and scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import PhaseKind
from competition.tournament.drawing import rounds_to_play
from competition.tournament.ordinary import SOLO
from competition.tournament.values import Entry, RoundPlan, System, TournamentPlan
from intimate.duel import begin
from intimate.errors import SettingError
from models import Tournament, User
from models.ids import UserId
from models.tournament import UNFINISHED, TournamentState
from services.terms import Terms
from services.tournaments.log import note, one_line
from services.tournaments.refusals import TournamentRefusal, TournamentRefused

MOST_ROUNDS = 30
MOST_PLAYERS: Mapping[System, int] = {
    System.SWISS: 128,
    System.ALL: 24,
    System.KNOCKOUT: 128,
    System.ORDINARY: 128,
}
"""The most players of a tournament: a cross-table must stay readable."""
WHOLE = frozenset({System.ALL, System.KNOCKOUT})
"""The systems whose rounds are fixed by the players present at the start."""
LARGEST = 1000
"""The largest numerator or denominator of a fraction."""
GREATEST = 10
"""The largest coefficient."""


def write_plan(plan: TournamentPlan, *, by_itself: bool) -> dict[str, Any]:
    """Write the part of a plan without columns of its own; by_itself: rounds begin automatically."""
    return {
        "rounds": [
            {
                "duels": each.duels,
                "last_year": each.last_year,
                "coefficient": str(each.coefficient),
                "annulled": each.annulled,
                "solo": each.solo,
            }
            for each in plan.rounds
        ],
        "ties": list(plan.ties),
        "bonus": plan.bonus,
        "votes": plan.votes,
        "prizes": list(plan.prizes),
        "minutes": plan.minutes,
        "by_itself": by_itself,
    }


def read_plan(tournament: Tournament) -> TournamentPlan:
    """Read the plan of a tournament."""
    stored = tournament.plan
    return TournamentPlan(
        System(tournament.system),
        tuple(
            RoundPlan(
                each["duels"],
                each["last_year"],
                Fraction(each["coefficient"]),
                each["annulled"],
                each["solo"],
            )
            for each in stored["rounds"]
        ),
        homes_drawn=tournament.homes_drawn,
        matches=tournament.matches,
        ties=tuple(stored["ties"]),
        bonus=stored["bonus"],
        votes=stored["votes"],
        prizes=tuple(stored.get("prizes", ())),
        minutes=stored.get("minutes", False),
    )


def goes_by_itself(tournament: Tournament) -> bool:
    """Tell whether each round begins as soon as the one before is decided."""
    return bool(tournament.plan["by_itself"])


def check_plan(plan: TournamentPlan) -> None:
    """Raise TournamentRefused for an impossible plan."""
    if not 1 <= len(plan.rounds) <= MOST_ROUNDS:
        raise TournamentRefused(TournamentRefusal.ROUNDS, "rounds", most=MOST_ROUNDS)
    for each in plan.rounds:
        check_fraction(each.coefficient, "coefficients", GREATEST)
        if not 1 <= each.solo <= SOLO:
            raise TournamentRefused(TournamentRefusal.SOLO, "solos", most=SOLO)


def check_fraction(value: Fraction, field: str, most: int = 1) -> None:
    """Raise TournamentRefused for a fraction that is not above 0, too large, or too long."""
    if not 0 <= value <= most or value.denominator > LARGEST or (most > 1 and not value):
        raise TournamentRefused(TournamentRefusal.FRACTION, field, most=most)


def for_field(plan: TournamentPlan, entries: Sequence[Entry]) -> TournamentPlan:
    """Return the plan with the rounds that its system needs; the last given round is repeated."""
    if plan.system not in WHOLE:
        return plan
    needed = max(1, rounds_to_play(plan, entries))
    return replace(plan, rounds=tuple(plan.of_round(number) for number in range(1, needed + 1)))


MOST_UNFINISHED = 3
LEAST_NAME, MOST_NAME, MOST_TEXT = 3, 80, 2000
FEWEST = 2
"""The players that a tournament needs."""


@dataclass(frozen=True)
class Proposal:
    """A tournament as its organiser wants it.

    terms: of all its duels, except the last year, which the plan gives for each round. by_itself: rounds
    begin automatically.
    """

    name: str
    description: str
    terms: Terms
    plan: TournamentPlan
    by_itself: bool = False
    most_players: int | None = None
    closes_at: datetime | None = None


def make(session: Session, organiser_id: UserId, proposal: Proposal, now: datetime) -> Tournament:
    """Make a tournament and open its sign-up; raises TournamentRefused, SettingError."""
    check(proposal, now)
    # Two requests of one organiser at once are counted one after the other.
    session.execute(select(User.id).where(User.id == organiser_id).with_for_update(key_share=True))
    if unfinished(session, organiser_id) >= MOST_UNFINISHED:
        raise TournamentRefused(TournamentRefusal.TOO_MANY, "name", most=MOST_UNFINISHED)
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
        state=TournamentState.OPEN,
        round=0,
    )
    session.add(tournament)
    session.flush()
    note(session, tournament, "made", now, by_id=organiser_id)
    return tournament


def check(proposal: Proposal, now: datetime) -> None:
    """Raise TournamentRefused or SettingError for an impossible proposal."""
    if not LEAST_NAME <= len(_name(proposal)) <= MOST_NAME:
        raise TournamentRefused(TournamentRefusal.NAME, "name", least=LEAST_NAME, most=MOST_NAME)
    if len(proposal.description) > MOST_TEXT:
        raise TournamentRefused(TournamentRefusal.DESCRIPTION, "description", most=MOST_TEXT)
    most = MOST_PLAYERS[proposal.plan.system]
    if proposal.most_players is not None and not FEWEST <= proposal.most_players <= most:
        raise TournamentRefused(TournamentRefusal.MOST_PLAYERS, "most_players", least=FEWEST, most=most)
    if proposal.closes_at is not None and proposal.closes_at <= now:
        raise TournamentRefused(TournamentRefusal.CLOSED_ALREADY, "closes_at")
    check_plan(proposal.plan)
    for each in proposal.plan.rounds:
        terms = round_terms(proposal.terms, proposal.plan, each)
        if proposal.plan.homes_drawn and begin(terms.rules()).kind is not PhaseKind.HOMES:
            raise TournamentRefused(TournamentRefusal.HOMES, "homes_drawn")


def round_terms(terms: Terms, plan: TournamentPlan, agreed: RoundPlan) -> Terms:
    """Return the terms of the duels of a round.

    Raises SettingError, and TournamentRefused about `last_years` if the year is wrong.
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
            raise TournamentRefused(TournamentRefusal.LAST_YEAR, "last_years", value=error.value) from error
        raise


def terms_of(tournament: Tournament) -> Terms:
    """Return the terms of all duels of a tournament, before the changes of a round."""
    return Terms(
        tournament.preset,
        tournament.settings,
        tournament.edition,
        public=True,
        clock=tournament.clock,
        rated=tournament.rated,
    )


def unfinished(session: Session, organiser_id: UserId) -> int:
    """Count the unfinished tournaments of an organiser."""
    query = select(func.count()).where(
        Tournament.organiser_id == organiser_id, Tournament.state.in_(UNFINISHED)
    )
    return session.scalar(query) or 0


def _name(proposal: Proposal) -> str:
    return one_line(proposal.name)
