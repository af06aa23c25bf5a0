"""Duels: the pages on which they are played, watched, looked back on and tried otherwise."""

from flask import Blueprint

from web.arbiters import calls, correcting, rulings
from web.duels import (
    beforehand,
    clock_acts,
    entering,
    events,
    lists,
    live,
    rating,
    rematch,
    small,
    storing,
    views,
)
from web.history import chapters, stills
from web.judging import views as judging
from web.practice import acts as practice
from web.what_if import pages as what_if

blueprint = Blueprint("duels", __name__)
PLAYED = (lists, views, live, entering, storing, beforehand, events, clock_acts, rematch, rating)
OTHERS = (chapters, judging, stills, small, what_if, calls, rulings, correcting, practice)
for pages in (*PLAYED, *OTHERS):
    pages.register(blueprint)
