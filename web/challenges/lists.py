"""Lists of challenges."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property

from services.challenges.challenges import PAGE, ListedChallenge
from services.readers import Lists
from web.frame.page import Frame
from web.words.times import instant


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
    ) -> None:
        self.to_me, self.mine, self.open, self.number = to_me, mine, found[:PAGE], number
        self.more = len(found) > PAGE

    def key(self) -> Hashable:
        """The challenges under their headings, and which page it is."""
        lists = (self.to_me, self.mine, self.open)
        return tuple(tuple(challenge.id for challenge in each) for each in lists), self.number, self.more

    @cached_property
    def _by_token(self) -> Mapping[str, ListedChallenge]:
        lists = (self.to_me, self.mine, self.open)
        return {challenge.token: challenge for each in lists for challenge in each}

    def made(self, token: str) -> str:
        """The time since a challenge was made."""
        return instant(self._by_token[token].created_at)
