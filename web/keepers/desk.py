"""The desk: open reports, one report, and the log. There is no such page for anybody but keepers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from http import HTTPStatus

from flask import Blueprint, abort, flash, request, url_for
from flask.typing import ResponseReturnValue

from models import KeeperAct, Report
from services.keepers import acts, reports
from services.keepers.acts import ReasonRefused
from web.frame.errors import page as error_page
from web.frame.links import LARGEST, number_asked, see_other
from web.frame.login import me, member
from web.frame.page import Frame, respond
from web.frame.session import db, now, writing
from web.frame.translation import gettext
from web.keepers.forms import ReasonForm
from web.keepers.words import act_names, case_names, why_not_reason

blueprint = Blueprint("keepers", __name__)


class DeskPage(Frame):
    """What the pages of the desk share; rendered each time, for what they show changes with every act."""

    @property
    def kinds(self) -> Mapping[str, str]:
        """The names of what reports are about."""
        return case_names()

    @property
    def acts_named(self) -> Mapping[str, str]:
        """The names of what was done."""
        return act_names()


class OpenReports(DeskPage):
    """The open reports, the oldest first."""

    template = "keepers/desk.html"

    def __init__(self, found: Sequence[Report], calls: int) -> None:
        self.reports, self.calls = found[: reports.PAGE], calls
        self.more = len(found) > reports.PAGE

    @property
    def after(self) -> str:
        """Where the next page begins."""
        last = self.reports[-1]
        return f"{last.made_at.isoformat()}_{last.id}"


class OneReport(DeskPage):
    """One report, with what came before it about the same account and from the same reporter."""

    template = "keepers/report.html"

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
    def acts(self) -> Sequence[KeeperAct]:
        """The latest acts about the same account."""
        return acts.acts_about(db(), self.report.about_id) if self.report.about_id else ()

    @property
    def others(self) -> Sequence[Report]:
        """The latest other reports of the same reporter."""
        found = reports.own_reports(db(), self.report.reporter_id)
        return [each for each in found if each.id != self.report.id and each.kind in reports.KINDS]


class LogPage(DeskPage):
    """All that keepers and arbiters did, the latest first."""

    template = "keepers/log.html"

    def __init__(self, found: Sequence[KeeperAct]) -> None:
        self.acts = found[: acts.PAGE]
        self.more = len(found) > acts.PAGE


@blueprint.before_request
def keepers_only() -> None:
    """There is nothing here for anybody else."""
    reader = member()
    if reader is None or not reader.is_keeper:
        abort(HTTPStatus.NOT_FOUND)


@blueprint.errorhandler(reports.UnknownReport)
def unknown(_: Exception) -> ResponseReturnValue:
    """There is no such report at the desk."""
    return error_page(HTTPStatus.NOT_FOUND)


@blueprint.get("/")
def desk() -> ResponseReturnValue:
    """List open reports."""
    found = reports.open_reports(db(), place_asked())
    return respond(OpenReports(found, reports.open_calls(db())))


def place_asked() -> reports.Place | None:
    """Read where a page of open reports begins; what is no place is the beginning."""
    written, _, number = request.args.get("after", "").partition("_")
    try:
        made_at, last = datetime.fromisoformat(written), int(number)
    except ValueError:
        return None
    return reports.Place(made_at, last) if made_at.tzinfo and 0 <= last <= LARGEST else None


@blueprint.route(f"/reports/<int(max={LARGEST}):number>", methods=["GET", "POST"])
def report(number: int) -> ResponseReturnValue:
    """Show a report, and take its answer."""
    found, form = reports.find_report(db(), number), ReasonForm()
    if form.validate_on_submit() and is_answered(form, number):
        return see_other(url_for("keepers.desk"))
    if form.errors:
        found = reports.find_report(db(), number)
    return respond(OneReport(found, form), HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK)


def is_answered(form: ReasonForm, number: int) -> bool:
    """Store the answer to a report, or say in the form why not."""
    try:
        with writing() as session:
            reports.answer(session, number, me().id, form.reason.data or "", now())
    except ReasonRefused as error:
        form.refuse("reason", why_not_reason(error))
        return False
    except reports.NotOpen:
        form.refuse("reason", gettext("Another keeper has answered meanwhile. Nothing was stored."))
        return False
    flash(gettext("The report is answered and closed."))
    return True


@blueprint.get("/log")
def log() -> ResponseReturnValue:
    """List what keepers and arbiters did."""
    return respond(LogPage(acts.list_acts(db(), number_asked())))
