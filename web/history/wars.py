"""The whole war of a duel in one file: an animated picture, and a text."""

from collections.abc import Iterator
from http import HTTPStatus

from flask import Response, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import ServiceUnavailable

from adjudicator import PhaseKind
from intimate.duel import Duel
from models.account import LANGUAGES
from models.ids import DuelToken
from services.duels.access import DuelForViewer
from services.history.chapters import load_latest_in_force
from services.refused import NotFound
from web.board import still
from web.board.picture import Picture, picture_of
from web.core.limits import limited
from web.core.session import db
from web.core.translation import gettext, in_language
from web.duels.finding import duel_of, find_shown
from web.history.messages import result_lines
from web.history.stills import RETRY_AFTER, blueprint, cache_control, chapter_picture
from web.history.summaries import title_of
from web.words.chapters import ending, season_name
from web.words.names import names_of, power_name

WAR_WIDTH, MOST_FRAMES = 640, 40
"""The width of an animated picture, and the most phases of movement in it: a third of a second each."""
MOST_CHAPTERS = 6 * MOST_FRAMES
"""How many chapters an animated picture goes back: a year has up to six, and events."""


@blueprint.get("/<token>/war.gif")
def war(token: DuelToken) -> ResponseReturnValue:
    """The whole war of a finished duel: each phase of movement, then the end; raises NotFound."""
    viewed = find_shown(token)
    stored = viewed.stored
    if stored.phase is not None:
        raise NotFound
    asked = request.args.get("lang", "")
    spoken = asked if asked in LANGUAGES else LANGUAGES[0]
    name = still.name_of(f"war {stored.id} {stored.ordinal} {spoken}", WAR_WIDTH)
    if name in request.if_none_match:
        response = Response(status=HTTPStatus.NOT_MODIFIED)
    else:
        response = Response(painted_war(viewed, spoken, name), mimetype="image/gif")
    response.set_etag(name)
    response.headers["Cache-Control"] = cache_control(stored)
    return response


def painted_war(viewed: DuelForViewer, spoken: str, name: str) -> bytes:
    """The animated GIF in a language; only a new one counts against the limit. Raises ServiceUnavailable."""
    painter: still.Painter = current_app.extensions["painter"]
    try:
        if name in painter:
            return painter.gif((), WAR_WIDTH, name)
        with limited("6 per hour", scope="wars"):
            return painter.gif(list(frames_of(viewed, spoken)), WAR_WIDTH, name)
    except still.PainterBusy as error:
        raise ServiceUnavailable(retry_after=RETRY_AFTER) from error


def frames_of(viewed: DuelForViewer, spoken: str) -> Iterator[str]:
    """Draw the latest phases of movement of a duel with their orders, then how it ended."""
    pasts = load_latest_in_force(db(), viewed.stored, MOST_CHAPTERS)
    movements = [past for past in pasts if past.phase and past.phase.kind is PhaseKind.MOVEMENT]
    with in_language(spoken):
        for past in movements[-MOST_FRAMES:]:
            if past.before and past.phase:
                yield frame(chapter_picture(past), season_name(past.phase), past.before)
        yield frame(picture_of(viewed.duel), "", viewed.duel)


def frame(picture: Picture, season: str, duel: Duel) -> str:
    """Draw one picture of a war with the reserves of both players."""
    return still.with_reserves(still.drawn(picture, ""), season, duel.credits)


@blueprint.get("/<token>/war.txt")
@limited("10 per minute")
def text(token: DuelToken) -> Response:
    """Answer with the resolved phases of a duel in words, in the language of the viewer."""
    viewed = duel_of(token)
    response = Response("\n".join(lines_of(viewed)) + "\n", mimetype="text/plain")
    response.headers["Content-Disposition"] = f'attachment; filename="duel-{viewed.stored.token}.txt"'
    return response


def lines_of(viewed: DuelForViewer) -> Iterator[str]:
    """Write who plays, what happened phase by phase, without undone phases, and how the duel ended."""
    stored, homes = viewed.stored, viewed.duel.homes
    names, colon = names_of(stored), gettext(":")
    yield " – ".join(
        f"{name} ({power_name(homes[player])})" if player in homes else name for player, name in names.items()
    )
    for past in load_latest_in_force(db(), stored, stored.ordinal):
        yield ""
        yield f"{title_of(past, names)}{colon}"
        yield from result_lines(past, names)
    if stored.phase is None:
        yield ""
        yield ending(stored)
