"""People who registered once and are copied into each new database."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from werkzeug.test import EnvironBuilder

from services.accounts import accounts, passwords, sessions
from services.steady_clock import SteadyClock
from tests.fixtures_site import PASSWORD
from web.core.devices import browser
from web.core.login import account, sign_in
from web.core.session import now, writing
from web.core.translation import language

COOKIES = ("SECRET_KEY", "SESSION_COOKIE_SECURE", "SITE_URL")
"""The settings that decide what cookies hold and where they are sent."""


def sign_up(reader, name):
    """Register and log in, as the form does.

    The form itself is tested in tests/web/accounts/test_registering.py.
    """
    asked = EnvironBuilder(path="/register", headers=reader.headers).get_environ()
    environ = {**asked, **reader.client.environ_base}
    reader.client._add_cookies_to_wsgi(environ)
    cookies = cookies_of(reader.site, environ, lambda session: registered(session, name))
    reader.client._update_cookies_from_response("localhost", "/", cookies)


def registered(session, name):
    """Create an account."""
    assert account() is None, "only the form takes a guest's duels along"
    return accounts.register(session, name, passwords.hashed(PASSWORD, name), language(), now())


def cookies_of(site, environ, find):
    """Log in the account that a function finds in a session; return the cookie headers."""
    with site.request_context(environ):
        site.preprocess_request()
        with writing() as session:
            user = find(session)
            token = sessions.begin(session, user, now(), browser())
        sign_in(user, token, remember=False)
        return site.process_response(site.make_response("")).headers.getlist("Set-Cookie")


class Registered:
    """A copy of the database and the cookies after these people have registered.

    Registering through pages takes longer than most tests.
    """

    def __init__(self):
        self.known = {}

    def let_in(self, site, readers):
        """Register people: by the copy if nobody has written to the database yet."""
        file = Path(site.extensions["database"].url.database)
        key = (*readers, *(site.config.get(name) for name in COOKIES))
        usual = is_untouched(file) and isinstance(site.config["CLOCK"], SteadyClock)
        if usual and key in self.known:
            content, cookies = self.known[key]
            write(content, file)
            for name, reader in readers.items():
                reader.client._cookies.update(cookies[name])
            return
        for name, reader in readers.items():
            reader.registered(name)
        if usual:
            cookies = {name: dict(reader.client._cookies) for name, reader in readers.items()}
            self.known[key] = content_of(file), cookies

    def close(self):
        """Release all copies."""
        for content, _ in self.known.values():
            content.close()


def is_untouched(file):
    """Whether nothing was written since the file was copied: a write would be in the log beside it."""
    with suppress(FileNotFoundError):
        return file.with_name(f"{file.name}-wal").stat().st_size == 0
    return True


def content_of(file):
    """Return a copy in memory."""
    content = sqlite3.connect(":memory:", check_same_thread=False)
    with closing(sqlite3.connect(file)) as stored:
        stored.backup(content)
    return content


def write(content, file):
    """Overwrite a file with a copy while others have it open."""
    with closing(sqlite3.connect(file)) as stored:
        stored.execute("PRAGMA synchronous = OFF")
        content.backup(stored)
