"""Players as others see them: their ratings and past changes, and the rankings, with bots in their own."""

from typing import Annotated, Literal

from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, Field

from competition.counting import WHOLE
from competition.glicko import Rating
from models import StoredRating, User
from services.accounts.accounts import named
from services.api.keys import Scope
from services.ratings.pools import Pool
from services.ratings.shown import (
    PAGE,
    RatedMark,
    RatingSeen,
    after,
    before,
    last_changes,
    list_ratings,
    ratings_of_player,
)
from services.refused import NotFound
from web.api.access import bearer, user_seen
from web.api.operations import operation
from web.api.problems import no_such_page
from web.api.shapes import Asked, Instant, Pace, PlayerSeen, Preset, plainly
from web.core.session import db, now

PlayerName = Annotated[str, Field(min_length=2, max_length=100)]
Score = Literal["lost", "drawn", "won"]
SCORES: tuple[Score, ...] = ("lost", "drawn", "won")
"""By the stored score."""


class RatingFigure(BaseModel):
    """The present value of a rating (Glicko-2)."""

    rating: float
    deviation: float = Field(
        description="The strength is within this of the rating with a probability of two thirds."
    )


class PoolRating(RatingFigure):
    """A rating in one pool; ratings are apart for each pace and each preset."""

    pace: str
    preset: str
    duels: int = Field(description="The number of duels behind the rating.")


class Ratings(BaseModel):
    """A player with their ratings, the one of the last duel first."""

    player: PlayerSeen
    ratings: list[PoolRating]


class RatingsAsked(Asked):
    """Whose ratings are wanted."""

    player: PlayerName | None = Field(
        None, description="The name of the player; by default the account.", json_schema_extra=plainly
    )


class RatingStep(BaseModel):
    """The effect of one duel on a rating."""

    at: Instant
    duel: str | None = Field(description="Its name; null for a private duel of others.")
    opponent: str | None
    score: Score
    weight: float = Field(description="How much it counted, from 0 to 1.")
    before: RatingFigure
    after: RatingFigure


class RatingHistory(BaseModel):
    """The last changes of a rating, the latest first; a hundred at most."""

    player: PlayerSeen
    pace: str
    preset: str
    changes: list[RatingStep]


class HistoryAsked(RatingsAsked):
    """Whose rating in which pool is wanted."""

    pace: Pace = "live"
    preset: Preset = "intimate"


class RankedPlayer(RatingFigure):
    """A player in a list of ratings."""

    player: PlayerSeen
    duels: int


class Ranking(BaseModel):
    """A page of a list of ratings, the best first, without players who have not played for a year."""

    players: list[RankedPlayer]
    before: str | None = Field(description="The value of `before` for the next page; null on the last page.")


class RankingAsked(Asked):
    """Which list is wanted. People and bots have separate lists, since they do not meet in rated duels."""

    kind: Literal["program", "person"] = "program"
    pace: Pace = "live"
    preset: Preset = "intimate"
    before: PlayerName | None = Field(
        None,
        description="The name of the last player of the page before; omitted for the first page.",
        json_schema_extra=plainly,
    )


def player_asked(name: str | None) -> User:
    """Find the named player, or the account itself if none is named; raises NotFound."""
    found = db().get_one(User, bearer().user_id) if name is None else named(db(), name)
    if found is None:
        raise NotFound
    return found


@operation(
    "GET",
    "/ratings",
    Scope.READ,
    group="players",
    summary=_l("Ratings of a player"),
    query=RatingsAsked,
    answer=Ratings,
    problems=("not_found",),
)
def show_ratings(query: RatingsAsked) -> Ratings:
    """The ratings of the account, or of a player by name, in all pools."""
    user = player_asked(query.player)
    found = ratings_of_player(db(), user.id, now())
    return Ratings(player=user_seen(user), ratings=[_pool_rating(*each) for each in found.items()])


def _pool_rating(pool: Pool, seen: RatingSeen) -> PoolRating:
    return PoolRating(pace=pool.pace, preset=pool.preset, duels=seen.duels, **_figures(seen.value))


def _figures(rating: Rating) -> dict[str, float]:
    return {"rating": round(rating.rating, 1), "deviation": round(rating.deviation, 1)}


@operation(
    "GET",
    "/rating-history",
    Scope.READ,
    group="players",
    summary=_l("How a rating came about"),
    query=HistoryAsked,
    answer=RatingHistory,
    problems=("not_found",),
)
def show_rating_history(query: HistoryAsked) -> RatingHistory:
    """The last changes of a rating in one pool, each with its duel if the account may see it."""
    user = player_asked(query.player)
    changes = last_changes(db(), user.id, Pool(query.pace, query.preset), bearer().user_id)
    return RatingHistory(
        player=user_seen(user),
        pace=query.pace,
        preset=query.preset,
        changes=[
            RatingStep(
                at=each.change.rated_at,
                duel=each.token,
                opponent=each.opponent,
                score=SCORES[each.change.score],
                weight=each.change.weight / WHOLE,
                before=RatingFigure(**_figures(before(each.change))),
                after=RatingFigure(**_figures(after(each.change))),
            )
            for each in changes
        ],
    )


@operation(
    "GET",
    "/ranking",
    Scope.READ,
    group="players",
    summary=_l("The best bots, and the best people"),
    query=RankingAsked,
    answer=Ranking,
)
def show_ranking(query: RankingAsked) -> Ranking:
    """A page of the list of a pool, the best first."""
    pool = Pool(query.pace, query.preset)
    found = list_ratings(db(), pool, now(), _mark(pool, query.before), query.kind)
    listed = [
        RankedPlayer(
            player=PlayerSeen(name=each.name, kind=query.kind),
            duels=each.rating.duels,
            **_figures(each.rating.value),
        )
        for each in found[:PAGE]
    ]
    return Ranking(players=listed, before=found[PAGE - 1].name if len(found) > PAGE else None)


def _mark(pool: Pool, name: str | None) -> RatedMark | None:
    """Find where a page begins; raises Problem."""
    if name is None:
        return None
    user = named(db(), name)
    row = db().get(StoredRating, (user.id, *pool)) if user else None
    if row is None:
        raise no_such_page()
    return RatedMark(row.rating, row.user_id)
