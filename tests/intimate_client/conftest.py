"""A served site with accounts of bots."""

from contextlib import closing

import pytest

from services.accounts import accounts
from services.api.keys import Scope, make_token
from tests.e2e.serving import serving
from tests.fixtures_site import open_database
from web.core.session import system_clock


@pytest.fixture(scope="module")
def served(tmp_path_factory, migrated_file):
    with serving(tmp_path_factory.mktemp("served"), migrated_file) as served:
        yield served


@pytest.fixture(scope="module")
def key_of(served):
    """Return a function that creates a bot's account and a key."""
    with closing(open_database(served.database_url)) as database:

        def key_of(name):
            with database.writing() as session:
                bot = accounts.register_bot(session, name, system_clock())
                return make_token(session, bot.id, "test", tuple(Scope), None, system_clock())[1]

        yield key_of
