"""The application, wired together; only servers, commands and tests import this."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from models import Database
from web import (
    accounts,
    api,
    archive,
    challenges,
    duels,
    feeds,
    finding,
    keepers,
    ladders,
    mine,
    pages,
    players,
    ratings,
    telling,
    tournaments,
    words,
    worker,
)
from web.accounts import closed, second_step
from web.arbiters import calls
from web.archive import commands as archive_commands
from web.board.words import place_code
from web.duels import commands as duel_commands
from web.duels import live
from web.frame import (
    absence,
    cache,
    commands,
    compression,
    database_commands,
    devices,
    errors,
    forms,
    headers,
    health,
    heart,
    hosts,
    i18n,
    keys,
    known,
    limits,
    links,
    login,
    logs,
    metrics,
    page,
    private_files,
    session,
    sheets,
    timing,
    zones,
)
from web.frame.configuration import configuration, connection_limits
from web.frame.site import Site
from web.frame.starting import check
from web.keepers import commands as keeper_commands
from web.ladders import commands as ladder_commands
from web.mine import views as mine_views
from web.practice.views import blueprint as practice_pages
from web.ratings import commands as rating_commands
from web.telling import commands as telling_commands
from web.telling import unsubscribing, ways

PARTS = (
    logs,
    metrics,
    timing,
    heart,
    login,
    devices,
    known,
    zones,
    i18n,
    cache,
    page,
    headers,
    sheets,
    links,
    compression,
    forms,
    limits,
    errors,
    absence,
    closed,
    second_step,
    words,
    commands,
    database_commands,
    keys,
    duel_commands,
    ladder_commands,
    worker,
    live,
    mine_views,
    ways,
    unsubscribing,
    telling_commands,
    rating_commands,
    keeper_commands,
    archive_commands,
)


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """Make an application; what is not in the settings is taken from the environment.

    Raises SettingsRefused, but in tests.
    """
    private_files.create_privately()
    app = Site(__name__)
    app.config.from_mapping(configuration(settings))
    if not app.testing:
        check(app.config)
    keyring = keys.make_keyring(app.config)
    database = Database(app.config["DATABASE_URL"], connection_limits(app.config), keyring)
    private_files.restrict(app, database.url)
    CSRFProtect(app)
    session.init_app(app, database)
    for part in PARTS:
        part.init_app(app)
    furnish_templates(app)
    register_pages(app)
    api.init_app(app)
    hosts.init_app(app)
    health.init_app(app)
    if app.config["TRUST_PROXY"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]  # Flask documents it so
    return app


def register_pages(app: Flask) -> None:
    """Give each subject its address."""
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(accounts.blueprint)
    app.register_blueprint(telling.blueprint)
    app.register_blueprint(feeds.blueprint)
    app.register_blueprint(finding.blueprint)
    app.register_blueprint(practice_pages)
    app.register_blueprint(mine.blueprint, url_prefix="/mine")
    app.register_blueprint(keepers.reports, url_prefix="/reports")
    app.register_blueprint(keepers.desk, url_prefix="/desk")
    app.register_blueprint(archive.blueprint, url_prefix="/archive")
    app.register_blueprint(players.blueprint, url_prefix="/players")
    app.register_blueprint(ratings.blueprint, url_prefix="/ratings")
    app.register_blueprint(challenges.blueprint, url_prefix="/challenges")
    app.register_blueprint(ladders.blueprint, url_prefix="/ladders")
    app.register_blueprint(duels.blueprint, url_prefix="/duels")
    app.register_blueprint(tournaments.blueprint, url_prefix="/tournaments")
    app.register_blueprint(calls.blueprint)


def furnish_templates(app: Flask) -> None:
    """Let every template use what the frame and the macros need."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals |= {
        "described_by": forms.described_by,
        "duel_url": links.duel_url,
        "here": links.here,
        "my_duels_url": links.my_duels_url,
        "place_code": place_code,
    }
