"""Time off from all duels at once: the page, the form, and coming back."""

from datetime import UTC, date, datetime, time, timedelta
from http import HTTPStatus

from flask import flash, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from wtforms import DateField

from models import TimeOff
from services.duels.time_off import planned_time_off
from services.duels.time_off_everywhere import (
    FARTHEST,
    LONGEST,
    Allowance,
    allowances,
    come_back_everywhere,
    plan_time_off,
    take_everywhere,
)
from services.zones import zone_of
from web.core.forms import Form, required
from web.core.i18n import time_style
from web.core.links import see_other
from web.core.login import me, players_only
from web.core.page import Frame, rendered
from web.core.session import database, db, end_reading, now, site_clock, writing
from web.core.translation import gettext, ngettext
from web.duels.finding import blueprint
from web.words.times import duration, exact

USUAL = timedelta(days=6)
"""The form proposes a week."""
A_DAY = timedelta(days=1)


class TimeOffForm(Form):
    """Choose the first and the last day of time off."""

    begins = DateField(_l("First day"), [required(_l("Choose a day."))])
    ends = DateField(_l("Last day"), [required(_l("Choose a day."))])

    @classmethod
    def proposed(cls) -> "TimeOffForm":
        """Return the form with a week from today."""
        return cls(formdata=None, begins=today(), ends=today() + USUAL)

    def is_possible(self) -> bool:
        """Refuse past days, a wrong order, and too many days."""
        begins, ends = self.begins.data, self.ends.data
        if begins < today():
            self.refuse("begins", gettext("This day is over. Choose today or a later one."))
        elif begins > today() + FARTHEST - A_DAY:
            self.refuse("begins", gettext("Choose a day within a year."))
        if ends < begins:
            self.refuse("ends", gettext("The last day comes before the first."))
        elif not self.errors and (ends - begins >= LONGEST or self.ends_at - self.begins_at > LONGEST):
            self.refuse("ends", gettext("Take %(days)d days off at most.", days=LONGEST.days))
        return not self.errors

    @property
    def begins_at(self) -> datetime:
        """The instant at which it begins: now if it is today."""
        return now() if self.begins.data == today() else midnight(self.begins.data)

    @property
    def ends_at(self) -> datetime:
        """The end of the last day."""
        return midnight(self.ends.data + A_DAY)


def today() -> date:
    """The day on the viewer's calendar."""
    return now().astimezone(zone_of(time_style().zone)).date()


def midnight(day: date) -> datetime:
    """The beginning of a day on the viewer's calendar."""
    return datetime.combine(day, time(), zone_of(time_style().zone)).astimezone(UTC)


def plan_words(plan: TimeOff) -> str:
    """Say when one's time off lasts, or will begin."""
    if plan.is_begun:
        return gettext("You have time off until %(moment)s.", moment=exact(plan.ends_at))
    return gettext(
        "You have planned time off from %(begins)s until %(ends)s.",
        begins=exact(plan.begins_at),
        ends=exact(plan.ends_at),
    )


def allowance_words(allowance: Allowance) -> str:
    """Say how much time off one has left in a duel."""
    if allowance.is_away:
        return gettext("time off now")
    if allowance.left >= timedelta(minutes=1):
        return gettext("%(time)s off left", time=duration(int(allowance.left.total_seconds())))
    if allowance.can_earn:
        return gettext("none left: each day of play gives some")
    return gettext("none: its clock gives no time off")


def present_plan() -> TimeOff | None:
    """The viewer's plan, unless it is over."""
    plan = planned_time_off(db(), me().id)
    return plan if plan and plan.ends_at > now() else None


def time_off_panel(page: Frame) -> str:
    """Render the form for the page of one's own duels, or the plan."""
    plan = present_plan()
    said = plan_words(plan) if plan else ""
    return rendered(
        "duels/time_off_panel.html", page=page, plan=plan, said_of_plan=said, form=TimeOffForm.proposed()
    )


@blueprint.get("/time-off", endpoint="time_off")
@players_only
def show() -> ResponseReturnValue:
    """Show what is planned, how much each duel has given, and the form."""
    return time_off_page(TimeOffForm.proposed())


def time_off_page(form: TimeOffForm) -> ResponseReturnValue:
    """Render the page, with the form as it was sent if it was refused."""
    plan = present_plan()
    found = allowances(db(), me().id)
    page = render_template(
        "duels/time_off.html",
        form=form,
        plan=plan,
        said_of_plan=plan_words(plan) if plan else "",
        listed=[(each, allowance_words(each)) for each in found],
    )
    return page, HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK


@blueprint.post("/time-off", endpoint="take_time_off")
@players_only
def take() -> ResponseReturnValue:
    """Plan time off for all duels, and begin it if it begins today."""
    form = TimeOffForm()
    if not (form.validate_on_submit() and form.is_possible()):
        return time_off_page(form)
    begins, is_now = form.begins_at, form.begins.data == today()
    with writing() as session:
        plan_time_off(session, me().id, begins, form.ends_at, begins if is_now else now())
    if not is_now:
        flash(gettext("Your time off is planned, from %(moment)s.", moment=exact(begins)))
        return see_other(url_for("duels.time_off"))
    user_id = me().id
    end_reading()
    taken = take_everywhere(database(), site_clock(), user_id)
    flash(taken_words(taken))
    return see_other(url_for("duels.time_off"))


def taken_words(taken: int) -> str:
    """Say in how many duels time off has begun."""
    if not taken:
        return gettext("Your time off has begun. No duel awaits you now that has given you any.")
    return ngettext(
        "Your time off has begun in %(num)d duel.", "Your time off has begun in %(num)d duels.", taken
    )


@blueprint.post("/time-off/end", endpoint="end_time_off")
@players_only
def end() -> ResponseReturnValue:
    """Come back to all duels, and delete the plan."""
    user_id = me().id
    end_reading()
    come_back_everywhere(database(), site_clock(), user_id)
    flash(gettext("You are back in all your duels."))
    return see_other(url_for("duels.time_off"))


@blueprint.get("/time-off/end", endpoint="back_from_time_off")
def back() -> ResponseReturnValue:
    """Redirect to the page when a form is reloaded."""
    return see_other(url_for("duels.time_off"))
