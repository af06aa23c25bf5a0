"""The application, wired together; only servers, commands and tests import this."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Flask
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from models import Database
from services.wiring import HOOKS
from web import (
    accounts,
    analysis,
    api,
    arbiters,
    archive,
    challenges,
    database_commands,
    duels,
    feeds,
    following,
    history,
    ladders,
    league,
    learning,
    matchmaking,
    mine,
    moderation,
    notifications,
    pages,
    players,
    practice,
    puzzles,
    ratings,
    tables,
    talk,
    tournaments,
    what_if,
    words,
    worker,
)
from web.accounts import attempts, factor, own_data
from web.accounts import keys as account_keys
from web.accounts import messages as account_messages
from web.accounts import refusals as account_refusals
from web.analysis import part as analysis_part
from web.analysis.part import AnalysisPart
from web.arbiters import messages as arbiter_messages
from web.arbiters.panel import ArbitersPart
from web.archive import commands as archive_commands
from web.board import signs
from web.challenges import messages as challenge_messages
from web.challenges import rematch
from web.challenges.rematch import RematchPart
from web.core import (
    cache,
    devices,
    errors,
    forms,
    headers,
    health,
    heartbeat,
    i18n,
    keys,
    limits,
    links,
    login,
    logs,
    messages,
    metrics,
    page,
    private_files,
    session,
    site,
    static_files,
    stylesheets,
)
from web.core.configuration import configuration, connection_limits
from web.core.page import Menu
from web.core.site import Site
from web.duels import frame, live
from web.duels import messages as duel_messages
from web.duels.frame import DuelPart
from web.history import embedding, stills
from web.history import messages as history_messages
from web.history.chapters import HistoryPart
from web.ladders import commands as ladder_commands
from web.ladders import messages as ladder_messages
from web.ladders.views import LadderPart
from web.league import views as league_pages
from web.league.views import LeaguePart
from web.matchmaking.matches import MatchPart
from web.moderation import commands as moderation_commands
from web.moderation import reporting
from web.moderation import words as moderation_words
from web.moderation.reporting import ReportingPart
from web.notifications import content, ways
from web.notifications import views as notification_pages
from web.pages import installed
from web.practice import views as practice_pages
from web.practice.views import PracticePart
from web.ratings import commands as rating_commands
from web.ratings import words as rating_words
from web.starting import check
from web.tables import messages as table_messages
from web.talk import diary
from web.talk import words as talk_words
from web.talk.views import TalkPart
from web.tournaments import messages as tournament_messages
from web.tournaments import words as tournament_words
from web.tournaments.page import TournamentPart
from web.words.orders import place_code

PARTS = (
    logs,
    metrics,
    heartbeat,
    login,
    devices,
    i18n,
    cache,
    headers,
    static_files,
    stylesheets,
    links,
    forms,
    limits,
    attempts,
    errors,
    account_refusals,
    factor,
    database_commands,
    keys,
    ladder_commands,
    worker,
    live,
    mine,
    ways,
    notification_pages,
    rating_commands,
    moderation_commands,
    archive_commands,
    stills,
    what_if,
)
"""What makes an application ready, in this order."""

BLUEPRINTS = (
    pages.blueprint,
    installed.blueprint,
    accounts.blueprint,
    notifications.blueprint,
    feeds.blueprint,
    matchmaking.blueprint,
    practice.blueprint,
    learning.blueprint,
    puzzles.blueprint,
    mine.blueprint,
    reporting.blueprint,
    moderation.blueprint,
    archive.blueprint,
    players.blueprint,
    following.blueprint,
    ratings.blueprint,
    challenges.blueprint,
    ladders.blueprint,
    league.blueprint,
    duels.blueprint,
    tournaments.blueprint,
    tables.blueprint,
    history.blueprint,
    analysis.blueprint,
    what_if.blueprint,
    embedding.blueprint,
    talk.blueprint,
    diary.blueprint,
    rematch.blueprint,
    arbiters.blueprint,
)
"""The pages of each feature."""

MENU: Menu = {
    "duels.index": (),
    "duels.watch": ("archive", "following"),
    "challenges.index": ("challenges", "matchmaking", "practice"),
    "ladders.index": ("ladders", "league", "ratings", "tables", "tournaments"),
    "learning.lessons": ("learning", "puzzles", "pages.rules"),
    "accounts.login": (),
    "moderation.desk": ("moderation",),
    "arbiters.calls": (),
}
"""What the menu leads to, and the features whose other pages stand under each entry."""

FILTERS = (words.FILTERS, rating_words.FILTERS, tournament_words.FILTERS)
"""The words that templates use as filters."""

MESSAGES = (
    history_messages.WORDS,
    challenge_messages.WORDS,
    ladder_messages.WORDS,
    tournament_messages.WORDS,
    arbiter_messages.WORDS,
    account_messages.MESSAGES,
    talk_words.WORDS,
    content.WORDS,
)
"""What words the messages of each feature."""

REFUSALS = (
    duel_messages.REFUSALS,
    challenge_messages.REFUSALS,
    ladder_messages.REFUSALS,
    arbiter_messages.REFUSALS,
    tournament_messages.REFUSALS,
    *table_messages.REFUSALS,
    moderation_words.REFUSALS,
    talk_words.REFUSALS,
    following.REFUSALS,
    account_refusals.REFUSALS,
    own_data.DELETION_REFUSALS,
    account_keys.KEY_REFUSALS,
    notification_pages.REFUSALS,
    practice_pages.REFUSALS,
    league_pages.REFUSALS,
    analysis_part.REFUSALS,
)
"""What says to people why something is refused."""

DUEL_PARTS: Sequence[type[DuelPart]] = (
    HistoryPart,
    AnalysisPart,
    PracticePart,
    ArbitersPart,
    MatchPart,
    RematchPart,
    LadderPart,
    LeaguePart,
    TournamentPart,
    TalkPart,
    ReportingPart,
)
"""What features show on the pages of a duel; templates say where."""


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
    database = Database(app.config["DATABASE_URL"], connection_limits(app.config), keyring, HOOKS)
    private_files.restrict(app, database.url)
    CSRFProtect(app)
    session.init_app(app, database)
    for part in PARTS:
        part.init_app(app)
    page.init_app(app, MENU)
    signs.init_app(app)
    frame.init_app(app, DUEL_PARTS)
    content.init_app(app, MESSAGES)
    messages.init_app(app, REFUSALS)
    words.init_app(app, FILTERS)
    furnish_templates(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    api.init_app(app)
    site.init_app(app)
    health.init_app(app)
    if app.config["TRUST_PROXY"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]  # Flask documents it so
    return app


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
