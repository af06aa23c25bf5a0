"""The results of an ordinary game, which an arbiter enters or confirms."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Any

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, Field, SelectField, StringField
from wtforms.validators import NumberRange, Optional

from adjudicator import Power, standard
from competition.tournament.ordinary import SEASONS, SOLO
from games.terms import TURKEY
from models.ids import TournamentToken
from models.tournament import TournamentState
from services.tables.tables import LoadedTable
from services.tables.tables import find as find_table
from services.tournaments.games import PointsOfReplaced, points_of_replaced, result_of
from services.tournaments.log import MOST_REASON
from services.tournaments.ordinary import (
    CENTRES,
    FARTHEST,
    LONGEST_NAME,
    MOST_SEASONS,
    MOST_TABLES,
    GameResult,
    PowerResult,
    enter_results,
)
from services.tournaments.refusals import NOT_ALLOWED, TournamentRefused
from services.tournaments.sheet import TournamentSheet
from web.core.errors import page as error_page
from web.core.forms import Form, IntegerField, at_most, choices
from web.core.links import see_other
from web.core.login import me, members_only
from web.core.messages import refusal_message
from web.core.page import respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.tournaments.page import TournamentFrame, blueprint
from web.words.names import by_name, power_name


class ResultsForm(Form):
    """The end of one game: each power with its player, its centres, and whether it was eliminated."""

    number = SelectField(_l("Round"), coerce=int)
    board = IntegerField(
        _l("Table"), [NumberRange(1, MOST_TABLES)], default=1, render_kw={"min": 1, "max": MOST_TABLES}
    )
    solo = IntegerField(
        _l("Centres that win at this table"),
        [Optional(), NumberRange(1, SOLO)],
        render_kw={"min": 1, "max": SOLO},
    )
    reason = StringField(
        _l("Reason, where this corrects earlier results"),
        [at_most(MOST_REASON)],
        default="",
        render_kw={"autocomplete": "off"},
    )

    def offer(self, sheet: TournamentSheet) -> None:
        """Offer the rounds of games that have begun."""
        here = range(sheet.tournament.round, 0, -1)
        games = [number for number in here if not sheet.plan.rounds[number - 1].duels]
        self.number.choices = choices(*((number, str(number)) for number in games))

    def rows(self) -> Sequence[tuple[Power, Sequence[Field]]]:
        """List the powers by their names, each with its fields."""
        kinds = ("name", "centres", "missed", "farthest", "eliminated", "replaced", "relief")
        return [
            (power, [self._fields[f"{kind}_{power}"] for kind in kinds])
            for power in by_name(standard().powers)
        ]

    def result(self) -> GameResult:
        """Return the typed results; a power without a player was not played, or played by itself."""
        rows = dict(self.rows())
        powers = {
            power: PowerResult(
                name.data,
                centres.data or 0,
                eliminated.data,
                missed.data or 0,
                farthest.data,
                replaced.data or "",
                relief.data or 0,
            )
            for power, (name, centres, missed, farthest, eliminated, replaced, relief) in rows.items()
            if (name.data or "").strip()
        }
        turkey = None if TURKEY in powers else rows[TURKEY][1].data
        return GameResult(self.number.data, self.board.data or 0, powers, turkey, self.solo.data)

    def refuse_results(self, faults: Mapping[str, str]) -> None:
        """Show each fault beside its field."""
        words = fault_words()
        for field, fault in faults.items():
            self.refuse("board" if field == "powers" else field, words[fault])


def fault_words() -> Mapping[str, str]:
    """Say what can be wrong with results."""
    return {
        "name": gettext("Give a name of at most %(most)d letters.", most=LONGEST_NAME),
        "twice": gettext("This player has another power already."),
        "centres": gettext("0 to %(most)d centres.", most=CENTRES),
        "missed": gettext("0 to %(most)d seasons.", most=SEASONS - 1),
        "relief": gettext("0 to %(most)d seasons.", most=MOST_SEASONS),
        "farthest": gettext("0 to %(most)d spaces.", most=FARTHEST),
        "solo": gettext("A game is won with 1 to %(most)d centres.", most=SOLO),
        "board": gettext("Tables have numbers from 1 to %(most)d.", most=MOST_TABLES),
        "players": gettext("A game has 4 to 7 players: give each power that was played its player."),
        "sum": gettext("These centres are more than the 34 of the board."),
        "all_out": gettext("Not all players can be eliminated."),
        "round": gettext("No round of games with this number has begun."),
        "correction": gettext("Results of this table stand already. To correct them, give a reason."),
    }


def _with_powers() -> type[ResultsForm]:
    """Make the form with the fields of each power."""
    most = LONGEST_NAME
    fields: dict[str, Any] = {}
    for power in standard().powers:
        fields[f"name_{power}"] = StringField(
            power, [at_most(most)], default="", render_kw={"autocomplete": "off", "list": "entrants"}
        )
        numbers = [Optional(), NumberRange(0, CENTRES)]
        fields[f"centres_{power}"] = IntegerField(_l("Centres"), numbers, render_kw={"inputmode": "numeric"})
        missed = [Optional(), NumberRange(0, SEASONS - 1)]
        fields[f"missed_{power}"] = IntegerField(
            _l("Seasons missed"), missed, render_kw={"inputmode": "numeric"}
        )
        spaces = [Optional(), NumberRange(0, FARTHEST)]
        fields[f"farthest_{power}"] = IntegerField(
            _l("Spaces travelled"), spaces, render_kw={"inputmode": "numeric"}
        )
        fields[f"replaced_{power}"] = StringField(
            _l("Replaced"), [at_most(most)], default="", render_kw={"autocomplete": "off", "list": "entrants"}
        )
        seasons = [Optional(), NumberRange(0, MOST_SEASONS)]
        fields[f"relief_{power}"] = IntegerField(
            _l("Seasons played since"), seasons, render_kw={"inputmode": "numeric"}
        )
        fields[f"eliminated_{power}"] = BooleanField(_l("Eliminated"))
    return type("AllResultsForm", (ResultsForm,), fields)


AllResultsForm = _with_powers()


class ResultsPage(TournamentFrame):
    """The form for the results of a game."""

    template = "tournaments/results.html"

    @cached_property
    def form(self) -> ResultsForm:
        """The form, filled with the stored results if a table is named."""
        form = AllResultsForm(**({} if request.method == "POST" else {"formdata": None}))
        form.offer(self.sheet)
        for power, fields in form.rows():
            fields[0].label.text = power_name(power)
        if request.method != "POST":
            self._fill(form)
        return form

    @property
    def asked(self) -> tuple[int, int]:
        """The round and the table that the address names."""
        return request.args.get("round", self.tournament.round, int), request.args.get("table", 1, int)

    @cached_property
    def _game(self) -> LoadedTable | None:
        """The game of that table, unless the stored result is still right."""
        opened = self.tables_opened.get(self.asked)
        is_stored = self.asked in self.sheet.boards_played and self.asked not in self.tables_changed
        if opened is None or request.method == "POST" or is_stored:
            return None
        return find_table(db(), opened.token)

    @cached_property
    def from_game(self) -> GameResult | None:
        """The result of the game at that table, for the arbiter to confirm."""
        return result_of(self.sheet, *self.asked, self._game) if self._game else None

    @property
    def replaced(self) -> Sequence[PointsOfReplaced]:
        """The players who were replaced in that game, once it is over, and who gets their points."""
        return points_of_replaced(self.sheet, self.from_game) if self.from_game else ()

    @property
    def has_replaced(self) -> bool:
        """True if a field about replaced players is filled in or has a fault."""
        fields = (field for _, row in self.form.rows() for field in row[-2:])
        return any(field.data or field.errors for field in fields)

    def _fill(self, form: ResultsForm) -> None:
        number, form.board.data = self.asked
        form.number.data = number
        rows, here = dict(form.rows()), (number, form.board.data)
        for table in self.sheet.tables:
            if (table.round, table.board) == here and here not in self.sheet.boards_played:
                for power, player in table.seats.items():
                    rows[power][0].data = self.sheet.entrants[player].name
        if self.from_game:
            for power, entered in self.from_game.powers.items():
                _fill(rows[power], entered)
            form.solo.data = self.from_game.solo
            if self.from_game.turkey is not None:
                rows[TURKEY][1].data = self.from_game.turkey
        for row in self.sheet.results:
            if (row.round, row.board) == here and not self.from_game:
                names = self.sheet.entrants
                entered = PowerResult(
                    names[row.entrant_id].name,
                    row.centres,
                    row.eliminated,
                    row.missed,
                    row.farthest,
                    names[row.first_id].name if row.first_id is not None else "",
                    row.relief,
                )
                _fill(rows[row.power], entered)
                form.solo.data = row.solo
                if row.turkey is not None:
                    rows[TURKEY][1].data = row.turkey

    @property
    def faults(self) -> ResultsForm:
        """The form, whose faults the page lists."""
        return self.form

    @property
    def names(self) -> Sequence[str]:
        """The names of the entrants, as suggestions for the fields."""
        return [entrant.name for entrant in self.sheet.entrants.values()]


def _fill(fields: Sequence[Field], entered: PowerResult) -> None:
    name, centres, missed, farthest, eliminated, replaced, relief = fields
    name.data, centres.data, eliminated.data = entered.name, entered.centres, entered.eliminated
    missed.data, farthest.data = entered.missed or None, entered.farthest
    replaced.data, relief.data = entered.replaced, entered.relief if entered.replaced else None


@blueprint.get("/<token>/results")
@blueprint.post("/<token>/results")
@members_only
def results(token: TournamentToken) -> ResponseReturnValue:
    """Enter or correct the results of a game."""
    page = ResultsPage(token)
    if not page.arbitrates:
        return error_page(HTTPStatus.FORBIDDEN)
    if not page.form.number.choices or page.state != TournamentState.RUNNING:
        return see_other(url_for("tournaments.show", token=token))
    if request.method != "POST":
        return respond(page)
    if page.form.validate() and _store(token, page):
        flash(gettext("The results are entered."))
        return see_other(url_for("tournaments.show", token=token))
    page.is_refused = True
    return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)


def _store(token: TournamentToken, page: ResultsPage) -> bool:
    """Store the typed results; False with the faults in the form."""
    form = page.form
    try:
        with writing() as session:
            enter_results(session, token, me().id, form.result(), form.reason.data or "", now())
    except TournamentRefused as error:
        if error.code in NOT_ALLOWED:
            raise
        faults = error.values.get("faults")
        if isinstance(faults, Mapping):
            form.refuse_results(faults)
        else:
            page.problem = refusal_message(error)
    else:
        return True
    return False
