"""The archive: finished public duels, their search, and the files to download."""

from collections.abc import Hashable, Sequence
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, abort, current_app, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext
from wtforms import SelectField, StringField
from wtforms.validators import NumberRange, Optional
from wtforms.widgets import TextInput

from adjudicator import Power, standard
from intimate.duel import Ending
from intimate.rules import FIRST_YEAR
from models.ids import DuelToken
from services.accounts.accounts import named
from services.archive.dump import DumpFile, find_file, list_files, schema_text
from services.archive.search import ArchiveSearch, FoundDuels, search_archive
from services.duels.lists import ListedDuel, mark_of
from services.players import near_names
from services.terms import PRESETS
from web.core.forms import Form, IntegerField, at_most, choices
from web.core.limits import limited
from web.core.links import page_before
from web.core.page import Frame, respond
from web.core.session import db, without_database
from web.core.translation import gettext, pgettext
from web.duels.lists import PagedList
from web.words.names import by_name, definite_name, power_name
from web.words.numbers import figure, megabytes
from web.words.settings import preset_name, reason_names
from web.words.times import instant, listed

blueprint = Blueprint("archive", __name__, url_prefix="/archive")
LAST = 9999
DRAWN = "drawn"
NAME = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
DIGITS = {"inputmode": "numeric", "autocomplete": "off", "size": "6"}


def whole(label: Any, least: int, most: int, hint: Any = "") -> IntegerField:  # noqa: ANN401  # words in any language
    """Make a field for an optional whole number."""
    message = _l("Type a whole number from %(least)s to %(most)s.", least=least, most=most)
    return IntegerField(
        label,
        [Optional(), NumberRange(least, most, message)],
        description=hint,
        widget=TextInput(),
        render_kw=DIGITS,
    )


class AskingForm(Form):
    """A form that is read from the address."""

    class Meta:
        """No CSRF token, since the form changes nothing."""

        csrf = False

    def __init__(self) -> None:
        super().__init__(formdata=request.args)
        for field in self:
            if isinstance(field, IntegerField):
                field.process_errors = []  # the range check has the message

    @property
    def given(self) -> dict[str, str]:
        """The search by field, as addresses hold it."""
        return {field.name: str(field.data) for field in self if field.data not in (None, "")}


def any_of(label: str, *pairs: tuple[Any, str]) -> list[Any]:
    """Pair the values of a menu with their labels, after an entry for "any"."""
    return choices(("", label), *pairs)


def powers() -> list[tuple[Power, str]]:
    """Pair the powers with their names, in the order of the names."""
    return [(power, power_name(power)) for power in by_name(standard().powers)]


def presets() -> list[tuple[str, str]]:
    """Pair the presets with their names."""
    return [(name, preset_name(name)) for name in PRESETS]


class SearchForm(AskingForm):
    """The search form of the archive."""

    player = StringField(_l("Player"), [at_most(100)], render_kw=NAME)
    other = StringField(_l("Against the player"), [at_most(100)], render_kw=NAME)
    home = SelectField(_l("Home power"), default="")
    against = SelectField(_l("Against the home power"), default="")
    result = SelectField(_l("Result"), default="")
    reason = SelectField(_l("How it ended"), default="")
    year = whole(_l("Year of its end"), FIRST_YEAR, LAST, _l("As on the board: 1901 or later."))
    pace = SelectField(_l("Pace"), default="")
    preset = SelectField(_l("Rules"), default="")

    def __init__(self) -> None:
        super().__init__()
        a_power, a_way = pgettext("home power", "Any"), pgettext("way", "Any")
        self.home.choices = any_of(a_power, *powers())
        self.against.choices = any_of(a_power, *powers())
        won = ((power, gettext("Won by %(power)s", power=definite_name(power))) for power, _ in powers())
        self.result.choices = any_of(a_way, (DRAWN, pgettext("one duel", "Drawn")), *won)
        self.reason.choices = any_of(
            a_way, *((reason.value, name) for reason, name in reason_names().items())
        )
        paces = (("live", pgettext("pace", "Live")), ("days", pgettext("pace", "By days")))
        self.pace.choices = any_of(pgettext("pace", "Any"), *paces)
        self.preset.choices = any_of(pgettext("rules", "Any"), *presets())

    @property
    def won_by(self) -> Power | None:
        """The home power of the winner, if one is asked for."""
        return Power(self.result.data) if self.result.data not in {"", DRAWN} else None

    @property
    def ending(self) -> Ending | None:
        """The reason, if one is asked for."""
        return Ending(self.reason.data) if self.reason.data else None


class PowersForm(AskingForm):
    """Choose the preset whose duels are counted."""

    preset = SelectField(_l("Rules"), default="")

    def __init__(self) -> None:
        super().__init__()
        self.preset.choices = any_of(pgettext("rules", "All"), *presets())


