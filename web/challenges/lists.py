"""Lists of challenges."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property

from services.challenges.challenges import PAGE, ListedChallenge
from services.ladders import lists as ladders
from services.readers import Lists
from web.frame.login import member
from web.frame.page import Frame
from web.words.times import deadline, instant


class ChallengeList(Frame):
    """Challenges that wait for me, mine that wait, and those open to anybody; made once but for the times."""

    template = "challenges/index.html"
    follows = Lists.OPEN
    is_list = True

    def __init__(
        self,
        to_me: Sequence[ListedChallenge],
        mine: Sequence[ListedChallenge],
        found: Sequence[ListedChallenge],
        number: int,
        on_ladders: Sequence[ladders.ListedChallenge] = (),
    ) -> None:
        self.to_me, self.mine, self.open, self.number = to_me, mine, found[:PAGE], number
        self.on_ladders = on_ladders
        self.more = len(found) > PAGE

    def key(self) -> Hashable:
        """The challenges under their headings, and which page it is."""
        lists = (self.to_me, self.mine, self.open)
        on_ladders = (self.reader_id, *self.on_ladders) if self.on_ladders else ()
        waiting = tuple(tuple(challenge.id for challenge in each) for each in lists)
        return waiting, self.number, self.more, on_ladders

    @property
    def reader_id(self) -> int | None:
        """The number of the reader's account."""
        reader = member()
        return reader.id if reader else None

    @cached_property
    def _by_token(self) -> Mapping[str, ListedChallenge]:
        lists = (self.to_me, self.mine, self.open)
        return {challenge.token: challenge for each in lists for challenge in each}

    def made(self, token: str) -> str:
        """The time since a challenge was made."""
        return instant(self._by_token[token].created_at)

    def answer_by(self, number: str) -> str:
        """The time left to answer a challenge on a ladder."""
        return next(deadline(each.answer_by) for each in self.on_ladders if str(each.id) == number)
