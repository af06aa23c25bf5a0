"""The ratings on the page of a player: each pool, and of one of them the graph and the last changes."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from markupsafe import Markup

from services.players import PlayerSeen
from services.ratings.pools import Pool
from services.ratings.seen import RatingSeen
from services.ratings.shown import ChangeSeen, after, before, last_changes, ratings_of_player
from web.frame.cache import cache
from web.frame.page import look, rendered
from web.frame.session import db, now
from web.frame.zones import time_style
from web.players.rating_graph import RatingGraph, graph_of
from web.words.ratings import change_shown

FEW = 10
"""The changes that are shown at once; the others are folded away."""
APART = "."


class PlayerRatings:
    """All ratings of a player, as one reader may see them; chosen: the pool that is looked at."""

    def __init__(self, player: PlayerSeen, reader_id: int | None, chosen: str | None) -> None:
        self.user_id, self.name, self.kind = player.id, player.name, player.kind
        user_id = player.id
        self.ratings: Mapping[Pool, RatingSeen] = ratings_of_player(db(), user_id, now())
        named = {self.address(pool): pool for pool in self.ratings}
        self.pool: Pool | None = named.get(chosen or "") or next(iter(self.ratings), None)
        self.changes: Sequence[ChangeSeen] = (
            last_changes(db(), user_id, self.pool, reader_id) if self.pool else ()
        )

    def shown(self) -> Markup:
        """The section of the page, made once for what stands in it; nothing for who has no rating."""
        if not self.ratings:
            return Markup()
        last = self.changes[0].change.ordinal if self.changes else 0
        known = frozenset((each.change.duel_id, each.opponent) for each in self.changes if each.token)
        seen = tuple((pool, each.duels, self.numbers(each)) for pool, each in self.ratings.items())
        key = ("ratings", self.user_id, self.pool, last, known, seen, time_style(), *look())
        return cache().made_once(key, lambda: rendered("players/ratings.html", shown=self))

    @staticmethod
    def numbers(seen: RatingSeen) -> tuple[int, int, bool]:
        """A rating as it is written: in whole numbers."""
        return round(seen.value.rating), round(seen.value.deviation), seen.value.is_provisional

    @staticmethod
    def address(pool: Pool) -> str:
        """The name of a pool in an address."""
        return APART.join(pool)

    @cached_property
    def graph(self) -> RatingGraph | None:
        """The rating over time."""
        return graph_of([each.change for each in reversed(self.changes)])

    @property
    def latest(self) -> Sequence[ChangeSeen]:
        """The last few changes."""
        return self.changes[:FEW]

    @property
    def earlier(self) -> Sequence[ChangeSeen]:
        """Those before them."""
        return self.changes[FEW:]

    def change(self, seen: ChangeSeen) -> Markup:
        """A change in words."""
        return change_shown(before(seen.change), after(seen.change))
