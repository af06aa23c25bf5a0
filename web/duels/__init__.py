"""Duels: the pages on which they are played."""

from flask import Blueprint

blueprint = Blueprint("duels", __name__)


@blueprint.get("/")
def index() -> str:
    """The reader's duels."""
    return ""


@blueprint.get("/<token>")
def show(token: str) -> str:
    """One duel."""
    return token
