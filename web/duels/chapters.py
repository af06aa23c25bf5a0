"""Past chapters: both sides' entries, what became of them and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from adjudicator.notation import reason_in_words
from intimate.view import Player, Unreadable
from models import StoredChapter
from services import history
from services.history import UnknownChapter
from services.series import series
from services.telling import Told, told_bids, told_lists, told_orders
from web.duels import board, graphs, pictures, scrubber
from web.duels.show import found
from web.duels.tasks import deed, unit_label
from web.i18n import language
from web.outcome_words import outcome_words
from web.session import db

__all__ = ["UnknownChapter", "register"]


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/chapters/<int:ordinal>", "chapter", chapter)


@dataclass(frozen=True)
class Row:
    """One unit of the past: its order, its outcome, the reason."""

    unit: str
    order: str
    outcome: str
    good: bool
    reason: str


def _order_words(told: Told) -> str:
    match told.order:
        case None:
            return gettext("no order")
        case Unreadable(text=text):
            return text
        case order:
            return deed(order)


def _row(told: Told) -> Row:
    idle = told.order is None and not told.flags
    return Row(
        unit_label(told.unit) if told.unit else "–",
        _order_words(told),
        gettext("stayed") if idle else outcome_words(told.flags),
        not set(told.flags) - {"default"},
        gettext("; ").join(reason_in_words(reason, language()) for reason in told.reasons),
    )


def by_power(line: Mapping[str, Any], chapter: StoredChapter | None) -> dict[str, list[Row]]:
    """The rows of a phase under their powers."""
    return in_rows(told_orders(line, chapter))


def in_rows(outcomes: Iterable[Told]) -> dict[str, list[Row]]:
    """Outcomes in words, under their powers."""
    rows: dict[str, list[Row]] = {}
    for told in outcomes:
        rows.setdefault(told.power, []).append(_row(told))
    return rows


def chapter(token: str, ordinal: int) -> ResponseReturnValue:
    """One past chapter."""
    stored = found(token)
    past = history.chapter(db(), stored, ordinal)
    kind = "" if past.phase is None else "H" if past.phase == "HOMES" else past.phase[-1]
    before = history.line_before(db(), stored, ordinal)
    return render_template(
        "duels/chapter.html",
        stored=stored,
        past=past,
        kind=kind,
        line=past.line,
        before=before,
        commanders=board.commanders(before or past.line),
        bids=told_bids(past) if kind == "B" else [],
        lists=told_lists(past) if kind == "H" else {},
        powers=by_power(past.line, past) if kind and kind in "MRA" else {},
        passed=[(told["phase"], by_power(told, None)) for told in past.line["passed"]],
        position=board.rows(past.line),
        picture=pictures.past(past, before),
        strip=scrubber.strip(stored, board.by_year(history.chapters(db(), stored)), ordinal),
        graphs=graphs.over_the_years(stored, series(db(), stored), past),
        players=list(Player),
    )
