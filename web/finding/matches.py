"""The page of a home-and-away match: both duels, the points, the result."""

from collections.abc import Hashable, Sequence
from http import HTTPStatus

from flask import Blueprint
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from models import Match
from services.duels.lists import ListedDuel
from services.matches import UnknownMatch, duels_of, find_match, match_of
from web.duels.lists import DuelList
from web.duels.table import reader_id
from web.finding.words import points_words, when_second_begins
from web.frame.errors import page as error_page
from web.frame.page import rendered, respond
from web.frame.session import db
from web.frame.translation import gettext


class MatchPage(DuelList):
    """A match as its reader may see it; made once for each version of it and of its duels."""

    template = "finding/match.html"

    def __init__(self, match: Match, duels: Sequence[ListedDuel]) -> None:
        super().__init__(duels)
        self.match, self.duels = match, duels

    def key(self) -> Hashable:
        """The match, its duels and their versions."""
        return super().key(), self.match.id, self.match.version

    @property
    def score(self) -> str:
        """The points of both, of the first player of the first duel before the other ones."""
        return score_of(self.match)

    @property
    def outcome(self) -> str:
        """Who has won, or what is still to come."""
        return outcome_of(self.match)


def register(blueprint: Blueprint) -> None:
    """Give the page its address."""
    blueprint.add_url_rule("/matches/<token>", "match", show)
    blueprint.register_error_handler(UnknownMatch, unknown)


def unknown(_: Exception) -> ResponseReturnValue:
    """Answer alike for a private match of two others and for one that does not exist."""
    return error_page(HTTPStatus.NOT_FOUND)


def show(token: str) -> ResponseReturnValue:
    """Answer with the page of a match."""
    match = find_match(db(), token, reader_id())
    return respond(MatchPage(match, duels_of(db(), match)))


def score_of(match: Match) -> str:
    """Write the points of both: 1½–½."""
    return f"{points_words(match.points_first)}–{points_words(match.points_second)}"


def outcome_of(match: Match) -> str:
    """Say how a match has ended, or what it waits for."""
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


def part_of_match(duel_id: int) -> Markup:
    """Say on the page of a duel which match it belongs to, with the way to the other duel."""
    match = match_of(db(), duel_id)
    if match is None:
        return Markup()
    is_home = match.home_id == duel_id
    return rendered(
        "finding/of_match.html",
        match=match,
        is_home=is_home,
        other=match.away if is_home else match.home,
        score=score_of(match),
        outcome=outcome_of(match),
    )


def is_of_match(duel_id: int) -> bool:
    """Tell whether a duel belongs to a match, which it does from its beginning or never."""
    return match_of(db(), duel_id) is not None
