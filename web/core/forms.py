"""What all forms share; a refused form is shown again as it was typed."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Response, abort, make_response, render_template, request
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from jinja2 import pass_context
from jinja2.runtime import Context
from wtforms import Field, SelectMultipleField
from wtforms import IntegerField as WholeNumber
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.validators import InputRequired, Length
from wtforms.widgets import CheckboxInput, ListWidget

from web.core.links import this_duel_url
from web.core.request_state import is_api_request
from web.core.translation import gettext

MOST_DIGITS = 9
"""The most digits, with a sign, of a number that fits into every column."""
MIMETYPES = frozenset({"", "application/x-www-form-urlencoded", "multipart/form-data"})


def init_app(app: Flask) -> None:
    """Give templates what forms need, and refuse bodies that are not forms."""
    app.before_request(refuse_other_bodies)
    app.jinja_env.globals["is_refused"] = is_refused


@pass_context
def is_refused(context: Context) -> bool:
    """Tell whether the rendered page shows faults of a sent form."""
    page = context.get("page")
    forms = (value for value in context.get_all().values() if isinstance(value, BaseForm))
    return bool((page and page.is_refused) or context.get("problem") or any(form.errors for form in forms))


def refuse_other_bodies() -> None:
    """Refuse JSON, which Flask-WTF would read as a form although nothing else here does."""
    if request.method == "POST" and request.mimetype not in MIMETYPES and not is_api_request():
        abort(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)


class Form(FlaskForm):
    """A form whose errors are shown beside their fields."""

    def refuse(self, field: str, message: str) -> None:
        """Add the fault that a service found to the field that it named."""
        refused: Field = self._fields[field]
        refused.errors = [*refused.errors, message]

    def refuse_all(self, faults: Mapping[str, str]) -> None:
        """Add the faults to their fields, except those that have one already."""
        for name, message in faults.items():
            if name in self._fields and message not in self._fields[name].errors:
                self.refuse(name, message)


class Checkboxes(SelectMultipleField):
    """Several choices, each with a box of its own."""

    widget = ListWidget(prefix_label=False)
    option_widget = CheckboxInput()


class IntegerField(WholeNumber):
    """An IntegerField that refuses numbers of hundreds of digits before its validators run."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the number."""
        super().process_formdata(["" if len(each.strip()) > MOST_DIGITS else each for each in valuelist])


class Together:
    """Several forms sent as one, with their faults together."""

    def __init__(self, *forms: Form | None) -> None:
        self._forms = [form for form in forms if form is not None]

    @property
    def errors(self) -> Mapping[str, Sequence[str]]:
        """The faults of all, by field."""
        return {name: errors for form in self._forms for name, errors in form.errors.items()}

    def __contains__(self, name: str) -> bool:
        return any(name in form for form in self._forms)

    def __getitem__(self, name: str) -> Field:
        return next(form[name] for form in self._forms if name in form)


def required(message: str) -> InputRequired:
    """Require a value, with the field's own message."""
    return InputRequired(message)


def choices(*pairs: tuple[Any, str]) -> list[SelectChoice]:
    """Pair values with their labels, for a menu."""
    return [SelectChoice(value, label) for value, label in pairs]


def at_most(most: int) -> Length:
    """Refuse a text longer than anybody types."""
    return Length(max=most, message=_l("This is too long: at most %(max)d characters."))


def described_by(field: Field, *, hint: bool, again: bool = False) -> dict[str, Any]:
    """Tie a control to its hint and errors, for screen readers; again: also to the note to type it again."""
    notes = [f"{field.id}-hint"] * hint + [f"{field.id}-errors"] * bool(field.errors)
    notes += [f"{field.id}-again"] * again
    said: dict[str, Any] = {"aria-describedby": " ".join(notes)} if notes else {}
    return said | ({"aria-invalid": "true"} if field.errors else {})


UNSHOWN = frozenset({"credential", "csrf_token", "next", "proof_name", "second_code"})
MOST_SHOWN, MOST_CHARACTERS = 200, 32 * 1024
"""A form with more fields or characters is not shown again; ours are far smaller."""


class Onward(NamedTuple):
    """A page to continue from, and the text of its button."""

    address: str
    words: str


def duel_again() -> Onward:
    """A link to the duel in the address."""
    return Onward(this_duel_url(), gettext("Open the duel again"))


def show_again(
    title: str, advice: str, status: int, onward: Onward | None = None, *, in_doubt: bool = False
) -> Response:
    """Say what happened and show what was typed, unless another site sent the form.

    onward: where to continue, if sending the same again would be useless. in_doubt: it may have been
    stored.
    """
    fields = sent() if from_here() else []
    is_much = is_too_much(fields)
    if is_much:
        fields = []
    page = render_template(
        "errors/resend.html",
        title=title,
        advice=advice,
        fields=fields,
        status=status,
        onward=onward,
        is_much=is_much,
        in_doubt=in_doubt,
    )
    return make_response(page, status)


def sent() -> list[tuple[str, str]]:
    """List the contents of the form, without passwords, codes and the site's own fields."""
    fields = request.form.items(multi=True)
    return [(name, value) for name, value in fields if name not in UNSHOWN and "password" not in name]


def is_too_much(fields: list[tuple[str, str]]) -> bool:
    """Tell whether a form has too many fields to show again: a page needs far more bytes for each."""
    characters = sum(len(name) + len(value) for name, value in fields)
    return len(fields) > MOST_SHOWN or characters > MOST_CHARACTERS


def from_here() -> bool:
    """Tell whether a page of this site sent the form; a forged one must not be resent by a click."""
    source = request.headers.get("Origin") or request.headers.get("Referer")
    return bool(source) and urlsplit(source).netloc == request.host
