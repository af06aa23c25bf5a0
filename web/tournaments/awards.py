"""The prizes of a tournament, as pages show them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from competition.tournament.prizes import Award
from models import Entrant
from services.tournaments.prizes import awards
from services.tournaments.sheet import TournamentSheet
from web.core.translation import gettext, ngettext
from web.tournaments.words import journey_words, points_words, score
from web.words.names import by_name, power_name


@dataclass(frozen=True)
class AwardLine:
    """A prize with its winners, and their figure in words."""

    prize: str
    winners: Sequence[Entrant]
    figure: str

    @property
    def is_shared(self) -> bool:
        """True if it has several winners."""
        return len(self.winners) > 1


def award_lines(session: Session, sheet: TournamentSheet) -> Sequence[AwardLine]:
    """List the prizes by the present results; those by votes once the tournament is over."""
    return [
        AwardLine(prize, [sheet.entrants[number] for number in award.winners], figure)
        for prize, award, figure in _given(session, sheet)
    ]


def _given(session: Session, sheet: TournamentSheet) -> Iterator[tuple[str, Award, str]]:
    found = awards(session, sheet)
    for power in by_name(found.powers):
        award = found.powers[power]
        yield gettext("Best score: %(power)s", power=power_name(power)), award, points_words(award.figure)
    for prize in sheet.plan.prizes:
        if prize in found.voted:
            award = found.voted[prize]
            yield prize, award, gettext("%(points)s by votes", points=score(award.figure))
    if found.traveller:
        yield gettext("The traveller"), found.traveller, _spaces(found.traveller)
    if found.newcomer:
        yield gettext("The best newcomer"), found.newcomer, points_words(found.newcomer.figure)
    if found.journey:
        words = journey_words(sheet.plan, int(found.journey.figure))
        yield gettext("The longest journey"), found.journey, words


def _spaces(award: Award) -> str:
    points = score(award.figure)
    return ngettext("%(points)s space", "%(points)s spaces", int(award.figure), points=points)
