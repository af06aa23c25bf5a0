"""The page about privacy. Every number on it is one that the code goes by."""

from collections.abc import Hashable, Mapping

from flask import Blueprint, current_app
from flask.typing import ResponseReturnValue

from services.accounts import security, sessions
from services.keepers import sightings
from services.practice import guests
from services.telling import delivery
from web.frame.page import Frame, respond


def register(blueprint: Blueprint) -> None:
    """Give the page its address."""
    blueprint.add_url_rule("/help/privacy", "privacy", privacy)


class PrivacyPage(Frame):
    """What the site holds about people, who sees it, and how long it is kept."""

    template = "pages/privacy.html"

    def key(self) -> Hashable:
        """Nothing but the language."""
        return ()

    @property
    def days(self) -> Mapping[str, int]:
        """How long things are kept, in days."""
        return {
            "session": sessions.UNUSED.days,
            "event": security.KEPT.days,
            "sighting": sightings.KEPT.days,
            "guest": guests.IDLE.days,
            "message": delivery.KEPT.days,
        }

    @property
    def contact(self) -> str:
        """Whom to write to; empty where the site names nobody."""
        address: str = current_app.config["CONTACT"]
        return address


def privacy() -> ResponseReturnValue:
    """Answer with the page."""
    return respond(PrivacyPage())
