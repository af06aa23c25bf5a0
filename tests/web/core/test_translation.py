"""The language of a request is looked up once, and every text is where Babel finds it."""

import ast

import pytest

from adjudicator import notation
from models import account
from tests.quality.project import ROOT, files, name, tree
from web.core import errors, i18n
from web.core.translation import gettext, in_language, language, ngettext, pgettext

FUNCTIONS = {"gettext", "ngettext", "pgettext", "lazy_gettext", "_l"}


def test_another_language_is_spoken_for_a_while_and_then_the_one_before(site):
    with site.test_request_context(headers={"Accept-Language": "fr"}):
        with in_language("en"):
            assert (language(), gettext("Italy")) == ("en", "Italy")
            with in_language("fr"):
                assert (language(), gettext("Italy")) == ("fr", "Italie")
            assert (language(), gettext("Italy")) == ("en", "Italy")
        assert (language(), gettext("Italy")) == ("fr", "Italie")


def test_a_failure_ends_it_too(site):
    with site.test_request_context():
        assert gettext("Italy") == "Italy"
        with pytest.raises(ZeroDivisionError), in_language("fr"):
            raise ZeroDivisionError(gettext("Italy"))
        assert (language(), gettext("Italy")) == ("en", "Italy")


@pytest.mark.parametrize(
    ("number", "english", "french"), [(1, "1 credit", "1 crédit"), (3, "3 credits", "3 crédits")]
)
def test_numbers_have_the_form_of_their_language(site, number, english, french):
    for code, said in (("en", english), ("fr", french)):
        with site.test_request_context(), in_language(code):
            assert ngettext("%(num)d credit", "%(num)d credits", number) == said


def test_a_text_may_mean_something_else_in_another_place(site):
    with site.test_request_context(), in_language("fr"):
        assert pgettext("letter of a chapter: spring", "S") == "P"
        assert pgettext("no such place", "S") == "S"


def test_values_are_inserted_under_any_name(site):
    with site.test_request_context(), in_language("fr"):
        assert gettext("%(name)s is ready.", name="50 % <b>") == "50 % <b> a validé."


def test_no_translatable_text_hides_in_an_f_string():
    """Babel does not look inside f-strings: such a text would be English in every language."""
    hidden = [
        f"{name(path)}:{call.lineno}"
        for place in ("web", "services")
        for path in files(place, "*.py")
        for joined in ast.walk(tree(path))
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in FUNCTIONS
    ]
    assert hidden == []


def test_accounts_pages_orders_and_catalogues_know_the_same_languages():
    translated = {path.parent.parent.name for path in ROOT.glob("translations/*/LC_MESSAGES/messages.po")}
    assert set(account.LANGUAGES) == set(i18n.LANGUAGES) == set(notation.LANGUAGES) == translated | {"en"}
    assert all(f'lang="{code}"' in errors.BARE for code in account.LANGUAGES)
