"""What if: orders of all sides tried from a chapter; the address holds them all, and nothing is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from adjudicator.notation import reason_in_words
from intimate.view import Player, Unreadable
from models import StoredChapter, StoredDuel
from services import duels, entries, history, lines_of_play, what_if
from services.all_sides import Moment
from services.lines_of_play import Damaged, TooLong
from services.what_if import Start, Step, Stray
from web.board.picture import Picture, happened, pending, picture_of
from web.duels import board, chapters, pictures
from web.duels.forms import OrdersForm
from web.duels.show import found, reader_id
from web.duels.tasks import order_words
from web.duels.what_if_forms import asked_of, orders_form, sheet_of
from web.forms import UNPROCESSABLE
from web.i18n import language
from web.session import db, only_read
from web.words import phase_name

BAD_REQUEST = 400
Content = Mapping[str, Any]


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/<token>/what-if/now", "what_if_now", from_now)
    for place, endpoint in (("start", "what_if_start"), ("<int:ordinal>", "what_if")):
        blueprint.add_url_rule(f"/<token>/what-if/{place}", endpoint, from_chapter, methods=["GET", "POST"])


@dataclass(frozen=True)
class Tried:
    """A line of play from a chapter of a duel, or from before the first."""

    stored: StoredDuel
    past: StoredChapter | None
    start: Start
    play: lines_of_play.Play

    @cached_property
    def steps(self) -> list[Step]:
        """The phases that were tried."""
        return what_if.branch(self.start, self.play)

    def url(self, length: int, change: str | None = None) -> str:
        """The address of the line up to so many phases."""
        return url_of(self.stored, self.past, lines_of_play.written(self.play[:length]), change=change)


@dataclass(frozen=True)
class ToldStep:
    """A phase that was tried, as the page tells it."""

    phase: str
    url: str
    change_url: str
    powers: Mapping[str, Sequence[chapters.Row]]
    commanders: Mapping[str, str]
    strays: Sequence[tuple[str, str]]
    picture: Picture | None


def url_of(
    stored: StoredDuel,
    past: StoredChapter | None,
    play: str = "",
    change: str | None = None,
    arrows: str | None = None,
) -> str:
    """The address of a line of play, or of its last phase to be changed."""
    token, shown = stored.token, play or None
    if past is None:
        return url_for("duels.what_if_start", token=token, play=shown, change=change, arrows=arrows)
    return url_for(
        "duels.what_if", token=token, ordinal=past.ordinal, play=shown, change=change, arrows=arrows
    )


def from_now(token: str) -> ResponseReturnValue:
    """From the present position, by an address that will mean the same tomorrow."""
    stored = found(token)
    return redirect(url_of(stored, _past(stored, stored.ordinal - 1 if stored.ordinal else None)), 303)


def _past(stored: StoredDuel, ordinal: int | None) -> StoredChapter | None:
    return None if ordinal is None else history.chapter(db(), stored, ordinal)


def from_chapter(token: str, ordinal: int | None = None) -> ResponseReturnValue:
    """A line of play, or the same with one more phase to it."""
    if request.method == "POST":
        only_read()
    stored = found(token)
    past = _past(stored, ordinal)
    try:
        play = lines_of_play.read(request.args.get("play", ""))
    except Damaged:
        begin_url = url_of(stored, past)
        page = render_template("duels/what_if_damaged.html", stored=stored, past=past, begin_url=begin_url)
        return page, BAD_REQUEST
    tried = Tried(stored, past, what_if.start_of(db(), stored, past), play)
    if request.method == "POST" and "arrows" in request.args:
        return _arrows(tried)
    if request.method == "POST":
        return _page(tried, _own(tried)) if "own" in request.form else _longer(tried)
    if "change" in request.args and tried.play:
        return _page(replace(tried, play=tried.play[:-1]), _ordered(tried.steps[-1]))
    return _page(tried)


def _ordered(step: Step) -> Content:
    """What was ordered in a phase, as the form that asks for it takes it."""
    return {"orders": {power: [str(order) for order in orders] for power, orders in step.orders.items()}}


def _own(tried: Tried) -> Content:
    """What the reader himself has stored, when it is this very phase that awaits him."""
    player = _awaited_here(tried)
    entry = entries.of_player(db(), tried.stored, player)
    return entry.content if entry else {}


def _awaited_here(tried: Tried) -> Player | None:
    """Which player the reader is, if the duel awaits him where the line of play begins."""
    stored = tried.stored
    player = duels.player_of(stored, reader_id())
    awaited = {Player.FIRST: stored.awaits_first, Player.SECOND: stored.awaits_second}
    here = not tried.play and tried.past is not None and tried.past.ordinal == stored.ordinal - 1
    same = stored.phase == str(tried.start.moment.phase)
    return player if player and awaited[player] and here and same else None


def _longer(tried: Tried) -> ResponseReturnValue:
    """The line of play with what was sent, at its own address; or what cannot be read in it."""
    steps = tried.steps
    asked = asked_of(tried.start, steps)
    form, text = orders_form(asked, {}), request.form.get("orders", "")
    sheet = sheet_of(text, asked)
    if sheet.faults:
        return _refused(tried, form, text, sheet.faults)
    chosen = [order for orders in form.content()["orders"].values() for order in orders]
    typed = [order for orders in sheet.orders.values() for order in orders]
    texts = lines_of_play.in_place_of(chosen, typed)
    kept = lines_of_play.worth_keeping(texts, tried.start.edition)
    longer = replace(tried, play=(*tried.play, kept))
    try:
        url = longer.url(len(longer.play))
    except TooLong:
        problem = gettext("This is more than a link can hold. Nothing was tried.")
        return _refused(tried, form, text, [problem])
    if _wants_json():
        return jsonify(url=url, **_outcomes(longer))
    return redirect(url, 303)


def _wants_json() -> bool:
    return request.accept_mimetypes.best == "application/json"


def _refused(tried: Tried, form: OrdersForm, text: str, faults: Sequence[str]) -> ResponseReturnValue:
    if _wants_json():
        return jsonify(faults=faults), UNPROCESSABLE
    return _page(tried, {}, form=form, text=text, faults=faults), UNPROCESSABLE


def _outcomes(tried: Tried) -> dict[str, Any]:
    """What became of the last phase, and where it leads, for programs."""
    step = tried.steps[-1]
    outcomes: dict[str, list[dict[str, Any]]] = {}
    for told in what_if.told(step):
        row = chapters.in_rows([told])[told.power][0]
        outcomes.setdefault(told.power, []).append(
            {
                "unit": str(told.unit),
                "order": str(told.order) if told.order else None,
                "flags": told.flags,
                "outcome": row.outcome,
                "reason": row.reason,
            }
        )
    after = what_if.line_at(tried.start, step.after) | {"next": str(step.after.phase)}
    return {"phase": str(step.phase), "outcomes": outcomes, "after": after}


def _page(tried: Tried, content: Content | None = None, **typed: Any) -> str:  # noqa: ANN401  # form, text, faults
    """The page of a line of play, its form filled with what is given."""
    steps = tried.steps
    asked = asked_of(tried.start, steps)
    line = _line_now(tried)
    full = len(steps) == lines_of_play.MOST_STEPS
    form = typed.pop("form", None) or (None if full else orders_form(asked, content or {}))
    return render_template(
        "duels/what_if.html",
        stored=tried.stored,
        steps=[_told(tried, number, step) for number, step in enumerate(steps, 1)],
        asked=asked,
        view=asked,  # the tables of orders ask it as they ask the view of a duel
        form=form,
        action=tried.url(len(tried.play)),
        own=_awaited_here(tried) is not None,
        position=board.rows(line),
        picture=picture_of(line, phase_name(str(asked.phase))),
        board_words=pictures.words(asked.kind),
        arrows_url=url_of(tried.stored, tried.past, lines_of_play.written(tried.play), arrows="yes"),
        past=tried.past,
        begin_url=url_of(tried.stored, tried.past),
        **typed,
    )


def _told(tried: Tried, number: int, step: Step) -> ToldStep:
    before = what_if.line_at(tried.start, Moment(step.phase, step.before))
    return ToldStep(
        str(step.phase),
        tried.url(number),
        tried.url(number, change="yes"),
        chapters.in_rows(what_if.worth_telling(step)),
        board.commanders(before),
        [_stray(stray) for stray in step.strays],
        _drawn(tried, step, before) if number == len(tried.steps) else None,
    )


def _drawn(tried: Tried, step: Step, before: Content) -> Picture:
    """The board of a phase that was tried: its orders, and the units after it."""
    after = what_if.line_at(tried.start, step.after)
    return happened(before, after, what_if.told(step), phase_name(str(step.phase)))


def _arrows(tried: Tried) -> ResponseReturnValue:
    """The arrows of what stands in the form, for the board to show before anything is adjudicated."""
    asked = asked_of(tried.start, tried.steps)
    line = _line_now(tried)
    drawn = pending(line, orders_form(asked, {}).content()["orders"])
    return jsonify(arrows=render_template("board/arrows.html", arrows=drawn))


def _line_now(tried: Tried) -> dict[str, Any]:
    """The position that the next phase begins with."""
    return what_if.line_at(tried.start, tried.steps[-1].after if tried.steps else tried.start.moment)


def _stray(stray: Stray) -> tuple[str, str]:
    words = stray.order.text if isinstance(stray.order, Unreadable) else order_words(stray.order)
    return words, reason_in_words(stray.reason, language())
