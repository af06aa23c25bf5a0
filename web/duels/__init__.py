"""Duels: the pages on which they are played, watched, looked back on and tried otherwise."""

from flask import Blueprint

from web.duels import beforehand, entering, events, lists, live, rematch, small, storing, views
from web.history import chapters, stills
from web.what_if import pages as what_if

blueprint = Blueprint("duels", __name__)
for pages in (
    lists,
    views,
    live,
    entering,
    storing,
    beforehand,
    events,
    rematch,
    chapters,
    stills,
    small,
    what_if,
):
    pages.register(blueprint)
