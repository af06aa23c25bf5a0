"""The pages of finding an opponent."""

from flask import Blueprint

from web.finding import matches, play

blueprint = Blueprint("finding", __name__)
matches.register(blueprint)
play.register(blueprint)
