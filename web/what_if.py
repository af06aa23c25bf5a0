"""The pages of what if: the address holds all orders, and nothing is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from http import HTTPStatus
from threading import BoundedSemaphore
from typing import Any

from flask import Blueprint, Flask, current_app, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import ServiceUnavailable

from adjudicator import Game, PhaseKind, Power
from adjudicator.notation import LANGUAGES, reason_in_words
from intimate.codec import write_state
from intimate.duel import Duel
from intimate.entries import NO_ORDERS, Orders
from intimate.players import Player
from models.ids import DuelToken
from services.duels.access import DuelForViewer
from services.history.chapters import Past, load_chapter
from services.what_if import (
    MOST_STEPS,
    Damaged,
    DeskForAll,
    Play,
    Start,
    TooLong,
    TriedPhase,
    branch,
    fates,
    merged,
    noteworthy_fates,
    read_link,
    start_of,
    without_defaults,
    write_link,
)
from web.board.picture import Picture, pending_arrows, picture_of, picture_of_orders
from web.board.standing import PowerRow, commanders, lawless_powers, rows
from web.core.errors import busy
from web.core.forms import MOST_CHARACTERS
from web.core.limits import address, count
from web.core.links import see_other
from web.core.page import Frame, respond
from web.core.session import db
from web.core.translation import gettext, language
from web.duels.finding import duel_of
from web.duels.menus import Menus, chosen_values, menus_of, read_menus
from web.duels.script_words import board_words
from web.duels.sent_entry import SheetRefused, read_orders
from web.history.chapters import UnitRow, row, rows_by_power
from web.words.chapters import chapter_name, phase_name
from web.words.orders import order_words


@dataclass(frozen=True)
class LineOfPlay:
    """A line of play from a chapter of a duel, or from before the first."""

    viewed: DuelForViewer
    past: Past | None
    start: Start
    play: Play

    @cached_property
    def steps(self) -> list[TriedPhase]:
        """The phases that were tried."""
        return branch(self.start, self.play)

    @cached_property
    def game(self) -> Game:
        """The base game that the next phase begins with."""
        return self.steps[-1].played.game if self.steps else self.start.game

    @cached_property
    def duel(self) -> Duel:
        """The duel as it would stand then."""
        return self.start.duel_at(self.game)

    @cached_property
    def desk(self) -> DeskForAll:
        """The desk of the next phase."""
        return DeskForAll(self.game)

    def url(self, length: int, **options: str) -> str:
        """Return the address of the first `length` phases of the line; raises TooLong."""
        return url_of(self.viewed, self.past, write_link(self.play[:length]), **options)

    @property
    def awaited_player(self) -> Player | None:
        """The viewer as a player, if the duel awaits them where the line begins."""
        viewed = self.viewed
        here = not self.play and self.past is not None and self.past.ordinal == viewed.stored.ordinal - 1
        return (
            viewed.player
            if here and viewed.is_awaited and viewed.stored.phase == self.start.game.phase
            else None
        )


def url_of(viewed: DuelForViewer, past: Past | None, play: str = "", **options: Any) -> str:  # noqa: ANN401  # url_for's
    """The address of a line of play; options: `change` its last phase, or answer with `arrows`."""
    token, shown = viewed.stored.token, play or None
    ordinal = past.ordinal if past else None
    return url_for("what_if.from_chapter", token=token, ordinal=ordinal, play=shown, **options)


def read_typed(text: str, desk: DeskForAll) -> Orders:
    """Read typed orders in any of the languages, that of the page first; raises SheetRefused."""
    try:
        return read_orders(text, desk)
    except SheetRefused:
        for other in LANGUAGES:
            if other != language():
                try:
                    return read_orders(text, desk, other)
                except SheetRefused:
                    continue
        raise


RATE, ARROWS_RATE = "120 per minute", "600 per minute"
"""How many attempts one address has, each a twentieth of a second, and how many drawings of arrows."""


blueprint = Blueprint("what_if", __name__, url_prefix="/duels")


def init_app(app: Flask) -> None:
    """Reserve a sixth of the threads for what if; the others answer pages."""
    app.extensions["what if"] = BoundedSemaphore(max(1, app.config["WEB_THREADS"] // 6))


@blueprint.get("/<token>/what-if/now")
def from_now(token: DuelToken) -> ResponseReturnValue:
    """Redirect to a line from the present position, at an address that keeps its meaning."""
    viewed = duel_of(token, whole=True)
    past = load_chapter(db(), viewed.stored, viewed.stored.ordinal - 1) if viewed.stored.ordinal else None
    return see_other(url_of(viewed, past))


@blueprint.get("/<token>/what-if/start")
@blueprint.post("/<token>/what-if/start")
@blueprint.get("/<token>/what-if/<int:ordinal>")
@blueprint.post("/<token>/what-if/<int:ordinal>")
def from_chapter(token: DuelToken, ordinal: int | None = None) -> ResponseReturnValue:
    """Answer with a line of play, or extend it by a phase while it is short enough."""
    draws = "arrows" in request.args
    count(ARROWS_RATE if draws else RATE, "arrows" if draws else "what if", address())
    room: BoundedSemaphore = current_app.extensions["what if"]
    if not room.acquire(blocking=False):
        return busy(ServiceUnavailable())
    try:
        return _tried(token, ordinal)
    finally:
        room.release()


def _tried(token: DuelToken, ordinal: int | None) -> ResponseReturnValue:
    viewed = duel_of(token, whole=True)
    past = None if ordinal is None else load_chapter(db(), viewed.stored, ordinal)
    try:
        play = read_link(request.args.get("play", ""))
    except Damaged:
        values = {
            "stored": viewed.stored,
            "past": past,
            "name": _name(past),
            "begin_url": url_of(viewed, past),
        }
        return render_template("what_if/damaged.html", **values), HTTPStatus.BAD_REQUEST
    line = LineOfPlay(viewed, past, start_of(viewed.stored, past), play)
    if request.method == "POST":
        return _posted(line)
    if "change" in request.args and line.play:
        orders = Orders({power: tuple(given) for power, given in line.steps[-1].orders.items()})
        return respond(LinePage(replace(line, play=line.play[:-1]), orders))
    return respond(LinePage(line))


def _posted(line: LineOfPlay) -> ResponseReturnValue:
    if "arrows" in request.args:
        return _arrows(line)
    if "own" in request.form:
        own = line.viewed.entry if line.awaited_player else None
        return respond(LinePage(line, own if isinstance(own, Orders) else NO_ORDERS))
    return _longer(line)


def _name(past: Past | None) -> str:
    return chapter_name(past) if past else ""


def _longer(line: LineOfPlay) -> ResponseReturnValue:
    """Redirect to the line with the sent orders, or say which of them are unreadable."""
    sent = read_menus(line.desk)
    text = request.form.get("orders", "")
    try:
        typed = read_typed(text, line.desk)
        given = without_defaults(merged(sent.orders.all, typed.all), line.start.game.edition)
        longer = replace(line, play=(*line.play, given))
        url = longer.url(len(longer.play))
    except SheetRefused as refusal:
        return _refused(line, sent.values, text, refusal.faults)
    except TooLong:
        faults = [gettext("This is more than a link can hold. Nothing was tried.")]
        return _refused(line, sent.values, text, faults)
    return jsonify(url=url, **_outcomes(longer)) if _wants_json() else see_other(url)


def _wants_json() -> bool:
    return request.accept_mimetypes.best == "application/json"


def _refused(
    line: LineOfPlay, values: Mapping[str, str], text: str, faults: Sequence[str]
) -> ResponseReturnValue:
    if _wants_json():
        return jsonify(faults=faults), HTTPStatus.UNPROCESSABLE_ENTITY
    typed = text if len(text) <= MOST_CHARACTERS else ""
    return respond(LinePage(line, values=values, typed=typed, faults=faults), HTTPStatus.UNPROCESSABLE_ENTITY)


def _outcomes(line: LineOfPlay) -> dict[str, Any]:
    """Return the outcomes of the last phase, and the next address, as JSON."""
    step = line.steps[-1]
    outcomes: dict[str, list[dict[str, Any]]] = {}
    for fate in fates(step):
        words = row(fate)
        outcomes.setdefault(fate.power, []).append(
            {
                "unit": str(fate.ordered),
                "order": str(fate.order) if fate.order else None,
                "flags": [flag.value for flag in fate.outcome.flags],
                "outcome": words.outcome,
                "reason": words.reason,
            }
        )
    after = write_state(line.duel) | {"next": str(line.game.phase)}
    return {"phase": str(step.before.phase), "outcomes": outcomes, "after": after}


def _arrows(line: LineOfPlay) -> ResponseReturnValue:
    """Answer with the arrows of the orders in the form, before anything is adjudicated."""
    sent = read_menus(line.desk)
    drawn = pending_arrows(line.duel, sent.orders)
    return jsonify(arrows=render_template("board/list_of_arrows.html", arrows=drawn))


@dataclass(frozen=True)
class ShownStep:
    """A phase that was tried, as the page shows it."""

    phase: str
    url: str
    change_url: str
    outcomes: Mapping[Power, Sequence[UnitRow]]
    commanders: Mapping[Power, Player]
    strays: Sequence[tuple[str, str]]
    picture: Picture | None


class LinePage(Frame):
    """The page of a line of play; rendered each time, since no two are alike."""

    template = "what_if/show.html"
    most_steps = MOST_STEPS

    def __init__(
        self,
        line: LineOfPlay,
        orders: Orders = NO_ORDERS,
        *,
        values: Mapping[str, str] | None = None,
        typed: str = "",
        faults: Sequence[str] = (),
    ) -> None:
        """orders: of the menus; values, typed, faults: the refused form."""
        self.line, self.orders, self.typed, self.faults = line, orders, typed, faults
        self.stored = line.viewed.stored
        self._sent = values
        self.is_refused = bool(faults)

    @cached_property
    def menus(self) -> Menus | None:
        """The menus of the next phase; None if the line has its maximal length."""
        return None if len(self.line.steps) == MOST_STEPS else menus_of(self.line.desk.choices)

    @cached_property
    def _values(self) -> Mapping[str, str]:
        names = list(self.menus.by_name) if self.menus else []
        return chosen_values(self.orders, names) if self._sent is None else self._sent

    def menu(self, name: str) -> str:
        """A menu with its order chosen."""
        return self.menus.by_name[name].chosen(self._values.get(name, "")) if self.menus else ""

    @property
    def begins_after(self) -> str:
        """The name of the chapter that the line begins after."""
        return _name(self.line.past)

    @property
    def begins_before(self) -> str:
        """If the line begins after an event, such as an offer, the phase that was then awaited."""
        past = self.line.past
        awaited = past.chapter.after.phase if past and past.event else None
        return phase_name(awaited) if awaited else ""

    @property
    def chapter_url(self) -> str | None:
        """The address of that chapter."""
        past = self.line.past
        return url_for("history.chapter", token=self.stored.token, ordinal=past.ordinal) if past else None

    @property
    def begin_url(self) -> str:
        """The address of the line without its phases."""
        return url_of(self.line.viewed, self.line.past)

    @property
    def action(self) -> str:
        """The address that the form is sent to."""
        return self.line.url(len(self.line.play))

    @property
    def arrows_url(self) -> str:
        """The address that answers with arrows."""
        return self.line.url(len(self.line.play), arrows="yes")

    @property
    def phase(self) -> str:
        """The name of the next phase."""
        return phase_name(self.line.game.phase)

    @property
    def kind(self) -> str:
        """The kind of the next phase, by its name."""
        return self.line.game.phase.kind.name

    @property
    def is_own(self) -> bool:
        """True if the viewer has, or could have, stored orders for this phase."""
        return self.line.awaited_player is not None

    @property
    def picture(self) -> Picture:
        """The board of the next phase."""
        return picture_of(self.line.duel, self.phase)

    @property
    def board_words(self) -> Mapping[str, Any] | None:
        """The texts of the board while orders are given on it."""
        return board_words(self.line.game.phase.kind) if self.menus else None

    @property
    def position(self) -> Sequence[PowerRow]:
        """The position as a table."""
        return rows(self.line.duel)

    @property
    def steps(self) -> Sequence[ShownStep]:
        """The phases that were tried."""
        return [self._shown(number, step) for number, step in enumerate(self.line.steps, 1)]

    def _shown(self, number: int, step: TriedPhase) -> ShownStep:
        before = self.line.start.duel_at(step.before)
        after = self.line.start.duel_at(step.played.game)
        name, is_last = phase_name(step.before.phase), number == len(self.line.steps)
        winter = step.before.phase.kind is PhaseKind.ADJUSTMENTS
        return ShownStep(
            name,
            self.line.url(number),
            self.line.url(number, change="yes"),
            rows_by_power(noteworthy_fates(step), winter=winter, lawless=lawless_powers(before)),
            commanders(before),
            [
                (order_words(stray.order, winter=winter), reason_in_words(stray.reason, language()))
                for stray in step.strays
            ],
            picture_of_orders(before, after, fates(step), name) if is_last else None,
        )
