"""The page of a duel: its task, position, past and terms; refused entries; its record as a file."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any

from flask import Response, jsonify
from flask.typing import ResponseReturnValue

from intimate.rules import Overbid
from models.ids import DuelToken
from services.duels.access import DuelForViewer
from services.history.chapters import load_record, load_saved_game
from services.terms import Terms
from web.board.picture import Picture, picture_of
from web.board.standing import PowerRow, rows
from web.core.limits import limited
from web.core.page import respond
from web.core.session import db
from web.core.translation import gettext
from web.duels.finding import blueprint, duel_of
from web.duels.forms import TaskForm, task_form
from web.duels.script_words import board_words
from web.duels.slots import DuelSlots
from web.duels.stalemates import countdown_words, missing_in_words
from web.words.chapters import phase_name
from web.words.names import definite_name, names_of
from web.words.settings import SettingSentence, settings_in_words, sides_in_words


class DuelPage(DuelSlots):
    """The page of a duel, rendered once for each version of the duel, player and language."""

    template = "duels/show.html"

    def key(self) -> Hashable:
        """The duel, its version, and which player the viewer is."""
        return self.stored.id, self.stored.version, self.viewed.player, self.is_out

    @property
    def opens(self) -> str:
        """The part of the page that is open at first: the task, or else the last events."""
        asks = self.viewed.is_awaited or not (self.stored.ordinal or self.view.player)
        return "task" if self.stored.phase and asks else "results"

    @property
    def takes_orders(self) -> bool:
        """True while the page takes orders."""
        return self.stored.phase is not None and self.stored.phase.kind.takes_orders

    @property
    def position(self) -> Sequence[PowerRow]:
        """The position as a table."""
        return rows(self.viewed.duel)

    @cached_property
    def picture(self) -> Picture:
        """The board without arrows."""
        return picture_of(self.viewed.duel, phase_name(self.stored.phase) if self.stored.phase else "")

    @property
    def board_words(self) -> Mapping[str, Any] | None:
        """The texts of the board while orders are given on it; None otherwise."""
        phase = self.stored.phase
        return board_words(phase.kind) if phase and self.is_awaited and self.takes_orders else None

    @property
    def stalemate_sentences(self) -> Sequence[str]:
        """Sentences about how close a stalemate is; none if none can be claimed."""
        return countdown_words(names_of(self.stored), self.viewed.duel)

    @property
    def warns_of_stalemate(self) -> bool:
        """True while years count towards a stalemate; spectators see the count even while it rests."""
        countdown = self.view.countdown
        return countdown is not None and (countdown.runs or not self.view.player)

    @property
    def idle_message(self) -> str:
        """The text of a phase for a viewer who has nothing to enter."""
        if self.is_out:
            return gettext("What you saved counts as it is.")
        if self.viewed.is_awaited:
            return ""
        if self.view.player:
            return gettext("Nothing to do in this phase: it waits for your opponent.")
        return gettext("Both players enter in secret. Their entries appear here when the phase is over.")

    @property
    def goal(self) -> str:
        """How the duel is won, for its player."""
        duel, home, player = self.viewed.duel, self.view.home, self.view.player
        if player is None:
            return ""
        if duel.rules.sides:
            *_, neutral, victory = sides_in_words(duel.rules.sides)
            leader = duel.commander(duel.rules.sides.neutral)
            if leader is None:
                return f"{victory} {neutral}"
            power, name = definite_name(duel.rules.sides.neutral), names_of(self.stored)[leader]
            if leader is player:
                return f"{victory} " + gettext("%(power)s has joined you.", power=power)
            return f"{victory} " + gettext("%(power)s has joined %(name)s.", power=power, name=name)
        if home is None or duel.rules.victory_centres is not None:
            return ""
        enemy = duel.homes[player.opponent]
        return gettext(
            "You win when a unit of %(own)s stands on a home centre of %(other)s at the end of a season. "
            "Mercenaries help, but cannot win.",
            own=definite_name(home),
            other=definite_name(enemy),
        )

    @property
    def goal_in_short(self) -> str:
        """The goal in one sentence, for those who begin."""
        duel, home, player = self.viewed.duel, self.view.home, self.view.player
        if duel.rules.sides:
            return gettext(
                "A side with %(units)d units after a winter wins.", units=duel.rules.sides.units_to_win
            )
        if not self.goal or home is None or player is None:
            return ""
        return gettext(
            "You win when a unit of %(own)s ends a season on a home centre of %(other)s.",
            own=definite_name(home),
            other=definite_name(duel.homes[player.opponent]),
        )

    @property
    def rating_message(self) -> str:
        """Whether the end of the duel changes ratings, in words."""
        if self.stored.rated:
            return gettext(
                "This duel is rated: from the end of Spring 1901 on, "
                "its result changes both players’ ratings."
            )
        if self.stored.level:
            return gettext("This is practice: it is never rated, and nobody else sees it.")
        return gettext("This duel is not rated: its end changes no rating.")

    @property
    def missing_for_stalemate(self) -> Sequence[str]:
        """The units and centres of mercenaries because of which no stalemate can be claimed."""
        return missing_in_words(self.view.in_the_way)

    @property
    def words(self) -> Sequence[SettingSentence]:
        """The settings as sentences."""
        return settings_in_words(self.stored.rules, self.stored.preset)

    @property
    def terms(self) -> Terms:
        """The terms of the duel."""
        stored = self.stored
        return Terms(
            stored.preset, stored.settings, stored.edition, stored.public, stored.clock, rated=stored.rated
        )

    @property
    def halves_all(self) -> bool:
        """True when all bids are halved after an overbid of the opponent, not only contested ones."""
        return self.stored.rules.halves_all

    @property
    def refuses_overbids(self) -> bool:
        """True when a sheet may not exceed the reserve."""
        return self.stored.rules.overbid is Overbid.FORBIDDEN

    # Set if a form was refused
    form: TaskForm | None = None
    problem: str = ""
    faults: Sequence[str] = ()


class RefusedPage(DuelPage):
    """The same page with the refused entry; rendered each time.

    problem: why it was refused. form, values or typed: what was sent, by kind. faults: of the typed orders.
    """

    def __init__(
        self,
        viewed: DuelForViewer,
        problem: str = "",
        *,
        form: TaskForm | None = None,
        values: Mapping[str, str] | None = None,
        typed: str | None = None,
        faults: Sequence[str] = (),
    ) -> None:
        super().__init__(viewed)
        self.problem, self.form, self._typed, self.faults = problem, form, typed, faults
        self._sent = values

    is_refused = True
    wrong_menus: Mapping[str, str] = {}

    def key(self) -> Hashable:
        """None: no two are alike."""
        return None

    def menu(self, name: str) -> str:
        """A menu with the sent or stored order chosen."""
        values = self._values if self._sent is None else self._sent
        return self.menus.by_name[name].chosen(values.get(name, ""), self.wrong_menus.get(name, ""))

    @cached_property
    def task_form(self) -> TaskForm | None:
        """The refused form, or the one with the stored entry."""
        return self.form or task_form(self.view, self.viewed.entry)

    @property
    def typed_orders(self) -> str:
        """The typed text, or the stored orders."""
        return super().typed_orders if self._typed is None else self._typed


@blueprint.get("/<token>")
def show(token: DuelToken) -> ResponseReturnValue:
    """Answer with the page of the duel."""
    return respond(DuelPage(duel_of(token)))


@blueprint.get("/<token>/record.json")
def record(token: DuelToken) -> Response:
    """Answer with the record of the duel, to replay and to verify."""
    stored = duel_of(token).stored
    return _file(f"duel-{stored.token}.json", load_record(db(), stored))


@blueprint.get("/<token>/saved-game.json")
@limited("10 per minute")
def saved_game(token: DuelToken) -> Response:
    """Answer with the duel as a saved game of the package `diplomacy`, replayed for each request."""
    stored = duel_of(token).stored
    return _file(f"game-{stored.token}.json", load_saved_game(db(), stored))


def _file(name: str, plain: Mapping[str, Any]) -> Response:
    """A JSON document to download."""
    response = jsonify(plain)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
