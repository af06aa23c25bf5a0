"""Access to the API: keys in a header, rate limits, the number of streams, and duels."""

import logging
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar, cast

from flask import Flask, Response, current_app, request
from limits import parse
from sqlalchemy.exc import SQLAlchemyError

from adjudicator import Phase
from clocks.terms import WEEKEND, Clock, write_clock
from intimate.entries import ENTRY_TYPES, HomesList, Orders, Sheet
from intimate.players import Player
from intimate.rules import place_in_time
from models import Unavailable, User
from models.ids import ApiKey, DuelToken, UserId
from services.accounts.sessions import AccountClosed
from services.api import keys
from services.api.keys import Bearer, KeyRefused, Scope
from services.duels.access import DuelForViewer, find_duel
from services.duels.deadlines import try_to_resolve
from services.duels.refusals import DuelRefusal, DuelRefused
from services.refused import NotFound
from web.api.problems import Problem, not_found
from web.api.shapes import PHASE, WEEKDAYS, ClockShown, PlayerSeen, Side, Takes
from web.core.limits import address, counting, hit, window
from web.core.request_state import state
from web.core.session import database, db, end_reading, has_database, now, writing
from web.core.streams import NoRoom, Streams, TooMany
from web.core.translation import gettext
from web.duels.finding import may_be_due
from web.words.names import account_name, player_name

log = logging.getLogger(__name__)
REALM = 'Bearer realm="Intimate Diplomacy"'
WRONG_KEYS = "60 per minute"
"""How often an address may send a wrong key."""


def init_app(app: Flask) -> None:
    """Let an application count the streams of each account, and note when keys are used."""
    app.extensions["account streams"] = Streams(
        app.config["API_STREAMS"], app.config["API_STREAMS_OF_ACCOUNT"]
    )
    app.after_request(note_use)
    app.after_request(add_limits)


def bearer() -> Bearer:
    """Return the holder of the request's key."""
    return cast("Bearer", state().bearer)


def let_in() -> None:
    """Find the holder of a request's key, and count the request; raises Problem."""
    text = key_sent()
    count_request(keys.token_hash(text))
    try:
        state().bearer = keys.find_bearer(db(), text, now())
    except AccountClosed as error:
        raise Problem("account_closed", error.why) from error
    except KeyRefused as error:
        count_wrong_key()
        raise refused(error.code) from error  # the codes of problems are the same


def key_sent() -> ApiKey:
    """Return the key in the header of the request; raises Problem if there is none."""
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not text.strip():
        raise refused("no_key")
    if not keys.is_token(text.strip()):
        count_wrong_key()
        raise refused("key_unknown")
    return ApiKey(text.strip())


def refused(code: str) -> Problem:
    """Make the problem of a key that is not valid."""
    error = "" if code == "no_key" else ', error="invalid_token"'
    return Problem(code, headers={"WWW-Authenticate": f"{REALM}{error}"})


def check_scope(scope: Scope) -> None:
    """Raise Problem if the key lacks a right."""
    if scope not in bearer().scopes:
        header = f'{REALM}, error="insufficient_scope", scope="{scope}"'
        words = gettext("The key needs the right “%(scope)s” for this.", scope=scope.value)
        raise Problem("scope_missing", words, headers={"WWW-Authenticate": header})


def count_request(key: str) -> None:
    """Count a request of a key; raises Problem if there were too many."""
    counts = counting()
    if counts is None:
        return
    rate = current_app.config["API_RATE"]
    allowed = hit(rate, "api", key)
    left, seconds = window(counts, rate, "api", key)
    item = parse(rate)
    state().limit_headers = {
        "RateLimit-Policy": f'"key";q={item.amount};w={item.get_expiry()}',
        "RateLimit": f'"key";r={left};t={seconds}',
    }
    if not allowed:
        words = gettext("Rate limit of this key exceeded. Wait.")
        raise Problem("too_many_requests", words, headers={"Retry-After": str(seconds)})


def count_wrong_key() -> None:
    """Count a wrong key from an address; raises Problem if there were too many."""
    if not hit(WRONG_KEYS, "wrong keys", address()):
        words = gettext("Too many wrong keys from this address. Wait.")
        seconds = str(parse(WRONG_KEYS).get_expiry())
        raise Problem("too_many_requests", words, headers={"Retry-After": seconds})


