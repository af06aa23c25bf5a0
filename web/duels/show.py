"""The page of one duel: its task, its position, and what has happened."""

from typing import Any

from flask import Blueprint, Response, jsonify, render_template
from flask.typing import ResponseReturnValue

from intimate.view import View
from models import StoredDuel
from services import deadlines, duels, entries, history, watching
from services.duels import UnknownDuel
from services.series import series
from services.terms import Terms
from web.duels import board, graphs, pictures, scrubber, tasks
from web.duels.contradictions import at_odds
from web.duels.forms import SheetForm, TaskForm, task_form
from web.errors import page as error_page
from web.login import member
from web.session import database, db, now
from web.settings_words import settings_in_words

__all__ = ["UnknownDuel", "register"]

NOT_FOUND = 404


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>", "show", show)
    blueprint.add_url_rule("/<token>/record.json", "record", record)


def unknown(_: Exception) -> ResponseReturnValue:
    """Do not tell a duel between two others from one that does not exist."""
    return error_page(NOT_FOUND)


def reader_id() -> int | None:
    """The account that is reading, if any."""
    reader = member()
    return reader.id if reader else None


def found(token: str) -> StoredDuel:
    """The duel, as far as the reader may see it; a phase whose time is up is resolved first."""
    stored = duels.find(db(), token, reader_id())
    if stored.deadline_at is not None and stored.deadline_at <= now():
        # Read before the rollback: it would begin another transaction, which sees the duel as it was.
        duel_id = stored.id
        db().rollback()
        deadlines.resolve_due(database(), duel_id, now())
        db().expire_all()
        stored = duels.find(db(), token, reader_id())
    return stored


def show(token: str) -> ResponseReturnValue:
    """The duel as it stands."""
    return duel_page(found(token))


def duel_page(stored: StoredDuel, status: int = 200, **typed: Any) -> ResponseReturnValue:  # noqa: ANN401  # form, text, faults
    """The duel as it stands, with what was typed and refused, if anything was.

    typed: `form` (the refused form), `text` (the typed box), `faults` (what is wrong in it),
    `problem` (what could not be done).
    """
    view = duels.view_of(stored, reader_id())
    entry = entries.of_player(db(), stored, view.player)
    form = typed.pop("form", None) or task_form(view, entry.content if entry else {})
    handed_in = entries.who_handed_in(db(), stored)
    years = board.by_year(history.chapters(db(), stored))
    page = render_template(
        "duels/show.html",
        stored=stored,
        view=view,
        entry=entry,
        form=form,
        handed_in=handed_in,
        stamp=watching.stamp_of(stored, handed_in),
        text=typed.pop("text", None) or tasks.as_text(entry.content if entry else {}),
        defaults=tasks.defaults(view, entry.content if entry else {}),
        at_odds=at_odds(view, entry.content if entry else {}),
        position=board.position(view),
        picture=pictures.present(view, entry.content if entry else {}),
        board_words=pictures.words(view.kind) if view.is_awaited and view.kind in "MRA" else None,
        chapters=years,
        strip=scrubber.strip(stored, years),
        graphs=graphs.over_the_years(stored, series(db(), stored)),
        words=settings_in_words(view.rules, stored.preset),
        terms=Terms(stored.preset, stored.settings, stored.edition, stored.public, stored.phase_seconds),
        **_sums(view, form),
        **typed,
    )
    return page, status


def _sums(view: View, form: TaskForm | None) -> dict[str, int]:
    """What the sheet could cost: all its bids and, should the opponent be overbid, what it inherits."""
    if not isinstance(form, SheetForm):
        return {}
    return {"total": form.total, "inheriting": view.cost_of_inheriting(form.sheet())}


def record(token: str) -> Response:
    """The record of the duel, to keep, to replay and to verify."""
    stored = found(token)
    response = jsonify(history.record(db(), stored))
    response.headers["Content-Disposition"] = f'attachment; filename="duel-{stored.token}.json"'
    return response
