"""The site with two more pages for comparison: constant bytes, and one row in a small template."""

import os
from functools import cache

from flask import Blueprint, Flask, Response, render_template
from flask_login import current_user
from sqlalchemy import text

from app import create_app
from web.core.session import db

ROW, CONSTANT = "/bench/row", "/bench/constant"
UNLIMITED = "BENCH_UNLIMITED"
"""A variable of the environment that turns off rate limits, so that one address can get many pictures."""
blueprint = Blueprint("bench", __name__, template_folder="templates")


def application() -> Flask:
    """Make the site, by the settings in the environment."""
    app = create_app({"RATELIMIT_ENABLED": UNLIMITED not in os.environ})
    app.register_blueprint(blueprint)
    return app


@cache
def bytes_of(size: int) -> bytes:
    """Return a page of a given size."""
    return b"<!doctype html><title>.</title>".ljust(size, b".")


@blueprint.get(f"{CONSTANT}/<int:size>")
def constant(size: int) -> Response:
    """Answer with constant bytes."""
    return Response(bytes_of(size), mimetype="text/html")


@blueprint.get(f"{ROW}/<token>")
def row(token: str) -> str:
    """Answer with the viewer and one row of the database."""
    found = db().execute(
        text("SELECT id, phase, created_at FROM duels WHERE token = :token"), {"token": token}
    )
    return render_template("bench/row.html", reader=current_user, duel=found.one())
