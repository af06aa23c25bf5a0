"""The page of a player: since when they are here, how their duels went, and the duels themselves."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from adjudicator import Power
from services.duels.lists import ListedDuel
from services.duels.tables import UnknownDuel
from services.history.statistics import NONE, Results
from services.ladders.lists import held_places
from services.players import Figures, Met, PlayerSeen, UnknownPlayer, find_player
from services.tournaments.seen import PlayedTournament, played_tournaments
from web.duels.lists import PagedList
from web.duels.table import reader_id
from web.frame.errors import page as error_page
from web.frame.links import page_before
from web.frame.login import member
from web.frame.page import rendered, respond
from web.frame.session import db
from web.players import downloads
from web.players.blocking import block_button, challenge_button, has_blocked
from web.players.ratings import PlayerRatings
from web.words.numbers import figure, percent
from web.words.powers import by_name
from web.words.times import instant

NOT_FOUND = 404

blueprint = Blueprint("players", __name__)
downloads.register(blueprint)


class PlayerPage(PagedList):
    """A player as the reader may see them; made once but for the times."""

    template = "players/show.html"
    is_list = False
    percent, figure = staticmethod(percent), staticmethod(figure)

    def __init__(self, player: PlayerSeen, before: str | None) -> None:
        super().__init__(before, player.running, player.finished)
        self.player = player
        self.of_ratings = PlayerRatings(player, reader_id(), request.args.get("ratings"))

    def key(self) -> Hashable:
        """The duels and their versions, the figures, and whether readers look at their own page."""
        player = self.player
        figures = player.figures, tuple(player.tallies), player.met, tuple(self.tournaments)
        return super().key(), player.id, *figures, self.is_own, player.is_closed, player.is_deleted

    @cached_property
    def tournaments(self) -> Sequence[PlayedTournament]:
        """The latest tournaments of the player, with their places."""
        return played_tournaments(db(), self.player.id)

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.player.name

    @property
    def figures(self) -> Figures:
        """How the duels went, and how punctual the player is."""
        return self.player.figures

    @property
    def met(self) -> Met | None:
        """How the duels of the reader with the player went; None where they have not met."""
        return self.player.met if self.player.met and self.player.met.times else None

    @property
    def running(self) -> Sequence[ListedDuel]:
        """The running duels."""
        return self.lists[0]

    @property
    def finished(self) -> Sequence[ListedDuel]:
        """The finished duels of the page."""
        return self.lists[1]

    @property
    def by_own(self) -> Mapping[Power, Results]:
        """How the duels went, by the player's home power."""
        return self._by(0)

    @property
    def by_opponents(self) -> Mapping[Power, Results]:
        """How the duels went, by the opponent's home power."""
        return self._by(1)

    def _by(self, which: int) -> Mapping[Power, Results]:
        found: dict[Power, Results] = {}
        for *powers, won, lost, drawn in self.player.tallies:
            so_far = found.get(powers[which], NONE)
            found[powers[which]] = Results(so_far.won + won, so_far.lost + lost, so_far.drawn + drawn)
        return {power: found[power] for power in by_name(found)}

    @property
    def is_own(self) -> bool:
        """True when the reader is the player."""
        reader = member()
        return reader is not None and reader.id == self.player.id

    def ladders(self) -> str:
        """Their places on ladders."""
        return rendered("ladders/of_player.html", places=held_places(db(), self.player.id))

    def ratings(self) -> Markup:
        """The ratings of the player, with their graph and the last changes."""
        return self.of_ratings.shown()

    def reporting(self) -> str:
        """The ways to report the player to the keepers, and for keepers to the desk."""
        return rendered("keepers/ways.html", name=self.name) if member() else ""

    @cached_property
    def is_blocked(self) -> bool:
        """True when the reader has blocked the player."""
        return has_blocked(self.player.id)

    def challenging(self) -> str:
        """The way to challenge the player, unless the reader has blocked them."""
        return challenge_button(self.name, is_blocked=self.is_blocked)

    def blocking(self) -> str:
        """The button by which the reader blocks the player, or takes that back."""
        return block_button(self.player.id, self.name, is_blocked=self.is_blocked)

    def since(self) -> Markup:
        """The time since the account was opened."""
        return instant(self.player.since)


@blueprint.errorhandler(UnknownPlayer)
@blueprint.errorhandler(UnknownDuel)
def unknown(_: Exception) -> ResponseReturnValue:
    """Nobody has this name, or there is no such page."""
    return error_page(NOT_FOUND)


@blueprint.get("/<name>")
def show(name: str) -> ResponseReturnValue:
    """Answer with the page of a player."""
    before = page_before()
    return respond(PlayerPage(find_player(db(), name, reader_id(), before), before))
