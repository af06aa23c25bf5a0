"""Challenges: listed, made, answered, withdrawn."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Literal, cast

from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, Field, TypeAdapter

from clocks.terms import PRESETS as CLOCKS
from clocks.terms import WEEKEND, Clock, read_clock
from intimate.errors import SettingError
from models import Challenge, User
from models.challenge import ChallengeKind, ChallengeState
from models.ids import ChallengeToken
from services.accounts import accounts
from services.api.keys import Scope
from services.challenges import challenges as offers
from services.challenges.lists import PAGE, Filters, open_to, own
from services.challenges.lists import ListedChallenge as Listed
from services.challenges.refusals import ChallengeRefused
from services.duels.refusals import DuelRefused
from services.refused import NotFound
from services.terms import OFFERED, Terms
from web.api.access import bearer, by_side, clock_seen, player_seen, user_seen
from web.api.operations import operation
from web.api.problems import field_problem, no_such_page
from web.api.refusals import of_challenge
from web.api.shapes import (
    WEEKDAYS,
    ChosenClock,
    ClockName,
    ClockShown,
    ClockTerms,
    Edition,
    Instant,
    OneOf,
    Pace,
    Page,
    PlayerSeen,
    Power,
    Preset,
    Sent,
    Settings,
    Side,
    plainly,
)
from web.challenges.forms import setting_refused
from web.challenges.making import nobody_named
from web.core.configuration import most_duels
from web.core.session import db, now, writing
from web.core.translation import gettext

Kind = Annotated[str, OneOf(ChallengeKind)]
State = Annotated[str, OneOf(ChallengeState)]


class NewChallenge(Sent):
    """An offer of a duel, to anybody, to a player by name, or by a link."""

    kind: Literal["open", "named", "link"] = "open"
    opponent: Annotated[str, Field(min_length=2, max_length=100)] | None = Field(
        None, description="For `named` challenges: the name of the challenged player."
    )
    preset: Preset = "intimate"
    settings: Settings = Field(default=Settings(), description="The settings that differ from the preset.")
    edition: Edition = "standard"
    public: bool = Field(default=True, description="Whether anybody may watch.")
    clock: ChosenClock = "day"
    rated: bool = Field(
        default=False, description="Whether the duel counts for ratings: only between two people or two bots."
    )
    match: bool = Field(default=False, description="Two duels, the second with the home powers exchanged.")
    within: Literal[100, 200, 400] | None = Field(
        None,
        description="For `open` challenges: how far the rating of the accepting player may be from the "
        "account's own.",
    )


class ChallengeSeen(BaseModel):
    """A challenge with its terms."""

    challenge: str = Field(description="Its name.")
    kind: Kind
    state: State
    challenger: PlayerSeen
    opponent: PlayerSeen | None
    preset: str
    settings: Settings = Field(description="The settings that differ from the preset.")
    edition: str
    public: bool
    clock: ClockShown
    homes: dict[Side, Power] = Field(description="The home powers, if they are agreed beforehand.")
    rated: bool
    counts: bool = Field(
        description="Whether the duel would count for ratings: rated, and no setting altered."
    )
    match: bool
    rating_low: int | None
    rating_high: int | None
    created_at: Instant
    expires_at: Instant | None
    duel: str | None = Field(description="The name of the duel that began with it.")


class ListedChallenge(BaseModel):
    """A challenge that waits, as lists show it."""

    challenge: str = Field(description="Its name.")
    kind: Kind
    challenger: PlayerSeen
    opponent: PlayerSeen | None
    preset: str
    settings: Settings
    public: bool
    clock: ClockShown
    counts: bool
    match: bool
    rating: float = Field(description="The rating of the challenger in the pool of the duel.")
    rating_low: int | None
    rating_high: int | None
    created_at: Instant


class ChallengesAsked(Page):
    """Which open challenges are wanted."""

    pace: Pace | None = Field(None, json_schema_extra=plainly)
    preset: Preset | None = Field(None, json_schema_extra=plainly)
    clock: ClockName | None = Field(None, json_schema_extra=plainly)
    rated: Literal["true", "false"] | None = Field(None, json_schema_extra=plainly)
    acceptable: Literal["true"] | None = Field(
        None,
        description="Only challenges that the account may accept, by its rating and by blocks.",
        json_schema_extra=plainly,
    )


class Challenges(BaseModel):
    """The challenges that wait for the account, its own that wait, and a page of those open to anybody."""

    to_me: list[ListedChallenge]
    mine: list[ListedChallenge]
    open: list[ListedChallenge]
    before: str | None = Field(
        description="The value of `before` for the next page of open challenges; null on the last page."
    )


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
    before = ChallengeToken(query.before) if query.before is not None else None
    check_before(before)
    to_me, mine = own(db(), bearer().user_id)
    found = open_to(db(), bearer().user_id, filters, before)
    return Challenges(
        to_me=list(map(listed, to_me)),
        mine=list(map(listed, mine)),
        open=list(map(listed, found[:PAGE])),
        before=found[PAGE - 1].token if len(found) > PAGE else None,
    )


def check_before(before: ChallengeToken | None) -> None:
    """Raise Problem if a page is to begin after a token that was never in the list of open challenges."""
    try:
        known = before is None or offers.visible(db(), before, bearer().user_id).kind == ChallengeKind.OPEN
    except NotFound as error:
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
    example={"kind": "named", "opponent": "Boris", "preset": "intimate", "clock": "day"},
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
    """Offer a duel to anybody, to a player by name, or by a link."""
    opponent = opponent_of(body)
    if body.within is not None and body.kind != "open":
        raise field_problem("within", "wrong_value", gettext("Only an open challenge limits ratings."))
    terms = terms_of(body)
    try:
        with writing() as session:
            made = offers.create(
                session,
                bearer().user_id,
                ChallengeKind(body.kind),
                opponent,
                terms,
                now(),
                within=body.within,
                most_duels=most_duels(),
            )
            token = made.token
    except (ChallengeRefused, DuelRefused) as error:
        raise of_challenge(error, opponent.name if opponent else "") from error
    return shown(offers.visible(db(), token, bearer().user_id))


def opponent_of(body: NewChallenge) -> User | None:
    """Find the player challenged by name; raises Problem if the name is missing, superfluous or unknown."""
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
    """Return the offered terms; raises Problem."""
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
        raise field_problem(name, "wrong_value", setting_refused(error.value)) from error


def checked_edition(name: str) -> str:
    """Return the name of an available edition; raises SettingError."""
    if name not in OFFERED:
        raise SettingError("edition", name, "is not available for new duels")
    return name


def rest_days_of(wanted: ClockTerms) -> tuple[int, ...]:
    """Return the numbers of the days of rest."""
    days = {WEEKDAYS.index(day) for day in wanted.rest_days}
    return tuple(sorted(days if wanted.weekends else days | set(WEEKEND)))


def clock_of(wanted: str | ClockTerms) -> Clock:
    """Return a clock by its name or by its figures; raises Problem."""
    if isinstance(wanted, str):
        if wanted not in CLOCKS:
            raise field_problem("clock", "wrong_value", setting_refused(wanted))
        return CLOCKS[wanted]
    try:
        return read_clock({**wanted.model_dump(exclude={"weekends"}), "rest_days": rest_days_of(wanted)})
    except SettingError as error:
        raise field_problem(f"clock.{error.setting}", "wrong_value", setting_refused(error.value)) from error


@operation(
    "GET",
    ADDRESS,
    Scope.READ,
    group="challenges",
    summary=_l("One challenge"),
    answer=ChallengeSeen,
    problems=("not_found",),
)
def show_challenge(challenge: ChallengeToken) -> ChallengeSeen:
    """A challenge that the account may see: its own, one to it, an open one, or one it was notified of."""
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


def accept_challenge(challenge: ChallengeToken) -> ChallengeSeen:
    """Begin the duel; the answer names it."""
    with writing() as session:
        offers.accept(session, challenge, bearer().user_id, now(), most_duels())
    return shown(offers.visible(db(), challenge, bearer().user_id))


def decline_challenge(challenge: ChallengeToken) -> ChallengeSeen:
    """Decline a challenge that was made to the account by name."""
    with writing() as session:
        offers.decline(session, challenge, bearer().user_id, now())
    return shown(offers.visible(db(), challenge, bearer().user_id))


def withdraw_challenge(challenge: ChallengeToken) -> ChallengeSeen:
    """Withdraw a challenge of the account."""
    with writing() as session:
        offers.withdraw(session, challenge, bearer().user_id, now())
    return shown(offers.visible(db(), challenge, bearer().user_id))


ANSWERS: tuple[tuple[str, str, Callable[[ChallengeToken], ChallengeSeen], tuple[str, ...]], ...] = (
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