def add_limits(response: Response) -> Response:
    """Add how many more requests the key may make."""
    response.headers.update(state().limit_headers)
    state().limit_headers = {}
    return response


def note_use(response: Response) -> Response:
    """Note the use of a key, but not at every request."""
    found, state().bearer = state().bearer, None
    if found is not None and has_database() and keys.is_to_be_noted(found, now()):
        try:
            with writing() as session:
                keys.note_use(session, found, now())
        except (Unavailable, SQLAlchemyError):
            log.warning("the use of a key was not noted and will be at the next one")
    return response


def take_room(user_id: UserId) -> Callable[[], None]:
    """Take room for a stream of an account, and return the function that releases it; raises Problem."""
    streams: Streams = current_app.extensions["account streams"]
    try:
        streams.take(user_id)
    except NoRoom as error:
        code = "too_many_streams" if isinstance(error, TooMany) else "no_room"
        raise Problem(code, headers={"Retry-After": "30"}) from error
    return partial(streams.give_back, user_id)


Figure = TypeVar("Figure")


def player_seen(name: str, kind: str) -> PlayerSeen:
    """Show an account as others see it."""
    return PlayerSeen(name=account_name(name, kind), kind=kind)


def user_seen(user: User) -> PlayerSeen:
    """Show an account as others see it; guests and deleted accounts get a name in words."""
    return player_seen(player_name(user), user.kind)


def side(player: Player) -> Side:
    """Name a player's side."""
    return player.value


def by_side(figures: Mapping[Player, Figure]) -> dict[Side, Figure]:
    """Name the sides of two figures, the first player's first."""
    return {side(player): figures[player] for player in Player if player in figures}


def clock_seen(clock: Clock) -> ClockShown:
    """Show a clock."""
    days = set(clock.rest_days)
    rests = {"rest_days": [WEEKDAYS[day] for day in clock.rest_days], "weekends": not days >= set(WEEKEND)}
    return ClockShown(**{**write_clock(clock), **rests})


FIELDS: Mapping[type[HomesList | Sheet | Orders], Takes] = {
    HomesList: "homes",
    Sheet: "bids",
    Orders: "orders",
}
"""The field for each kind of entry."""


def duel_of(token: DuelToken) -> DuelForViewer:
    """Find a duel as its players or spectators see it; a phase whose time is up is resolved first.

    An arbiter's key allows nothing more. Raises NotFound.
    """
    viewed = _found(token)
    if may_be_due(viewed):
        duel_id = viewed.stored.id
        end_reading()
        try_to_resolve(database(), duel_id, current_app.config["CLOCK"])
        viewed = _found(token)
    return viewed


def _found(token: DuelToken) -> DuelForViewer:
    viewed = find_duel(db(), token, bearer().user_id, whole=True)
    if viewed.player is None and not viewed.stored.public:
        raise NotFound
    return viewed


def own_duel_of(token: DuelToken) -> DuelForViewer:
    """Find a duel that the account plays; raises NotFound, DuelRefused."""
    viewed = duel_of(token)
    if viewed.player is None:
        raise DuelRefused(DuelRefusal.NOT_A_PLAYER)
    return viewed


def phase_named(name: str) -> Phase:
    """Read the name of a phase in an address; raises Problem if it is not one."""
    if not re.fullmatch(PHASE, name):
        raise not_found()
    return Phase.parse(name)


def refused_phase(viewed: DuelForViewer, phase: Phase) -> Problem:
    """Make the problem of a phase that takes no entry now: it is over, or still to come."""
    awaited = viewed.stored.phase
    is_to_come = awaited is not None and place_in_time(phase) > place_in_time(awaited)
    return Problem("phase_to_come" if is_to_come else "phase_over")


def is_out(viewed: DuelForViewer) -> bool:
    """Tell whether the account is out of time in the awaited phase."""
    return viewed.player is not None and viewed.stored.times.is_out(viewed.player, now())


def taken_in(phase: Phase) -> Takes:
    """Return the field for an entry for a phase."""
    return FIELDS[ENTRY_TYPES[phase.kind]]
