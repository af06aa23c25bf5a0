"""The page of a player: member since, results, and duels."""

import gzip
import io
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from adjudicator import Power
from competition.shares import Results
from models import RatingChange
from models.ids import DuelId, DuelToken, UserId
from services.accounts.accounts import named
from services.accounts.blocks import blocks
from services.archive.dump import lines_of
from services.archive.tallies import NONE
from services.duels.lists import ListedDuel, mark_of
from services.ladders.lists import held_places
from services.players import PlayerSeen, PlayerSummary, Rival, find_player, finished, rivals
from services.ratings.pools import Pool
from services.ratings.shown import ChangeSeen, RatingSeen, after, before, last_changes, ratings_of_player
from services.refused import NotFound
from services.tournaments.tournaments import PlayedTournament, played_tournaments
from web.core.cache import cache
from web.core.i18n import time_style
from web.core.limits import limited
from web.core.links import page_before
from web.core.login import member
from web.core.page import look, rendered, respond
from web.core.session import database, db, end_reading, now
from web.duels.finding import viewer_id
from web.duels.lists import PagedList
from web.following import follow_button
from web.ratings.words import change_shown
from web.words.names import by_name
from web.words.numbers import figure, percent
from web.words.times import instant

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 60, 8, 12, 12
ASIDE = 0.04
"""The room before the first duel and after the last one, as a part of the time between them."""
LEAST_SPAN = timedelta(days=1)
DISTANCES = (50, 100, 200, 500)
MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class RatingDot:
    """The rating after one duel."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """The line of the rating, the band of its deviation around it, and the axes."""

    line: str
    band: str
    dots: Sequence[RatingDot]
    ticks: Sequence[tuple[float, int]]
    begins: datetime
    ends: datetime
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


class Scales:
    """Instants from left to right, ratings from below upwards."""

    def __init__(self, changes: Sequence[RatingChange]) -> None:
        first, last = changes[0].rated_at, changes[-1].rated_at
        aside = max(LEAST_SPAN, (last - first) * ASIDE)
        self.begins, self.ends = first - aside, last + aside
        edges = [(each.rating_before, each.deviation_before) for each in changes]
        edges += [(each.rating, each.deviation) for each in changes]
        highest = max(rating + deviation for rating, deviation in edges)
        lowest = min(rating - deviation for rating, deviation in edges)
        self.apart = next(
            (apart for apart in DISTANCES if (highest - lowest) / apart <= MOST_TICKS - 1), DISTANCES[-1]
        )
        self.top = -(-highest // self.apart) * self.apart
        self.base = lowest // self.apart * self.apart

    def x(self, at: datetime) -> float:
        """Place an instant."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * ((at - self.begins) / (self.ends - self.begins)), 1)

    def y(self, rating: float) -> float:
        """Place a rating."""
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (self.top - rating) / (self.top - self.base), 1)

    def ticks(self) -> list[tuple[float, int]]:
        """Place the ratings that the axis names."""
        number = int((self.top - self.base) / self.apart)
        return [
            (self.y(rating), rating)
            for rating in (int(self.base + each * self.apart) for each in range(number + 1))
        ]


def graph_of(changes: Sequence[RatingChange]) -> RatingGraph | None:
    """Draw changes, the earliest first; None without any.

    Each duel is a step: from the rating just before it, less sure by idle time, to the one after it.
    """
    if not changes:
        return None
    scales, first, last = Scales(changes), changes[0], changes[-1]
    knots = [(scales.begins, first.rating_before, first.deviation_before)]
    for change in changes:
        knots.append((change.rated_at, change.rating_before, change.deviation_before))
        knots.append((change.rated_at, change.rating, change.deviation))
    knots.append((scales.ends, last.rating, last.deviation))
    upper = [(scales.x(at), scales.y(rating + deviation)) for at, rating, deviation in knots]
    lower = [(scales.x(at), scales.y(rating - deviation)) for at, rating, deviation in knots]
    return RatingGraph(
        _points([(scales.x(at), scales.y(rating)) for at, rating, _ in knots]),
        _points([*upper, *reversed(lower)]),
        [RatingDot(scales.x(change.rated_at), scales.y(change.rating)) for change in changes],
        scales.ticks(),
        first.rated_at,
        last.rated_at,
    )


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)


blueprint = Blueprint("players", __name__, url_prefix="/players")

MOST = 200
"""The most duels in one file; the header Link has the address of the next file, with older ones."""


@blueprint.get("/<name>/duels.jsonl.gz")
@limited("10 per minute")
def download(name: str) -> Response:
    """Answer with the latest duels of a player, or those before one of them; raises NotFound."""
    user = named(db(), name)
    if user is None:
        raise NotFound
    listed = finished(db(), user.id, None, mark_of(db(), page_before(), None), MOST + 1)
    end_reading()
    response = Response(packed([duel.id for duel in listed[:MOST]]), mimetype="application/gzip")
    response.headers["Content-Disposition"] = 'attachment; filename="duels.jsonl.gz"'
    if len(listed) > MOST:
        following = url_for("players.download", name=name, before=listed[MOST - 1].token)
        response.headers["Link"] = f'<{following}>; rel="next"'
    return response


