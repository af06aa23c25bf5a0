"""Lists of tournaments: open, running and ended ones."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property

from services.readers import Lists
from services.tournaments.finding import PAGE, ListedTournament
from web.frame.page import Frame
from web.words.times import deadline, instant


class TournamentList(Frame):
    """Tournaments as cards, made once but for the times."""

    template = "tournaments/index.html"
    follows = Lists.TOURNAMENTS
    is_list = True

    def __init__(self, which: str, found: Sequence[ListedTournament], before: int | None) -> None:
        self.which, self.found, self.before = which, found[:PAGE], before
        self.next_before = found[PAGE - 1].id if len(found) > PAGE else None

    def key(self) -> Hashable:
        """The tournaments, how they stand, and which page it is."""
        stands = tuple((each.id, each.version, each.players) for each in self.found)
        return self.which, stands, self.before, self.next_before

    @cached_property
    def _by_token(self) -> Mapping[str, ListedTournament]:
        return {each.token: each for each in self.found}

    def when(self, token: str) -> str:
        """The time that counts for a tournament: until when one can sign up, or since when it stands so."""
        each = self._by_token[token]
        if each.state == "open" and each.closes_at:
            return deadline(each.closes_at)
        return instant(each.ended_at or each.created_at)
