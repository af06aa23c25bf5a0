"""What the pages of a duel share: its bar, its seals, and how they follow it."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from flask import render_template

from intimate.duel import Ending
from intimate.players import Player
from intimate.view import View
from models import StoredDuel
from services.challenges.rematch import waiting_offer
from services.duels.stamps import stamp_of
from services.duels.tables import Table
from services.judging.asking import is_over, list_judgeable
from web.board.words import unit_label
from web.duels.rating import ShownChange, end_of_ratings
from web.finding.matches import is_of_match, part_of_match
from web.frame.awaiting import awaiting_counts
from web.frame.cache import cache
from web.frame.page import Frame, filled, kept_skeleton, reader_mark, rendered
from web.frame.session import db
from web.judging.part import Judged
from web.words.stalemates import countdown_mark
from web.words.times import clock, clock_face


class DuelFrame(Frame):
    """The frame around every page of a duel."""

    judgement_template = "judging/course.html"

    def __init__(self, table: Table) -> None:
        self.table = table
        # After the end the players follow what is their own: an offer of a rematch.
        self.is_list = table.stored.phase is None and table.player is not None

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.table.stored

    @property
    def view(self) -> View:
        """The duel as the reader may see it."""
        return self.table.view

    @property
    def duel_here(self) -> str:
        """The token of the duel."""
        return self.stored.token

    @property
    def has_next_duel(self) -> bool:
        """True when another duel awaits the reader."""
        counts_here = self.stored.level is None  # nobody waits for a move of practice
        here = counts_here and self.table.is_awaited and not self.table.is_ready
        return awaiting_counts().duels > here

    def next_duel(self) -> str:
        """The way to the next duel that awaits the reader, if there is another one."""
        return rendered("duels/next.html", page=self) if self.has_next_duel else ""

    @property
    def awaited_now(self) -> Sequence[Player]:
        """The players whom the phase awaits and who have not handed in."""
        return [
            player for player in Player if player in self.stored.awaited and player not in self.table.seals
        ]

    @property
    def decisive(self) -> Mapping[Player, Sequence[str]]:
        """The units that stand on home centres of the opponent at the end of a duel that this decided."""
        duel = self.table.duel
        if duel.result is None or duel.result.reason is not Ending.HOME_CENTRE:
            return {}
        return {player: [unit_label(unit) for unit in units] for player, units in duel.invaders.items()}

    @property
    def stalemate_mark(self) -> str:
        """How many autumns of those that it takes have passed, while a claim of a stalemate stands."""
        countdown = self.view.countdown
        return countdown_mark(countdown) if countdown and countdown.runs else ""

    @property
    def end_of_ratings(self) -> Mapping[Player, ShownChange] | str:
        """What the end of the duel did to the ratings of both, or why it did nothing."""
        return end_of_ratings(self.stored)

    @cached_property
    def is_of_match(self) -> bool:
        """True when the duel is one of the two of a match."""
        return is_of_match(self.stored.id)

    def match(self) -> str:
        """How the match stands that the duel belongs to, with the way to its other duel."""
        return part_of_match(self.stored.id)

    @cached_property
    def judged(self) -> Judged:
        """How the duel stood, as the site's own opponent judged it after the end."""
        return Judged(self.table)

    @cached_property
    def has_judgement(self) -> bool:
        """True of a duel that is over and that was judged, or has something in it to judge."""
        if not is_over(self.stored):
            return False
        key = ("judgeable", self.stored.id, self.stored.version)
        return self.table.was_judged or cache().made_once(
            key, lambda: bool(list_judgeable(db(), self.stored))
        )

    def judgement(self) -> str:
        """How the duel stood, made once for as much of it as is judged; nothing before the end."""
        if not self.has_judgement:
            return ""
        key = ("judgement", self.judgement_template, *self.judged.key(), self.table.player)
        made = kept_skeleton(key, lambda: render_template(self.judgement_template, page=self))
        return filled(self, made)

    def decided(self) -> str:
        """The way to where the duel was decided, or to having it judged."""
        shown = self.table.was_judged or self.judged.can_be_asked_for
        return rendered("judging/decided.html", page=self) if shown and self.has_judgement else ""

    def clock(self, player: str) -> str:
        """The time that a player has left: it ticks while it runs; a bank that is stopped stands still."""
        times = self.stored.times
        if player in times.due and times.pause:
            return clock_face(int((times.due[Player(player)] - times.pause.since).total_seconds()))
        if player in times.due:
            return clock(times.due[Player(player)])
        return clock_face(int(times.banks[Player(player)].total_seconds())) if player in times.banks else ""

    def standing(self) -> str:
        """The bar: both players with home powers, credits and readiness, the phase and its time."""
        return self.of_seals("standing", "duels/standing.html")

    def seals(self) -> str:
        """The seals of what has been handed in."""
        return self.of_seals("seals", "duels/seals.html")

    def live(self) -> str:
        """The stamp of the page, and what is said when it changes."""
        return self.of_seals("live", "duels/live.html")

    def rematch(self) -> str:
        """The ways to a rematch: to offer one, to answer the opponent's, to wait for their answer."""
        player = self.table.player
        if player is None:
            return ""
        if self.stored.level is not None:
            return rendered("practice/again.html", page=self)
        me, opponent = self.stored.players[player], self.stored.players[player.opponent]
        return rendered(
            "duels/rematch.html",
            page=self,
            theirs=waiting_offer(db(), opponent.id, me.id),
            mine=waiting_offer(db(), me.id, opponent.id),
        )

    def of_seals(self, name: str, template: str) -> str:
        """A part of the page that depends on who is ready, made once for it."""
        seals = tuple(self.table.seals.get(player) for player in Player)
        key = (name, self.stored.id, self.stored.version, self.table.player, seals)
        return filled(self, kept_skeleton(key, lambda: render_template(template, page=self)))

    @property
    def stamp(self) -> str:
        """The stamp of the duel as it was read."""
        return str(stamp_of(self.table))

    @property
    def phase_mark(self) -> str:
        """The phase, and what keeps the reader from it: the task of an open page is another one then."""
        player, times = self.table.player, self.stored.times
        anew = f"-{times.begun_anew}" if times.begun_anew else ""
        return f"{self.stored.phase or ''}{anew}{'-away' if player in times.away else ''}"

    def reader(self) -> str:
        """The reader and their language: a page that follows its duel stops when they change."""
        return reader_mark()