def packed(numbers: list[DuelId]) -> bytes:
    """Write the lines of some duels; all before sending, so that no slow client holds a connection."""
    written = io.BytesIO()
    with database().reading() as session, gzip.GzipFile("", "wb", fileobj=written, mtime=0) as file:
        for line in lines_of(session, numbers):
            file.write(line)
    return written.getvalue()


FEW = 10
"""The changes that are shown at once; the others are folded away."""
APART = "."


class PlayerRatings:
    """All ratings of a player, as one viewer may see them; chosen: the selected pool."""

    def __init__(self, player: PlayerSeen, viewer_id: UserId | None, chosen: str | None) -> None:
        self.user_id, self.name, self.kind = player.id, player.name, player.kind
        user_id = player.id
        self.ratings: Mapping[Pool, RatingSeen] = ratings_of_player(db(), user_id, now())
        named = {self.address(pool): pool for pool in self.ratings}
        self.pool: Pool | None = named.get(chosen or "") or next(iter(self.ratings), None)
        self.changes: Sequence[ChangeSeen] = (
            last_changes(db(), user_id, self.pool, viewer_id) if self.pool else ()
        )

    def shown(self) -> Markup:
        """The section of the page, rendered once for its content; nothing without a rating."""
        if not self.ratings:
            return Markup()
        last = self.changes[0].change.ordinal if self.changes else 0
        known = frozenset((each.change.duel_id, each.opponent) for each in self.changes if each.token)
        seen = tuple((pool, each.duels, self.numbers(each)) for pool, each in self.ratings.items())
        key = ("ratings", self.user_id, self.pool, last, known, seen, time_style(), *look())
        return cache().made_once(key, lambda: rendered("players/ratings.html", shown=self))

    @staticmethod
    def numbers(seen: RatingSeen) -> tuple[int, int, bool]:
        """A rating in whole numbers."""
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


def has_blocked(user_id: UserId) -> bool:
    """Tell whether the viewer has blocked a player."""
    viewer = member()
    return viewer is not None and viewer.id != user_id and blocks(db(), viewer.id, user_id)


def challenge_button(name: str, *, is_blocked: bool) -> str:
    """The button that challenges a player, unless the viewer has blocked them."""
    return Markup() if is_blocked else rendered("players/challenge_button.html", name=name)


def block_button(user_id: UserId, name: str, *, is_blocked: bool) -> str:
    """The button that blocks or unblocks a player; not for visitors."""
    viewer = member()
    if viewer is None or viewer.id == user_id:
        return Markup()
    return rendered("players/block_button.html", name=name, is_blocked=is_blocked)


NOT_FOUND = 404


class PlayerPage(PagedList):
    """A player as the viewer may see them; rendered once except for the times."""

    template = "players/show.html"
    is_list = False
    percent, figure = staticmethod(percent), staticmethod(figure)

    def __init__(self, player: PlayerSeen, before: DuelToken | None) -> None:
        super().__init__(before, player.running, player.finished)
        self.player = player
        self.of_ratings = PlayerRatings(player, viewer_id(), request.args.get("ratings"))

    def key(self) -> Hashable:
        """The duels and their versions, the figures, and whether it is the viewer's own page."""
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
    def figures(self) -> PlayerSummary:
        """The player's results, and how punctual they are."""
        return self.player.figures

    @property
    def met(self) -> Results | None:
        """The results between viewer and player; None if they have not met."""
        return self.player.met if self.player.met and self.player.met.duels else None

    @cached_property
    def rivals(self) -> Sequence[Rival]:
        """The players whom this one has met most often."""
        return rivals(db(), self.player.id, is_own=self.is_own)

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
        """True if the viewer is the player."""
        viewer = member()
        return viewer is not None and viewer.id == self.player.id

    def ladders(self) -> str:
        """Their places on ladders."""
        return rendered("ladders/of_player.html", places=held_places(db(), self.player.id))

    def ratings(self) -> Markup:
        """The ratings of the player, with their graph and the last changes."""
        return self.of_ratings.shown()

    def reporting(self) -> str:
        """The ways to report the player to the moderators, and for moderators to the desk."""
        return rendered("moderation/ways.html", name=self.name) if member() else ""

    @cached_property
    def is_blocked(self) -> bool:
        """True if the viewer has blocked the player."""
        return has_blocked(self.player.id)

    def challenging(self) -> str:
        """The button that challenges the player, unless the viewer has blocked them."""
        return challenge_button(self.name, is_blocked=self.is_blocked)

    def star(self) -> str:
        """The star by which the viewer follows the player."""
        return follow_button(self.player.id, self.name)

    def blocking(self) -> str:
        """The button by which the viewer blocks or unblocks the player."""
        return block_button(self.player.id, self.name, is_blocked=self.is_blocked)

    def since(self) -> Markup:
        """The time since the account was opened."""
        return instant(self.player.since)


@blueprint.get("/<name>")
def show(name: str) -> ResponseReturnValue:
    """Answer with the page of a player."""
    before = page_before()
    return respond(PlayerPage(find_player(db(), name, viewer_id(), before), before))
