"""What programs fetch again and again: the calendar of an account, the news of a public duel."""

from flask import Blueprint

from web.feeds import calendar

blueprint = Blueprint("feeds", __name__)
for feed in (calendar,):
    feed.register(blueprint)
