"""What pages know of their forms."""

import re
from pathlib import Path

import pytest

from tests.web.reading import without_tokens
from web.accounts.forms import LoginForm
from web.core.forms import UNSHOWN
from web.words.fields import IN_SEVERAL, OF_A_POWER, field_label, labels_of_forms


@pytest.mark.parametrize(
    ("values", "refused"),
    [({}, False), ({"problem": ""}, False), ({"problem": "No."}, True), ({"form": "a word"}, False)],
)
def test_a_page_is_refused_if_it_names_a_problem(site, values, refused):
    assert site.jinja_env.from_string("{{ is_refused() }}").render(values) == str(refused)


@pytest.mark.parametrize("name", ["form", "limit", "of_any_name"])
def test_a_page_is_refused_if_any_form_on_it_is(site, name):
    page = site.jinja_env.from_string("{{ is_refused() }}")
    with site.test_request_context("/", method="POST"):
        form = LoginForm()
        assert page.render({name: form}) == "False"
        form.validate()
        assert page.render({name: form}) == "True"


TEMPLATES = Path(__file__).parents[3] / "templates"
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)"')
BUTTON = re.compile(r'<button[^>]*\bname="(\w+)"')
READ_BY_PEOPLE = {"arbiter", "blocked", "name"}
"""Members' names, which are typed in other forms."""


def unseen():
    """List the fields that a page fills in by itself: hidden ones and buttons."""
    for template in TEMPLATES.rglob("*.html"):
        markup = template.read_text("utf-8")
        yield from HIDDEN.findall(markup)
        yield from BUTTON.findall(markup)


def test_no_field_that_a_page_fills_in_by_itself_is_shown_as_typed(site):
    found = set(unseen())
    assert {"seen", "phase", "ready"} <= found
    with site.test_request_context():
        assert {name for name in found - UNSHOWN - READ_BY_PEOPLE if field_label(name)} == set()


def test_a_field_that_forms_call_by_several_names_has_a_general_one(site):
    with site.test_request_context():
        names = [name for name, _ in {(name, str(label)) for name, label in labels_of_forms()}]
    assert {"description", "name", "credits_austria"} <= set(names)
    several = {name for name in names if names.count(name) > 1 and not OF_A_POWER.fullmatch(name)}
    assert several - UNSHOWN - set(IN_SEVERAL) == set()


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        ("en", ["Bid for Austria", "Turkey: Centres", "Order", "Maximum number of players", "Orders"]),
        (
            "fr",
            [
                "Offre pour l’Autriche",
                "Turquie\xa0: Centres",
                "Ordre",
                "Nombre maximal de participants",
                "Ordres",
            ],
        ),
    ],
)
def test_typed_fields_are_labelled_as_on_their_page(visit, language, labels):
    powers = {"bid_AUSTRIA": "4", "centres_TURKEY": "3"}
    sent = powers | {"order_VIE": "A VIE - BUD", "most_players": "8", "orders": "A Vie - Bud"}
    reader = visit(language)
    answer = reader.client.post("/login", data={"csrf_token": "old", **sent}, headers=reader.headers)
    assert re.findall(r'<label for="typed-\d+">(.*?)</label>', without_tokens(answer)) == labels


def test_unknown_fields_are_resent_without_being_shown(visit):
    sent = {"BID_FRANCE": "4", "Name_France": "x", "bid_FRANCE_": "5", "rank_8": "9", "": "y", "order": "z"}
    reader = visit()
    answer = reader.client.post("/login", data={"csrf_token": "old", **sent}, headers=reader.headers)
    assert answer.status_code == 400
    assert "typed-1" not in answer.text
    assert all(
        f'<input type="hidden" name="{name}" value="{value}">' in answer.text for name, value in sent.items()
    )


def test_after_a_late_ready_no_typed_fields_are_shown(pages):
    late = pages().post("anna", "ready", phase="S1902B", seen="2026-11-24T23:00:09")
    assert late.status_code == 409
    assert "2026-11-24" not in late.text
    assert "What you typed" not in late.text
    assert "Send it again" not in late.text
    assert "The duel has moved on" in late.text
    assert "below" not in late.text
