"""The tables of a round of ordinary games: drawing, changing, accepting and opening them."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Any

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, Field, HiddenField, SelectField, StringField, TextAreaField
from wtforms.validators import NumberRange

from adjudicator import Power, standard
from games import Variant
from models.ids import EntrantId, TournamentToken
from services.tables.refusals import TableRefused
from services.terms import OFFERED
from services.tournaments import games
from services.tournaments.making import MOST_TEXT
from services.tournaments.ordinary import LONGEST_NAME, MOST_TABLES
from services.tournaments.refusals import NOT_ALLOWED, TournamentRefused
from services.tournaments.seating import (
    Attendance,
    Part,
    RepeatsNamed,
    RoundTables,
    draw,
    repeats_of,
    seat,
)
from services.tournaments.sheet import TournamentSheet
from web.core.errors import page as error_page
from web.core.forms import Checkboxes, Form, IntegerField, at_most, choices
from web.core.links import see_other
from web.core.login import me, members_only
from web.core.messages import refusal_message
from web.core.page import respond
from web.core.session import db, now, writing
from web.core.translation import gettext, ngettext
from web.tables.words import CLOCKS, LINEUPS, clock_names, lineup_names, lineup_summaries
from web.tournaments.page import TournamentFrame, blueprint
from web.words.names import by_name, power_name
from web.words.settings import edition_name

DRAW, SHAPE = "draw", "shape"
"""The buttons that draw tables and that change their number; any other button accepts the tables."""


def part_names() -> Mapping[Part, str]:
    """Name the parts that an entrant can have in a round."""
    return {
        Part.PLAYS: gettext("plays"),
        Part.HELPS: gettext("plays; organises, and steps back first"),
        Part.VOLUNTEERS: gettext("plays; would step back if asked"),
        Part.AWAY: gettext("is not here"),
    }


class SeatsForm(Form):
    """The attendance, and the player of each power at each table."""

    round = HiddenField()
    others = TextAreaField(
        _l("Others who came, one name on each line"), [at_most(MOST_TEXT)], default="", render_kw={"rows": 3}
    )
    everybody = BooleanField(_l("Nobody steps back: as few tables as possible, as equal as possible"))
    boards = IntegerField(
        _l("Number of tables"),
        [NumberRange(0, MOST_TABLES)],
        default=0,
        render_kw={"min": 0, "max": MOST_TABLES},
    )
    twice = StringField(
        _l("Plays at two tables"),
        [at_most(LONGEST_NAME)],
        default="",
        render_kw={"autocomplete": "off", "list": "entrants"},
    )
    rested = Checkboxes(_l("Stepped back because you asked"), coerce=int)

    def offer(self, sheet: TournamentSheet) -> None:
        """Fill the menus."""
        here = [entrant for entrant in sheet.entrants.values() if entrant.left_at is None]
        self.rested.choices = choices(*((entrant.id, entrant.name) for entrant in here))
        for entrant in here:
            self.part(entrant.id).choices = choices(*part_names().items())

    def part(self, entrant: int) -> Any:  # noqa: ANN401 -- a field of the made class
        """Return the field for an entrant's part."""
        return self._fields[f"part_{entrant}"]

    def parts(self) -> Sequence[Field]:
        """List the fields for the entrants' parts."""
        return [field for name, field in self._fields.items() if name.startswith("part_")]

    def seats(self, board: int) -> Sequence[tuple[Power, Any]]:
        """List the powers of a table by their names, each with its field."""
        return [(power, self._fields[f"seat_{board}_{power}"]) for power in by_name(standard().powers)]

    def table(self, board: int) -> Field:
        """Return the field that takes the faults of a whole table."""
        return self._fields[f"table_{board}"]

    def attendance(self) -> Attendance:
        """Return who came."""
        parts = {EntrantId(int(field.short_name.split("_")[1])): Part(field.data) for field in self.parts()}
        others = [line for line in (self.others.data or "").splitlines() if line.strip()]
        return Attendance(parts, others, self.everybody.data)

    def tables(self, number: int, boards: int) -> RoundTables:
        """Return the typed tables, without empty ones."""
        typed = {
            board: {power: field.data for power, field in self.seats(board) if (field.data or "").strip()}
            for board in range(1, boards + 1)
        }
        rested = frozenset(EntrantId(number) for number in self.rested.data or ())
        tables = {board: seats for board, seats in typed.items() if seats}
        return RoundTables(number, tables, self.twice.data or "", rested)

    def fill(self, tables: RoundTables) -> None:
        """Show tables."""
        for board in self.shown_boards:
            for power, field in self.seats(board):
                field.data = tables.tables.get(board, {}).get(power, "")
        self.twice.data, self.rested.data = tables.twice, sorted(tables.rested)

    @property
    def shown_boards(self) -> range:
        """The numbers of the tables that have fields."""
        return range(1, 1 + sum(name.startswith("table_") for name in self._fields))

    def refuse_tables(self, faults: Mapping[str, str]) -> None:
        """Show each fault beside its field."""
        words = fault_words()
        for field, fault in faults.items():
            self.refuse(field if field in self._fields else "boards", words[fault])


