"""What those are called who have no name of their own."""

import pytest

from models.account import LANGUAGES
from opponent.levels import Level
from services.accounts.names import NameReserved, checked_name
from services.privacy.deletion import NAMES
from web.frame.translation import in_language
from web.words.levels import level_name
from web.words.names import guest_name


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_pages_call_the_opponent_guests_and_those_who_have_gone_is_reserved(site, language):
    with site.test_request_context(), in_language(language):
        given = [guest_name(), *map(level_name, Level)]
    for name in (*given, NAMES[language].format(7).strip("[]")):
        with pytest.raises(NameReserved):
            checked_name(name)
