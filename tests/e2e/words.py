"""The messages of the site in a language, from its own catalogue."""

from functools import cache

from babel.support import Translations

from tests.quality.project import ROOT


@cache
def catalogue(language):
    return Translations.load(ROOT / "translations", [language])


def translated(person, message, **values):
    """Return a message in the person's language, or in English if there is no translation, as on the page."""
    return catalogue(person.language).gettext(message) % values
