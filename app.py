"""The application, wired together; only servers, commands and tests import this."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from models import Database
from web import (
    accounts,
    awaiting,
    challenges,
    commands,
    compression,
    duels,
    edition_words,
    errors,
    forms,
    headers,
    i18n,
    limits,
    links,
    login,
    pages,
    presets,
    session,
    words,
)
from web.configuration import configuration
from web.duels import commands as duel_commands
from web.duels import live

PARTS = (login, i18n, headers, compression, limits, errors, words, commands, duel_commands, live)


def create_app(settings: Mapping[str, Any] | None = None) -> Flask:
    """Make an application; what is not in the settings is taken from the environment."""
    app = Flask(__name__)
    app.config.from_mapping(configuration(settings))
    CSRFProtect(app)
    session.init_app(app, Database(app.config["DATABASE_URL"]))
    for part in PARTS:
        part.init_app(app)
    furnish_templates(app)
    register_pages(app)
    if app.config["TRUST_PROXY"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]  # Flask documents it so
    return app


def register_pages(app: Flask) -> None:
    """Give each subject its address."""
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(accounts.blueprint)
    app.register_blueprint(challenges.blueprint, url_prefix="/challenges")
    app.register_blueprint(duels.blueprint, url_prefix="/duels")


def furnish_templates(app: Flask) -> None:
    """Let every template use what the frame and the macros need."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["preset"] = presets.preset_name
    app.jinja_env.filters["edition"] = edition_words.edition_name
    app.jinja_env.filters["edition_words"] = edition_words.edition_in_words
    app.jinja_env.globals |= {
        "awaiting_counts": awaiting.awaiting_counts,
        "described_by": forms.described_by,
        "duel_url": links.duel_url,
        "here": links.here,
        "my_duels_url": links.my_duels_url,
    }
