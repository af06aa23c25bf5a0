"""The page of a player: since when they are here, how their duels went, and the duels themselves."""

from collections.abc import Hashable, Sequence
from functools import cached_property
from http import HTTPStatus

from flask import Blueprint
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from services.duels.lists import ListedDuel
from services.players import PlayedDuels, PlayerSeen, UnknownPlayer, find_player
from services.tournaments.seen import PlayedTournament, played_tournaments
from web.duels.lists import PagedList
from web.duels.table import reader_id
from web.frame.errors import page as error_page
from web.frame.links import page_number
from web.frame.login import member
from web.frame.page import respond
from web.frame.session import db
from web.players.blocking import block_button
from web.words.times import instant

blueprint = Blueprint("players", __name__)


class PlayerPage(PagedList):
    """A player as the reader may see them; made once but for the times."""

    template = "players/show.html"
    is_list = False

    def __init__(self, player: PlayerSeen, number: int) -> None:
        super().__init__(number, player.duels)
        self.player = player

    def key(self) -> Hashable:
        """The duels and their versions, the counts, and whether readers look at their own page."""
        return super().key(), self.player.id, self.played, self.is_own, tuple(self.tournaments)

    @cached_property
    def tournaments(self) -> Sequence[PlayedTournament]:
        """The latest tournaments of the player, with their places."""
        return played_tournaments(db(), self.player.id)

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.player.name

    @property
    def played(self) -> PlayedDuels:
        """How the duels went."""
        return self.player.played

    @property
    def duels(self) -> Sequence[ListedDuel]:
        """The duels of the page."""
        return self.lists[0]

    @property
    def is_own(self) -> bool:
        """True when the reader is the player."""
        reader = member()
        return reader is not None and reader.id == self.player.id

    def blocking(self) -> str:
        """The button by which the reader blocks the player, or takes that back."""
        return block_button(self.player.id, self.name)

    def since(self) -> Markup:
        """The time since the account was opened."""
        return instant(self.player.since)


@blueprint.errorhandler(UnknownPlayer)
def unknown(_: UnknownPlayer) -> ResponseReturnValue:
    """Nobody has this name."""
    return error_page(HTTPStatus.NOT_FOUND)


@blueprint.get("/<name>")
def show(name: str) -> ResponseReturnValue:
    """Answer with the page of a player."""
    number = page_number()
    return respond(PlayerPage(find_player(db(), name, reader_id(), number), number))
