"""Ladders: viewing, joining and leaving them; making, answering and withdrawing challenges for places."""

from collections.abc import Callable
from typing import Annotated, Any

from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from models.ids import LadderChallengeId, LadderToken
from models.ladder import LadderChallengeState
from services.accounts import accounts
from services.api.keys import Scope
from services.ladders import challenging, lists, membership
from services.ladders.lists import LadderForViewer, ladder_for_viewer
from web.api.access import bearer, clock_seen
from web.api.operations import operation
from web.api.problems import field_problem
from web.api.shapes import Asked, ClockShown, Instant, OneOf, Sent
from web.challenges.making import nobody_named
from web.core.links import LARGEST
from web.core.session import db, now, writing
from web.words.names import ladder_name


class PlaceChallenge(BaseModel):
    """A challenge for a place of a ladder, with the places at which it was made."""

    number: int
    ladder: str
    challenger: str
    challenged: str
    challenger_place: int
    challenged_place: int
    state: Annotated[str, OneOf(LadderChallengeState)]
    answer_by: Instant
    duel: str | None


class ListedLadder(BaseModel):
    """A ladder as lists show it."""

    ladder: str = Field(description="The ladder's token in addresses.")
    name: str
    for_programs: bool = Field(description="Whether it is for bots only.")
    preset: str
    clock: ClockShown
    length: int = Field(description="The number of places.")
    closed: bool


class Ladders(BaseModel):
    """All ladders, and the challenges of the account on them that are not over."""

    ladders: list[ListedLadder]
    challenges: list[PlaceChallenge]


class Rung(BaseModel):
    """A place, and its holder."""

    place: int
    player: str
    away_until: Instant | None
    may_be_challenged: bool = Field(description="Whether the account may challenge them now.")


class LadderSeen(BaseModel):
    """Some places of a ladder, and the account's own."""

    ladder: str
    length: int
    place: int | None = Field(description="The account's place; null if it has none.")
    places: list[Rung] = Field(
        description="Fifty places from the requested one on, and those around the account's own."
    )
    challenges: list[PlaceChallenge] = Field(description="The account's open challenges on this ladder.")


class PlacesAsked(Asked):
    """The first place to list."""

    place: int = Field(1, ge=1, le=2**31 - 1)


class NewPlaceChallenge(Sent):
    """The player to challenge for their place."""

    opponent: Annotated[str, Field(min_length=2, max_length=100)]


ADDRESS = "/ladders/<ladder>"
CHALLENGE = f"{ADDRESS}/challenges/<int(max={LARGEST}):number>"
Act = Callable[[Session], Any]


@operation(
    "GET",
    "/ladders",
    Scope.READ,
    group="ladders",
    summary=_l("All ladders"),
    answer=Ladders,
)
def list_ladders() -> Ladders:
    """The ladders of the site, running ones first, and the challenges of the account that are not over."""
    return Ladders(
        ladders=[
            ListedLadder(
                ladder=each.token,
                name=ladder_name(each.name),
                for_programs=each.for_programs,
                preset=each.preset,
                clock=clock_seen(each.clock),
                length=each.length,
                closed=each.closed_at is not None,
            )
            for each in lists.all_ladders(db())
        ],
        challenges=list(map(place_challenge, lists.own_challenges(db(), bearer().user_id))),
    )


@operation(
    "GET",
    ADDRESS,
    Scope.READ,
    group="ladders",
    summary=_l("One ladder"),
    query=PlacesAsked,
    answer=LadderSeen,
    problems=("not_found",),
)
def show_ladder(ladder: LadderToken, query: PlacesAsked) -> LadderSeen:
    """Some places of a ladder, those around the account's own, and the players it may challenge."""
    return ladder_for_account(ladder_for_viewer(db(), ladder, bearer().user_id, query.place, now()))


