"""Texts of tournaments: systems, scores, and plans."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from babel.numbers import format_decimal

from competition.tournament.ordinary import SOLO
from competition.tournament.swiss import most_rounds
from competition.tournament.values import RoundPlan, System, TournamentPlan
from intimate.rules import LimitCounts
from web.core.translation import gettext, ngettext
from web.words import Words
from web.words.times import listed, locale

HALF, THOUSAND = Fraction(1, 2), 1000


def system_names() -> Mapping[str, str]:
    """Name the ways in which rounds are drawn."""
    return {
        System.SWISS: gettext("Swiss rounds"),
        System.ALL: gettext("All against all"),
        System.KNOCKOUT: gettext("Knock-out"),
        System.ORDINARY: gettext("Ordinary games for seven"),
    }


def system_summaries() -> Mapping[str, str]:
    """Explain each way of drawing."""
    return {
        System.SWISS: gettext(
            "Each round pairs players with similar scores. As long as there are more players than rounds, "
            "nobody meets the same opponent twice."
        ),
        System.ALL: gettext("Everybody meets everybody once."),
        System.KNOCKOUT: gettext(
            "The winner goes on, until one is left. After a draw the higher seed goes on."
        ),
        System.ORDINARY: gettext(
            "The site draws the tables; you enter the centres at the end; scores are Baf."
        ),
    }


def system_name(system: str) -> str:
    """Name a way of drawing rounds."""
    return system_names()[system]


def state_name(state: str) -> str:
    """Name the state of a tournament."""
    names = {
        "open": gettext("open to players"),
        "running": gettext("running"),
        "ended": gettext("ended"),
        "cancelled": gettext("called off"),
    }
    return names[state]


def tie_names() -> Mapping[str, str]:
    """Name the tie-breaks."""
    return {
        "encounter": gettext("the result between them"),
        "buchholz": gettext("the sum of the opponents’ scores (Buchholz)"),
        "berger": gettext("the scores of the opponents beaten (Sonneborn-Berger)"),
        "wins": gettext("the number of wins"),
    }


def tie_marks() -> Mapping[str, str]:
    """Name the tie-breaks in the heads of columns."""
    return {
        "encounter": gettext("Between them"),
        "buchholz": "Buchholz",
        "berger": "Sonneborn-Berger",
        "wins": gettext("Wins"),
    }


def usual_prizes() -> Sequence[str]:
    """Name the prizes that players usually vote on (source 004, VII)."""
    return [
        gettext("The most imposing player"),
        gettext("The best comeback"),
        gettext("The most rigorous player"),
        gettext("The finest strategist"),
        gettext("The traitor"),
        gettext("The most devious player"),
        gettext("The most pleasant player"),
    ]


def journey_words(plan: TournamentPlan, length: int) -> str:
    """Say how long a journey was."""
    if plan.minutes:
        return ngettext("%(num)d minute", "%(num)d minutes", length)
    return gettext("%(number)d km", number=length)


def score(value: Fraction | None) -> str:
    """Write a score: 3, 2½, 2.667."""
    if value is None:
        return ""
    whole = int(value)
    if value == whole:
        return str(whole)
    if value - whole == HALF:
        return f"{whole or ''}½"
    return str(format_decimal(float(round(value, 3)), "0.###", locale=locale()))


def points_words(value: Fraction) -> str:
    """Write a score with its unit."""
    return gettext("%(points)s points", points=score(value))


def ratio(value: Fraction) -> str:
    """Write a fraction: 7/9."""
    return str(value)


def halves(points: int | None) -> str:
    """Write points that are stored in halves."""
    return score(None if points is None else Fraction(points, 2))


def plan_words(plan: TournamentPlan, counts: LimitCounts, *, by_itself: bool) -> Sequence[str]:
    """Describe the plan of a tournament; counts: what decides duels after a last year."""
    return [*_of_rounds(plan, counts), *_of_drawing(plan), *_of_scores(plan), _of_pace(by_itself=by_itself)]


def meeting_twice(players: int, rounds: int) -> str:
    """Warn if the rounds cannot be drawn without two players meeting twice; else return nothing."""
    most = most_rounds(players)
    if rounds <= most:
        return ""
    return ngettext(
        "With %(players)d players, some pairs meet twice after round %(num)d.",
        "With %(players)d players, some pairs meet twice after round %(num)d.",
        most,
        players=players,
    )


def who_rules(*, rated: bool) -> str:
    """Say whether the duels are rated, and so who rules on them."""
    if rated:
        return gettext(
            "The duels count for ratings, so only arbiters appointed by the site rule on them. The organiser "
            "and the arbiters of the tournament decide on points, pairings and sanctions."
        )
    return gettext(
        "The duels do not count for ratings. The organiser and the arbiters of the tournament can close, "
        "correct and take back duels."
    )


def _of_rounds(plan: TournamentPlan, counts: LimitCounts) -> list[str]:
    rounds = ngettext("%(num)d round.", "%(num)d rounds.", len(plan.rounds))
    if plan.system in {System.ALL, System.KNOCKOUT}:
        rounds = gettext("The number of rounds depends on the number of players.")
    return [
        rounds,
        *_years(plan, counts),
        *_coefficients(plan.rounds),
        *_solos(plan.rounds),
        *_of_tables(plan),
    ]


def _years(plan: TournamentPlan, counts: LimitCounts) -> list[str]:
    years = [each.last_year for each in plan.rounds]
    if not any(years):
        return []
    if plan.system is System.ORDINARY and len(set(years)) == 1:
        return [gettext("Games end after the autumn of %(year)d.", year=years[0])]
    by_units = counts is LimitCounts.UNITS
    if len(set(years)) == 1:
        words = (
            gettext("Duels end after the winter of %(year)d: the home power with more units wins.")
            if by_units
            else gettext("Duels end after the winter of %(year)d: the home power with more centres wins.")
        )
        return [words % {"year": years[0]}]
    written = listed([str(year) if year else "–" for year in years], "unit")
    return [gettext("Last years of the rounds: %(years)s.", years=written)]


def _coefficients(rounds: Sequence[RoundPlan]) -> list[str]:
    found = [each.coefficient for each in rounds]
    if set(found) == {Fraction(1)}:
        return []
    written = listed([ratio(each) for each in found], "unit")
    return [gettext("Coefficients of the rounds: %(coefficients)s.", coefficients=written)]


def _solos(rounds: Sequence[RoundPlan]) -> list[str]:
    found = [each.solo for each in rounds]
    if set(found) == {SOLO}:
        return []
    written = listed([str(each) for each in found], "unit")
    return [gettext("Centres needed to win an ordinary game, round by round: %(centres)s.", centres=written)]


def _of_tables(plan: TournamentPlan) -> list[str]:
    duels = [str(number) for number, each in enumerate(plan.rounds, 1) if each.duels]
    if plan.system is not System.ORDINARY or not duels:
        return []
    words = gettext("Rounds of duels between the games: %(rounds)s.", rounds=listed(duels, "unit"))
    bonus = gettext(
        "A round of duels gives no points, only a bonus on the other rounds: 20 percent to the "
        "winner, 10 to the loser, 15 to each for a draw."
    )
    return [words, bonus] if plan.bonus else [words]


def _of_drawing(plan: TournamentPlan) -> list[str]:
    words = []
    if plan.matches:
        words.append(gettext("Each pairing is two duels, the second with the home powers exchanged."))
    if plan.homes_drawn:
        words.append(gettext("Home powers are drawn at random; nobody gets the same one twice if possible."))
    if plan.votes:
        words.append(gettext("Both can agree by a secret vote to end a duel early."))
    return words


def _of_scores(plan: TournamentPlan) -> list[str]:
    if plan.system is System.ORDINARY:
        return [
            gettext("Games are scored by the Baf table of Anjou, rounds by their coefficients."),
            gettext(
                "Players of one or two rounds get 110 percent of their points, 120 if they stepped back when "
                "asked. From three rounds on, the lowest score counts half. Journeys and votes for prizes "
                "count in the same way."
            ),
        ]
    names = tie_names()
    words = [gettext("A win scores 1 point, a draw ½, a round without an opponent 1.")]
    if plan.ties:
        ties = listed([names[tie] for tie in plan.ties], "unit")
        words.append(gettext("Tie-breaks: %(ties)s.", ties=ties))
    words.append(gettext("Players still tied share the place."))
    return words


def _of_pace(*, by_itself: bool) -> str:
    if by_itself:
        return gettext("The next round begins by itself once all results are in.")
    return gettext("The organiser begins each round.")


FILTERS: dict[str, Words] = {"points": score, "system": system_name}
