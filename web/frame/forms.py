"""The things that all forms share."""

from http import HTTPStatus
from typing import Any

from flask import Flask, abort, request
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import Field
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length

MIMETYPES = frozenset({"", "application/x-www-form-urlencoded", "multipart/form-data"})


def init_app(app: Flask) -> None:
    """Let an application read forms, and nothing else that is sent to it."""
    app.before_request(refuse_other_bodies)


def refuse_other_bodies() -> None:
    """Refuse JSON, which Flask-WTF would take for a form although nothing else here reads it."""
    if request.method == "POST" and request.mimetype not in MIMETYPES:
        abort(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)


class Form(FlaskForm):
    """A form whose errors stand beside the field that they are about."""

    def refuse(self, field: str, message: str) -> None:
        """Add what a service found wrong to the field that it named."""
        refused: Field = self._fields[field]
        refused.errors = [*refused.errors, message]


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
