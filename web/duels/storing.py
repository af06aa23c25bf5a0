"""Storing from the board: each order as soon as it is complete, answered for the page to go on with."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from models import StoredDuel
from services import duels, entries
from services.entries import EntryError
from web.duels import pictures, tasks
from web.duels.contradictions import at_odds
from web.duels.entering import changed_elsewhere, other_window
from web.duels.forms import task_form
from web.duels.refusals import why_not
from web.login import me, members_only
from web.session import db, now
from web.words import instant

CONFLICT, UNPROCESSABLE = 409, 422


class NotStored(Exception):
    """Nothing was stored, and what to say about it."""

    def __init__(self, words: str, status: int) -> None:
        super().__init__(words)
        self.words, self.status = words, status


def register(blueprint: Blueprint) -> None:
    """Give this its address."""
    blueprint.add_url_rule("/<token>/store", "store", store, methods=["POST"])


@members_only
def store(token: str) -> ResponseReturnValue:
    """Store the orders of the form as they stand; the answer is JSON, and so is a refusal."""
    try:
        stored, unready = _kept(token)
    except NotStored as refusal:
        return jsonify(problem=refusal.words), refusal.status
    return jsonify(_told(stored, unready=unready))


def _kept(token: str) -> tuple[StoredDuel, bool]:
    """Store, and say whether readiness was taken back; raises NotStored."""
    phase = request.form.get("phase", "")
    try:
        stored, _ = entries.awaited(db(), token, me().id, phase, now())
        form = task_form(duels.view_of(stored, me().id), {})
        if form is None or not form.validate_on_submit():
            raise NotStored(
                gettext("This could not be stored. Reload the page and try again."), UNPROCESSABLE
            )
        if changed_elsewhere(stored) and not _known(stored, form.content()):
            raise NotStored(other_window(), CONFLICT)
        return stored, entries.store(db(), token, me().id, phase, form.content(), now())
    except (entries.PhaseOver, entries.NotAwaited) as error:
        words = gettext("This phase is over: nothing more is stored for it. Reload the page.")
        raise NotStored(words, CONFLICT) from error
    except EntryError as error:
        raise NotStored(why_not(error), UNPROCESSABLE) from error


def _known(stored: StoredDuel, content: Mapping[str, Any]) -> bool:
    """Whether just this is stored: the answer to it was lost on its way, and it was sent again."""
    entry = entries.of_player(db(), stored, duels.player_of(stored, me().id))
    return entry is not None and entry.content == content


def _told(stored: StoredDuel, *, unready: bool) -> dict[str, Any]:
    """What the page changes: the arrows, the typed box, what happens by default, when it was stored."""
    view = duels.view_of(stored, me().id)
    entry = entries.of_player(db(), stored, view.player)
    content = entry.content if entry else {}
    drawn = pictures.present(view, content).arrows
    ready = render_template(
        "duels/ready.html",
        stored=stored,
        view=view,
        entry=entry,
        handed_in=entries.who_handed_in(db(), stored),
        defaults=tasks.defaults(view, content),
        at_odds=at_odds(view, content),
    )
    words = f"{gettext('You are not ready any more.')} {gettext('Stored')}" if unready else gettext("Stored")
    return {
        "seen": entry.stored_at.isoformat() if entry else "",
        "stored": f"{words} {instant(entry.stored_at).striptags() if entry else ''}",
        "arrows": render_template("board/arrows.html", arrows=drawn),
        "typed": tasks.as_text(content),
        "ready": ready,
        "is_ready": bool(entry and entry.ready),
    }
