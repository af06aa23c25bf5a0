"""The benchmark fills in forms as a browser sends them."""

from urllib.parse import parse_qs

import pytest

from bench.speed.forms import form_to, forms_of

PAGE = """
<form action="/language/fr"><input type="hidden" name="csrf_token" value="t"></form>
<form action="/duels/x/entry">
  <input type="hidden" name="phase" value="S1901M"><input name="note">
  <input type="checkbox" name="sure" value="yes"><input type="radio" name="kind" value="link" checked>
  <input type="radio" name="kind" value="open"><button type="submit" name="ready" value="yes">Ready</button>
  <select name="order_PAR"><optgroup label="Move"><option value="">Hold</option>
    <option value="A PAR - BUR">Burgundy</option></optgroup></select>
  <select name="order_MAR"><option value="">Hold</option>
    <option selected value="A MAR - SPA">Spain</option></select>
</form>
<form action="/elsewhere/entry"><select name="only"><option value="1">1</option></select></form>
<select name="outside"><option value="1">1</option></select>
"""


def last(_, offered):
    return offered[-1] if offered else None


def test_form_to_finds_the_largest_form_with_that_action():
    assert [form.action for form in forms_of(PAGE)] == ["/language/fr", "/duels/x/entry", "/elsewhere/entry"]
    assert form_to(PAGE, "/entry").action == "/duels/x/entry"
    assert form_to(PAGE, "/ready") is None


def test_untouched_fields_are_sent_as_the_page_has_them():
    sent = parse_qs(form_to(PAGE, "/entry").filled(lambda *_: None), keep_blank_values=True)
    usual = {"phase": ["S1901M"], "note": [""], "kind": ["link"], "order_PAR": [""]}
    assert sent == {**usual, "order_MAR": ["A MAR - SPA"]}


@pytest.mark.parametrize("more", [{}, {"ready": "yes"}])
def test_menus_are_filled_in_from_what_they_offer(more):
    sent = parse_qs(form_to(PAGE, "/entry").filled(last, **more))
    orders = {"order_PAR": ["A PAR - BUR"], "order_MAR": ["A MAR - SPA"]}
    assert sent == {
        "phase": ["S1901M"],
        "kind": ["link"],
        **orders,
        **{name: [it] for name, it in more.items()},
    }
