"""Duels: the pages on which they are played."""

from flask import Blueprint

from web.duels import acts, chapters, entering, lists, live, names, show, stills, storing, what_if

blueprint = Blueprint("duels", __name__)
blueprint.register_error_handler(show.UnknownDuel, show.unknown)
blueprint.register_error_handler(chapters.UnknownChapter, show.unknown)
for pages in (names, lists, show, live, entering, storing, acts, chapters, stills, what_if):
    pages.register(blueprint)
