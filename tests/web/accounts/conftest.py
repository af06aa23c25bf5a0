"""A site that sends mail, and members who log in in two steps."""

from datetime import UTC, datetime, timedelta

import pytest
from pyotp import TOTP
from sqlalchemy import select

from models import User
from services.accounts import factors
from services.accounts.security import UNSEEN
from tests.web.accounts.postbox import SITE, Postbox


@pytest.fixture
def mail(sqlite_database, site_with):
    """Return the letters of a site that sends mail."""
    return Postbox(
        site_with(sqlite_database, SMTP_URL="smtp://localhost", MAIL_FROM="duels@example.org", SITE_URL=SITE)
    )


class App:
    """The app of a member who logs in in two steps, and the time on a site."""

    def __init__(self, site, name):
        self.site, self.now = site, datetime.now(UTC)
        with site.extensions["database"].writing() as session:
            user = session.scalars(select(User).where(User.name == name)).one()
            self.secret = factors.begin_setup(session, user.id, self.now)
            self.recovery = factors.confirm_setup(session, user.id, self.code(), UNSEEN, self.now)

    def code(self):
        """Return the code that the app shows now."""
        return TOTP(self.secret).at(self.now)

    def next_code(self):
        """Wait for the next code."""
        self.wait(seconds=30)
        return self.code()

    def wait(self, **time):
        self.now += timedelta(**time)
        self.site.config["CLOCK"] = lambda: self.now


@pytest.fixture
def app_of(site):
    """Return a function that lets a member log in in two steps from now on."""
    return lambda name: App(site, name)
