"""Lists of challenges."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any

from services.challenges.lists import PAGE, ListedChallenge
from services.ladders import lists as ladders
from services.readers import Lists
from web.challenges.filtering import FilterForm
from web.frame.login import member
from web.frame.page import Frame
from web.frame.session import now
from web.words.ratings import rating_shown
from web.words.times import deadline, instant


class ChallengeSlots(Frame):
    """The slots of cards of challenges, on whatever page they stand."""

    shown: Sequence[Sequence[ListedChallenge]] = ()

    @cached_property
    def _challenges(self) -> Mapping[str, ListedChallenge]:
        return {challenge.token: challenge for each in self.shown for challenge in each}

    def made(self, token: str) -> str:
        """The time since a challenge was made."""
        return instant(self._challenges[token].created_at)

    def rating(self, token: str) -> str:
        """The rating of a challenger."""
        return rating_shown(self._challenges[token].rating_at(now()).value)


class ChallengeList(ChallengeSlots):
    """Challenges that wait for me, mine that wait, and those open to anybody; made once but for the times."""

    template = "challenges/index.html"
    follows = Lists.OPEN
    is_list = True

    def __init__(
        self,
        to_me: Sequence[ListedChallenge],
        mine: Sequence[ListedChallenge],
        found: Sequence[ListedChallenge],
        form: FilterForm,
        before: str | None,
        on_ladders: Sequence[ladders.ListedChallenge] = (),
    ) -> None:
        self.to_me, self.mine, self.open, self.form = to_me, mine, found[:PAGE], form
        self.more, self.is_first = len(found) > PAGE, before is None
        self.on_ladders = on_ladders
        self.shown = (self.to_me, self.mine, self.open)

    @cached_property
    def chosen(self) -> Mapping[str, Any]:
        """What was chosen, as the links of the page remember it."""
        return self.form.chosen()

    def key(self) -> Hashable:
        """The challenges under their headings, what was chosen, and whether there are others."""
        listed = tuple(tuple(challenge.id for challenge in each) for each in self.shown)
        chosen = tuple(sorted(self.chosen.items()))
        on_ladders = (self.reader_id, *self.on_ladders) if self.on_ladders else ()
        return listed, chosen, self.is_first, self.more, member() is None, on_ladders

    @property
    def reader_id(self) -> int | None:
        """The number of the reader's account."""
        reader = member()
        return reader.id if reader else None

    def answer_by(self, number: str) -> str:
        """The time left to answer a challenge on a ladder."""
        return next(deadline(each.answer_by) for each in self.on_ladders if str(each.id) == number)
