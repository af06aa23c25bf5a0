"""Messages in each language, one after the other."""

import pytest

from models.account import LANGUAGES
from tests.fixtures_site import NOON
from web.core.request_state import state
from web.core.translation import in_language


@pytest.fixture(params=LANGUAGES)
def language(site, request):
    """Set each language in turn, at noon."""
    with site.test_request_context(), in_language(request.param):
        state().now = NOON
        yield request.param


@pytest.fixture
def in_it(language):
    """Return a function that chooses between English and French text."""
    return lambda english, french: {"en": english, "fr": french}[language]
