"""What all forms share; a form that could not be taken is shown again with what was typed."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Response, abort, make_response, render_template, request
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from jinja2 import pass_context
from jinja2.runtime import Context
from wtforms import Field
from wtforms import IntegerField as WholeNumber
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.validators import InputRequired, Length

from web.core.links import this_duel
from web.core.request_state import is_api_request
from web.core.translation import gettext

MOST_DIGITS = 9
"""The digits of a number that fits into every column, with a sign."""
MIMETYPES = frozenset({"", "application/x-www-form-urlencoded", "multipart/form-data"})


def init_app(app: Flask) -> None:
    """Let an application read forms, and nothing else that is sent to its pages."""
    app.before_request(refuse_other_bodies)
    app.jinja_env.globals["is_refused"] = is_refused


@pass_context
def is_refused(context: Context) -> bool:
    """Return whether the page that is rendered says what is wrong with what was sent."""
    page = context.get("page")
    forms = (value for value in context.get_all().values() if isinstance(value, BaseForm))
    return bool((page and page.is_refused) or context.get("problem") or any(form.errors for form in forms))


def refuse_other_bodies() -> None:
    """Refuse JSON, which Flask-WTF would take for a form although nothing else here reads it."""
    if request.method == "POST" and request.mimetype not in MIMETYPES and not is_api_request():
        abort(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)


class Form(FlaskForm):
    """A form whose errors stand beside the field that they are about."""

    def refuse(self, field: str, message: str) -> None:
        """Add what a service found wrong to the field that it named."""
        refused: Field = self._fields[field]
        refused.errors = [*refused.errors, message]

    def refuse_all(self, faults: Mapping[str, str]) -> None:
        """Add what is wrong to each field that is not known to be at fault."""
        for name, message in faults.items():
            if name in self._fields and message not in self._fields[name].errors:
                self.refuse(name, message)


class IntegerField(WholeNumber):
    """WTForms', for numbers that a person types: no validator meets one of hundreds of digits."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the number."""
        super().process_formdata(["" if len(each.strip()) > MOST_DIGITS else each for each in valuelist])


class Together:
    """Several forms that are sent as one, as what tells of their faults sees them."""

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
    """Ask for a value in the words of this field."""
    return InputRequired(message)


def choices(*pairs: tuple[Any, str]) -> list[SelectChoice]:
    """Pair values with their labels, for a menu."""
    return [SelectChoice(value, label) for value, label in pairs]


def at_most(most: int) -> Length:
    """Refuse a text that nobody types."""
    return Length(max=most, message=_l("This is too long: at most %(max)d characters."))


def described_by(field: Field, *, hint: bool) -> dict[str, Any]:
    """Tie a control to its hint and to its errors, for those who listen to the page."""
    notes = [f"{field.id}-hint"] * hint + [f"{field.id}-errors"] * bool(field.errors)
    said: dict[str, Any] = {"aria-describedby": " ".join(notes)} if notes else {}
    return said | ({"aria-invalid": "true"} if field.errors else {})


UNSHOWN = frozenset({"credential", "csrf_token", "next", "proof_name", "second_code"})
MOST_SHOWN, MOST_CHARACTERS = 200, 32 * 1024
"""What more holds than this is not shown again; no form of ours comes near it."""


class Onward(NamedTuple):
    """A page to go on from, and what its button says."""

    address: str
    words: str


def duel_again() -> Onward:
    """The duel that the address names, as it stands now."""
    return Onward(this_duel(), gettext("Open the duel again"))


def show_again(
    title: str, advice: str, status: int, onward: Onward | None = None, *, in_doubt: bool = False
) -> Response:
    """Say what happened and give back what was typed, unless another site sent it.

    onward: where to go on from, when sending the same again would be of no use. in_doubt: it may have been
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
    """List the contents of the form, but for passwords, codes and our own marks."""
    fields = request.form.items(multi=True)
    return [(name, value) for name, value in fields if name not in UNSHOWN and "password" not in name]


def is_too_much(fields: list[tuple[str, str]]) -> bool:
    """Tell whether fields are more than is shown again: each is far larger on a page than it was sent."""
    characters = sum(len(name) + len(value) for name, value in fields)
    return len(fields) > MOST_SHOWN or characters > MOST_CHARACTERS


def from_here() -> bool:
    """Tell whether a page of this site sent the form: a forged one is not to be sent again by a click."""
    source = request.headers.get("Origin") or request.headers.get("Referer")
    return bool(source) and urlsplit(source).netloc == request.host
