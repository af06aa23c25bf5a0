"""Pages of a tournament of ordinary games to print: ranking, diplomas, order sheets, ballots."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from flask.typing import ResponseReturnValue

from adjudicator import Power
from competition.tournament.values import System
from models import Entrant
from models.ids import TournamentToken
from services.refused import NotFound
from web.core.page import respond
from web.core.session import db
from web.core.translation import gettext
from web.tournaments.awards import AwardLine, award_lines
from web.tournaments.page import RankingLine, TournamentFrame, blueprint, lines
from web.tournaments.words import points_words

ORDERS = 12
"""The lines of an order sheet: few powers ever have more units."""


class DiplomasPage(TournamentFrame):
    """The ranking, and a diploma for the first place and for each prize, a sheet of paper each."""

    template = "tournaments/diplomas.html"

    def __init__(self, token: TournamentToken) -> None:
        super().__init__(token)
        if not self.sheet.ordinary:
            raise NotFound

    @cached_property
    def lines(self) -> Sequence[RankingLine]:
        """The ranking."""
        return lines(self.sheet)

    @cached_property
    def diplomas(self) -> Sequence[AwardLine]:
        """The prizes with their winners."""
        best = [line for line in self.lines if line.standing.place == 1]
        points = points_words(best[0].standing.score)
        first = AwardLine(gettext("First place"), [line.entrant for line in best], points)
        return [first, *award_lines(db(), self.sheet)]


class PaperPage(TournamentFrame):
    """Order sheets and ballots for the tables of the present round."""

    template = "tournaments/paper.html"
    orders = ORDERS

    def __init__(self, token: TournamentToken) -> None:
        super().__init__(token)
        if self.tournament.system != System.ORDINARY:
            raise NotFound

    @cached_property
    def tables(self) -> Mapping[int, Sequence[tuple[Power, Entrant]]]:
        """The tables of the round, each with its powers and players."""
        number = self.tournament.round
        return {
            table.board: [(power, self.sheet.entrants[player]) for power, player in table.seats.items()]
            for table in self.sheet.tables
            if table.round == number
        }

    def players(self, board: int) -> Sequence[Entrant]:
        """The players of a table, each once."""
        return list({entrant.id: entrant for _, entrant in self.tables[board]}.values())


@blueprint.get("/<token>/diplomas")
def diplomas(token: TournamentToken) -> ResponseReturnValue:
    """Show the ranking and the diplomas, to print them."""
    return respond(DiplomasPage(token))


@blueprint.get("/<token>/paper")
def paper(token: TournamentToken) -> ResponseReturnValue:
    """Show order sheets and ballots, to print them."""
    return respond(PaperPage(token))
