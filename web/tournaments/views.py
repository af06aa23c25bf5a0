"""The pages of tournaments, and their tables as CSV (RFC 4180)."""

import csv
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from http import HTTPStatus
from io import StringIO
from itertools import chain

from flask import Response, current_app, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from competition.tournament.results import CrosstableRow
from competition.tournament.values import System
from intimate.errors import SettingError
from models import User
from models.ids import TournamentToken
from models.tournament import TournamentState
from services.terms import PRESETS
from services.tournaments import entering, making
from services.tournaments.refusals import NOT_ALLOWED, TournamentRefused
from services.tournaments.sheet import TournamentSheet, crossed
from services.tournaments.tournaments import LISTED, PAGE, ListedTournament, listed
from services.viewers import Lists
from web.challenges.forms import setting_refused
from web.core.errors import page as error_page
from web.core.links import number_asked, see_other
from web.core.login import me, members_only
from web.core.messages import refusal_message
from web.core.page import Frame, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.tournaments import desk
from web.tournaments.forms import TournamentForm
from web.tournaments.page import TournamentFrame, TournamentLogPage, TournamentPage, blueprint, lines
from web.tournaments.words import meeting_twice, system_summaries
from web.words.settings import preset_summary
from web.words.times import deadline, instant


class TournamentList(Frame):
    """Tournaments as cards, rendered once except for the times."""

    template = "tournaments/index.html"
    follows = Lists.TOURNAMENTS
    is_list = True

    def __init__(self, which: str, found: Sequence[ListedTournament], before: int | None) -> None:
        self.which, self.found, self.before = which, found[:PAGE], before
        self.next_before = found[PAGE - 1].id if len(found) > PAGE else None

    def key(self) -> Hashable:
        """The tournaments, their states, and the number of the page."""
        stands = tuple((each.id, each.version, each.players) for each in self.found)
        return self.which, stands, self.before, self.next_before

    @cached_property
    def _by_token(self) -> Mapping[TournamentToken, ListedTournament]:
        return {each.token: each for each in self.found}

    def when(self, token: TournamentToken) -> str:
        """The time on a tournament's card: when sign-up closes, else when it ended or was made."""
        each = self._by_token[token]
        if each.state == TournamentState.OPEN and each.closes_at:
            return deadline(each.closes_at)
        return instant(each.ended_at or each.created_at)


@blueprint.errorhandler(TournamentRefused)
def answer_refusal(error: TournamentRefused) -> ResponseReturnValue:
    """Answer that only the organiser or an arbiter may do this, or that it is no longer possible."""
    return error_page(HTTPStatus.FORBIDDEN if error.code in NOT_ALLOWED else HTTPStatus.CONFLICT)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """List tournaments: open ones, unless others are asked for."""
    asked = request.args.get("list", "open")
    which = asked if asked in LISTED else "open"
    before = number_asked()
    return respond(TournamentList(which, listed(db(), which, before), before))


@blueprint.get("/new")
@blueprint.post("/new")
@members_only
def create() -> ResponseReturnValue:
    """Make a tournament."""
    form = TournamentForm()
    token = create_from(form) if form.validate_on_submit() else None
    if token:
        flash(gettext("Your tournament is open. Send its address to your players."))
        if form.system.data == System.SWISS and form.most_players.data:
            warning = meeting_twice(form.most_players.data, len(form.plan().rounds))
            if warning:
                flash(warning)
        return see_other(url_for("tournaments.show", token=token))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    summaries = system_summaries()
    presets = {name: preset_summary(name) for name in PRESETS}
    return render_template("tournaments/new.html", form=form, summaries=summaries, presets=presets), status


def create_from(form: TournamentForm) -> str | None:
    """Make a tournament and return its token; None if it was refused, with the reasons in the form."""
    proposal = form.proposal(now())
    if proposal is None:
        return None
    try:
        with writing() as session:
            return making.make(session, me().id, proposal, now()).token
    except SettingError as error:
        form.refuse("preset", setting_refused(error.value))
    except TournamentRefused as error:
        field = {"closes_at": "closes"}.get(error.field, error.field)
        form.refuse(field if field in form else "name", refusal_message(error))
    return None


@blueprint.get("/<token>")
def show(token: TournamentToken) -> ResponseReturnValue:
    """Show a tournament."""
    return respond(TournamentPage(token))


@blueprint.get("/<token>/log")
def log(token: TournamentToken) -> ResponseReturnValue:
    """Show all decisions of a tournament."""
    return respond(TournamentLogPage(token, number_asked()))


