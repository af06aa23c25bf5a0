"""The calendar of an account: made, given a new address, removed."""

from flask import flash, url_for
from flask.typing import ResponseReturnValue

from services.telling.calendar import make_calendar, remove_calendar
from web.accounts.views import blueprint
from web.frame.links import see_other
from web.frame.login import me, members_only
from web.frame.session import writing
from web.frame.translation import gettext


@blueprint.post("/account/calendar")
@members_only
def new_calendar() -> ResponseReturnValue:
    """Give the calendar an address of its own, another one than before."""
    with writing() as session:
        make_calendar(session, me().id)
    flash(gettext("Your calendar has a new address."))
    return see_other(url_for("accounts.settings", _anchor="calendar-heading"))


@blueprint.post("/account/calendar/none")
@members_only
def no_calendar() -> ResponseReturnValue:
    """Remove the calendar: its address answers no more."""
    with writing() as session:
        remove_calendar(session, me().id)
    flash(gettext("Your calendar is removed: its address answers no more."))
    return see_other(url_for("accounts.settings", _anchor="calendar-heading"))
