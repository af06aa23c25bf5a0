"""A site that sends mail, and members who log in in two steps."""

import pytest

from tests.fixtures_site import PASSWORD
from tests.web.accounts.postbox import SITE, Postbox
from tests.web.accounts.steps import App


@pytest.fixture
def mail(sqlite_database, site_with):
    """Return the letters of a site that sends mail."""
    return Postbox(
        site_with(sqlite_database, SMTP_URL="smtp://localhost", MAIL_FROM="duels@example.org", SITE_URL=SITE)
    )


@pytest.fixture
def app_of(site):
    """Return a function that lets a member log in in two steps from now on."""
    return lambda name: App(site, name)


@pytest.fixture
def log_in(visit):
    """Return a function that types name and password where one logs in."""

    def log_in(reader=None, **fields):
        reader = reader or visit()
        return reader, reader.post("/login", name="Anna", password=PASSWORD, **fields)

    return log_in
