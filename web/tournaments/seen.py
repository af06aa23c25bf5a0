"""A tournament as its page shows it: names beside figures, rounds with what they came to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from competition.tournament.values import Standing
from models import Entrant, OrdinaryResult, Pairing
from services.tournaments.sheet import Sheet
from web.words.tournaments import score


@dataclass(frozen=True)
class Line:
    """One line of the ranking."""

    standing: Standing
    entrant: Entrant
    rounds: Sequence[Fraction | None]

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.entrant.name


@dataclass(frozen=True)
class PairSeen:
    """Two who meet, and how it stands; bye: somebody alone."""

    pairing: Pairing
    first: Entrant
    second: Entrant | None
    points: tuple[str, str] | None

    @property
    def is_running(self) -> bool:
        """True while nothing is decided."""
        return self.pairing.decision is None


@dataclass(frozen=True)
class RoundSeen:
    """A round that has begun: its pairings, or its tables."""

    number: int
    pairs: Sequence[PairSeen]


@dataclass(frozen=True)
class GameRow:
    """What one power of an ordinary game ended with; score: by the Baf table alone."""

    result: OrdinaryResult
    entrant: Entrant
    score: Fraction


def games(sheet: Sheet, number: int) -> Mapping[int, Sequence[GameRow]]:
    """Return the ordinary games of a round, table by table, the best of each first."""
    found: dict[int, list[GameRow]] = {}
    scores = sheet.game_scores(number)
    for result in (each for each in sheet.results if each.round == number):
        row = GameRow(result, sheet.entrants[result.entrant_id], scores[result.board, result.entrant_id])
        found.setdefault(result.board, []).append(row)
    return {
        board: sorted(rows, key=lambda row: (-row.score, row.result.power)) for board, rows in found.items()
    }


def lines(sheet: Sheet) -> Sequence[Line]:
    """List the ranking, the best first."""
    numbers = range(1, sheet.tournament.round + 1)
    return [
        Line(standing, sheet.entrants[standing.entry], [standing.rounds.get(number) for number in numbers])
        for standing in sheet.standings
    ]


def rounds(sheet: Sheet) -> Sequence[RoundSeen]:
    """List the rounds that have begun, the latest first."""
    return [RoundSeen(number, list(_pairs(sheet, number))) for number in range(sheet.tournament.round, 0, -1)]


def _pairs(sheet: Sheet, number: int) -> Iterator[PairSeen]:
    for pairing in sheet.of_round(number):
        first, second = sheet.entrants[pairing.first_id], sheet.entrants.get(pairing.second_id or 0)
        yield PairSeen(pairing, first, second, _points(pairing))


def _points(pairing: Pairing) -> tuple[str, str] | None:
    if pairing.points_first is None or pairing.points_second is None:
        return None
    both = (Fraction(each, 2) for each in (pairing.points_first, pairing.points_second))
    first, second = (score(each) for each in both)
    return first, second


def names(entrants: Mapping[int, Entrant]) -> Mapping[int, str]:
    """Return the names by the numbers of those who take part."""
    return {number: entrant.name for number, entrant in entrants.items()}
