"""The forms of a page, read from its HTML and filled in as a person would."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

Chooser = Callable[[str, Sequence[str]], str | None]
"""Given a field's name and offered values (none: anything), returns a value, or None to leave it."""


@dataclass
class Form:
    """A form: its action, its values, and the values that menus and open fields offer."""

    action: str
    values: dict[str, str] = field(default_factory=dict)
    offers: dict[str, list[str]] = field(default_factory=dict)

    def filled(self, choose: Chooser, **more: str) -> str:
        """Return the encoded form with chosen values."""
        chosen = {name: choose(name, offered) for name, offered in self.offers.items()}
        given = {name: value for name, value in chosen.items() if value is not None}
        return urlencode({**self.values, **given, **more})


class Reader(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._menu = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form or a field."""
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(said.get("action", ""))
            self.forms.append(self._open)
        elif self._open is not None:
            self._field(self._open, tag, said)

    def handle_endtag(self, tag: str) -> None:
        """Leave a form or a menu."""
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._menu = ""

    def _field(self, form: Form, tag: str, said: dict[str, str]) -> None:
        name = said.get("name", "")
        if tag == "select":
            self._menu = name
            form.offers[name] = []
        elif tag == "option" and self._menu:
            form.offers[self._menu].append(said.get("value", ""))
            if "selected" in said or self._menu not in form.values:
                form.values[self._menu] = said.get("value", "")
        elif tag == "input" and name:
            self._input(form, name, said)

    def _input(self, form: Form, name: str, said: dict[str, str]) -> None:
        kind = said.get("type", "text")
        if kind in {"checkbox", "radio"} and "checked" not in said:
            return
        if kind != "submit":
            form.values[name] = said.get("value", "")
        if kind in {"number", "text", "password"}:
            form.offers[name] = []


def forms_of(page: str) -> list[Form]:
    """Return the forms of a page in order."""
    reader = Reader()
    reader.feed(page)
    return reader.forms


def form_to(page: str, end: str) -> Form | None:
    """Return the form whose action has this end, the largest of several; None if the page has none."""
    found = [form for form in forms_of(page) if form.action.endswith(end)]
    return max(found, key=lambda form: len(form.offers), default=None)
