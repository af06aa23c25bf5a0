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
        "chosen": _chosen_words(kind),
        "idle": _idle_words(kind),
        "undone": gettext("Taken back."),
        "aim": gettext("Tap where %(unit)s is to be helped to; itself, to hold.", unit="{unit}"),
        "go": gettext("Go to %(place)s", place="{place}"),
        "help": gettext("Support it…"),
        "otherHelp": gettext("Support another move of it…"),
        "support": gettext("Support the unit in"),
        "supportLetter": gettext("S"),
        "convoy": gettext("Convoy the army in"),
        "convoyLetter": gettext("C"),
        "storing": gettext("Storing…"),
        "offline": gettext("Not stored: no connection. It is tried again by itself."),
        "kind": kind,
    }


def _chosen_words(kind: str) -> str:
    """What to do when a unit has been chosen."""
    if kind == "R":
        return gettext("%(unit)s: tap where it retreats to.", unit="{unit}")
    return gettext("%(unit)s: tap where it goes, or a unit with a mark to help it.", unit="{unit}")


def _idle_words(kind: str) -> str:
    """What to do first."""
    words = {
        "M": gettext("Tap a unit of yours, then where it goes. Without an order it holds."),
        "R": gettext("Tap a dislodged unit of yours, then where it retreats to."),
        "A": gettext("Tap a home centre to build there, or a unit to remove it, as far as that is due."),
    }
    return words[kind]


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
