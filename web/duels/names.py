"""Names of chapters and endings, for the templates of every page."""

from flask import Blueprint
from flask.blueprints import BlueprintSetupState
from flask_babel import gettext

from models import StoredChapter, StoredDuel
from web.words import phase_name


def register(blueprint: Blueprint) -> None:
    """Let templates use these names."""

    @blueprint.record_once
    def furnish(state: BlueprintSetupState) -> None:
        filters = {"chapter_name": chapter_name, "chapter_mark": chapter_mark, "ending": ending}
        state.app.jinja_env.filters |= filters


def chapter_name(chapter: StoredChapter) -> str:
    """A chapter by its phase, or by what happened."""
    if chapter.phase:
        return phase_name(chapter.phase)
    words = {
        "conceded": gettext("Concession"),
        "draw_offered": gettext("Offer of a draw"),
        "draw_agreed": gettext("Draw agreed"),
        "stalemate_claimed": gettext("Claim of a stalemate"),
        "stalemate_agreed": gettext("Stalemate agreed"),
        "stalemate_granted": gettext("Stalemate granted"),
    }
    return words[str(chapter.event)]


def chapter_mark(chapter: StoredChapter) -> str:
    """A chapter in the line of its year."""
    if chapter.phase == "HOMES":
        return gettext("powers")
    if not chapter.phase:
        return chapter_name(chapter).lower()
    marks = {
        "SB": gettext("auction"),
        "SM": gettext("spring"),
        "SR": gettext("retreats"),
        "FM": gettext("autumn"),
        "FR": gettext("retreats"),
        "WA": gettext("winter"),
    }
    return marks[chapter.phase[0] + chapter.phase[-1]]


def ending(duel: StoredDuel) -> str:
    """How a duel ended."""
    if duel.winner is None:
        return _drawn(str(duel.reason))
    winner = (duel.first if duel.winner == "first" else duel.second).name
    loser = (duel.second if duel.winner == "first" else duel.first).name
    words = {
        "home_centre": gettext("%(winner)s won: on a home centre of %(loser)s.", winner=winner, loser=loser),
        "home_eliminated": gettext(
            "%(winner)s won: the home power of %(loser)s is gone.", winner=winner, loser=loser
        ),
        "stalemate": gettext("%(winner)s won the stalemate, with more centres.", winner=winner),
        "conceded": gettext("%(winner)s won: %(loser)s conceded.", winner=winner, loser=loser),
        "centres": gettext("%(winner)s won, with enough centres.", winner=winner),
        "year_limit": gettext("%(winner)s won, with more centres when the time was up.", winner=winner),
    }
    return words[str(duel.reason)]


def _drawn(reason: str) -> str:
    words = {
        "draw": gettext("A draw."),
        "both_overbid": gettext("Nobody won: both were overbid."),
        "home_centre": gettext("A draw."),
        "home_eliminated": gettext("A draw: both home powers are gone."),
        "stalemate": gettext("A draw: a stalemate between equals."),
        "centres": gettext("A draw: both have the same number of centres."),
        "year_limit": gettext("A draw: equal centres when the time was up."),
    }
    return words[reason]
