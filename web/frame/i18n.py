"""Language and colours of a page: the reader's choice, else the browser's."""

from flask import Blueprint, Flask, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import Babel
from werkzeug.wrappers import Response

from services.accounts import accounts
from web.frame import translation
from web.frame.links import back, see_other
from web.frame.login import account
from web.frame.programs import is_for_programs
from web.frame.session import writing

LANGUAGES = {"en": "English", "fr": "Français"}
CODED_IN = {"english": "en", "french": "fr"}
"""The language of the codes that an account has chosen for all its boards."""
THEMES = ("auto", "light", "dark")
YEAR = 365 * 86400

babel = Babel()
blueprint = Blueprint("choices", __name__)


def init_app(app: Flask) -> None:
    """Let an application speak its languages."""
    babel.init_app(app, locale_selector=choose)
    app.register_blueprint(blueprint)
    app.after_request(vary)
    translation.init_app(app)
    app.jinja_env.globals |= {"languages": LANGUAGES, "theme": theme}


def choose() -> str:
    """Choose the language of this page; programs say in a header which one they want."""
    if not is_for_programs():
        reader = account()
        if reader:
            return reader.language
        chosen = request.cookies.get("language")
        if chosen in LANGUAGES:
            return chosen
    wanted = (name.partition("-")[0].lower() for name, quality in request.accept_languages if quality)
    return next((name for name in wanted if name in LANGUAGES), "en")


def theme() -> str:
    """Return the colours that the reader chose: light, dark, or those of their system (auto)."""
    chosen = request.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def code_language() -> str:
    """Return the language of the codes on the reader's boards: that of the page, or the account's choice."""
    for_all = translation.spoken_to_all()
    if for_all:
        return for_all
    reader = account()
    return (reader and CODED_IN.get(reader.codes)) or translation.language()


@blueprint.post("/language/<code>")
def change_language(code: str) -> ResponseReturnValue:
    """Change the language, and go on reading."""
    answer = see_other(back(url_for("pages.front")))
    if code in LANGUAGES:
        reader = account()
        if reader:
            with writing() as session:
                accounts.change_language(session, reader.id, code)
        remember(answer, "language", code)
    return answer


@blueprint.post("/theme/<name>")
def change_theme(name: str) -> ResponseReturnValue:
    """Change the colours, and go on reading."""
    answer = see_other(back(url_for("pages.front")))
    if name in THEMES:
        remember(answer, "theme", name)
    return answer


def remember(answer: Response, name: str, value: str) -> None:
    """Store a choice in this browser for a year."""
    answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure)


def vary(response: Response) -> Response:
    """Tell caches that a page depends on who reads it and in which language."""
    if response.mimetype == "text/html":
        response.vary.update(("Cookie", "Accept-Language"))
    return response
