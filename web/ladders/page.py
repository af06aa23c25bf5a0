"""The page of a ladder."""

from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from flask import request, url_for
from markupsafe import Markup

from models import Ladder, User
from services.ladders.lists import PAGE, Champion
from services.ladders.seen import LadderSeen, see_ladder
from web.frame.login import member
from web.frame.page import Frame
from web.frame.session import db, now
from web.frame.translation import gettext
from web.words.places import ladder_name, ordinal
from web.words.times import deadline, instant


class LadderPage(Frame):
    """Some places of a ladder, the reader's own, challenges, moves and champions; made once but for times."""

    template = "ladders/show.html"
    is_list = True

    def __init__(self, token: str, first: int = 1, problem: str = "") -> None:
        self.token, self.first, self.problem = token, max(1, first), problem
        self.is_refused = bool(problem)

    @cached_property
    def seen(self) -> LadderSeen:
        """What the reader sees; raises UnknownLadder."""
        return see_ladder(db(), self.token, self.reader_id, self.first, now())

    @property
    def ladder(self) -> Ladder:
        """The ladder itself."""
        return self.seen.ladder

    @property
    def name(self) -> str:
        """Its name."""
        return ladder_name(self.ladder.name)

    @property
    def kind(self) -> str:
        """Who plays by the accounts that stand on it."""
        return "program" if self.ladder.for_programs else "person"

    @property
    def reader_id(self) -> int | None:
        """The number of the reader's account."""
        reader = member()
        return reader.id if reader else None

    @cached_property
    def may_join(self) -> bool:
        """False where the ladder is for programs and the reader is none; people are asked of theirs alone."""
        if not self.ladder.for_programs or self.reader_id is None:
            return True
        return db().get_one(User, self.reader_id).kind == "program"

    @property
    def is_keeper(self) -> bool:
        """True where the reader may close the ladder."""
        reader = member()
        return reader is not None and reader.is_keeper

    def key(self) -> Hashable:
        """All that the page shows but times; None where something was refused."""
        if self.problem:
            return None
        seen, ladder = self.seen, self.ladder
        shown = (tuple(each) for each in (seen.rungs, seen.around, seen.mine, seen.waiting, seen.playing))
        away = tuple(each.user_id for each in (*seen.rungs, *seen.around) if self.is_away(each.away_until))
        reader = self.is_keeper, self.reader_id, self.may_join
        return (
            (ladder.id, ladder.version, *reader, seen.own, seen.free, away),
            (*shown, tuple(seen.moves), tuple(seen.champions)),
        )

    def is_away(self, until: datetime | None) -> bool:
        """Tell whether a leave goes on."""
        return until is not None and now() < until

    @property
    def reach(self) -> str:
        """Say whom the reader may challenge."""
        own = self.seen.own
        if own is None or own.first_in_reach is None:
            return gettext("Nobody stands above you. Your place is yours until somebody wins it from you.")
        if own.first_in_reach == own.place - 1:
            return gettext("You may challenge %(place)s place.", place=ordinal(own.place - 1))
        return gettext(
            "You may challenge those from %(first)s to %(last)s place.",
            first=ordinal(own.first_in_reach),
            last=ordinal(own.place - 1),
        )

    @property
    def seasons(self) -> Mapping[int, Sequence[Champion]]:
        """The champions by their season, the latest first."""
        found: dict[int, list[Champion]] = {}
        for champion in self.seen.champions:
            found.setdefault(champion.season, []).append(champion)
        return found

    @property
    def above(self) -> str:
        """The way to the places above those of the page."""
        return self._turned(self._begins - PAGE) if self._begins > 1 else ""

    @property
    def below(self) -> str:
        """The way to the places below those of the page."""
        return self._turned(self._begins + PAGE) if self._begins + PAGE <= self.ladder.length else ""

    @property
    def _begins(self) -> int:
        return self.seen.rungs[0].place if self.seen.rungs else 1

    def _turned(self, first: int) -> str:
        if first <= 1:
            return url_for("ladders.show", token=self.token)
        return url_for("ladders.show", token=self.token, place=first)

    @property
    def typed_days(self) -> str:
        """The days of leave that were asked for where they are refused."""
        return request.form.get("days", "") if self.problem else ""

    # What depends on the time

    @cached_property
    def _times(self) -> Mapping[str, datetime]:
        seen = self.seen
        answers = {str(each.id): each.answer_by for each in (*seen.mine, *seen.waiting)}
        return answers | {f"move-{each.id}": each.at for each in seen.moves}

    def answer_by(self, number: str) -> Markup:
        """The time left to answer a challenge."""
        return deadline(self._times[number])

    def moved(self, number: str) -> Markup:
        """The time since a move."""
        return instant(self._times[f"move-{number}"])

    def ends(self) -> Markup | str:
        """When the season ends."""
        return instant(self.ladder.ends_at) if self.ladder.ends_at else ""

    def closed(self) -> Markup | str:
        """Since when the ladder is closed."""
        return instant(self.ladder.closed_at) if self.ladder.closed_at else ""

    def away_until(self) -> Markup | str:
        """When the reader's leave ends."""
        own = self.seen.own
        return instant(own.away_until) if own and own.away_until else ""
