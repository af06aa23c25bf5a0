"""The language and the looks of a page: the reader's choice, else what the browser says."""

from flask import Blueprint, Flask, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import Babel, get_locale
from werkzeug.wrappers import Response

from services import accounts
from web.links import back
from web.login import member
from web.session import db

LANGUAGES = {"en": "English", "fr": "Français"}
THEMES = ("auto", "light", "dark")
YEAR = 365 * 86400

babel = Babel()
blueprint = Blueprint("choices", __name__)


def init_app(app: Flask) -> None:
    """Let an application speak its languages."""
    babel.init_app(app, locale_selector=choose)
    app.register_blueprint(blueprint)
    app.after_request(vary)
    app.jinja_env.globals |= {"languages": LANGUAGES, "language": language, "theme": theme}


def choose() -> str:
    """The language of this page."""
    reader = member()
    if reader:
        return reader.language
    chosen = request.cookies.get("language")
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(LANGUAGES) or "en"


def language() -> str:
    """The code of the language of this page."""
    return str(get_locale() or "en")


def theme() -> str:
    """The looks that the reader chose: light, dark, or those of his system."""
    chosen = request.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


@blueprint.post("/language/<code>")
def speak(code: str) -> ResponseReturnValue:
    """Change the language, and go on reading."""
    answer = redirect(back(url_for("pages.front")), 303)
    if code in LANGUAGES:
        remember(answer, "language", code)
        reader = member()
        if reader:
            accounts.change_language(db(), reader.id, code)
    return answer


@blueprint.post("/theme/<name>")
def dress(name: str) -> ResponseReturnValue:
    """Change the looks, and go on reading."""
    answer = redirect(back(url_for("pages.front")), 303)
    if name in THEMES:
        remember(answer, "theme", name)
    return answer


def remember(answer: Response, name: str, value: str) -> None:
    """Keep a choice in this browser for a year."""
    answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure)


def vary(response: Response) -> Response:
    """Tell caches that a page depends on who reads it and in which language."""
    if response.mimetype == "text/html":
        response.vary.update(("Cookie", "Accept-Language"))
    return response