def fault_words() -> Mapping[str, str]:
    """Say what can be wrong with tables."""
    return {
        "name": gettext("Give a name of at most %(most)d letters.", most=LONGEST_NAME),
        "twice": gettext("This player has another power already."),
        "two_tables": gettext("This player sits at another table already. Name who plays at two below."),
        "players": gettext("A table has 4 to 7 players."),
        "opened": gettext("This table has been opened: its players stay until its game is deleted."),
        "played": gettext("This table has results already: its players and powers stay."),
    }


def form_with(sheet: TournamentSheet, boards: int) -> type[SeatsForm]:
    """Make the form with a field for each entrant and seven for each table."""
    fields: dict[str, Any] = {}
    for entrant in sheet.entrants.values():
        if entrant.left_at is None:
            fields[f"part_{entrant.id}"] = SelectField(entrant.name, default=_usual(sheet, entrant.id))
    for board in range(1, boards + 1):
        fields[f"table_{board}"] = HiddenField(gettext("Table %(number)d", number=board))
        for power in standard().powers:
            fields[f"seat_{board}_{power}"] = StringField(
                power_name(power),
                [at_most(LONGEST_NAME)],
                default="",
                render_kw={"autocomplete": "off", "list": "entrants"},
            )
    return type("AllSeatsForm", (SeatsForm,), fields)


def _usual(sheet: TournamentSheet, number: int) -> Part:
    """Return what the form proposes for an entrant: the organiser helps."""
    entrant = sheet.entrants[number]
    if entrant.first_round > sheet.tournament.round or sheet.tournament.round in entrant.stood_down:
        return Part.AWAY
    return Part.HELPS if entrant.user_id == sheet.tournament.organiser_id else Part.PLAYS


class OpenForm(Form):
    """How the tables of a round are played."""

    edition = SelectField(_l("Which rules?"))
    clock = SelectField(_l("How fast?"), default="none")

    def variants(self) -> Sequence[Field]:
        """List the fields of the variants."""
        return [field for name, field in self._fields.items() if name.startswith("variant_")]

    def opened_as(self) -> games.OpenedAs:
        """Return the chosen edition, clock and variants."""
        variants = {
            int(field.short_name.split("_")[1]): LINEUPS[field.data].variant
            for field in self.variants()
            if field.data
        }
        return games.OpenedAs(self.edition.data, CLOCKS[self.clock.data], variants)

    def offer(self, edition: str) -> None:
        """Fill the menus; edition: the one that is selected at first."""
        self.edition.choices = choices(*((name, edition_name(name)) for name in OFFERED))
        named = clock_names()
        self.clock.choices = choices(*((name, named[name]) for name in CLOCKS))
        self.edition.data = self.edition.data or (edition if edition in OFFERED else "standard")


def variant_choices(players: int) -> Mapping[str, str]:
    """Name the variants that a table of four or five may play, the drawn one first (source 004, II)."""
    names = lineup_names()
    other = {
        name: names[name]
        for name, lineup in LINEUPS.items()
        if lineup.players == players and lineup.variant in {Variant.SANDAD, Variant.ESCALATION}
    }
    return {"": lineup_summaries()[str(players)], **other} if other else {}


def opening_form(tables: Mapping[int, int]) -> type[OpenForm]:
    """Make the form that opens tables, with a menu for each that can choose its variant.

    tables: how many players each has.
    """
    fields = {
        f"variant_{board}": SelectField(
            gettext("Table %(number)d plays", number=board), choices=choices(*offered.items()), default=""
        )
        for board, players in tables.items()
        if (offered := variant_choices(players))
    }
    return type("OpenTablesForm", (OpenForm,), fields)


