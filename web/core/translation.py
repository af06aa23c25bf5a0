"""The language of a request and its texts, looked up once: a page needs hundreds of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from babel.support import NullTranslations
from flask import Flask
from flask_babel import force_locale, get_domain, get_locale

from web.core.request_state import state


def init_app(app: Flask) -> None:
    """Let the templates of an application use these texts."""
    app.jinja_env.globals["language"] = language
    install = cast("Any", app.jinja_env).install_gettext_callables
    install(gettext, _in_number, newstyle=True, pgettext=pgettext)


def language() -> str:
    """The code of the language of this page."""
    code = state().language
    if code is None:
        code = state().language = str(get_locale() or "en")
    return code


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Use another language than the viewer's within a block."""
    known = state()
    before = known.language, known.translations, known.codes, known.spoken_to_all
    known.language, known.translations, known.codes, known.spoken_to_all = None, None, None, code
    with force_locale(code):
        try:
            yield
        finally:
            known.language, known.translations, known.codes, known.spoken_to_all = before


def _translations() -> NullTranslations:
    found = state().translations
    if found is None:
        found = state().translations = cast("NullTranslations", get_domain().get_translations())
    return found


def gettext(text: str, /, **values: object) -> str:
    """Translate a text and fill in the values."""
    translated: str = _translations().ugettext(text)
    return translated % values if values else translated


def _in_number(singular: str, plural: str, num: int) -> str:
    """Translate a text in the plural form for a number; templates fill in the values themselves."""
    translated: str = _translations().ungettext(singular, plural, num)
    return translated


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> str:
    """Translate a text in the plural form for a number, which is filled in as `num`."""
    return _in_number(singular, plural, num) % {"num": num, **values}


def pgettext(context: str, text: str, /, **values: object) -> str:
    """Translate a text that means different things in different places."""
    translated: str = _translations().upgettext(context, text)
    return translated % values if values else translated