def ladder_for_account(found: LadderForViewer) -> LadderSeen:
    """Show a ladder to the account."""
    rungs = {rung.place: rung for rung in (*found.rungs, *found.around)}
    return LadderSeen(
        ladder=found.ladder.token,
        length=found.ladder.length,
        place=found.own.place if found.own else None,
        places=[
            Rung(
                place=place,
                player=rung.name,
                away_until=rung.away_until,
                may_be_challenged=rung.user_id in found.free,
            )
            for place, rung in sorted(rungs.items())
        ],
        challenges=list(map(place_challenge, found.mine)),
    )


def place_challenge(each: lists.ListedLadderChallenge) -> PlaceChallenge:
    """Show a challenge for a place."""
    return PlaceChallenge(
        number=each.id,
        ladder=each.ladder,
        challenger=each.challenger,
        challenged=each.challenged,
        challenger_place=each.challenger_place,
        challenged_place=each.challenged_place,
        state=each.state,
        answer_by=each.answer_by,
        duel=each.duel,
    )


def do_and_show(ladder: LadderToken, act: Act) -> LadderSeen:
    """Do something on a ladder, and show the ladder; a refusal becomes a problem."""
    with writing() as session:
        act(session)
    return ladder_for_account(ladder_for_viewer(db(), ladder, bearer().user_id, 1, now()))


def join_ladder(ladder: LadderToken) -> LadderSeen:
    """Join a ladder: at the bottom or, with a settled rating, below those rated at least as high."""
    return do_and_show(ladder, lambda session: membership.join(session, ladder, bearer().user_id, now()))


def leave_ladder(ladder: LadderToken) -> LadderSeen:
    """Give up the place; if somebody has challenged for it, they take it first."""
    return do_and_show(ladder, lambda session: membership.leave(session, ladder, bearer().user_id, now()))


@operation(
    "POST",
    f"{ADDRESS}/challenges",
    Scope.CHALLENGE,
    group="ladders",
    summary=_l("Challenge somebody for their place"),
    body=NewPlaceChallenge,
    example={"opponent": "Boris"},
    answer=LadderSeen,
    problems=("not_found", "not_possible"),
)
def challenge_for_place(ladder: LadderToken, body: NewPlaceChallenge) -> LadderSeen:
    """Challenge a player within reach; they can answer until `answer_by`."""
    opponent = accounts.named(db(), body.opponent)
    if opponent is None:
        raise field_problem("opponent", "nobody", nobody_named(body.opponent))
    mine, theirs = bearer().user_id, opponent.id
    return do_and_show(ladder, lambda session: challenging.challenge(session, ladder, mine, theirs, now()))


def accept_for_place(ladder: LadderToken, number: LadderChallengeId) -> LadderSeen:
    """Accept a challenge: the duel for the account's place begins."""
    return do_and_show(
        ladder, lambda session: challenging.accept(session, ladder, number, bearer().user_id, now())
    )


def refuse_for_place(ladder: LadderToken, number: LadderChallengeId) -> LadderSeen:
    """Give the place of the account to the challenger, without a duel."""
    return do_and_show(
        ladder, lambda session: challenging.refuse(session, ladder, number, bearer().user_id, now())
    )


def withdraw_for_place(ladder: LadderToken, number: LadderChallengeId) -> LadderSeen:
    """Withdraw a challenge that the account has made."""
    return do_and_show(
        ladder, lambda session: challenging.withdraw(session, ladder, number, bearer().user_id, now())
    )


ACTS: tuple[tuple[str, str, Callable[..., LadderSeen]], ...] = (
    (f"{ADDRESS}/join", _l("Join a ladder"), join_ladder),
    (f"{ADDRESS}/leave", _l("Leave a ladder"), leave_ladder),
    (f"{CHALLENGE}/accept", _l("Accept a challenge for one’s place"), accept_for_place),
    (f"{CHALLENGE}/refuse", _l("Refuse a challenge, and give up the place"), refuse_for_place),
    (f"{CHALLENGE}/withdraw", _l("Withdraw a challenge for a place"), withdraw_for_place),
)
for path, summary, act in ACTS:
    operation(
        "POST",
        path,
        Scope.CHALLENGE,
        group="ladders",
        summary=summary,
        answer=LadderSeen,
        problems=("not_found", "not_possible"),
    )(act)
