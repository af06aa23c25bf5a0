"""The API for bots: the same use cases as the pages, as JSON, with keys only."""

from flask import Flask

from web.api import (
    access,
    account,
    board,
    challenges,
    changes,
    chapters,
    duels,
    entries,
    export,
    following,
    ladders,
    league,
    openapi,
    operations,
    players,
    practice,
    puzzles,
    refusals,
    talk,
    time_off,
)
from web.api.operations import OPERATIONS, Operation, blueprint

__all__ = [
    "OPERATIONS",
    "Operation",
    "account",
    "blueprint",
    "board",
    "challenges",
    "chapters",
    "duels",
    "entries",
    "export",
    "following",
    "init_app",
    "ladders",
    "league",
    "openapi",
    "players",
    "practice",
    "puzzles",
    "talk",
    "time_off",
]

refusals.register()


def init_app(app: Flask) -> None:
    """Give an application its API."""
    for part in (operations, access, changes):
        part.init_app(app)
    app.register_blueprint(blueprint)
    app.register_blueprint(openapi.pages)
