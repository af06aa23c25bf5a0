"""Making and running a table; its pages, files and live state for everybody."""

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from secrets import SystemRandom

from flask import Response, current_app, flash, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from adjudicator import Power, Province, standard
from games import (
    Chapter,
    EventKind,
    GameError,
    GameEvent,
    GameFault,
    Remark,
    VoteOutcome,
    read_all,
    with_added,
)
from games.exchange import saved_game_of, text_of
from models.ids import TableToken
from services.refused import NotFound, Refused
from services.tables import clock, running, tables
from services.tables.clock import ClockAct
from services.tables.refusals import TableRefusal, TableRefused, refused_by_rules
from services.tables.tables import LoadedTable
from services.terms import OFFERED
from web.core.forms import MOST_DIGITS, Onward, show_again
from web.core.limits import address, count
from web.core.links import number_asked, see_other
from web.core.login import me, member, members_only
from web.core.messages import refusal_message
from web.core.page import WARNING, respond
from web.core.session import db, now, writing
from web.core.translation import gettext, language
from web.tables.forms import TableForm
from web.tables.pages import (
    CodesPage,
    PhasePage,
    PrintPage,
    TableList,
    TablePage,
    WallPage,
    blueprint,
    moved_words,
)
from web.tables.words import clock_summaries, lineup_summaries
from web.words.names import power_name

LIVE_RATE = "90 per minute"
"""How often one address may ask for a table's state; a room of people shares an address."""


@blueprint.errorhandler(TableRefused)
def refused(error: TableRefused) -> ResponseReturnValue:
    """Say why a request was refused, and show the typed text again."""
    status = HTTPStatus.FORBIDDEN if error.code is TableRefusal.NOT_ORGANISER else HTTPStatus.CONFLICT
    token = (request.view_args or {})["token"]
    onward = Onward(url_for("tables.show", token=token), gettext("Open the table again"))
    return show_again(gettext("This was not done"), refusal_message(error), status, onward)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """List a member's tables; explain tables to visitors."""
    viewer = member()
    found = list(tables.listed(db(), viewer.id, number_asked())) if viewer else []
    more = found[tables.PAGE - 1].id if len(found) > tables.PAGE else None
    return respond(TableList(found[: tables.PAGE], more))


@blueprint.route("/new", methods=["GET", "POST"])
@members_only
def create() -> ResponseReturnValue:
    """Make a table."""
    form = TableForm()
    token = _created(form) if form.validate_on_submit() else None
    if token:
        return see_other(url_for("tables.show", token=token))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    page = render_template(
        "tables/new.html",
        form=form,
        lineups=lineup_summaries(),
        clocks=clock_summaries(),
        editions=tuple(OFFERED),
    )
    return page, status


FIELDS = {"players": "names", "terms": "goal"}
"""The fields that show refusals by the rules, where the rules use another name."""


def _created(form: TableForm) -> str | None:
    """Make the table and return its token; None with the fault at its field."""
    usual = {power: power_name(power) for power in standard().powers}
    try:
        proposal = form.proposal()
        with writing() as session:
            return tables.make(session, me().id, proposal, usual, now()).token
    except GameError as error:
        _refuse(form, refused_by_rules(error))
    except TableRefused as error:
        _refuse(form, error)
    return None


def _refuse(form: TableForm, error: Refused) -> None:
    field = error.field.partition("[")[0].partition(".")[0]
    field = FIELDS.get(field, field)
    form.refuse(field if field in form else "saved" if form.saved.data else "names", refusal_message(error))


@blueprint.get("/<token>")
def show(token: TableToken) -> ResponseReturnValue:
    """Show a table."""
    return respond(TablePage(tables.find(db(), token)))


@blueprint.get("/<token>/<any(sheets, undo, event, clock, links, delete):_form>")
def back_from_form(token: TableToken, _form: str) -> ResponseReturnValue:
    """Redirect to the table when the answer to a form is reloaded."""
    return see_other(url_for("tables.show", token=token))


@blueprint.get("/<token>/wall")
def wall(token: TableToken) -> ResponseReturnValue:
    """Show a table for a wall."""
    return respond(WallPage(tables.find(db(), token)))


