"""Following players: the star on their page, and the list of their duels."""

from collections.abc import Hashable, Sequence

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from models import StoredDuel, User
from models.ids import DuelToken, UserId
from services.accounts.accounts import named
from services.duels.lists import ListedDuel, mark_of
from services.following import (
    RECENTLY,
    FollowRefusal,
    FollowRefused,
    follow,
    followed_duels,
    followed_players,
    follows,
    recently_finished,
    unfollow,
)
from services.refused import NotFound
from web.core.links import back, page_before, see_other
from web.core.login import me, member, members_only
from web.core.messages import Sentences, refusal_message
from web.core.page import rendered, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.lists import PagedList

blueprint = Blueprint("following", __name__)

REFUSALS: Sentences = {
    FollowRefusal.THEMSELVES: lambda: gettext("You cannot follow yourself."),
    FollowRefusal.TOO_MANY: lambda most: gettext(
        "You can follow %(most)d players at most. Unfollow one first.", most=most
    ),
}


def follow_button(user_id: UserId, name: str) -> str:
    """The star by which a member follows a player or stops; not for visitors."""
    viewer = member()
    if viewer is None or viewer.id == user_id:
        return Markup()
    return rendered("players/follow_button.html", name=name, is_followed=follows(db(), viewer.id, user_id))


class FollowedDuels(PagedList):
    """The public duels of the players that the viewer follows: running ones, and those that ended lately."""

    template = "duels/followed.html"
    days = RECENTLY.days

    def __init__(
        self,
        before: DuelToken | None,
        running: Sequence[ListedDuel],
        finished: Sequence[ListedDuel],
        players: Sequence[User],
    ) -> None:
        super().__init__(before, finished, running)
        self.names = [player.name for player in players]

    def key(self) -> Hashable:
        """The duels, the page, and who is followed."""
        return super().key(), tuple(self.names)

    @property
    def finished(self) -> Sequence[ListedDuel]:
        """The duels that ended lately."""
        return self.lists[0]

    @property
    def running(self) -> Sequence[ListedDuel]:
        """The running duels of the page."""
        return self.lists[1]


@blueprint.get("/following")
@members_only
def index() -> ResponseReturnValue:
    """Answer with the duels of followed players, and their names; finished duels on the first page only."""
    before, user_id = page_before(), me().id
    mark = mark_of(db(), before, None, StoredDuel.created_at)
    finished = recently_finished(db(), user_id, now()) if before is None else ()
    running = followed_duels(db(), user_id, mark)
    return respond(FollowedDuels(before, running, finished, followed_players(db(), user_id)))


@blueprint.post("/players/<name>/follow", endpoint="follow")
@members_only
def begin(name: str) -> ResponseReturnValue:
    """Follow a player; raises NotFound."""
    followed_id = _player(name)
    try:
        with writing() as session:
            follow(session, me().id, followed_id, now())
    except FollowRefused as refused:
        flash(refusal_message(refused))
    else:
        flash(gettext("You follow %(name)s. Their public duels are under Watch.", name=name))
    return _to_player(name)


@blueprint.post("/players/<name>/unfollow", endpoint="unfollow")
@members_only
def end(name: str) -> ResponseReturnValue:
    """Stop following a player; raises NotFound."""
    followed_id = _player(name)
    with writing() as session:
        unfollow(session, me().id, followed_id)
    flash(gettext("You no longer follow %(name)s.", name=name))
    return _to_player(name)


@blueprint.get("/players/<name>/follow", endpoint="back_from_following")
@blueprint.get("/players/<name>/unfollow", endpoint="back_from_unfollowing")
def _to_player(name: str) -> ResponseReturnValue:
    """Redirect to the page that the star was on, as when the answer to its form is reloaded."""
    return see_other(back(url_for("players.show", name=name)))


def _player(name: str) -> UserId:
    found = named(db(), name)
    if found is None:
        raise NotFound
    return found.id