class BidsForm(PowersForm):
    """Choose a power's bids, and an amount that might have won."""

    power = SelectField(_l("Power"), default="AUSTRIA")
    year = whole(_l("Year"), FIRST_YEAR, LAST)
    amount = whole(lazy_pgettext("credits", "Your bid"), 0, 10**6)

    def __init__(self) -> None:
        super().__init__()
        self.power.choices = choices(*powers())


NOTHING = FoundDuels(())


class ArchivePage(PagedList):
    """A page of results, rendered once except for the times; or the faults of the search."""

    template = "archive/index.html"
    is_list = False

    def __init__(self, form: SearchForm, found: FoundDuels, before: DuelToken | None) -> None:
        super().__init__(before, found.duels)
        self.form, self.edge = form, found.edge
        self.is_refused = bool(form.errors)

    def key(self) -> Hashable:
        """The duels, the search, and where it stopped."""
        if self.is_refused:
            return None
        return super().key(), tuple(self.form.given.items()), self.edge and self.edge.token

    @property
    def duels(self) -> Sequence[ListedDuel]:
        """The duels of the page."""
        return self.lists[0]

    @property
    def address(self) -> str:
        """The address of the search, without the page."""
        return _address(self.form)

    @property
    def further(self) -> str:
        """The address that continues from where the search stopped."""
        return _address(self.form, before=self.edge.token) if self.edge else ""

    def looked_back(self) -> str:
        """The moment back to which the search has looked."""
        return instant(self.edge.ended_at) if self.edge else ""


def _address(form: SearchForm, **more: str) -> str:
    values: dict[str, Any] = {**form.given, **more}
    return url_for("archive.index", **values)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """Answer with the results."""
    form, before = SearchForm(), page_before()
    form.validate()
    asked = search_of(form)
    if asked is None:
        return respond(ArchivePage(form, NOTHING, None), HTTPStatus.UNPROCESSABLE_ENTITY)
    return respond(ArchivePage(form, search_archive(db(), asked, mark_of(db(), before, None)), before))


def search_of(form: SearchForm) -> ArchiveSearch | None:
    """Turn a form into a search; None if it has faults, such as an unknown name."""
    player, other = (_player(form, field) for field in ("player", "other"))
    if form.errors:
        return None
    home, against = (Power(form[name].data) if form[name].data else None for name in ("home", "against"))
    return ArchiveSearch(
        player=player or other,
        other=other if player else None,
        home=home or against,
        against=against if home else None,
        year=form.year.data,
        won_by=form.won_by,
        drawn=form.result.data == DRAWN or None,
        reason=form.ending,
        pace=form.pace.data or None,
        preset=form.preset.data or None,
    )


def _player(form: SearchForm, field: str) -> int | None:
    name = (form[field].data or "").strip()
    user = named(db(), name) if name else None
    if name and user is None:
        near = near_names(db(), name)
        meant = gettext("No account has this name. Did you mean %(names)s?", names=listed(near, "or"))
        form.refuse(field, meant if near else gettext("No account has this name."))
    return user.id if user else None


NOT_FOUND = 404
HOUR, YEAR = 3600, 365 * 86400


class DumpPage(Frame):
    """The list of files."""

    template = "archive/dump.html"
    figure, megabytes = staticmethod(figure), staticmethod(megabytes)

    def __init__(self, files: Sequence[DumpFile]) -> None:
        self.files = files

    def key(self) -> Hashable:
        """The files."""
        return tuple((file.name, file.sha256) for file in self.files)


@blueprint.get("/dump")
def dump() -> ResponseReturnValue:
    """Answer with the list of files."""
    return respond(DumpPage(list_files(current_app.config["DUMP_FOLDER"])))


@blueprint.get("/dump/<name>")
@limited("60 per minute")
def dump_file(name: str) -> Response:
    """Answer with a file, or with the requested part of it."""
    found = find_file(current_app.config["DUMP_FOLDER"], name)
    if found is None:
        abort(NOT_FOUND)
    file, path = found
    try:
        response = send_file(
            path,
            "application/gzip",
            as_attachment=True,
            download_name=file.name,
            etag=file.sha256,
            max_age=YEAR if file.is_final else HOUR,
        )
    except FileNotFoundError:  # a newer file has just replaced it
        abort(NOT_FOUND)
    response.headers["Cache-Control"] = f"public, max-age={YEAR if file.is_final else HOUR}"
    return response


@blueprint.get("/schema.json")
@without_database
def schema() -> Response:
    """Answer with the schema of a line."""
    response = Response(schema_text(), mimetype="application/schema+json")
    response.headers["Cache-Control"] = f"public, max-age={HOUR}"
    return response
