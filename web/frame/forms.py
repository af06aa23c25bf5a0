"""The things that all forms share."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from flask import Flask, abort, request
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import Field
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length

from web.frame.programs import is_for_programs

MIMETYPES = frozenset({"", "application/x-www-form-urlencoded", "multipart/form-data"})


def init_app(app: Flask) -> None:
    """Let an application read forms, and nothing else that is sent to its pages."""
    app.before_request(refuse_other_bodies)


def refuse_other_bodies() -> None:
    """Refuse JSON, which Flask-WTF would take for a form although nothing else here reads it."""
    if request.method == "POST" and request.mimetype not in MIMETYPES and not is_for_programs():
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
