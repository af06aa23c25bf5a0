"""The lists of ratings, one for each pace and preset."""

from collections.abc import Hashable, Mapping, Sequence
from http import HTTPStatus
from math import isfinite

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from models.ids import UserId
from models.rating import PACES
from services.ratings.pools import Pool
from services.ratings.shown import PAGE, ListedRating, OwnRating, RatedMark, list_ratings, own_rating, rank
from services.terms import RATED_PRESETS
from web.core.links import see_other
from web.core.login import member
from web.core.page import Frame, respond
from web.core.session import db, now
from web.core.translation import gettext

USUAL = Pool("days", "intimate")
PERSON, PROGRAM = "person", "program"
APART = "-"
LARGEST_ID = 2**31 - 1

blueprint = Blueprint("ratings", __name__, url_prefix="/ratings")


class RatingsPage(Frame):
    """A page of a list of ratings, with the viewer's own; rendered once for its content."""

    template = "ratings/list.html"
    paces, presets = PACES, RATED_PRESETS

    def __init__(self, pool: Pool, after: RatedMark | None, kind: str = PERSON) -> None:
        self.pool, self.after, self.kind = pool, after, kind
        found = list_ratings(db(), pool, now(), after, kind)
        self.ratings: Sequence[ListedRating] = found[:PAGE]
        self.more = len(found) > PAGE
        viewer = member()
        self.viewer_id = viewer.id if viewer else None
        self.own: OwnRating | None = own_rating(db(), pool, viewer.id, now()) if viewer else None
        self.first_rank = self._first_rank()

    def _first_rank(self) -> int | None:
        """The rank of the first player on the page; None beyond the counted ranks."""
        if self.after is None or not self.ratings:
            return 1
        return rank(db(), self.pool, now(), self.ratings[0].place, self.kind)

    def key(self) -> Hashable:
        """The list as it is written, its pool, and the viewer's own rating."""
        rows = tuple((each.place, each.name, each.rating.duels, self.spread(each)) for each in self.ratings)
        own = self.own and (self.own.is_listed, self.own.rank, self.own.rating.duels, self._own_numbers())
        return self.pool, self.kind, self.after is None, rows, self.more, self.first_rank, self.viewer_id, own

    def _own_numbers(self) -> tuple[int, int, bool]:
        value = self.own.rating.value if self.own else None
        return (round(value.rating), round(value.deviation), value.is_provisional) if value else (0, 0, True)

    @staticmethod
    def spread(listed: ListedRating) -> int:
        """Half of the range that contains the true strength with a probability of two thirds."""
        return round(listed.rating.value.deviation)

    def rank(self, number: int) -> int | None:
        """The rank of a row of the page, counted from 0."""
        return self.first_rank and self.first_rank + number

    @property
    def next_page(self) -> str:
        """The address of the next page."""
        last = self.ratings[-1].place
        after = f"{last.rating!r}{APART}{last.user_id}"
        return self.address(after=after)

    @property
    def kinds(self) -> Mapping[str, str]:
        """Whose ratings can be listed."""
        return {PERSON: gettext("People"), PROGRAM: gettext("Bots")}

    def address(self, **values: str) -> str:
        """Return the address of this list with some values changed."""
        present = {**self.pool._asdict(), "kind": self.kind, **values}
        kind = present.pop("kind")
        return url_for("ratings.show", **present, **({"kind": kind} if kind != PERSON else {}))


def place_of(text: str | None) -> RatedMark | None:
    """Read a place in a list from an address; None, the head of the list, for anything else."""
    rating, _, user_id = (text or "").rpartition(APART)
    try:
        place = RatedMark(float(rating), UserId(int(user_id)))
    except ValueError:
        return None
    return place if isfinite(place.rating) and 0 < place.user_id <= LARGEST_ID else None


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """Redirect to the default list."""
    return see_other(url_for("ratings.show", **USUAL._asdict()))


@blueprint.get("/<pace>/<preset>")
def show(pace: str, preset: str) -> ResponseReturnValue:
    """Answer with a page of a list."""
    if pace not in PACES or preset not in RATED_PRESETS:
        abort(HTTPStatus.NOT_FOUND)
    kind = PROGRAM if request.args.get("kind") == PROGRAM else PERSON
    return respond(RatingsPage(Pool(pace, preset), place_of(request.args.get("after")), kind))
