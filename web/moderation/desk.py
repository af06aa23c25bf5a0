"""The desk: open reports, one report, and the log, for moderators only."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from http import HTTPStatus

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext
from wtforms import HiddenField, RadioField, StringField, TextAreaField

from models import Message, ModeratorAct, Report
from models.ids import ReportId, UserId
from services.moderation import acts, reports
from services.moderation.acts import LONGEST_REASON, About, note_read
from services.moderation.refusals import ModerationRefused
from services.moderation.reports import KINDS, LONGEST
from services.notifications.delivery import KEPT, PAGE, list_undelivered
from web.accounts.proving import ask_moderator
from web.core.forms import Form, at_most, required
from web.core.links import LARGEST, number_asked, see_other
from web.core.login import me, member
from web.core.logs import note_refused
from web.core.messages import refusal_message
from web.core.page import Frame, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.moderation.words import act_names, case_names
from web.notifications.content import problem_words

blueprint = Blueprint("moderation", __name__, url_prefix="/desk")


LONGEST_NAME = 100


class ReportForm(Form):
    """Report a player or another matter."""

    kind = RadioField(_l("What is it about?"), [required(_l("Choose what it is about."))])
    about = StringField(
        _l("Player concerned (optional)"),
        [at_most(LONGEST_NAME)],
        description=_l("The name of a player."),
        render_kw={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
    )
    text = TextAreaField(
        _l("What happened"),
        [at_most(LONGEST)],
        description=_l("Only moderators can read it. They see no more of a duel than spectators do."),
        render_kw={"rows": 6, "maxlength": LONGEST},
    )
    duel = HiddenField()
    talk = HiddenField()

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        names = case_names()
        self.kind.choices = [(kind, names[kind]) for kind in KINDS]


class ReasonForm(Form):
    """The form of an act about an account or a report, with its reason."""

    reason = TextAreaField(
        lazy_pgettext("of a decision", "Reason"),
        [at_most(LONGEST_REASON)],
        render_kw={"rows": 4, "maxlength": LONGEST_REASON},
    )


class DeskPage(Frame):
    """The base of the desk's pages; rendered each time, since every act changes them."""

    @property
    def kinds(self) -> Mapping[str, str]:
        """The names of what reports are about."""
        return case_names()

    @property
    def acts_named(self) -> Mapping[str, str]:
        """The names of acts."""
        return act_names()


class OpenReports(DeskPage):
    """The open reports, the oldest first."""

    template = "moderation/desk.html"

    def __init__(self, found: Sequence[Report], calls: int) -> None:
        self.reports, self.calls = found[: reports.PAGE], calls
        self.more = len(found) > reports.PAGE

    @property
    def after(self) -> str:
        """Where the next page begins."""
        last = self.reports[-1]
        return f"{last.made_at.isoformat()}_{last.id}"


class OneReport(DeskPage):
    """One report, with earlier ones about the same account and by the same reporter."""

    template = "moderation/report.html"

    def __init__(self, report: Report, form: ReasonForm) -> None:
        self.report, self.form = report, form
        self.is_refused = bool(form.errors)

    @property
    def earlier(self) -> Sequence[Report]:
        """The latest other reports about the same account."""
        about = self.report.about_id
        found = reports.reports_about(db(), about) if about else ()
        return [each for each in found if each.id != self.report.id]

    @property
    def acts(self) -> Sequence[ModeratorAct]:
        """The latest acts about the same account."""
        return acts.acts_about(db(), self.report.about_id) if self.report.about_id else ()

    @property
    def others(self) -> Sequence[Report]:
        """The latest other reports of the same reporter."""
        found = reports.own_reports(db(), self.report.reporter_id)
        return [each for each in found if each.id != self.report.id and each.kind in reports.KINDS]


class LogPage(DeskPage):
    """What moderators and arbiters did, or read, the latest first."""

    template = "moderation/log.html"

    def __init__(self, found: Sequence[ModeratorAct], endpoint: str = "moderation.log") -> None:
        self.acts, self.endpoint = found[: acts.PAGE], endpoint
        self.more = len(found) > acts.PAGE


class UndeliveredPage(DeskPage):
    """The messages that could not be delivered, the latest first."""

    template = "moderation/messages.html"
    kept_days = KEPT.days

    def __init__(self, found: Sequence[Message]) -> None:
        self.messages = found[:PAGE]
        self.more = len(found) > PAGE

    def way(self, message: Message) -> str:
        """Name the kind of channel of a message, without its address, which moderators may not see."""
        names = {"mail": gettext("E-mail"), "push": gettext("Browser"), "discord": "Discord"}
        return names.get(message.channel.kind if message.channel else "mail", "Webhook")

    def why(self, message: Message) -> str:
        """Say why its channel fails, where that is known."""
        problem = message.channel.problem if message.channel else None
        return problem_words(problem) if problem else ""


def note_reading(about_id: UserId | None = None, report_id: ReportId | None = None) -> None:
    """Note that the moderator reads this page."""
    with writing() as session:
        note_read(session, me().id, request.path, now(), about_id, About(report_id=report_id))


@blueprint.before_request
def moderators_only() -> ResponseReturnValue | None:
    """Answer 404 to all but moderators, who first prove their identity."""
    viewer = member()
    if viewer is None or not viewer.is_moderator:
        if viewer is not None:
            note_refused("not a moderator")
        abort(HTTPStatus.NOT_FOUND)
    return ask_moderator()


@blueprint.get("/")
def desk() -> ResponseReturnValue:
    """List open reports."""
    note_reading()
    found = reports.open_reports(db(), place_asked())
    return respond(OpenReports(found, reports.open_calls(db())))


def place_asked() -> reports.ReportMark | None:
    """Read where a page of open reports begins; an invalid place means the beginning."""
    written, _, number = request.args.get("after", "").partition("_")
    try:
        made_at, last = datetime.fromisoformat(written), int(number)
    except ValueError:
        return None
    return reports.ReportMark(made_at, ReportId(last)) if made_at.tzinfo and 0 <= last <= LARGEST else None


@blueprint.route(f"/reports/<int(max={LARGEST}):number>", methods=["GET", "POST"])
def report(number: ReportId) -> ResponseReturnValue:
    """Show a report, and store a moderator's answer."""
    found, form = reports.find_report(db(), number), ReasonForm()
    if form.validate_on_submit() and try_to_answer(form, number):
        return see_other(url_for("moderation.desk"))
    if form.errors:
        found = reports.find_report(db(), number)
    note_reading(found.about_id, number)
    return respond(OneReport(found, form), HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK)


def try_to_answer(form: ReasonForm, number: ReportId) -> bool:
    """Store the answer to a report, or say in the form why not."""
    try:
        with writing() as session:
            reports.answer(session, number, me().id, form.reason.data or "", now())
    except ModerationRefused as refused:
        form.refuse("reason", refusal_message(refused))
        return False
    flash(gettext("The report is answered and closed."))
    return True


@blueprint.get("/log")
def log() -> ResponseReturnValue:
    """List what moderators and arbiters did, and their notes."""
    note_reading()
    return respond(LogPage(acts.list_acts(db(), number_asked())))


@blueprint.get("/messages")
def messages() -> ResponseReturnValue:
    """List messages that could not be delivered."""
    note_reading()
    return respond(UndeliveredPage(list_undelivered(db(), number_asked())))


@blueprint.get("/log/read")
def readings() -> ResponseReturnValue:
    """List what moderators and arbiters read that is not public.

    Reading this list is not noted, since it only says who read what.
    """
    return respond(LogPage(acts.list_acts(db(), number_asked(), readings=True), "moderation.readings"))
