"""Tournaments in the reader's language: systems, scores, what was agreed, and why something is refused."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from babel.numbers import format_decimal

from competition.tournament.values import Plan, RoundPlan, System
from web.frame.translation import gettext, ngettext
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
    """Say what each way of drawing is."""
    return {
        System.SWISS: gettext("In each round players of like scores meet, and nobody the same one twice."),
        System.ALL: gettext("Everybody meets everybody once."),
        System.KNOCKOUT: gettext("Who wins goes on, until one is left. Of a draw the higher seed goes on."),
        System.ORDINARY: gettext("Played at tables elsewhere; you enter the centres, scores are Baf."),
    }


def system_name(system: str) -> str:
    """Name a way of drawing rounds."""
    return system_names()[system]


def state_name(state: str) -> str:
    """Name where a tournament stands."""
    names = {
        "open": gettext("open to players"),
        "running": gettext("running"),
        "ended": gettext("ended"),
        "cancelled": gettext("called off"),
    }
    return names[state]


def tie_names() -> Mapping[str, str]:
    """Name what parts those who have the same score."""
    return {
        "encounter": gettext("the result between them"),
        "buchholz": gettext("the sum of the opponents’ scores (Buchholz)"),
        "berger": gettext("the scores of the opponents beaten (Sonneborn-Berger)"),
        "wins": gettext("the number of wins"),
    }


def tie_marks() -> Mapping[str, str]:
    """Name the same things at the head of a column."""
    return {
        "encounter": gettext("Between them"),
        "buchholz": "Buchholz",
        "berger": "Sonneborn-Berger",
        "wins": gettext("Wins"),
    }


def score(value: Fraction | None) -> str:
    """Write a score as people do: 3, 2½, 2.667."""
    if value is None:
        return ""
    whole = int(value)
    if value == whole:
        return str(whole)
    if value - whole == HALF:
        return f"{whole or ''}½"
    return str(format_decimal(float(round(value, 3)), "0.###", locale=locale()))


def ratio(value: Fraction) -> str:
    """Write a fraction as it was agreed: 7/9."""
    return str(value)


def halves(points: int | None) -> str:
    """Write points that are stored in halves."""
    return score(None if points is None else Fraction(points, 2))


def plan_words(plan: Plan, *, by_itself: bool) -> Sequence[str]:
    """Say what was agreed beside the terms of the duels."""
    return [*_of_rounds(plan), *_of_drawing(plan), *_of_scores(plan), _of_pace(by_itself=by_itself)]


def _of_rounds(plan: Plan) -> list[str]:
    rounds = ngettext("%(num)d round.", "%(num)d rounds.", len(plan.rounds))
    if plan.system in {System.ALL, System.KNOCKOUT}:
        rounds = gettext("As many rounds as the number of players asks for.")
    return [rounds, *_years(plan.rounds), *_coefficients(plan.rounds), *_of_tables(plan)]


def _years(rounds: Sequence[RoundPlan]) -> list[str]:
    years = [each.last_year for each in rounds]
    if not any(years):
        return []
    if len(set(years)) == 1:
        return [
            gettext(
                "Duels end after the winter of %(year)d: the home power with more centres wins.",
                year=years[0],
            )
        ]
    written = listed([str(year) if year else "–" for year in years], "unit")
    return [gettext("Last years of the rounds: %(years)s.", years=written)]


def _coefficients(rounds: Sequence[RoundPlan]) -> list[str]:
    found = [each.coefficient for each in rounds]
    if set(found) == {Fraction(1)}:
        return []
    written = listed([ratio(each) for each in found], "unit")
    return [gettext("Coefficients of the rounds: %(coefficients)s.", coefficients=written)]


def _of_tables(plan: Plan) -> list[str]:
    duels = [str(number) for number, each in enumerate(plan.rounds, 1) if each.duels]
    if plan.system is not System.ORDINARY or not duels:
        return []
    words = gettext("Rounds of duels between the games: %(rounds)s.", rounds=listed(duels, "unit"))
    bonus = gettext(
        "A round of duels brings no points, but a bonus on the other rounds: 20 percent to whoever won it, "
        "10 to whoever lost it, 15 to each when level."
    )
    return [words, bonus] if plan.bonus else [words]


def _of_drawing(plan: Plan) -> list[str]:
    words = []
    if plan.matches:
        words.append(gettext("Two who meet play two duels, the second with the home powers exchanged."))
    if plan.homes_drawn:
        words.append(gettext("Home powers are drawn, nobody the same one twice while that can be avoided."))
    if plan.votes:
        words.append(gettext("Both can agree by a secret vote to end a duel early."))
    return words


def _of_scores(plan: Plan) -> list[str]:
    if plan.system is System.ORDINARY:
        return [gettext("Games are scored by the Baf table, rounds by their coefficients.")]
    names = tie_names()
    words = [gettext("A win brings 1 point, a draw ½, a round without an opponent 1.")]
    if plan.ties:
        ties = listed([names[tie] for tie in plan.ties], "unit")
        words.append(gettext("Equal scores are parted by: %(ties)s.", ties=ties))
    words.append(gettext("Those whom nothing parts share a place."))
    return words


def _of_pace(*, by_itself: bool) -> str:
    if by_itself:
        return gettext("The next round begins by itself once all results of the present one are in.")
    return gettext("The organiser begins each round.")


def refusal(code: str, values: Mapping[str, object]) -> str:
    """Say why something cannot be done, and what to do."""
    return (_refusals_of_entering() | _refusals_of_plans() | _refusals_of_rounds())[code](values)


Words = Callable[[Mapping[str, object]], str]


def _said(text: str) -> Words:
    return lambda values: text % values if values else text


def _refusals_of_entering() -> dict[str, Words]:
    texts = {
        "in_already": gettext("You take part already."),
        "not_in": gettext("This player does not take part any more."),
        "closed": gettext("Sign-up is closed."),
        "full": gettext("All %(most)d places are taken."),
        "other_kind": gettext("In a tournament people play people, or programs play programs."),
        "arbiter_plays": gettext(
            "You are an arbiter of this tournament: ask the organiser to name another one."
        ),
        "organiser_plays": gettext("An organiser who plays needs another arbiter: name one first."),
        "player_arbitrates": gettext("Whoever plays cannot be an arbiter of the same tournament."),
        "arbiter_already": gettext("They are an arbiter already."),
        "arbiters": gettext("A tournament has at most %(most)d arbiters beside its organiser."),
        "no_arbiter": gettext("They are no arbiter of this tournament."),
        "last_arbiter": gettext("The organiser plays, so another arbiter has to stay. Name one first."),
        "not_organiser": gettext("Only the organiser can do this."),
        "not_arbiter": gettext("Only an arbiter who does not play can do this."),
        "over": gettext("The tournament is over."),
        "nobody": gettext("Nobody here has this name. Check its spelling."),
    }
    return {code: _said(text) for code, text in texts.items()}


def _refusals_of_plans() -> dict[str, Words]:
    texts = {
        "too_many": gettext(
            "You have %(most)d tournaments that are not over: end or call off one of them first."
        ),
        "name": gettext("Give a name of %(least)d to %(most)d letters."),
        "description": gettext("This is too long: at most %(most)d characters."),
        "most_players": gettext("This kind of tournament has %(least)d to %(most)d players."),
        "closed_already": gettext("This moment is past."),
        "rounds": gettext("A tournament has 1 to %(most)d rounds."),
        "fraction": gettext("Give fractions from 0 to %(most)d, like 7/9."),
        "last_year": gettext("No duel can end in this year: %(value)s."),
        "homes": gettext("With these rules home powers are fixed: they cannot be drawn."),
    }
    return {code: _said(text) for code, text in texts.items()}


def _refusals_of_rounds() -> dict[str, Words]:
    texts = {
        "started_already": gettext("The tournament has begun already."),
        "too_few": gettext("A tournament needs %(least)d players to begin."),
        "changed": gettext("Somebody was faster. Look where the tournament stands, and press again."),
        "no_round_left": gettext("All rounds have been drawn."),
        "undecided": gettext("Results of this round are missing. Wait for them, or rule on them."),
        "nobody_left": gettext("Nobody is left to be drawn: end the tournament."),
        "not_running": gettext("This can be done while a tournament is running."),
        "points": gettext("These points are more than a pairing brings."),
        "drawn_already": gettext("The next round is drawn: who goes on cannot change any more."),
        "round": gettext("This round has not begun."),
        "reason": gettext("Give a reason, of at most %(most)d characters: everybody can read it."),
        "no_pairing": gettext("There is no such pairing."),
        "no_entrant": gettext("They do not take part."),
        "no_sanction": gettext("There is no such sanction."),
        "results": gettext("These results cannot be right."),
    }
    return {code: _said(text) for code, text in texts.items()}
