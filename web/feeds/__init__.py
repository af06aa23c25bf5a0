"""What programs fetch again and again: the calendar of an account, the news of a public duel."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from services.duels.tables import UnknownDuel
from services.telling.calendar import UnknownCalendar
from web.feeds import atom, calendar
from web.frame.errors import page as error_page

NOT_FOUND = 404

blueprint = Blueprint("feeds", __name__)
for feed in (atom, calendar):
    feed.register(blueprint)


@blueprint.errorhandler(UnknownDuel)
@blueprint.errorhandler(UnknownCalendar)
def unknown(_: Exception) -> ResponseReturnValue:
    """Do not tell what is not for this reader from what does not exist."""
    return error_page(NOT_FOUND)
