"""What the site says in a language, from the very catalogue that it uses."""

from functools import cache

from babel.support import Translations

from tests.quality.project import ROOT


@cache
def catalogue(language):
    return Translations.load(ROOT / "translations", [language])


def said(reader, message, **values):
    """Return a message as this reader sees it; English where it has no translation, as on the page."""
    return catalogue(reader.language).gettext(message) % values
