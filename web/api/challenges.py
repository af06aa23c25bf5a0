"""Challenges: listed, made, answered, taken back."""

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from flask_babel import lazy_gettext as _l
from pydantic import TypeAdapter

from clocks.terms import PRESETS as CLOCKS
from clocks.terms import Clock
from intimate.errors import SettingError
from models import Challenge, User
from services.access.tokens import Scope
from services.accounts import accounts
from services.challenges import challenges as offers
from services.challenges.errors import ChallengeRefused, UnknownChallenge
from services.challenges.lists import PAGE, Filters, open_to, own
from services.challenges.lists import ListedChallenge as Listed
from services.challenges.terms import OFFERED, Terms
from services.finding.limits import TooManyDuels
from web.api.access import bearer
from web.api.operations import operation
from web.api.problems import field_problem, no_such_page
from web.api.refusals import of_challenge
from web.api.seen import by_side, clock_seen, player_seen, user_seen
from web.api.shapes.challenges import (
    Challenges,
    ChallengesAsked,
    ChallengeSeen,
    ListedChallenge,
    NewChallenge,
)
from web.api.shapes.common import Power, Side
from web.api.shapes.terms import ClockTerms, Settings
from web.challenges.forms import why_not_setting
from web.challenges.making import nobody_named
from web.frame.configuration import most_duels
from web.frame.session import db, now, writing
from web.frame.translation import gettext

ADDRESS = "/challenges/<challenge>"


@operation(
    "GET",
    "/challenges",
    Scope.READ,
    group="challenges",
    summary=_l("Challenges that wait"),
    query=ChallengesAsked,
    answer=Challenges,
)
def list_challenges(query: ChallengesAsked) -> Challenges:
    """Those that wait for the account, its own, and those open to anybody, the newest first."""
    filters = Filters(
        pace=query.pace,
        preset=query.preset,
        clock_name=query.clock,
        rated={"true": True, "false": False}.get(query.rated or ""),
        acceptable=query.acceptable == "true",
    )
    check_before(query.before)
    to_me, mine = own(db(), bearer().user_id)
    found = open_to(db(), bearer().user_id, filters, query.before)
    return Challenges(
        to_me=list(map(listed, to_me)),
        mine=list(map(listed, mine)),
        open=list(map(listed, found[:PAGE])),
        before=found[PAGE - 1].token if len(found) > PAGE else None,
    )


def check_before(before: str | None) -> None:
    """Raise Problem where a page is to begin after what was never in the list of open challenges."""
    try:
        known = before is None or offers.visible(db(), before, bearer().user_id).kind == "open"
    except UnknownChallenge as error:
        raise no_such_page() from error
    if not known:
        raise no_such_page()


def listed(each: Listed) -> ListedChallenge:
    """Show a challenge as lists do."""
    opponent = None
    if each.opponent_name is not None and each.opponent_kind is not None:
        opponent = player_seen(each.opponent_name, each.opponent_kind)
    return ListedChallenge(
        challenge=each.token,
        kind=each.kind,
        challenger=player_seen(each.challenger_name, each.challenger_kind),
        opponent=opponent,
        preset=each.preset,
        settings=cast("Settings", each.settings),
        public=each.public,
        clock=clock_seen(each.clock),
        counts=each.counts,
        match=each.match,
        rating=round(each.rating_at(now()).value.rating, 1),
        rating_low=each.rating_low,
        rating_high=each.rating_high,
        created_at=each.created_at,
    )


@operation(
    "POST",
    "/challenges",
    Scope.CHALLENGE,
    group="challenges",
    summary=_l("Challenge somebody"),
    body=NewChallenge,
    answer=ChallengeSeen,
    status=HTTPStatus.CREATED,
    located=("show_challenge", "challenge"),
    problems=("challenge_refused", "limit_reached"),
    links={
        name: (name, {"challenge": "$response.body#/challenge"})
        for name in ("show_challenge", "withdraw_challenge")
    },
)
def make_challenge(body: NewChallenge) -> ChallengeSeen:
    """Offer a duel to anybody, to a player by name, or to whoever is told the name of the challenge."""
    opponent = opponent_of(body)
    if body.within is not None and body.kind != "open":
        raise field_problem("within", "wrong_value", gettext("Only an open challenge limits ratings."))
    terms = terms_of(body)
    try:
        with writing() as session:
            made = offers.create(
                session,
                bearer().user_id,
                body.kind,
                opponent,
                terms,
                now(),
                within=body.within,
                most_duels=most_duels(),
            )
            token = made.token
    except (ChallengeRefused, TooManyDuels) as error:
        raise of_challenge(error, opponent.name if opponent else "") from error
    return shown(offers.visible(db(), token, bearer().user_id))


