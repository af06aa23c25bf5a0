"""Players that an account follows. Their running duels: `GET /public-duels?of=followed`."""

from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, Field

from models.ids import UserId
from services.accounts.accounts import named
from services.api.keys import Scope
from services.following import MOST_FOLLOWED, follow, followed_players, unfollow
from services.refused import NotFound
from web.api.access import bearer, user_seen
from web.api.operations import operation
from web.api.shapes import PlayerSeen
from web.core.session import db, now, writing

ADDRESS = "/following"


class Following(BaseModel):
    """The players that the account follows."""

    players: list[PlayerSeen] = Field(description=f"By name; {MOST_FOLLOWED} at most.")


@operation(
    "GET", ADDRESS, Scope.READ, group="players", summary=_l("Players that you follow"), answer=Following
)
def show_following() -> Following:
    """The players that the account follows. Nobody else can see this."""
    return _following()


@operation(
    "PUT",
    f"{ADDRESS}/<player>",
    Scope.PLAY,
    group="players",
    summary=_l("Follow a player"),
    answer=Following,
    problems=("not_found", "not_possible", "limit_reached"),
)
def put_followed(player: str) -> Following:
    """Follow a player; doing it again changes nothing."""
    followed_id = _id_of(player)
    with writing() as session:
        follow(session, bearer().user_id, followed_id, now())
    return _following()


@operation(
    "DELETE",
    f"{ADDRESS}/<player>",
    Scope.PLAY,
    group="players",
    summary=_l("Unfollow a player"),
    answer=Following,
    problems=("not_found",),
)
def delete_followed(player: str) -> Following:
    """Stop following a player; doing it again changes nothing."""
    followed_id = _id_of(player)
    with writing() as session:
        unfollow(session, bearer().user_id, followed_id)
    return _following()


def _following() -> Following:
    return Following(players=[user_seen(each) for each in followed_players(db(), bearer().user_id)])


def _id_of(name: str) -> UserId:
    found = named(db(), name)
    if found is None:
        raise NotFound
    return found.id
