"""The effect of a duel's end on both ratings, or the effect that it would have now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from flask import abort
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from competition.counting import Counted
from intimate.duel import Ending
from intimate.players import Player
from models import RatingChange, StoredDuel
from models.ids import DuelToken
from services.duels.access import DuelForViewer
from services.ratings.shown import RatingProspect, after, before, changes_by_duel, prospects
from web.core.links import duel_url, see_other
from web.core.page import Frame, respond
from web.core.session import db, now
from web.core.translation import gettext
from web.duels.finding import blueprint, duel_of
from web.ratings.words import change_shown, weight_reason


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A change of a rating in words, and the reason if the duel weighed less."""

    change: Markup
    reason: str


def end_of_ratings(stored: StoredDuel) -> Mapping[Player, ShownChange] | str:
    """Say how the end of a duel changed both ratings, or why it did not."""
    changes = changes_by_duel(db(), stored.id) if stored.rated_ordinal is not None else {}
    return {player: _shown(changes[player]) for player in Player} if changes else not_counted_message(stored)


def not_counted_message(stored: StoredDuel) -> str:
    """Say why the end of a duel changed no rating."""
    if stored.reason is Ending.LAPSED:
        return gettext("No rating changes: the duel lapsed, and counts for nobody.")
    if stored.winner is None and stored.reason is Ending.CLOSED:
        return gettext("No rating changes: the arbiter closed the duel without a winner.")
    if not stored.rated:
        return gettext("No rating changes: the duel was not rated.")
    return gettext("No rating changes: the duel ended before Spring 1901 was complete.")


def _shown(change: RatingChange) -> ShownChange:
    return ShownChange(change_shown(before(change), after(change)), weight_reason(change))


@dataclass(frozen=True, slots=True)
class DuelWeight:
    """What a duel would weigh for a player."""

    weight: int
    why: str | None


class ProspectsPage(Frame):
    """The effect that the end of a duel would have on both ratings, for one of its players."""

    template = "duels/rating.html"

    def __init__(self, viewed: DuelForViewer) -> None:
        self.viewed, self.stored = viewed, viewed.stored

    @property
    def prospects(self) -> Sequence[RatingProspect]:
        """Each way in which the duel may end: won by the viewer, drawn, lost."""
        found = prospects(db(), self.stored, now())
        return found if self.viewed.player is Player.FIRST else found[::-1]

    def change(self, counted: Counted) -> ShownChange:
        """An expected change, in words."""
        weight = DuelWeight(counted.weight.eighths, counted.weight.why)
        return ShownChange(change_shown(counted.before.value, counted.after.value), weight_reason(weight))

    def result(self, prospect: RatingProspect) -> str:
        """Name a way in which the duel may end."""
        if prospect.winner is None:
            return gettext("Draw")
        return gettext("You win") if prospect.winner is self.viewed.player else gettext("You lose")


@blueprint.get("/<token>/rating")
def rating(token: DuelToken) -> ResponseReturnValue:
    """Show a player of the duel, and nobody else, how its end would change the ratings."""
    viewed = duel_of(token)
    if viewed.player is None:
        abort(HTTPStatus.NOT_FOUND)
    if viewed.stored.phase is None:
        return see_other(duel_url(token))
    return respond(ProspectsPage(viewed))
