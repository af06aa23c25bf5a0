"""The page of a home-and-away match: both duels, the points, the result."""

from collections.abc import Hashable, Sequence
from functools import cached_property

from flask.typing import ResponseReturnValue

from models import Match
from models.ids import MatchToken
from services.duels.lists import ListedDuel
from services.matches import duels_of, find_match, match_of
from web.core.page import rendered, respond
from web.core.session import db
from web.core.translation import gettext
from web.duels.finding import viewer_id
from web.duels.frame import DuelPart
from web.duels.lists import DuelList
from web.matchmaking.messages import points_words, when_second_begins
from web.matchmaking.play import blueprint


class MatchPage(DuelList):
    """A match as its viewer may see it; rendered once for each version of it and of its duels."""

    template = "matchmaking/match.html"

    def __init__(self, match: Match, duels: Sequence[ListedDuel]) -> None:
        super().__init__(duels)
        self.match, self.duels = match, duels

    def key(self) -> Hashable:
        """The match, its duels and their versions."""
        return super().key(), self.match.id, self.match.version

    @property
    def score(self) -> str:
        """The points of both, those of the first duel's first player first."""
        return score_of(self.match)

    @property
    def outcome(self) -> str:
        """Who has won, or what the match waits for."""
        return outcome_of(self.match)


@blueprint.get("/matches/<token>", endpoint="match")
def show(token: MatchToken) -> ResponseReturnValue:
    """Answer with the page of a match."""
    match = find_match(db(), token, viewer_id())
    return respond(MatchPage(match, duels_of(db(), match)))


def score_of(match: Match) -> str:
    """Write the points of both: 1½–½."""
    return f"{points_words(match.points_first)}–{points_words(match.points_second)}"


def outcome_of(match: Match) -> str:
    """Say how a match ended, or what it waits for."""
    if match.ended_at is None and match.away is None:
        return when_second_begins(match.clock)
    if match.ended_at is None:
        return gettext("The match is over when both duels are.")
    if not match.points_first and not match.points_second:
        return gettext("The match is over without a result.")
    if match.points_first == match.points_second:
        return gettext("The match is drawn.")
    is_first = match.points_first > match.points_second
    return gettext("%(name)s has won the match.", name=match.first.name if is_first else match.second.name)


class MatchPart(DuelPart):
    """The match that a duel belongs to."""

    name = "match"

    @cached_property
    def is_in_match(self) -> bool:
        """True if the duel is part of a match, which never changes."""
        return match_of(db(), self.stored.id) is not None

    def shown(self) -> str:
        """The state of the match, with a link to its other duel."""
        match = match_of(db(), self.stored.id)
        if match is None:
            return ""
        is_home = match.home_id == self.stored.id
        return rendered(
            "matchmaking/of_match.html",
            match=match,
            is_home=is_home,
            other=match.away if is_home else match.home,
            score=score_of(match),
            outcome=outcome_of(match),
        )
