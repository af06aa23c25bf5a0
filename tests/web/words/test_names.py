"""The names of accounts without one: guests, the opponent, deleted accounts."""

import pytest

from models.account import LANGUAGES
from opponent.levels import Level
from services.accounts.names import checked_name
from services.accounts.refusals import AccountRefusal
from services.privacy.deletion import NAMES
from tests.refusing import refuses
from web.core.translation import in_language
from web.words.names import guest_name, level_name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_the_opponent_guests_and_deleted_accounts_are_reserved(site, language):
    with site.test_request_context(), in_language(language):
        given = [guest_name(), *map(level_name, Level)]
    for name in (*given, NAMES[language].format(7).strip("[]")):
        with refuses(AccountRefusal.NAME_RESERVED):
            checked_name(name)
