"""The archive of finished duels: searched, counted, and to take away."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from services.duels.tables import UnknownDuel
from web.archive import balance, bids, downloads, powers, search
from web.frame.errors import page as error_page

NOT_FOUND = 404

blueprint = Blueprint("archive", __name__)
for part in (search, powers, balance, bids, downloads):
    part.register(blueprint)


@blueprint.errorhandler(UnknownDuel)
def unknown(_: Exception) -> ResponseReturnValue:
    """There is no such page of the archive."""
    return error_page(NOT_FOUND)
