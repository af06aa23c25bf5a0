"""The page of one challenge: its terms, and what its reader can do about it."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from clocks.running import OPEN_FOR
from models import Challenge
from services.challenges import challenges
from services.challenges.errors import ChallengeRefused
from services.challenges.joining import begins_with_ranking
from services.challenges.terms import Terms
from services.finding.limits import TooManyDuels
from services.ratings.seen import ratings_of
from web.accounts.forms import GuestForm
from web.duels.entry_words import entry_words
from web.duels.forms import RankForm, rank_form
from web.finding.words import when_second_begins, why_not
from web.frame.forms import Together
from web.frame.login import member
from web.frame.page import Frame
from web.frame.session import db, now
from web.frame.translation import gettext
from web.words.ratings import rating_shown
from web.words.settings import Sentence, settings_in_words
from web.words.times import duration


class ChallengePage(Frame):
    """One challenge as its reader may see it, with what went wrong, if anything did."""

    template = "challenges/show.html"
    is_list = True

    def __init__(self, token: str, problem: str = "") -> None:
        self.token, self.problem = token, problem
        self.is_refused = bool(problem)

    @cached_property
    def challenge(self) -> Challenge:
        """The challenge; raises UnknownChallenge."""
        reader = member()
        return challenges.visible(db(), self.token, reader.id if reader else None)

    @cached_property
    def terms(self) -> Terms:
        """What whoever accepts agrees to."""
        return challenges.terms(self.challenge)

    def why_not(self, error: ChallengeRefused | TooManyDuels) -> str:
        """Explain why the challenge is refused to its reader."""
        challenge = self.challenge
        wanted = challenge.rating_low, challenge.rating_high
        return why_not(error, challenge.challenger.name, wanted)

    @property
    def rating(self) -> str:
        """The rating of the challenger where the duel would count."""
        challenge = self.challenge
        pool = challenge.pace, challenge.preset
        seen = ratings_of(db(), (challenge.challenger_id,), *pool, now())
        return rating_shown(seen[challenge.challenger_id].value)

    @property
    def words(self) -> Sequence[Sentence]:
        """The settings as sentences."""
        return settings_in_words(self.terms.rules(), self.challenge.preset)

    @property
    def what_follows(self) -> str:
        """What follows from accepting."""
        if not self.challenge.match:
            return self._how_it_begins
        return f"{self._how_it_begins} {when_second_begins(self.challenge.clock)}"

    @property
    def _how_it_begins(self) -> str:
        if self.challenge.clock.is_live:
            return gettext(
                "By accepting you say that you are here. The duel begins once %(name)s says so, too; if that "
                "does not happen within %(time)s, it lapses.",
                name=self.challenge.challenger.name,
                time=duration(int(OPEN_FOR.total_seconds())),
            )
        if self.challenge.homes:
            return gettext("The duel begins at once, with the first auction.")
        return gettext("The duel begins at once: both choose their home powers first.")

    @property
    def faults(self) -> Together:
        """All that is wrong with what was sent."""
        return Together(self.ranking, self.identity)

    @property
    def entry_words(self) -> Mapping[str, str]:
        """The words of what is said while powers are ranked."""
        return entry_words()

    # What a visitor ranks, and who they say they are; set where something that was sent is refused

    @cached_property
    def ranking(self) -> RankForm | None:
        """The form of the powers that a visitor ranks before they say who they are."""
        return rank_form() if begins_with_ranking(self.terms) else None

    @cached_property
    def identity(self) -> GuestForm:
        """The fields for name and password."""
        return GuestForm()
