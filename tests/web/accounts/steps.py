"""Two-step log-in with an authenticator app."""

import html
import re
from datetime import UTC, datetime, timedelta

from pyotp import TOTP
from sqlalchemy import select

from models import User
from services.accounts import factors
from services.accounts.security import UNSEEN

HIDDEN = re.compile(r'<input type="hidden" name="([\w-]+)" value="([^"]*)">')


def is_logged_in(reader):
    return 'class="who-name"' in reader.get("/").text


def kept(page):
    """Return the hidden fields that a page asking for the code sends along."""
    main = page.text.partition("<main")[2].partition("</main>")[0]
    found = [(name, html.unescape(value)) for name, value in HIDDEN.findall(main)]
    return (
        {name: value for name, value in found if name != "csrf_token"} if "second_code" in page.text else {}
    )


class App:
    """The authenticator app of a member, and the time on a site."""

    def __init__(self, site, name):
        self.site, self.now = site, datetime.now(UTC)
        with site.extensions["database"].writing() as session:
            user = session.scalars(select(User).where(User.name == name)).one()
            self.secret = factors.begin_setup(session, user.id, self.now)
            self.recovery = factors.confirm_setup(session, user.id, self.code(), UNSEEN, self.now)

    def code(self):
        """Return the current code."""
        return TOTP(self.secret).at(self.now)

    def next_code(self):
        """Wait for the next code."""
        self.wait(seconds=30)
        return self.code()

    def wait(self, **time):
        self.now += timedelta(**time)
        self.site.config["CLOCK"] = lambda: self.now
