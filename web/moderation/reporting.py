"""Members' reports to moderators, the answers, and dismissing warnings."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from models import Report, StoredDuel
from models.ids import ActId, TalkMessageId
from services.accounts.accounts import named
from services.duels.access import DuelForViewer, find_duel
from services.moderation import acts, reports
from services.moderation.refusals import ModerationRefused
from services.talk.talk import around
from web.core.limits import limited
from web.core.links import LARGEST, back, number_asked, see_other
from web.core.login import me, member, members_only
from web.core.messages import refusal_message
from web.core.page import Frame, rendered, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.frame import DuelPart
from web.moderation.desk import ReportForm
from web.moderation.words import case_names
from web.talk.words import phrase_words
from web.words.names import is_named, names_of

blueprint = Blueprint("reports", __name__, url_prefix="/reports")


class ReportingPart(DuelPart):
    """The link that reports something about a duel."""

    name = "reporting"

    def way(self) -> str:
        """The link to the form; none in practice."""
        can_report = member() is not None and self.stored.level is None
        return rendered("moderation/ways.html", duel=self.stored.token) if can_report else ""


class ReportPage(Frame):
    """The form by which a member reports something."""

    template = "moderation/report_form.html"

    def __init__(self, form: ReportForm, duel: StoredDuel | None, evidence: str) -> None:
        self.form, self.duel, self.evidence = form, duel, evidence
        self.is_refused = bool(form.errors)


class OwnReports(Frame):
    """The reports of a member, with the answers."""

    template = "moderation/own_reports.html"

    def __init__(self, found: Sequence[Report]) -> None:
        self.reports = found[: reports.PAGE]
        self.more = len(found) > reports.PAGE

    @property
    def kinds(self) -> Mapping[str, str]:
        """The names of what reports are about."""
        return case_names()


@blueprint.get("/")
@members_only
def index() -> ResponseReturnValue:
    """List what the member has reported, the latest first."""
    return respond(OwnReports(reports.own_reports(db(), me().id, number_asked())))


@blueprint.get("/new")
@blueprint.post("/new")
@limited("30 per hour", methods=["POST"])
@members_only
def new() -> ResponseReturnValue:
    """Report something."""
    form = ReportForm(**{name: request.args.get(name, "") for name in ("about", "duel", "talk", "text")})
    viewed = find_duel(db(), form.duel.data, me().id) if form.duel.data else None
    duel = viewed.stored if viewed else None
    evidence = evidence_of(form, viewed) if viewed else ""
    if viewed and viewed.player and not form.is_submitted():
        opponent = viewed.stored.players[viewed.player.opponent]
        form.about.data = form.about.data or (opponent.name if is_named(opponent) else "")
    if form.validate_on_submit() and is_stored(form, duel, evidence):
        flash(gettext("Your report is sent. The answer will stand here."))
        return see_other(url_for("reports.index"))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return respond(ReportPage(form, duel, evidence), status)


def evidence_of(form: ReportForm, viewed: DuelForViewer) -> str:
    """Write the reported message of a player's talk with those around it; empty for anybody else."""
    number = form.talk.data or ""
    if viewed.player is None or not number.isdecimal() or int(number) > LARGEST:
        return ""
    names = names_of(viewed.stored)
    found = around(db(), viewed.stored, TalkMessageId(int(number)))
    return "\n".join(
        f"{'→ ' if each.id == int(number) else ''}{each.said_at:%Y-%m-%d %H:%M} UTC, {names[each.player]}: "
        f"{phrase_words(each.phrase) or each.text}"
        for each in found
    )


def is_stored(form: ReportForm, duel: StoredDuel | None, evidence: str) -> bool:
    """Store a report, or say in the form why not."""
    name = (form.about.data or "").strip()
    about = named(db(), name) if name else None
    if name and about is None:
        form.refuse("about", gettext("Nobody here has this name. Check its spelling."))
        return False
    try:
        with writing() as session:
            about_id, duel_id = about.id if about else None, duel.id if duel else None
            text = form.text.data or ""
            reports.report(
                session, me().id, form.kind.data, text, now(), about_id, duel_id, evidence=evidence or None
            )
    except ModerationRefused as refused:
        form.refuse(refused.field, refusal_message(refused))
        return False
    return True


@blueprint.post(f"/warnings/<int(max={LARGEST}):number>/read")
@members_only
def put_away(number: ActId) -> ResponseReturnValue:
    """Note that the member has read a warning."""
    with writing() as session:
        acts.mark_read(session, number, me().id, now())
    return see_other(back(url_for("pages.front")))
