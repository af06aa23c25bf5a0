"""Open pages hear of changes in their viewer's lists, and fetch the header again."""

from flask import Blueprint, Flask, request
from flask.typing import ResponseReturnValue

from services.duels.lists import running
from services.viewers import Lists, WatchingPage, read_viewer_stamps
from web.core.login import member
from web.core.page import Frame, respond, viewer_stamp
from web.core.session import db
from web.duels.finding import viewer_id
from web.duels.live import events_answer, stamp_answer, watch_of

blueprint = Blueprint("mine", __name__, url_prefix="/mine")


def init_app(app: Flask) -> None:
    """Give an application the watch over its viewers' lists."""
    app.extensions["viewer_watch"] = watch_of(app, read_viewer_stamps)


class Parts(Frame):
    """The parts that every page has, for an open page to renew."""

    template = "parts.html"

    @property
    def duel_here(self) -> str | None:
        """The duel of the open page, as the page says."""
        return request.args.get("after")

    @property
    def has_next_duel(self) -> bool:
        """True if another duel awaits the viewer than the one on the open page."""
        viewer = member()
        if viewer is None or not self.duel_here or not super().has_next_duel:
            return super().has_next_duel
        return any(duel.token != self.duel_here for duel in running(db(), viewer.id)[0])


def lists_asked() -> Lists:
    """Read the kind of lists on the open page."""
    asked = request.args.get("lists")
    return Lists(asked) if asked in list(Lists) else Lists.OWN


@blueprint.get("/stamp")
def stamp() -> ResponseReturnValue:
    """Answer with the stamp of the lists on a viewer's page."""
    return stamp_answer(viewer_stamp(lists_asked()))


@blueprint.get("/events")
def events() -> ResponseReturnValue:
    """The stamp now, and again whenever it changes; no content if the page should poll instead."""
    lists = lists_asked()
    return events_answer("viewer_watch", WatchingPage(viewer_id(), lists), viewer_stamp(lists))


@blueprint.get("/parts")
def parts() -> ResponseReturnValue:
    """Answer with the header, as it is now."""
    return respond(Parts())
