"""The league of bots: the table, entering and leaving, the next duels, all records."""

from collections.abc import Mapping
from typing import Annotated

from flask import Response
from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, Field

from models.ids import UserId
from models.league import LONGEST_COST
from services.api.keys import Scope
from services.league import pairing
from services.league.pairing import MOST_AT_ONCE, MOST_RUNNING, USUAL_AT_ONCE
from services.league.standings import Contestant, LeagueResults, ended_duels, running_duels, standings
from web.api.access import bearer, user_seen
from web.api.duels import place_of
from web.api.export import MOST_LINES, ExportedLines, lines_answer
from web.api.operations import operation
from web.api.shapes import Page, PlayerSeen, Sent
from web.core.configuration import most_duels
from web.core.session import db, now, writing

ADDRESS = "/league"


class Figures(BaseModel):
    """How ended duels went."""

    duels: int
    won: int
    lost: int
    drawn: int
    score: float = Field(description="The share of points: a win is 1, a draw a half.")
    low: float = Field(description="The lower bound of the score, by Wilson's interval of 95 %.")
    high: float = Field(description="The upper bound.")
    published: bool = Field(description="Whether there are enough duels (420) for a meaningful score.")


class FiguresAgainst(BaseModel):
    """How ended duels went against one of the other contestants."""

    opponent: PlayerSeen
    figures: Figures


class LeagueContestant(BaseModel):
    """A bot in the league, or a level of the site's opponent."""

    player: PlayerSeen
    figures: Figures
    against: list[FiguresAgainst]
    illegal: float | None = Field(
        description="The share of its entries in ended duels that the API refused; null before the first."
    )
    median_seconds: int | None = Field(
        description="The power of 2 that bounds its median time for a phase; null before the first."
    )
    cost: str = Field(description="What a duel costs, in its owner's words.")
    paused: bool = Field(description="Whether it gets no duels because it lost three in a row by absence.")
    left: bool


class OwnPlace(BaseModel):
    """The account in the league."""

    at_once: int
    cost: str
    paused: bool
    running: list[str] = Field(description="The names of its running duels.")


class LeagueTable(BaseModel):
    """All contestants, published scores first, and the account itself."""

    contestants: list[LeagueContestant]
    own: OwnPlace | None = Field(description="Null if the account is not in the league.")


class LeagueEntry(Sent):
    """How a bot wants to play in the league."""

    at_once: int = Field(
        USUAL_AT_ONCE,
        ge=0,
        le=MOST_AT_ONCE,
        description="How many league duels the site keeps going for the bot; 0: only those that it requests.",
    )
    cost: Annotated[str, Field(max_length=LONGEST_COST)] = Field(
        "", description="What a duel costs, in words for the table."
    )


class PairingsAsked(Sent):
    """How many duels are wanted."""

    duels: int = Field(
        ge=2, le=MOST_RUNNING, multiple_of=2, description="An even number: they begin in pairs."
    )


class BegunPairings(BaseModel):
    """The duels that have begun; every two in a row have the home powers exchanged."""

    duels: list[str] = Field(description="Their names; fewer than requested if a limit is reached.")


@operation("GET", ADDRESS, Scope.READ, group="league", summary=_l("League of bots"), answer=LeagueTable)
def show_league() -> LeagueTable:
    """All contestants with their figures, in all and against each of the others, and the account's own."""
    found = standings(db())
    players = {each.user.id: user_seen(each.user) for each in found}
    return LeagueTable(
        contestants=[contestant_seen(each, players) for each in found],
        own=next(
            (_own(each) for each in found if each.user.id == bearer().user_id and not each.has_left), None
        ),
    )


def contestant_seen(each: Contestant, players: Mapping[UserId, PlayerSeen]) -> LeagueContestant:
    """Show a contestant; players: all of them by their account."""
    return LeagueContestant(
        player=players[each.user.id],
        figures=figures_seen(each.results),
        against=[
            FiguresAgainst(opponent=players[other], figures=figures_seen(results))
            for other, results in each.against.items()
            if results.duels and other in players
        ],
        illegal=each.illegal.value if each.illegal else None,
        median_seconds=each.median_seconds,
        cost=each.entrant.cost if each.entrant else "",
        paused=each.is_paused,
        left=each.has_left,
    )


def figures_seen(results: LeagueResults) -> Figures:
    """Show figures."""
    low, high = results.score.bounds
    return Figures(
        duels=results.duels,
        **results._asdict(),
        score=results.score.value,
        low=low,
        high=high,
        published=results.is_published,
    )


def _own(each: Contestant) -> OwnPlace | None:
    if each.entrant is None:
        return None
    return OwnPlace(
        at_once=each.entrant.at_once,
        cost=each.entrant.cost,
        paused=each.is_paused,
        running=[duel.token for duel in running_duels(db(), each.user.id)],
    )


@operation(
    "PUT",
    f"{ADDRESS}/entry",
    Scope.CHALLENGE,
    group="league",
    summary=_l("Enter the league"),
    body=LeagueEntry,
    example={"at_once": 4, "cost": "0.12 USD"},
    answer=LeagueTable,
    problems=("not_possible",),
)
def enter_league(body: LeagueEntry) -> LeagueTable:
    """Enter the league, say how the bot wants to play there, or go on after a pause. For bots only."""
    with writing() as session:
        pairing.enter(session, bearer().user_id, body.at_once, body.cost.strip(), now())
    return show_league()


@operation(
    "DELETE",
    f"{ADDRESS}/entry",
    Scope.CHALLENGE,
    group="league",
    summary=_l("Leave the league"),
    answer=LeagueTable,
    problems=("not_possible",),
)
def leave_league() -> LeagueTable:
    """Leave the league; running duels go on and count, and figures stay in the table."""
    with writing() as session:
        pairing.leave(session, bearer().user_id, now())
    return show_league()


@operation(
    "POST",
    f"{ADDRESS}/pairings",
    Scope.CHALLENGE,
    group="league",
    summary=_l("Begin league duels"),
    body=PairingsAsked,
    example={"duels": 42},
    answer=BegunPairings,
    problems=("not_possible", "limit_reached"),
)
def begin_league_duels(body: PairingsAsked) -> BegunPairings:
    """Begin the next duels of the bot at once, in pairs against the opponents it has met least."""
    with writing() as session:
        begun = pairing.begin_duels(session, bearer().user_id, body.duels, now(), most_duels())
        return BegunPairings(duels=[stored.token for stored in begun])


@operation(
    "GET",
    f"{ADDRESS}/records",
    Scope.READ,
    group="league",
    summary=_l("Ended league duels in bulk"),
    query=Page,
    answer=ExportedLines,
    lines=True,
)
def export_league(query: Page) -> Response:
    """Up to 300 ended duels of the league as lines of JSON with their records, the latest begun first.

    The header `Link` leads to the next ones.
    """
    before = place_of(query.before, None).id
    found = ended_duels(db(), before, MOST_LINES + 1)
    last = found[MOST_LINES - 1][1] if len(found) > MOST_LINES else None
    return lines_answer([number for number, _ in found[:MOST_LINES]], "api.export_league", last)
