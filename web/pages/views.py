"""The front page and the rules."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from services import challenges, listings
from web.login import member
from web.session import db

FEW = 6

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def front() -> ResponseReturnValue:
    """What a duel is, and the ways into one."""
    reader = member()
    waiting = challenges.open_to(db(), reader.id if reader else None)
    running = listings.public(db(), ended=False)
    return render_template("pages/front.html", waiting=waiting[:FEW], running=running[:FEW])


@blueprint.get("/rules")
def rules() -> ResponseReturnValue:
    """The rules of the duel in plain words."""
    return render_template("pages/rules.html")
