"""Chapters and the record: what is resolved, and so known to everybody who may see the duel."""

from typing import cast

from flask_babel import lazy_gettext as _l

from intimate.codec import public_line
from models import StoredChapter
from services.access.tokens import Scope
from services.history.chapters import page_of_chapters
from services.history.record import load_record, recorded
from web.api.operations import operation
from web.api.problems import not_found
from web.api.shapes import chapters as shapes
from web.api.tables import table_of
from web.frame.session import db

PAGE = 20


@operation(
    "GET",
    "/duels/<duel>/chapters",
    Scope.READ,
    group="chapters",
    summary=_l("What was resolved and what happened"),
    query=shapes.ChaptersAsked,
    answer=shapes.Chapters,
    problems=("not_found",),
)
def list_chapters(duel: str, query: shapes.ChaptersAsked) -> shapes.Chapters:
    """Resolved phases and events in order, by pages: the entries of both, and what became of them."""
    stored = table_of(duel).stored
    found = page_of_chapters(db(), stored, query.since, PAGE)
    following = query.since + PAGE
    return shapes.Chapters(
        chapters=list(map(seen, found)),
        ordinal=stored.ordinal,
        since=following if following < stored.ordinal else None,
    )


@operation(
    "GET",
    "/duels/<duel>/chapters/<int:ordinal>",
    Scope.READ,
    group="chapters",
    summary=_l("One chapter"),
    answer=shapes.Chapter,
    problems=("not_found",),
)
def show_chapter(duel: str, ordinal: int) -> shapes.Chapter:
    """A resolved phase, or an event."""
    stored = table_of(duel).stored
    found = page_of_chapters(db(), stored, ordinal, 1) if ordinal < stored.ordinal else ()
    if not found:
        raise not_found()
    return seen(found[0])


def seen(chapter: StoredChapter) -> shapes.Chapter:
    """Show a chapter."""
    return shapes.Chapter(
        ordinal=chapter.ordinal,
        resolved_at=chapter.resolved_at,
        chapter=cast("shapes.RecordedChapter", recorded(chapter)),
        line=cast("shapes.Line", public_line(chapter.line)),
    )


@operation(
    "GET",
    "/duels/<duel>/record",
    Scope.READ,
    group="chapters",
    summary=_l("The record of a duel"),
    answer=shapes.RecordSeen,
    problems=("not_found",),
)
def show_record(duel: str) -> shapes.RecordSeen:
    """The record as far as it goes, which `python -m intimate replay` and `verify` read."""
    return shapes.RecordSeen(cast("shapes.Record", load_record(db(), table_of(duel).stored)))
