"""What members report to the keepers, the answers, and the warnings that they have read."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from models import Report, StoredDuel
from services.accounts.accounts import named
from services.duels.tables import UnknownDuel, find_table
from services.keepers import reports, warnings
from web.frame.errors import page as error_page
from web.frame.limits import limiter
from web.frame.links import LARGEST, back, number_asked, see_other
from web.frame.login import me, members_only
from web.frame.page import Frame, respond
from web.frame.session import db, now, writing
from web.frame.translation import gettext
from web.keepers.forms import ReportForm
from web.keepers.words import case_names, why_not_report
from web.words.names import names_of

blueprint = Blueprint("reports", __name__)


class ReportPage(Frame):
    """The form by which a member reports something."""

    template = "keepers/report_form.html"

    def __init__(self, form: ReportForm, duel: StoredDuel | None) -> None:
        self.form, self.duel = form, duel
        self.is_refused = bool(form.errors)


class OwnReports(Frame):
    """The reports of a member, with the answers."""

    template = "keepers/own_reports.html"

    def __init__(self, found: Sequence[Report]) -> None:
        self.reports = found[: reports.PAGE]
        self.more = len(found) > reports.PAGE

    @property
    def kinds(self) -> Mapping[str, str]:
        """The names of what reports are about."""
        return case_names()


@blueprint.errorhandler(UnknownDuel)
def unknown(_: Exception) -> ResponseReturnValue:
    """There is no such duel, or none that the reader may see."""
    return error_page(HTTPStatus.NOT_FOUND)


@blueprint.get("/")
@members_only
def index() -> ResponseReturnValue:
    """List what the reader has reported, the latest first."""
    return respond(OwnReports(reports.own_reports(db(), me().id, number_asked())))


@blueprint.route("/new", methods=["GET", "POST"])
@limiter.limit("30 per hour", methods=["POST"])
@members_only
def new() -> ResponseReturnValue:
    """Report something."""
    form = ReportForm(about=request.args.get("about", ""), duel=request.args.get("duel", ""))
    table = find_table(db(), form.duel.data, me().id) if form.duel.data else None
    duel = table.stored if table else None
    if table and table.player and not form.is_submitted():
        form.about.data = form.about.data or names_of(table.stored)[table.player.opponent]
    if form.validate_on_submit() and is_stored(form, duel):
        flash(gettext("Your report is sent. The answer will stand here."))
        return see_other(url_for("reports.index"))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return respond(ReportPage(form, duel), status)


def is_stored(form: ReportForm, duel: StoredDuel | None) -> bool:
    """Store a report, or say in the form why not."""
    name = (form.about.data or "").strip()
    about = named(db(), name) if name else None
    if name and about is None:
        form.refuse("about", gettext("Nobody here has this name. Check its spelling."))
        return False
    try:
        with writing() as session:
            about_id, duel_id = about.id if about else None, duel.id if duel else None
            reports.report(session, me().id, form.kind.data, form.text.data or "", now(), about_id, duel_id)
    except reports.ReportRefused as error:
        form.refuse(error.field, why_not_report(error))
        return False
    return True


@blueprint.post(f"/warnings/<int(max={LARGEST}):number>/read")
@members_only
def put_away(number: int) -> ResponseReturnValue:
    """Note that the reader has read a warning."""
    with writing() as session:
        warnings.note_read(session, number, me().id, now())
    return see_other(back(url_for("pages.front")))
