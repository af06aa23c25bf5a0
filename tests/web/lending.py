"""One application for many tests, one after another: making one takes longer than most of them."""

from app import create_app
from tests.fixtures_site import open_database
from tests.streaming import streaming
from web import mine, what_if
from web.accounts import attempts
from web.api import changes
from web.core import cache, health, limits
from web.core.configuration import configuration, connection_limits
from web.core.session import steady_clock
from web.duels import live
from web.history import stills

FORGETFUL = (cache, limits, attempts, live, mine, changes, what_if, stills)
"""What keeps something from one request to the next; initialising it again makes it forget."""


class LentSite:
    """An application with the usual settings, lent to one test after another."""

    def __init__(self, settings, bytecode_cache):
        self._site = create_app(settings)
        self._site.jinja_env.bytecode_cache = bytecode_cache
        self._site.extensions.pop("database").close()
        del self._site.wsgi_app  # checks the health of that database before it asks the application
        self._attributes, self._config = {**vars(self._site)}, {**self._site.config}
        self._extensions, self._views = {**self._site.extensions}, {**self._site.view_functions}

    def lend(self, settings):
        """Return the application as it is when just made with these settings."""
        site, config = self._site, configuration(settings)
        vars(site).clear()
        vars(site).update(self._attributes)
        site.config.clear()
        site.config.update({**self._config, **config})
        database = open_database(config["DATABASE_URL"], connection_limits(site.config))
        site.config["CLOCK"] = steady_clock(database)
        site.extensions.clear()
        site.extensions.update({**self._extensions, "database": database})
        for part in FORGETFUL:
            part.init_app(site)
        health.init_app(site)
        site.wsgi_app = streaming(site.wsgi_app)
        return site

    def take_back(self):
        """Close the connections; fail if the test left something that cannot be undone."""
        self._site.extensions["database"].close()
        assert self._site.view_functions == self._views, "a test that adds pages must use `site_with`"