@blueprint.get("/<token>/codes")
def codes(token: TableToken) -> ResponseReturnValue:
    """Show the links of the powers as QR codes, to the organiser alone."""
    page = CodesPage(tables.find(db(), token))
    if not page.is_organiser:
        raise NotFound
    return respond(page)


@blueprint.get("/<token>/print")
def printed(token: TableToken) -> ResponseReturnValue:
    """Show sheets to print and write on."""
    return respond(PrintPage(tables.find(db(), token)))


@blueprint.get("/<token>/phases/<int:ordinal>")
def phase(token: TableToken, ordinal: int) -> ResponseReturnValue:
    """Show a past phase."""
    table = tables.find(db(), token)
    moved = table.moves[ordinal] if ordinal < len(table.moves) else None
    if not isinstance(moved, Chapter):
        raise NotFound
    return respond(PhasePage(table, ordinal, moved))


@blueprint.get("/<token>/live")
def live(token: TableToken) -> ResponseReturnValue:
    """Answer with the state of the clock, and whether the page has changed."""
    count(LIVE_RATE, "tables live", address())
    table = tables.find(db(), token)
    left = clock.left(table.stored, now())
    answer = jsonify(
        stamp=running.stamp(db(), table.stored),
        left=left,
        runs=table.stored.clock_ends_at is not None,
        writing=table.clock.writing * 60,
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/<token>/record.json")
def record(token: TableToken) -> Response:
    """Answer with the record of a game (docs/formats.md)."""
    plain = tables.record_of(db(), tables.find(db(), token))
    return _file(json.dumps(plain, ensure_ascii=False, indent=1), "application/json", f"{token}.json")


@blueprint.get("/<token>/saved-game.json")
def saved_game(token: TableToken) -> Response:
    """Answer with a game as the package `diplomacy` saves it."""
    table = tables.find(db(), token)
    try:
        plain = saved_game_of(table.first, table.moves, token)
    except GameError as error:
        raise NotFound from error
    return _file(json.dumps(plain), "application/json", f"{token}-saved.json")


@blueprint.get("/<token>/game.txt")
def text(token: TableToken) -> Response:
    """Answer with a game as a text, phase by phase."""
    table = tables.find(db(), token)
    return _file(text_of(table.first, table.moves, language()), "text/plain", f"{token}.txt")


def _file(content: str, kind: str, name: str) -> Response:
    response: Response = current_app.response_class(content, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@blueprint.post("/<token>/sheets")
@members_only
def sheets(token: TableToken) -> ResponseReturnValue:
    """Store what the organiser typed, and reveal the phase if they pressed that button."""
    act = request.form.get("act", "save")
    with writing() as session:
        table = tables.lock(session, token, me().id)
        running.check_ordinal(table, _number("ordinal"))
        strays, not_stored = _store(session, table)
    if strays or not_stored:
        rest = "\n".join(remark.text for remark in strays)
        found = tables.find(db(), token)
        page = TablePage(found, strays=strays, all_text=rest, not_stored=not_stored)
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    if act == "save":
        wrong = TablePage(tables.find(db(), token)).wrong_names
        if wrong:
            flash(gettext("Saved, but not every line counts. Look at %(powers)s.", powers=wrong), WARNING)
        else:
            flash(gettext("Saved. Nobody else can read it before the reveal."))
        return see_other(url_for("tables.show", token=token))
    if act == "reveal":
        page = TablePage(tables.find(db(), token), asks=True)
        if page.is_refused:
            return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    with writing() as session:
        table = tables.lock(session, token, me().id)
        running.check_ordinal(table, _number("ordinal"))
        running.reveal(session, table, now())
    return see_other(url_for("tables.show", token=token, _anchor="outcomes"))


def _store(session: Session, table: LoadedTable) -> tuple[Sequence[Remark], Mapping[Power, str]]:
    """Store the sheets of the form; return what could not be stored.

    These are the lines of the common sheet that belong to no power, and the texts for powers whose sheets
    came by their links.
    """
    game = table.game
    common = request.form.get("all", "")
    found = read_all(game, common, language()) if common.strip() else {}
    typed = {}
    for power in game.reading_order:
        if power not in game.awaited:
            continue
        own = request.form.get(f"sheet_{power}", "").replace("\r\n", "\n").rstrip()
        if power in found:
            own = with_added(game, power, own, found[power].sheet, language())
        typed[power] = running.Typed(
            own,
            bool(request.form.get(f"in_{power}")),
            bool(request.form.get(f"torn_{power}")),
        )
    not_stored = running.store_typed(session, table, typed, language(), now())
    return found[None].remarks if None in found else (), not_stored


def _number(name: str) -> int | None:
    text = request.form.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


@blueprint.post("/<token>/undo")
@members_only
def undo(token: TableToken) -> ResponseReturnValue:
    """Take the last phase or event back."""
    with writing() as session:
        table = tables.lock(session, token, me().id)
        running.check_ordinal(table, _number("ordinal"))
        undone = running.undo(session, table, language(), now())
        played_for = tables.round_of(session, table.stored)
    if isinstance(undone, Chapter):
        flash(gettext("Taken back. The sheets are here again; those that came by links stay as they were."))
    else:
        flash(gettext("Taken back: %(what)s", what=moved_words(undone)))
    if played_for and played_for.confirmed:
        flash(gettext("The tournament still has the result that was confirmed."), WARNING)
    return see_other(url_for("tables.show", token=token))


@blueprint.post("/<token>/event")
@members_only
def event(token: TableToken) -> ResponseReturnValue:
    """Store an event."""
    kind = request.form.get("event", "")
    if kind not in list(EventKind):
        raise NotFound
    with writing() as session:
        table = tables.lock(session, token, me().id)
        running.check_ordinal(table, _number("ordinal"))
        happened = running.let_happen(session, table, _event(EventKind(kind), table), now())
    flash(moved_words(happened))
    return see_other(url_for("tables.show", token=token))


def _power() -> Power | None:
    """Read a power from the form; None for anything else."""
    sent = request.form.get("power", "")
    return next((power for power in standard().powers if power == sent), None)


def _places() -> tuple[Province, ...]:
    """Read supply centres from the form; raises TableRefused for anything else."""
    known = {str(code): code for code in standard().centres}
    sent = request.form.getlist("places")
    if any(code not in known for code in sent):
        raise TableRefused(GameFault.NOT_A_CENTRE)
    return tuple(known[code] for code in sent)


def _event(kind: EventKind, table: LoadedTable) -> GameEvent:
    """Read an event from its form."""
    outcome = request.form.get("outcome", "")
    player = _number("player")
    if kind is EventKind.TOSSED and player is None:
        player = SystemRandom().randint(1, len(table.game.seats))
    sent = request.form.getlist("players")
    return GameEvent(
        kind,
        player=player,
        name=" ".join(request.form.get("name", "").split()),
        power=_power(),
        places=_places(),
        outcome=VoteOutcome(outcome) if outcome in list(VoteOutcome) else None,
        vetoed_by=_number("vetoed_by"),
        players=tuple(number for number in range(1, len(table.game.seats) + 1) if str(number) in sent),
        minutes=clock.minutes_played(table.stored, now()) if kind is EventKind.TIME_UP else None,
        year=_number("year"),
    )


@blueprint.post("/<token>/clock")
@members_only
def set_clock(token: TableToken) -> ResponseReturnValue:
    """Start, stop or change the clock."""
    what = request.form.get("act", "")
    if what not in list(ClockAct):
        raise NotFound
    with writing() as session:
        table = tables.lock(session, token, me().id)
        clock.act(table.stored, table.game, ClockAct(what), now())
    return see_other(url_for("tables.show", token=token))


@blueprint.post("/<token>/links")
@members_only
def links(token: TableToken) -> ResponseReturnValue:
    """Make a new link for a power; the old one stops working."""
    power = _power()
    with writing() as session:
        table = tables.lock(session, token, me().id)
        if power is None or power not in table.game.present:
            raise TableRefused(GameFault.UNKNOWN_POWER)
        running.renew_links(table, [power])
    flash(gettext("%(power)s has a new link. The old one opens nothing any more.", power=power_name(power)))
    return see_other(url_for("tables.show", token=token, _anchor="links"))


@blueprint.post("/<token>/delete")
@members_only
def delete(token: TableToken) -> ResponseReturnValue:
    """Delete a table with all that was played."""
    with writing() as session:
        tables.delete(session, tables.lock(session, token, me().id))
    flash(gettext("The table is deleted."))
    return see_other(url_for("tables.index"))