@blueprint.post("/<token>/sign-up")
@members_only
def sign_up(token: TournamentToken) -> ResponseReturnValue:
    """Sign the member up."""
    try:
        with writing() as session:
            entering.sign_up(session, token, session.get_one(User, me().id), now())
    except TournamentRefused as error:
        return refused(token, error)
    flash(gettext("You are signed up."))
    return see_other(url_for("tournaments.show", token=token))


@blueprint.post("/<token>/sign-off")
@members_only
def sign_off(token: TournamentToken) -> ResponseReturnValue:
    """Sign the member off; ask first if the tournament is running."""
    if desk.needs_question(token, "leave"):
        return desk.ask(token, "leave", url_for("tournaments.sign_off", token=token))
    try:
        with writing() as session:
            entering.sign_off(session, token, me().id, now())
    except TournamentRefused as error:
        return refused(token, error)
    flash(gettext("You have signed off."))
    return see_other(url_for("tournaments.show", token=token))


def refused(token: TournamentToken, error: TournamentRefused) -> ResponseReturnValue:
    """Show the tournament again, and say why an act was refused."""
    return respond(TournamentPage(token, refusal_message(error)), HTTPStatus.CONFLICT)


@blueprint.get("/<token>/<any('sign-up', 'sign-off'):_part>")
def back_from_act(token: TournamentToken, _part: str) -> ResponseReturnValue:
    """Redirect to the tournament when somebody reloads the answer to a form."""
    return see_other(url_for("tournaments.show", token=token))


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of texts that a spreadsheet takes for formulas."""


@blueprint.get("/<token>/standings.csv")
def standings_csv(token: TournamentToken) -> Response:
    """Answer with the ranking."""
    frame = TournamentFrame(token)
    sheet = frame.sheet
    numbers = range(1, sheet.tournament.round + 1)
    # Ordinary games are neither won nor lost, and have no tie-breaks.
    ties, counts = (sheet.plan.ties, ("won", "drawn", "lost")) if frame.has_duels else ((), ())
    head = ["place", "name", "score", "score_exact", *(f"round_{number}" for number in numbers), *ties]
    rows = [
        [
            line.standing.place,
            line.name,
            decimal(line.standing.score),
            str(line.standing.score),
            *map(decimal, line.rounds),
            *(decimal(line.standing.ties.get(tie)) for tie in ties),
            *(getattr(line.standing, count) for count in counts),
        ]
        for line in lines(sheet)
    ]
    return download([[*head, *counts], *rows], "standings")


@blueprint.get("/<token>/crosstable.csv")
def crosstable_csv(token: TournamentToken) -> Response:
    """Answer with the cross-table."""
    return download(_crosstable(TournamentFrame(token).sheet), "crosstable")


def _crosstable(sheet: TournamentSheet) -> Iterable[Sequence[object]]:
    rows = crossed(sheet)
    place_and_name = {row.entry: (sheet.places[row.entry], sheet.entrants[row.entry].name) for row in rows}
    if sheet.plan.system is System.ALL:
        yield ["place", "name", *(place_and_name[row.entry][1] for row in rows)]
        for row in rows:
            yield [*place_and_name[row.entry], *(_against(row, other.entry) for other in rows)]
        return
    numbers = [
        number for number, each in enumerate(sheet.plan.rounds[: sheet.tournament.round], 1) if each.duels
    ]
    columns = ((f"round_{number}_opponent", f"round_{number}_points") for number in numbers)
    yield ["place", "name", *chain.from_iterable(columns)]
    for row in rows:
        yield [
            *place_and_name[row.entry],
            *chain.from_iterable(_in_round(sheet, row, number) for number in numbers),
        ]


def _against(row: CrosstableRow, other: int) -> str:
    return " ".join(decimal(cell.points) for cell in row.against.get(other, ()))


def _in_round(sheet: TournamentSheet, row: CrosstableRow, number: int) -> tuple[str, str]:
    cells = row.rounds.get(number, ())
    opponents = (sheet.entrants[cell.opponent].name if cell.opponent else "bye" for cell in cells)
    return "; ".join(opponents), "; ".join(decimal(cell.points) for cell in cells)


def decimal(value: Fraction | None) -> str:
    """Write a score with a point, whatever the language: 2.667."""
    return "" if value is None else f"{float(value):.3f}".rstrip("0").rstrip(".")


def safe(cell: object) -> object:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def download(rows: Iterable[Sequence[object]], name: str) -> Response:
    """Answer with rows as a file."""
    text = StringIO(newline="")
    csv.writer(text).writerows([safe(cell) for cell in row] for row in rows)
    response: Response = current_app.response_class(text.getvalue(), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