def opponent_of(body: NewChallenge) -> User | None:
    """Find who is challenged by name; raises Problem where a name is missing, not meant, or nobody's."""
    if body.kind != "named":
        if body.opponent is None:
            return None
        raise field_problem("opponent", "wrong_value", gettext("Only a named challenge names a player."))
    if body.opponent is None:
        raise field_problem("opponent", "missing", gettext("Type the name of the member."))
    found = accounts.named(db(), body.opponent)
    if found is None:
        raise field_problem("opponent", "nobody", nobody_named(body.opponent))
    return found


def terms_of(body: NewChallenge) -> Terms:
    """Return the terms that are offered; raises Problem."""
    clock = clock_of(body.clock)
    settings = TypeAdapter(Settings).dump_python(body.settings, mode="json")
    try:
        return Terms(
            body.preset,
            settings,
            checked_edition(body.edition),
            body.public,
            clock,
            rated=body.rated,
            match=body.match,
        )
    except SettingError as error:
        name = error.setting if error.setting in {"preset", "edition"} else f"settings.{error.setting}"
        raise field_problem(name, "wrong_value", why_not_setting(error.value)) from error


def checked_edition(name: str) -> str:
    """Return the name of an edition that can be chosen; raises SettingError."""
    if name not in OFFERED:
        raise SettingError("edition", name, "no duel begins with it")
    return name


def clock_of(wanted: str | ClockTerms) -> Clock:
    """Return a clock by its name or by its figures; raises Problem."""
    if isinstance(wanted, str):
        if wanted not in CLOCKS:
            raise field_problem("clock", "wrong_value", why_not_setting(wanted))
        return CLOCKS[wanted]
    try:
        return Clock(**wanted.model_dump())
    except SettingError as error:
        raise field_problem(f"clock.{error.setting}", "wrong_value", why_not_setting(error.value)) from error


@operation(
    "GET",
    ADDRESS,
    Scope.READ,
    group="challenges",
    summary=_l("One challenge"),
    answer=ChallengeSeen,
    problems=("not_found",),
)
def show_challenge(challenge: str) -> ChallengeSeen:
    """A challenge that the account may see: its own, one to it, an open one, or one that it was told of."""
    return shown(offers.visible(db(), challenge, bearer().user_id))


def shown(made: Challenge) -> ChallengeSeen:
    """Show a challenge whole."""
    agreed = offers.terms(made)
    return ChallengeSeen(
        challenge=made.token,
        kind=made.kind,
        state=made.state,
        challenger=user_seen(made.challenger),
        opponent=user_seen(made.opponent) if made.opponent else None,
        preset=made.preset,
        settings=cast("Settings", made.settings),
        edition=made.edition,
        public=made.public,
        clock=clock_seen(made.clock),
        homes=cast("dict[Side, Power]", by_side(made.homes)),
        rated=made.rated,
        counts=agreed.counts,
        match=made.match,
        rating_low=made.rating_low,
        rating_high=made.rating_high,
        created_at=made.created_at,
        expires_at=made.expires_at,
        duel=made.duel.token if made.duel and may_see(made) else None,
    )


def may_see(made: Challenge) -> bool:
    """Tell whether the account may see the duel that began by a challenge."""
    duel = made.duel
    return duel is not None and (duel.public or duel.player(bearer().user_id) is not None)


def accept_challenge(challenge: str) -> ChallengeSeen:
    """Begin the duel; the answer names it."""
    with writing() as session:
        offers.accept(session, challenge, bearer().user_id, now(), most_duels())
    return shown(offers.visible(db(), challenge, bearer().user_id))


def decline_challenge(challenge: str) -> ChallengeSeen:
    """Say no to a challenge that was made to the account by name."""
    with writing() as session:
        offers.decline(session, challenge, bearer().user_id, now())
    return shown(offers.visible(db(), challenge, bearer().user_id))


def withdraw_challenge(challenge: str) -> ChallengeSeen:
    """Take a challenge of the account back."""
    with writing() as session:
        offers.withdraw(session, challenge, bearer().user_id, now())
    return shown(offers.visible(db(), challenge, bearer().user_id))


ANSWERS: tuple[tuple[str, str, Callable[[str], ChallengeSeen], tuple[str, ...]], ...] = (
    ("accept", _l("Accept a challenge"), accept_challenge, ("limit_reached",)),
    ("decline", _l("Decline a challenge"), decline_challenge, ()),
    ("withdraw", _l("Withdraw a challenge"), withdraw_challenge, ()),
)
for word, summary, answer, more in ANSWERS:
    operation(
        "POST",
        f"{ADDRESS}/{word}",
        Scope.CHALLENGE,
        group="challenges",
        summary=summary,
        answer=ChallengeSeen,
        problems=("not_found", "challenge_refused", "challenge_settled", *more),
    )(answer)
