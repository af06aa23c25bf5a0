"""The frame of the pages of a duel: the bar, the seals, live updates, and the parts of other features."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar, TypeVar, cast

from flask import Flask, current_app, render_template

from adjudicator import PhaseKind
from intimate.duel import WITHOUT_RESULT, Ending
from intimate.players import Player
from intimate.rules import LimitCounts
from intimate.view import View
from models import StoredDuel
from services.duels.access import DuelForViewer
from services.duels.stamps import stamp_of
from web.core.page import Frame, awaiting_counts, filled, kept_skeleton, rendered, viewer_mark
from web.core.session import now
from web.core.translation import gettext
from web.duels.rating import ShownChange, end_of_ratings
from web.duels.stalemates import countdown_mark
from web.words.chapters import ending, ending_for, invasion
from web.words.names import names_of
from web.words.times import clock, clock_face


class DuelPart:
    """The part of another feature on the pages of a duel.

    Templates reach it by its name: `page.parts.history.years`, in a slot `slot("part", "history", "graphs")`.
    """

    name: ClassVar[str]

    def __init__(self, page: "DuelFrame") -> None:
        self.page = page

    @property
    def viewed(self) -> DuelForViewer:
        """The duel as its viewer may see it."""
        return self.page.viewed

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.page.stored


AT_LIMIT = frozenset({Ending.YEAR_LIMIT, Ending.TIME_UP})
DECIDED_BY_NUMBERS = AT_LIMIT | {Ending.STALEMATE, Ending.CENTRES, Ending.ENDED_EARLY}


Part = TypeVar("Part", bound=DuelPart)


def init_app(app: Flask, parts: Sequence[type[DuelPart]]) -> None:
    """Add the parts of other features to the pages of duels."""
    app.extensions["duel_parts"] = tuple(parts)


class DuelFrame(Frame):
    """The frame around every page of a duel."""

    def __init__(self, viewed: DuelForViewer) -> None:
        self.viewed = viewed
        # After the end the players follow their own lists: an offer of a rematch.
        self.is_list = viewed.stored.phase is None and viewed.player is not None

    @cached_property
    def parts(self) -> Mapping[str, DuelPart]:
        """The parts of other features, by their names."""
        kinds: Sequence[type[DuelPart]] = current_app.extensions["duel_parts"]
        return {kind.name: kind(self) for kind in kinds}

    def part_of(self, kind: type[Part]) -> Part:
        """The part of a feature, for code of that feature and of those above it."""
        return cast("Part", self.parts[kind.name])

    def part(self, name: str, what: str) -> str:
        """What a part shows in a slot."""
        shown: str = getattr(self.parts[name], what)()
        return shown

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.viewed.stored

    @property
    def is_awaited(self) -> bool:
        """True if the phase awaits the viewer, who has arrived and has time left."""
        return self.viewed.is_awaited and not self.is_out and self.viewed.player not in self.stored.times.away

    @property
    def is_out(self) -> bool:
        """True when the viewer is awaited and out of time."""
        player = self.viewed.player
        return player is not None and not self.viewed.is_ready and self.stored.times.is_out(player, now())

    @property
    def is_winter(self) -> bool:
        """True in a phase of adjustments."""
        return self.stored.phase is not None and self.stored.phase.kind is PhaseKind.ADJUSTMENTS

    @property
    def view(self) -> View:
        """The duel as the viewer may see it."""
        return self.viewed.view

    @property
    def duel_here(self) -> str:
        """The token of the duel."""
        return self.stored.token

    @property
    def has_next_duel(self) -> bool:
        """True when another duel awaits the viewer."""
        counts_here = self.stored.level is None  # in practice no other player waits
        here = counts_here and self.viewed.is_awaited and not self.viewed.is_ready
        return awaiting_counts().duels > here

    def next_duel(self) -> str:
        """The link to the next duel that awaits the viewer, if there is another one."""
        return rendered("duels/next.html", page=self) if self.has_next_duel else ""

    @property
    def awaited_now(self) -> Sequence[Player]:
        """The awaited players who have not handed in."""
        return [
            player for player in Player if player in self.stored.awaited and player not in self.viewed.seals
        ]

    @property
    def decisive(self) -> Sequence[str]:
        """Say which units on the opponent's home centres decided the duel."""
        duel = self.viewed.duel
        if duel.result is None or duel.result.reason is not Ending.HOME_CENTRE:
            return ()
        names = names_of(self.stored)
        return [
            invasion(unit, player, self.viewed.player, names[player])
            for player, units in duel.invaders.items()
            for unit in units
        ]

    @property
    def ending_sentences(self) -> Sequence[str]:
        """Say how the duel ended; to a player, from their point of view."""
        player = self.viewed.player
        return self.decisive or [ending_for(self.stored, player) if player else ending(self.stored)]

    @property
    def is_without_result(self) -> bool:
        """True if the duel ended without a winner and without a draw."""
        return self.stored.winner is None and self.stored.reason in WITHOUT_RESULT

    @property
    def what_decided(self) -> str:
        """The counts, if numbers of centres or units decided the duel."""
        rules, reason = self.stored.rules, self.stored.reason
        if reason not in DECIDED_BY_NUMBERS or not self.viewed.duel.own(Player.FIRST):
            return ""
        if reason in AT_LIMIT and rules.limit_counts is LimitCounts.UNITS:
            return gettext("Units:") if rules.sides else gettext("Units of the home powers:")
        return gettext("Supply centres:") if rules.sides else gettext("Centres of the home powers:")

    @property
    def stalemate_mark(self) -> str:
        """How many of the necessary autumns have passed, while a stalemate is claimed."""
        countdown = self.view.countdown
        return countdown_mark(countdown) if countdown and countdown.runs else ""

    @property
    def end_of_ratings(self) -> Mapping[Player, ShownChange] | str:
        """The effect of the end of the duel on both ratings, or why it had none."""
        return end_of_ratings(self.stored)

    def clock(self, player: str) -> str:
        """A player's time left, ticking if it runs."""
        times = self.stored.times
        if player in times.due and times.pause:
            return clock_face(int((times.due[Player(player)] - times.pause.since).total_seconds()))
        if player in times.due:
            return clock(times.due[Player(player)])
        return clock_face(int(times.banks[Player(player)].total_seconds())) if player in times.banks else ""

    @property
    def play_left(self) -> int:
        """The seconds of agreed time that are left before the duel begins, or during a pause."""
        times = self.stored.times
        if times.over_at is None or times.pause is None:
            return self.stored.clock.limit
        return int((times.over_at - times.pause.since).total_seconds())

    def limit(self, how: str) -> str:
        """When the agreed time of the duel is over; while the clocks are stopped, how much of it is left."""
        return rendered("duels/limit.html", page=self, is_short=how == "short")

    def standing(self) -> str:
        """The bar: both players with home powers, credits and readiness, the phase and its time."""
        return self.kept_by_seals("standing", "duels/bar.html")

    def seals(self) -> str:
        """The seals of what has been handed in."""
        return self.kept_by_seals("seals", "duels/seals.html")

    def live(self) -> str:
        """The stamp of the page, and the texts for its changes."""
        return self.kept_by_seals("live", "duels/live.html")

    def kept_by_seals(self, name: str, template: str) -> str:
        """A part of the page that depends on who is ready, rendered once for each case."""
        seals = tuple(self.viewed.seals.get(player) for player in Player)
        key = (name, self.stored.id, self.stored.version, self.viewed.player, seals)
        return filled(self, kept_skeleton(key, lambda: render_template(template, page=self)))

    def stamp(self) -> str:
        """The stamp of the duel as it was read."""
        return str(stamp_of(self.viewed))

    @property
    def entry_stored_at(self) -> str:
        """The instant of the entry on the page, as forms carry it."""
        return self.viewed.own.stored_at.isoformat() if self.viewed.own else ""

    def own(self) -> str:
        """The state of the viewer's own entry on the page: its instant, and whether it is handed in."""
        return f"{self.entry_stored_at} ready" if self.viewed.is_ready else self.entry_stored_at

    @property
    def phase_mark(self) -> str:
        """The phase, and what keeps the viewer from entering; a change renews the task of an open page."""
        player, times = self.viewed.player, self.stored.times
        anew = f"-{times.begun_anew}" if times.begun_anew else ""
        return f"{self.stored.phase or ''}{anew}{'-away' if player in times.away else ''}"

    def viewer(self) -> str:
        """The viewer and their language: a page that follows its duel stops when they change."""
        return viewer_mark()
