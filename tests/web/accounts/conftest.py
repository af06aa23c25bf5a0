"""A site that sends mail."""

import pytest

from tests.web.accounts.postbox import SITE, Postbox


@pytest.fixture
def mail(sqlite_database, site_with):
    """Return the letters of a site that sends mail."""
    return Postbox(
        site_with(sqlite_database, SMTP_URL="smtp://localhost", MAIL_FROM="duels@example.org", SITE_URL=SITE)
    )
