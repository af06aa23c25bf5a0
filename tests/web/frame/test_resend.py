"""What a refused form shows again: what somebody typed, and nothing that a page of ours put there unseen."""

import importlib
import pkgutil
import re
from pathlib import Path

from wtforms import HiddenField

import web
from web.frame.forms import Form
from web.frame.resend import CHOSEN, UNSHOWN

TEMPLATES = Path(__file__).parents[3] / "templates"
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)"')
BUTTON = re.compile(r'<button[^>]*\bname="(\w+)"')
READ_BY_PEOPLE = {"arbiter", "blocked", "name"}
"""Names of members, which are typed in other forms."""


def forms():
    """Yield all forms of the site."""
    for module in pkgutil.walk_packages(web.__path__, "web."):
        importlib.import_module(module.name)
    found = [Form]
    for form in found:
        found += form.__subclasses__()
    return found


def unseen():
    """Name the fields that a page fills in by itself: hidden ones, and those that are buttons."""
    for template in TEMPLATES.rglob("*.html"):
        markup = template.read_text("utf-8")
        yield from HIDDEN.findall(markup)
        yield from BUTTON.findall(markup)
    for form in forms():
        fields = ((name, getattr(form, name)) for name in dir(form))
        yield from (name for name, field in fields if getattr(field, "field_class", None) is HiddenField)


def test_no_field_that_a_page_fills_in_by_itself_is_shown_as_typed():
    found = set(unseen())
    assert {"seen", "phase", "share", "ready"} <= found
    assert found - CHOSEN - UNSHOWN - READ_BY_PEOPLE == set()


def test_after_a_late_ready_nothing_is_said_to_have_been_typed(pages):
    late = pages().post("anna", "ready", phase="S1902B", seen="2026-11-24T23:00:09")
    assert late.status_code == 409
    assert "2026-11-24" not in late.text
    assert "What you typed" not in late.text
    assert "Send it again" not in late.text
    assert "The duel has moved on" in late.text
    assert "below" not in late.text
