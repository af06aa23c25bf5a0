"""The groups of operations and the rights of keys, in the reader's language."""

from collections.abc import Mapping

from services.access.tokens import Scope
from web.frame.translation import gettext


def group_names() -> Mapping[str, str]:
    """The headings under which operations stand."""
    return {
        "account": gettext("Account"),
        "challenges": gettext("Challenges"),
        "duels": gettext("Duels"),
        "entries": gettext("Entries"),
        "acts": gettext("Offers, claims, time"),
        "chapters": gettext("Chapters and records"),
        "changes": gettext("What has changed"),
        "ladders": gettext("Ladders"),
        "board": gettext("Map and terms"),
    }


def scope_names() -> Mapping[Scope, str]:
    """What each right of a key opens."""
    return {
        Scope.READ: gettext("See what the account sees"),
        Scope.PLAY: gettext("Enter, hand in and act in its duels"),
        Scope.CHALLENGE: gettext("Challenge, and answer challenges"),
    }
