"""An answer to a refused form is not much larger than the form."""

import importlib
import pkgutil
import re
from io import BytesIO

import pytest
from wtforms.fields.core import UnboundField

import web
from web.core.configuration import MOST_FIELDS, MOST_SENT
from web.core.forms import Form

TIMES, PAGE = 4, 60_000
"""An answer may be this many times as long as its form, plus one page."""
TAKEN_BY_HAND = {"as", "homes", "next", "orders", "own", "phase", "seen"}
ENDING = ("/logout", "/account/sessions/end-others")


def field_names():
    """List all field names of forms, and those read without a form."""
    for module in pkgutil.walk_packages(web.__path__, "web."):
        importlib.import_module(module.name)
    forms = [Form]
    for form in forms:
        forms += form.__subclasses__()
    own = {name for form in forms for name in dir(form) if isinstance(getattr(form, name), UnboundField)}
    return sorted(own | TAKEN_BY_HAND)


@pytest.fixture(scope="module")
def bodies():
    """Return forms that would be large if shown again: many fields, and characters to escape."""
    names = field_names()
    assert {"name", "password", "reason", "description"} <= set(names)
    letters = "'" * (MOST_SENT // len(names) - 40)
    return [
        "".join(f"&f{number}=" for number in range(MOST_FIELDS - 1)),
        "".join(f"&{name}={letters}" for name in names),
        "".join(f"&{name}={letters * 9}" for name in ("orders", "text", "name")),
        "".join(f"&{name}=%0A" for name in names * (MOST_FIELDS // len(names) - 1)),
    ]


def paths(duel):
    """List the addresses of forms, for a real duel where they need one; those that end sessions come last."""
    site = duel.readers["anna"].client.application
    for rule in site.url_map.iter_rules():
        if "POST" in rule.methods and not rule.rule.startswith("/api"):
            path = re.sub(r"<any\((\w+).*?>", r"\1", rule.rule).replace("/duels/<token>", duel.path)
            yield re.sub(r"<.*?>", "1", path)


@pytest.mark.slow
@pytest.mark.parametrize(("who", "token"), [("anna", None), ("visitor", "old")])
def test_no_answer_to_a_form_is_far_larger_than_the_form(pages, bodies, who, token):
    duel = pages()
    reader, found = duel.readers[who], sorted(paths(duel), key=ENDING.__contains__)
    assert len(found) > 50
    large = []
    for path in found:
        ours = token or reader.token()
        for body in bodies:
            sent = f"csrf_token={ours}{body}"
            kind = "application/x-www-form-urlencoded"
            with reader.client.post(path, data=sent, content_type=kind, headers=reader.headers) as answer:
                size, status = len(answer.data), answer.status_code
            if size > TIMES * len(sent) + PAGE:
                large.append((path, status, len(sent), size))
    assert large == []


@pytest.fixture(scope="module")
def odd_forms():
    """Return forms that no page sends: files in each field, and numbers of hundreds of digits."""
    names = field_names()
    return {
        "files": lambda: {name: (BytesIO(b"GIF89a"), f"{name}.gif") for name in names},
        "23 digits": lambda: dict.fromkeys(names, "9" * 23),
        "400 digits": lambda: dict.fromkeys(names, "9" * 400),
    }


@pytest.mark.slow
@pytest.mark.parametrize("who", ["anna", "visitor"])
@pytest.mark.parametrize("sent", ["files", "23 digits", "400 digits"])
def test_a_file_or_an_endless_number_in_place_of_a_text_is_no_fault_of_ours(pages, odd_forms, who, sent):
    duel = pages()
    reader = duel.readers[who]
    duel.site.config["PROPAGATE_EXCEPTIONS"] = False
    failed = []
    for path in sorted(paths(duel), key=ENDING.__contains__):
        fields = {"csrf_token": reader.token(), **odd_forms[sent]()}
        with reader.client.post(path, data=fields, headers=reader.headers) as answer:
            if answer.status_code >= 500:
                failed.append((path, answer.status_code))
    assert failed == []
