"""Ladders: seen, joined and left; challenges for places made, answered and taken back."""

from collections.abc import Callable
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session

from services.access.tokens import Scope
from services.accounts import accounts
from services.ladders import challenging, joining, lists
from services.ladders.seen import LadderSeen, see_ladder
from web.api.access import bearer
from web.api.operations import operation
from web.api.problems import field_problem
from web.api.seen import clock_seen
from web.api.shapes import ladders as shapes
from web.challenges.making import nobody_named
from web.frame.links import LARGEST
from web.frame.session import db, now, writing
from web.words.places import ladder_name

ADDRESS = "/ladders/<ladder>"
CHALLENGE = f"{ADDRESS}/challenges/<int(max={LARGEST}):number>"
Act = Callable[[Session], Any]


@operation(
    "GET",
    "/ladders",
    Scope.READ,
    group="ladders",
    summary=_l("All ladders"),
    answer=shapes.Ladders,
)
def list_ladders() -> shapes.Ladders:
    """The ladders of the site, running ones first, and the challenges of the account that are not over."""
    return shapes.Ladders(
        ladders=[
            shapes.ListedLadder(
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
        challenges=list(map(shown, lists.own_challenges(db(), bearer().user_id))),
    )


@operation(
    "GET",
    ADDRESS,
    Scope.READ,
    group="ladders",
    summary=_l("One ladder"),
    query=shapes.PlacesAsked,
    answer=shapes.LadderSeen,
    problems=("not_found",),
)
def show_ladder(ladder: str, query: shapes.PlacesAsked) -> shapes.LadderSeen:
    """Some places of a ladder, those around the account, and whom it may challenge."""
    return seen(see_ladder(db(), ladder, bearer().user_id, query.place, now()))


def seen(found: LadderSeen) -> shapes.LadderSeen:
    """Show a ladder to the account."""
    rungs = {rung.place: rung for rung in (*found.rungs, *found.around)}
    return shapes.LadderSeen(
        ladder=found.ladder.token,
        length=found.ladder.length,
        place=found.own.place if found.own else None,
        places=[
            shapes.Rung(
                place=place,
                player=rung.name,
                away_until=rung.away_until,
                may_be_challenged=rung.user_id in found.free,
            )
            for place, rung in sorted(rungs.items())
        ],
        challenges=list(map(shown, found.mine)),
    )


def shown(each: lists.ListedChallenge) -> shapes.PlaceChallenge:
    """Show a challenge for a place."""
    return shapes.PlaceChallenge(
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


def done(ladder: str, act: Act) -> shapes.LadderSeen:
    """Do something on a ladder, and show it; what the ladder refuses is a problem."""
    with writing() as session:
        act(session)
    return seen(see_ladder(db(), ladder, bearer().user_id, 1, now()))


def join_ladder(ladder: str) -> shapes.LadderSeen:
    """Take a place, at the bottom or beside one's equals."""
    return done(ladder, lambda session: joining.join(session, ladder, bearer().user_id, now()))


def leave_ladder(ladder: str) -> shapes.LadderSeen:
    """Give the place up; whoever has challenged for it takes it first."""
    return done(ladder, lambda session: joining.leave(session, ladder, bearer().user_id, now()))


@operation(
    "POST",
    f"{ADDRESS}/challenges",
    Scope.CHALLENGE,
    group="ladders",
    summary=_l("Challenge somebody for their place"),
    body=shapes.NewPlaceChallenge,
    answer=shapes.LadderSeen,
    problems=("not_found", "not_possible"),
)
def challenge_for_place(ladder: str, body: shapes.NewPlaceChallenge) -> shapes.LadderSeen:
    """Challenge a player who stands in reach; they have three days to answer."""
    opponent = accounts.named(db(), body.opponent)
    if opponent is None:
        raise field_problem("opponent", "nobody", nobody_named(body.opponent))
    mine, theirs = bearer().user_id, opponent.id
    return done(ladder, lambda session: challenging.challenge(session, ladder, mine, theirs, now()))


def accept_for_place(ladder: str, number: int) -> shapes.LadderSeen:
    """Begin the duel for the place of the account."""
    return done(ladder, lambda session: challenging.accept(session, ladder, number, bearer().user_id, now()))


def refuse_for_place(ladder: str, number: int) -> shapes.LadderSeen:
    """Give the place of the account to the challenger, without a duel."""
    return done(ladder, lambda session: challenging.refuse(session, ladder, number, bearer().user_id, now()))


def withdraw_for_place(ladder: str, number: int) -> shapes.LadderSeen:
    """Take a challenge of the account back."""
    return done(
        ladder, lambda session: challenging.withdraw(session, ladder, number, bearer().user_id, now())
    )


ACTS: tuple[tuple[str, str, Callable[..., shapes.LadderSeen]], ...] = (
    (f"{ADDRESS}/join", _l("Join a ladder"), join_ladder),
    (f"{ADDRESS}/leave", _l("Leave a ladder"), leave_ladder),
    (f"{CHALLENGE}/accept", _l("Accept a challenge for one’s place"), accept_for_place),
    (f"{CHALLENGE}/refuse", _l("Refuse it, and give the place"), refuse_for_place),
    (f"{CHALLENGE}/withdraw", _l("Withdraw a challenge for a place"), withdraw_for_place),
)
for path, summary, act in ACTS:
    operation(
        "POST",
        path,
        Scope.CHALLENGE,
        group="ladders",
        summary=summary,
        answer=shapes.LadderSeen,
        problems=("not_found", "not_possible"),
    )(act)