class SeatsPage(TournamentFrame):
    """The tables of the present round: attendance, draw, and accepted tables."""

    template = "tournaments/seats.html"

    def __init__(self, token: TournamentToken) -> None:
        super().__init__(token)
        self.resting: Sequence[str] = ()
        self.is_draft = False

    @property
    def act(self) -> str:
        """The pressed button."""
        return request.form.get("act", "")

    @property
    def number(self) -> int:
        """The present round."""
        return self.tournament.round

    @cached_property
    def stored(self) -> RoundTables:
        """The accepted tables."""
        names = {number: entrant.name for number, entrant in self.sheet.entrants.items()}
        of_round = [table for table in self.sheet.tables if table.round == self.number]
        seated = [player for table in of_round for player in table.players]
        twice = [names[player] for player in dict.fromkeys(seated) if seated.count(player) > 1]
        rested = frozenset(each.id for each in self.sheet.entrants.values() if self.number in each.stood_down)
        tables = {
            table.board: {power: names[player] for power, player in table.seats.items()} for table in of_round
        }
        return RoundTables(self.number, tables, "".join(twice[:1]), rested)

    @cached_property
    def form(self) -> SeatsForm:
        """The form, filled with the accepted tables unless it was sent."""
        if request.method == "POST" and request.endpoint == "tournaments.seats":
            shown = sum(name.startswith("table_") for name in request.form)
            asked = request.form.get("boards", 0, int) if self.act == SHAPE else shown
            return self.shaped(min(max(asked, 0), MOST_TABLES))
        form = self.shaped(max(self.stored.tables, default=0), formdata=None)
        form.fill(self.stored)
        return form

    def shaped(self, boards: int, **values: Any) -> SeatsForm:  # noqa: ANN401 -- passed on to WTForms
        """Make the form with fields for a number of tables."""
        form = form_with(self.sheet, boards)(**values)
        form.offer(self.sheet)
        form.round.data = str(self.number)
        if self.act != SHAPE:
            form.boards.data, form.boards.raw_data = boards, None
        return form

    def show_drawn(self, drawn: RoundTables) -> None:
        """Show the drawn tables in place of the sent ones."""
        self.form = self.shaped(len(drawn.tables))
        self.form.fill(drawn)
        self.is_draft = True

    @property
    def shown(self) -> RoundTables:
        """The tables as the form has them."""
        return self.form.tables(self.number, len(self.form.shown_boards))

    @cached_property
    def repeats(self) -> RepeatsNamed:
        """What the shown tables repeat from earlier rounds."""
        return repeats_of(self.sheet, self.shown)

    @cached_property
    def opening(self) -> OpenForm:
        """The form that opens the tables."""
        players = {board: len(set(self.stored.tables[board].values())) for board in self.closed_boards}
        form = opening_form(players)(
            **({} if request.endpoint == "tournaments.open_tables" else {"formdata": None})
        )
        form.offer(self.tournament.edition)
        return form

    @property
    def closed_boards(self) -> Sequence[int]:
        """The accepted tables that have neither a game nor a result."""
        taken = {*self.tables_opened, *self.sheet.boards_played}
        return [board for board in self.stored.tables if (self.number, board) not in taken]

    @property
    def faults(self) -> SeatsForm:
        """The form, whose faults the page lists."""
        return self.form

    @property
    def names(self) -> Sequence[str]:
        """The names of the entrants, as suggestions for the fields."""
        return [entrant.name for entrant in self.sheet.entrants.values()]


@blueprint.get("/<token>/tables")
@blueprint.post("/<token>/tables")
@members_only
def seats(token: TournamentToken) -> ResponseReturnValue:
    """Draw the tables of the present round, change them by hand, and accept them."""
    page = SeatsPage(token)
    if not (page.organises or page.arbitrates):
        return error_page(HTTPStatus.FORBIDDEN)
    if not page.is_at_tables:
        return see_other(url_for("tournaments.show", token=token))
    if request.method != "POST":
        return respond(page)
    if request.form.get("round", -1, int) != page.number:
        flash(gettext("Somebody was faster. Look where the tournament stands, and press again."))
        return see_other(url_for("tournaments.seats", token=token))
    return _answer(page)


@blueprint.post("/<token>/tables/open")
@members_only
def open_tables(token: TournamentToken) -> ResponseReturnValue:
    """Open tables of the present round as games of the site."""
    page = SeatsPage(token)
    if not (page.organises or page.arbitrates):
        return error_page(HTTPStatus.FORBIDDEN)
    board = request.form.get("number", 0, int)
    if not page.is_at_tables or not page.opening.validate():
        return see_other(url_for("tournaments.seats", token=token))
    boards = [board] if board else page.closed_boards
    try:
        with writing() as session:
            made = games.open_tables(session, token, me().id, boards, page.opening.opened_as(), now())
            first = made[0].token
    except TableRefused as error:
        page.problem, page.is_refused = refusal_message(error), True
        return respond(page, HTTPStatus.CONFLICT)
    if board:
        return see_other(url_for("tables.show", token=first))
    flash(ngettext("%(num)d table is open.", "%(num)d tables are open.", len(made)))
    return see_other(url_for("tournaments.show", token=token))


@blueprint.get("/<token>/tables/open")
def back_to_tables(token: TournamentToken) -> ResponseReturnValue:
    """Redirect to the tables when the answer to a form is reloaded."""
    return see_other(url_for("tournaments.seats", token=token))


def _answer(page: SeatsPage) -> ResponseReturnValue:
    """Show the drawn tables, the tournament once its tables are stored, or the faults."""
    if not page.form.validate() or not _done(page):
        page.is_refused = True
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    if page.is_draft:
        return respond(page)
    flash(gettext("The tables of the round are set. Everybody can see them."))
    return see_other(url_for("tournaments.show", token=page.token))


def _done(page: SeatsPage) -> bool:
    """Do the act of the pressed button; False with the faults in the form."""
    try:
        if page.act == SHAPE:
            page.is_draft = True
        elif page.act == DRAW:
            found = draw(db(), page.token, me().id, page.number, page.form.attendance())
            page.show_drawn(found.drawn)
            page.resting = found.resting
        else:
            with writing() as session:
                seat(session, page.token, me().id, page.shown, now())
    except TournamentRefused as error:
        if error.code in NOT_ALLOWED:
            raise
        faults = error.values.get("faults")
        if isinstance(faults, Mapping):
            page.form.refuse_tables(faults)
        else:
            page.problem = refusal_message(error)
    else:
        return True
    return False
