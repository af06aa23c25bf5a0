"""The page about fair play. Every number on it is one that the code goes by.

Each part is a template of its own in templates/pages/fair_play/, and is shown where it exists.
"""

from collections.abc import Hashable, Mapping
from typing import NamedTuple

from flask import Blueprint
from flask.typing import ResponseReturnValue

from competition.glicko import PROVISIONAL, START, START_DEVIATION, START_VOLATILITY, TAU
from competition.weights import FALLING, REPEAT_DAYS
from services.keepers.reports import MOST_A_DAY, MOST_OPEN
from services.keepers.sightings import KEPT
from services.ratings.pools import LISTED_FOR
from services.ratings.shown import MOST_CHANGES
from web.frame.page import Frame, respond
from web.frame.translation import pgettext
from web.words.ratings import weight_name


def register(blueprint: Blueprint) -> None:
    """Give the page its address."""
    blueprint.add_url_rule("/help/fair-play", "fair_play", fair_play)


class RatingNumbers(NamedTuple):
    """The numbers that ratings go by, as people read them."""

    start: str = f"{START:.0f}"
    deviation: str = f"{START_DEVIATION:.0f}"
    volatility: float = START_VOLATILITY
    tau: float = TAU
    provisional: str = f"{PROVISIONAL:.0f}"
    repeat_days: int = REPEAT_DAYS
    listed_days: int = LISTED_FOR.days
    changes: int = MOST_CHANGES


class FairPlayPage(Frame):
    """The rules of fair play, a section for each part of the site that has some."""

    template = "pages/fair_play.html"
    parts = (
        "ratings",
        "finding",
        "ladder",
        "tournaments",
        "programs",
        "votes",
        "arbiters",
        "desk",
        "stalemate",
        "history",
    )
    rating_numbers = RatingNumbers()

    def key(self) -> Hashable:
        """Nothing but the language."""
        return ()

    @property
    def desk_limits(self) -> Mapping[str, int]:
        """The numbers by which the keepers' desk goes."""
        return {"open": MOST_OPEN, "sent": MOST_A_DAY, "days": KEPT.days}

    @property
    def weights(self) -> Mapping[str, str]:
        """The weights of duels of a kind, by their number; the last is that of all later ones."""
        names = (
            pgettext("duel of a kind", "1st"),
            pgettext("duel of a kind", "2nd"),
            pgettext("duel of a kind", "3rd"),
            pgettext("duel of a kind", "4th and later"),
        )
        return dict(zip(names, map(weight_name, FALLING), strict=True))


def fair_play() -> ResponseReturnValue:
    """Answer with the page."""
    return respond(FairPlayPage())
