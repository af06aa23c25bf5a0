"""Pictures of chapters: drawn, painted for messages, and where everybody may see them."""

from dataclasses import replace

from flask import current_app, url_for

from adjudicator import Phase, PhaseKind
from intimate.duel import Duel
from intimate.entries import Orders
from intimate.fates import fates_of
from models import StoredDuel
from services.history.chapters import Past, load_chapter
from web.board import still
from web.board.picture import Picture, pending_arrows, picture_of, picture_of_orders
from web.frame.session import db
from web.frame.translation import in_language

WIDTH = 1200
"""The width of a painted picture unless another one is asked for."""


def chapter_picture(past: Past, caption: str = "") -> Picture:
    """Draw a chapter: its orders in the position before it, or the position after it."""
    chapter = past.chapter
    if not (chapter.kind and chapter.kind.takes_orders and past.before):
        return picture_of(chapter.after, caption)
    return picture_of_orders(past.before, chapter.after, fates_of(chapter, past.before), caption)


def plan_picture(before: Duel, plan: Orders, caption: str = "") -> Picture:
    """Draw a position with what a plan would have ordered in it."""
    arrows = pending_arrows(before.position, plan, winter=before.kind is PhaseKind.ADJUSTMENTS)
    return replace(picture_of(before, caption), arrows=arrows)


def still_url(stored: StoredDuel, ordinal: int | None = None) -> str:
    """The whole address of a picture, another one whenever it looks different."""
    if ordinal is None:
        look = f"{still.edition()}-{stored.ordinal}"
        return url_for("duels.present_still_png", token=stored.token, v=look, _external=True)
    at = {"token": stored.token, "ordinal": str(ordinal), "v": still.edition()}
    return url_for("duels.chapter_still_png", _external=True, **at)


def painted_chapter(stored: StoredDuel, ordinal: int) -> bytes:
    """Return the PNG of a chapter as its address has it; raises still.Busy, still.PaintingFailed."""
    past = load_chapter(db(), stored, ordinal)
    with in_language("en"):
        picture = chapter_picture(past)
    document = still.drawn(picture, title_of(past.chapter.phase))
    painter: still.Painter = current_app.extensions["painter"]
    return painter.png(document, WIDTH, still.name_of(document, WIDTH))


def title_of(phase: Phase | None) -> str:
    """Write what a picture is called."""
    return f"Intimate Diplomacy {phase or ''}".strip()
