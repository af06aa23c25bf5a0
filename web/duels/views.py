"""The page of a duel, its record, and its moves as other programs read them."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from services.duels.tables import UnknownDuel
from services.history.chapters import UnknownChapter
from services.history.record import load_record, load_saved_game
from web.duels.page import DuelPage
from web.duels.table import table_of
from web.frame.errors import page as error_page
from web.frame.limits import limiter
from web.frame.page import respond
from web.frame.session import db


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>", "show", show)
    blueprint.add_url_rule("/<token>/record.json", "record", record)
    blueprint.add_url_rule("/<token>/saved-game.json", "saved_game", saved_game)
    blueprint.register_error_handler(UnknownDuel, unknown)
    blueprint.register_error_handler(UnknownChapter, unknown)


def unknown(_: Exception) -> ResponseReturnValue:
    """Do not tell a duel between two others from one that does not exist."""
    return error_page(HTTPStatus.NOT_FOUND)


def show(token: str) -> ResponseReturnValue:
    """Answer with the duel as it stands."""
    return respond(DuelPage(table_of(token)))


def record(token: str) -> Response:
    """Answer with the record of the duel, to replay and to verify."""
    stored = table_of(token).stored
    return _file(f"duel-{stored.token}.json", load_record(db(), stored))


@limiter.limit("10 per minute")
def saved_game(token: str) -> Response:
    """Answer with the duel as a saved game of the package `diplomacy`: each one is replayed anew."""
    stored = table_of(token).stored
    return _file(f"game-{stored.token}.json", load_saved_game(db(), stored))


def _file(name: str, plain: Mapping[str, Any]) -> Response:
    """A JSON document to keep."""
    response = jsonify(plain)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
