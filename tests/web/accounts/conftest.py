"""A site that sends e-mails, and members with two-step log-in."""

import pytest

from tests.fixtures_site import PASSWORD
from tests.web.accounts.postbox import SITE, Postbox
from tests.web.accounts.steps import App


@pytest.fixture
def mail(sqlite_database, site_with):
    """Return the e-mails of a site that sends them."""
    return Postbox(
        site_with(sqlite_database, SMTP_URL="smtp://localhost", MAIL_FROM="duels@example.org", SITE_URL=SITE)
    )


@pytest.fixture
def app_of(site):
    """Return a function that switches two-step log-in on for a member."""
    return lambda name: App(site, name)


@pytest.fixture
def log_in(visit):
    """Return a function that types a name and a password into the log-in form."""

    def log_in(reader=None, **fields):
        reader = reader or visit()
        return reader, reader.post("/login", name="Anna", password=PASSWORD, **fields)

    return log_in
