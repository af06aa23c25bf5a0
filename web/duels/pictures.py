"""The pictures of a duel: the board as it stands, with one's own orders, and as it stood."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask_babel import gettext

from intimate.view import View
from models import StoredChapter
from services.telling import state, told_orders
from web.board.picture import Picture, happened, pending, picture_of
from web.duels.names import chapter_name
from web.words import phase_name

Content = Mapping[str, Any]


def words(kind: str) -> dict[str, str]:
    """What the board says while orders of a kind of phase are given on it."""
    return {
        "order": gettext("Press Enter to give it an order."),
        "chosen": gettext("%(unit)s: tap where it goes, or a unit with a mark to help it.", unit="{unit}"),
        "aim": gettext("Tap where %(unit)s is to be helped to; itself, to hold.", unit="{unit}"),
        "go": gettext("Go to %(place)s", place="{place}"),
        "help": gettext("Support it…"),
        "otherHelp": gettext("Support another move of it…"),
        "support": gettext("Support the unit in"),
        "supportLetter": gettext("S"),
        "convoy": gettext("Convoy the army in"),
        "convoyLetter": gettext("C"),
        "byLand": gettext("By land"),
        "bySea": gettext("By sea"),
        "storing": gettext("Storing…"),
        "offline": gettext("Not stored: no connection. It is tried again by itself."),
        "kind": kind,
    }


def present(view: View, content: Content) -> Picture:
    """The present position; content: what the reader himself has stored, and nobody else."""
    line = state(view.duel)
    caption = phase_name(view.phase) if view.phase else ""
    return replace(picture_of(line, caption), arrows=pending(line, content.get("orders") or {}))


def past(chapter: StoredChapter, before: Mapping[str, Any] | None) -> Picture:
    """A chapter: its orders in the position before it, and the units after it."""
    name = chapter_name(chapter)
    if chapter.phase is None or before is None or chapter.phase[-1] not in "MRA":
        return picture_of(chapter.line, name)
    return happened(before, chapter.line, told_orders(chapter.line, chapter), name)
